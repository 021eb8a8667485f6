#include "common/source_key.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "core/files.hpp"

namespace wayfarer {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLegal = "a source of the library";

/// The file that a line includes; empty for any other line.
std::string included_name(const std::string& line) {
  const std::size_t hash = line.find_first_not_of(" \t");
  if (hash == std::string::npos || line[hash] != '#') return "";
  const std::size_t word = line.find_first_not_of(" \t", hash + 1);
  if (word == std::string::npos || line.compare(word, 7, "include") != 0) return "";
  const std::size_t open = line.find('"', word);
  const std::size_t close = open == std::string::npos ? open : line.find('"', open + 1);
  return close == std::string::npos ? "" : line.substr(open + 1, close - open - 1);
}

std::optional<fs::path> find_included(const std::string& name, const fs::path& from,
                                      const std::vector<fs::path>& folders) {
  if (fs::exists(from.parent_path() / name)) return from.parent_path() / name;
  for (const fs::path& folder : folders)
    if (fs::exists(folder / name)) return folder / name;
  return std::nullopt;
}

}  // namespace

std::vector<fs::path> with_included_files(const std::vector<fs::path>& sources,
                                          const std::vector<fs::path>& folders) {
  std::set<fs::path> found;
  std::vector<fs::path> left;
  const auto add = [&](const fs::path& path) {
    if (found.insert(path.lexically_normal()).second) left.push_back(path.lexically_normal());
  };
  for (const fs::path& source : sources) add(source);
  while (!left.empty()) {
    const fs::path path = left.back();
    left.pop_back();
    std::istringstream file(read_text(path.string(), kLegal));
    for (std::string line; std::getline(file, line);) {
      const std::string name = included_name(line);
      if (name.empty()) continue;
      if (const auto included = find_included(name, path, folders)) add(*included);
    }
  }
  return {found.begin(), found.end()};
}

void SourceKey::add(std::string_view text) {
  state_ = hash(fmt::format("{}:{}", text.size(), text), state_);
}

void SourceKey::add_file(const fs::path& path) {
  add(path.filename().string());
  add(read_text(path.string(), kLegal));
}

void SourceKey::add_files(const std::vector<fs::path>& paths) {
  for (const fs::path& path : paths) add_file(path);
}

void SourceKey::add_folder(const fs::path& folder) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(folder))
    if (!entry.is_directory()) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  add_files(paths);
}

std::string SourceKey::text() const { return fmt::format("{:016x}", state_); }

}  // namespace wayfarer
