#include "clew/base/temporary_folder.hpp"

#include <stdlib.h>

#include <filesystem>
#include <system_error>

#include "clew/base/file.hpp"

namespace clew {

TemporaryFolder::TemporaryFolder() {
  std::error_code unknown;
  const std::filesystem::path parent = std::filesystem::temp_directory_path(unknown);
  std::string name = (parent / "clew-XXXXXX").string();
  if (!unknown && ::mkdtemp(name.data()) != nullptr) path_ = name;
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
