// A short key of everything that a built file depends on.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/hash.hpp"

namespace wayfarer {

/// The files and everything that they include by `#include "..."` from their own folder or one of
/// `folders`, in a fixed order, each once. Preprocessor conditions are ignored, so the list
/// includes every file that a compiler includes. Files not found (generated ones, for example) are
/// left out.
[[nodiscard]] std::vector<std::filesystem::path> with_included_files(
    const std::vector<std::filesystem::path>& sources,
    const std::vector<std::filesystem::path>& folders);

/// A 64-bit hash of texts and files.
class SourceKey {
 public:
  void add(std::string_view text);
  /// Adds a file's name and contents. Throws UsageError when a file cannot be read.
  void add_file(const std::filesystem::path& path);
  void add_files(const std::vector<std::filesystem::path>& paths);
  /// Adds all files of a folder.
  void add_folder(const std::filesystem::path& folder);
  [[nodiscard]] std::string text() const;  ///< 16 hexadecimal digits.

 private:
  std::uint64_t state_ = kEmptyHash;
};

}  // namespace wayfarer
