// What a built file depends on, as a short name.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/hash.hpp"

namespace wayfarer {

/// The files and everything that they include by `#include "..."` from their own folder or one of
/// `folders`, in a fixed order, each once. Conditions are not looked at: what a compiler includes
/// is among them. Files that are not found (generated ones, for example) are left out.
[[nodiscard]] std::vector<std::filesystem::path> with_included_files(
    const std::vector<std::filesystem::path>& sources,
    const std::vector<std::filesystem::path>& folders);

/// A hash of texts and files. Collisions would need two configurations of one machine to meet in 64
/// bits.
class SourceKey {
 public:
  void add(std::string_view text);
  /// Name and contents. Throws UsageError when a file cannot be read.
  void add_file(const std::filesystem::path& path);
  void add_files(const std::vector<std::filesystem::path>& paths);
  /// All files of a folder.
  void add_folder(const std::filesystem::path& folder);
  [[nodiscard]] std::string text() const;  ///< 16 hexadecimal digits.

 private:
  std::uint64_t state_ = kEmptyHash;
};

}  // namespace wayfarer
