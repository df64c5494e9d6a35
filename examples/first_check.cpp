// A first check in ten lines.  Run it from the top folder of the project.
#include <iostream>

#include "clew/clew.hpp"

int main() {
  const auto model = clew::read_model("models/dve/mutex_race.dve");
  if (!model.ok()) {
    std::cout << model.diagnostics.text();
    return 2;
  }
  const clew::Report report = clew::check(model.value());
  for (const auto& result : report.properties) {
    std::cout << result.property.name << ": " << clew::name_of(result.verdict) << '\n';
  }
}
