#include "clew/base/temporary_folder.hpp"

#include <stdlib.h>

#include <filesystem>
#include <system_error>

#include "clew/base/file.hpp"
#include "clew/base/private_folder.hpp"

namespace clew {

namespace {

std::string& chosen_parent() {
  static std::string folder;  // empty: $TMPDIR
  return folder;
}

// Code is made in temporary folders and loaded from them, so nobody else may exchange them.
std::string usual_parent() {
  std::error_code unknown;
  const std::filesystem::path asked =
      std::filesystem::absolute(std::filesystem::temp_directory_path(unknown), unknown);
  return unknown || !danger_below(asked.string()).empty() ? "/tmp" : asked.string();
}

}  // namespace

void TemporaryFolder::make_all_below(const std::string& folder) { chosen_parent() = folder; }

TemporaryFolder::TemporaryFolder() {
  const std::string parent = chosen_parent().empty() ? usual_parent() : chosen_parent();
  std::string name = parent + "/clew-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) return;
  path_ = name;
  leftover_ = Leftover(Leftover::Kind::Folder, path_);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

std::string TemporaryFolder::write(const std::string& name, const std::string& text) const {
  if (path_.empty()) return {};
  const std::string file = path_ + "/" + name;
  return write_file(file, text).empty() ? file : std::string();
}

}  // namespace clew
