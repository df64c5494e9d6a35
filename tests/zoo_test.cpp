// The model is the test: every file under models/ says in `// expect:` lines what must come out.
//
//   // expect: states 26                         counts: states transitions deadlocks errors levels
//   // expect: deadlock violated, path 3         unreached
//   // expect: inv: not (P.CS and Q.CS) holds    verdicts, and the length of the shortest trace
//   // expect: symmetry states 82                counts with --reduce symmetry or symmetry=thesis
//   // expect: warning 'done'                    a part of a warning's text
//   // define: N=4                               a parameter
//
// Properties may be those of a property file beside the model: model.ltl, or model.mltl with macros.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>

#include "clew/base/file.hpp"
#include "clew/check/check.hpp"
#include "clew/lang/dve/macros.hpp"
#include "clew/lang/language.hpp"

namespace clew {
namespace {

struct Expectation {
  std::string line;
  Reduction reduction = Reduction::None;
  std::string subject;                  // "states", "deadlock", "inv: x < 3", "warning"
  std::optional<std::uint64_t> number;  // of a count
  std::string verdict;
  std::optional<std::uint64_t> path;
  std::string fragment;  // of a warning
};

struct Annotations {
  std::vector<Expectation> expectations;
  std::map<std::string, std::string> definitions;

  // None, and those something is expected of: verdicts must be the same with all of them.
  std::set<Reduction> reductions() const {
    std::set<Reduction> all{Reduction::None};
    for (const Expectation& expected : expectations) all.insert(expected.reduction);
    return all;
  }
};

std::optional<std::uint64_t> number_in(const std::string& text) {
  if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos)
    return std::nullopt;
  return std::stoull(text);
}

Expectation parse_expectation(const std::string& line) {
  Expectation result;
  result.line = line;
  if (line.starts_with("warning ")) {
    result.subject = "warning";
    result.fragment = line.substr(8);
    return result;
  }
  std::string text = line;
  for (const Reduction reduction : {Reduction::Symmetry, Reduction::SymmetryByLocation}) {
    const std::string word = std::string(name_of(reduction)) + " ";
    if (!text.starts_with(word)) continue;
    result.reduction = reduction;
    text.erase(0, word.size());
  }
  const std::size_t path = text.rfind(", path ");
  if (path != std::string::npos) {
    result.path = number_in(text.substr(path + 7));
    text.erase(path);
  }
  const std::size_t blank = text.rfind(' ');
  result.subject = text.substr(0, blank);
  const std::string last = blank == std::string::npos ? "" : text.substr(blank + 1);
  result.number = number_in(last);
  if (!result.number) result.verdict = last;
  return result;
}

Annotations annotations_of(const std::string& text) {
  Annotations result;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    const std::string expect = "// expect: ";
    const std::string define = "// define: ";
    if (line.starts_with(expect))
      result.expectations.push_back(parse_expectation(line.substr(expect.size())));
    if (line.starts_with(define)) {
      const std::string pair = line.substr(define.size());
      const std::size_t equals = pair.find('=');
      result.definitions[pair.substr(0, equals)] = pair.substr(equals + 1);
    }
  }
  return result;
}

std::vector<std::string> zoo_files() {
  std::vector<std::string> files;
  const std::filesystem::path root = std::filesystem::path(CLEW_SOURCE_DIR) / "models";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (language_for_file(entry.path().string())) files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// What the property file beside the model says, if there is one.
FileProperties properties_beside(Model& model, const std::string& model_file,
                                 const std::map<std::string, std::string>& definitions) {
  for (const std::string suffix : {".ltl", ".mltl"}) {
    const std::string file = std::filesystem::path(model_file).replace_extension(suffix).string();
    if (!std::filesystem::exists(file)) continue;
    auto source = std::make_shared<const SourceText>(file, read_file(file).bytes);
    Diagnostics diagnostics;
    if (suffix == ".mltl") {
      source = dve::expand_macros({file, std::string(source->text()), definitions}, diagnostics,
                                  dve::MacroText::Properties);
    }
    const auto parsed = read_property_file(source);
    EXPECT_TRUE(parsed.ok()) << parsed.diagnostics.text();
    if (!parsed.ok()) return {};
    auto read = read_properties(model, parsed.value());
    EXPECT_TRUE(read.ok()) << read.diagnostics.text();
    if (read.ok()) return read.value();
  }
  return {};
}

class Zoo : public testing::TestWithParam<std::string> {
 protected:
  static std::uint64_t count_of(const Report& report, const std::string& subject) {
    const Statistics& statistics = report.statistics;
    if (subject == "states") return statistics.states;
    if (subject == "transitions") return statistics.transitions;
    if (subject == "deadlocks") return statistics.deadlocks;
    if (subject == "errors") return statistics.errors;
    if (subject == "levels") return statistics.level_sizes.size();
    if (subject == "unreached") return report.unreached.size();
    ADD_FAILURE() << "unknown count '" << subject << "'";
    return 0;
  }

  static void check_verdict(const Expectation& expected, const PropertyResult& result,
                            bool shortest) {
    EXPECT_EQ(name_of(result.verdict), expected.verdict) << expected.line;
    if (!expected.path || !shortest) return;
    ASSERT_FALSE(result.traces.empty()) << expected.line;
    EXPECT_EQ(result.traces.front().trace.length(), *expected.path) << expected.line;
  }

  static void check_warning(const Expectation& expected, const Diagnostics& diagnostics) {
    const bool found = std::any_of(
        diagnostics.items().begin(), diagnostics.items().end(), [&](const Diagnostic& item) {
          return item.severity == Severity::Warning &&
                 item.message.find(expected.fragment) != std::string::npos;
        });
    EXPECT_TRUE(found) << expected.line << "\n" << diagnostics.text();
  }
};

TEST_P(Zoo, MeetsItsExpectations) {
  const FileContent file = read_file(GetParam());
  const Annotations annotations = annotations_of(file.bytes);
  ASSERT_FALSE(annotations.expectations.empty());
  auto read =
      language_for_file(GetParam())->read({GetParam(), file.bytes, annotations.definitions});
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  Model& model = read.value();

  const FileProperties file_properties =
      properties_beside(model, GetParam(), annotations.definitions);
  CheckOptions question;
  std::vector<const Expectation*> asked;
  for (const Expectation& expected : annotations.expectations) {
    if (expected.subject == "warning") check_warning(expected, read.diagnostics);
    if (expected.verdict.empty()) continue;
    auto property = read_property(model, expected.subject, file_properties);
    ASSERT_TRUE(property.ok()) << expected.line << "\n" << property.diagnostics.text();
    question.properties.push_back(property.value());
    asked.push_back(&expected);
  }
  for (const Reduction reduction : annotations.reductions()) {
    question.reduction = reduction;
    const Report verdicts = check(model, question);
    EXPECT_EQ(verdicts.defect, "");
    const bool shortest = reduction != Reduction::SymmetryByLocation;  // else depth first
    for (std::size_t i = 0; i < asked.size(); ++i) {
      check_verdict(*asked[i], verdicts.properties[i], shortest);
    }
    // All at once, and one by one, where more can be left out.
    question.reduces_where_sound = true;
    const Report reduced = check(model, question);
    CheckOptions alone = question;
    for (std::size_t i = 0; i < asked.size(); ++i) {
      check_verdict(*asked[i], reduced.properties[i], shortest);
      alone.properties = {question.properties[i]};
      check_verdict(*asked[i], check(model, alone).properties[0], shortest);
    }
    question.reduces_where_sound = false;

    CheckOptions everything;
    everything.reduction = reduction;
    const Report size = explore(model, everything);
    EXPECT_TRUE(size.finished || model.moves_max);
    for (const Expectation& expected : annotations.expectations) {
      if (!expected.number || expected.reduction != reduction) continue;
      EXPECT_EQ(count_of(size, expected.subject), *expected.number) << expected.line;
    }
  }
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = std::filesystem::path(info.param).filename().string();
  std::replace_if(
      name.begin(), name.end(),
      [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Models, Zoo, testing::ValuesIn(zoo_files()), test_name);

// models/README.md says of a model what its annotations say.
TEST(ZooTable, SaysWhatTheModelsPromise) {
  const std::string folder = CLEW_SOURCE_DIR "/models/";
  const std::regex row(R"(\| \[[^\]]*\]\(((dve|regress)/[^)]*)\).*\|([^|]*)\|)");
  const std::regex verdict(
      R"((deadlock|errors|assertions|claim) (holds|violated|unknown)( \((\d+)\))?)");
  std::istringstream lines(read_file(folder + "README.md").bytes);
  std::size_t said = 0;
  for (std::string line; std::getline(lines, line);) {
    std::smatch found;
    if (!std::regex_match(line, found, row)) continue;
    const std::string model = read_file(folder + found[1].str()).bytes;
    const std::string cell = found[3].str();
    for (std::sregex_iterator it(cell.begin(), cell.end(), verdict), end; it != end; ++it) {
      const std::string promise = "// expect: " + (*it)[1].str() + " " + (*it)[2].str();
      const std::size_t at = model.find(promise);
      ASSERT_NE(at, std::string::npos) << found[1] << " does not say: " << promise;
      ++said;
      const std::string path = ", path ";
      const std::size_t behind = at + promise.size();
      if (!(*it)[4].matched || model.compare(behind, path.size(), path) != 0) continue;
      EXPECT_EQ(std::to_string(std::stoul(model.substr(behind + path.size()))), (*it)[4].str())
          << found[1] << ": " << promise;
    }
  }
  EXPECT_GE(said, 100U);
}

}  // namespace
}  // namespace clew
