// The same questions to every engine, and what must be the same in their answers.
//
//   AskedModel asked{"uts", text, {"reach", "ltl: G F (x == 1)"}, 0};
//   for (const Disagreement& found : disagreements(asked, agreement_engines())) {
//     const AskedModel small = shrunk(asked, found, agreement_engines());
//     std::cout << regression_text(small, found);
//   }
//
// The explicit engine with the interpreter is the one that the others are compared with: what it does can be
// followed state by state.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clew/check/check.hpp"

namespace clew {

// What an engine must be able to say.
enum class Diligence : std::uint8_t {
  Complete,  // every answer, at any length, and how many states there are
  Shortest,  // every shortest path within a bound; otherwise it may run out of time
  Some,      // what it finds within a bound, at any length
  Peer,      // another program: it may refuse
};

struct AskedEngine {
  std::string name;
  EngineInfo engine;
  Diligence diligence = Diligence::Some;
  bool native = false;
  double seconds_max = 20;
};

// explicit, native (explicit with machine code and two workers), bdd, bmc, induction, pdr.
std::vector<AskedEngine> agreement_engines(double solver_seconds_max);
// explicit, and the same with moves left out that can wait: by the interpreter with one worker (por), by
// machine code with two (native-por), depth first (dfs-por), by nested search for cycles (nested-por).
std::vector<AskedEngine> agreement_reductions();
// z3 and cvc5, as far as they are on this machine.
std::vector<AskedEngine> agreement_peers(double seconds_max);

struct AskedModel {
  std::string language;
  std::string text;
  // As for read_property; also "infinite", whether some run never ends.
  std::vector<std::string> questions;
  std::uint64_t depth = 0;  // 0: no limit
  Ends ends = Ends::Stutter;
  Fairness fairness = Fairness::None;
};

struct Disagreement {
  // What is wrong, without names and numbers: "verdict", "length", "counts", ...
  std::string kind;
  std::string engine;
  std::string question;  // empty: the counts
  std::string text;      // a sentence
};

// Questions of every kind about a model, drawn by lot.  Empty if the text is no model.
std::vector<std::string> random_questions(const std::string& language, const std::string& text,
                                          std::uint64_t seed);

// None as well if the text is no model, or one with too many states or without a form in bits, so that not
// everybody can be asked.
std::vector<Disagreement> disagreements(const AskedModel& asked,
                                        const std::vector<AskedEngine>& engines);

// How many answers of engines could be compared with those of the first.
std::uint64_t compared_answers();

// The smallest model and question found on which the same engine is wrong in the same way.
AskedModel shrunk(const AskedModel& asked, const Disagreement& found,
                  const std::vector<AskedEngine>& engines, double seconds_max = 120);

// A file for models/regress: what it is about, what must come out by the word of the interpreter, the
// model.
std::string regression_text(const AskedModel& asked, const Disagreement& found);

// Writes it to $CLEW_KEEP_REGRESS, or into the folder of the test, and returns the name of the file.
std::string keep_regression(const AskedModel& asked, const Disagreement& found,
                            const std::string& name);

}  // namespace clew
