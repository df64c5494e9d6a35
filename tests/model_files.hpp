// The model files that tests walk through, one test for each.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace clew {

// The annotated models of the project.
std::vector<std::string> zoo_files();
// Where the extra models would be: $CLEW_EXTRA_MODELS, by default ../shared/models.
std::filesystem::path extra_models_folder();
std::filesystem::path beem_folder();  // the folder beem of them
// The extra models, where they are: $CLEW_EXTRA_MODELS/beem.  One empty name if they are not.
std::vector<std::string> beem_files();

// The definitions that a model's annotations ask for.
std::map<std::string, std::string> definitions_in(const std::string& text);

// The properties that a model's annotations name: "deadlock", "inv: x < 3".
std::vector<std::string> annotated_questions(const std::string& text);

// The seeds of the random models a test makes: as many as $CLEW_RANDOM_MODELS says, or some hundred,
// from $CLEW_RANDOM_FIRST or 1 on.
std::vector<std::uint64_t> random_model_seeds();

std::string file_test_name(const testing::TestParamInfo<std::string>& info);

}  // namespace clew
