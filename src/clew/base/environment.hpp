// A variable of the environment that has another value for a while: for children that are started
// meanwhile, and for tests.
//
//   const WithEnvironment nowhere("PATH", "/nowhere");
//
// Threads: no other thread may read or change the environment while one is made or goes away.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace clew {

class WithEnvironment {
 public:
  // Without a value the variable is absent.
  WithEnvironment(std::string name, const std::optional<std::string>& value)
      : name_(std::move(name)) {
    if (const char* before = std::getenv(name_.c_str())) before_ = before;
    assign(value);
  }
  ~WithEnvironment() { assign(before_); }
  WithEnvironment(const WithEnvironment&) = delete;
  WithEnvironment& operator=(const WithEnvironment&) = delete;

 private:
  void assign(const std::optional<std::string>& value) const {
    if (value) {
      ::setenv(name_.c_str(), value->c_str(), 1);
    } else {
      ::unsetenv(name_.c_str());
    }
  }

  std::string name_;
  std::optional<std::string> before_;
};

}  // namespace clew
