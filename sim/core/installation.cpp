#include "core/installation.hpp"

#include <cstdlib>
#include <optional>

#include <dlfcn.h>
#include <link.h>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/memory.hpp"

namespace wayfarer {
namespace {

namespace fs = std::filesystem;

constexpr const char* kData = "share/wayfarer";
constexpr const char* kOfBuildTree = "CMakeCache.txt";
constexpr const char* kLegalData =
    "legal: WAYFARER_DATA names a folder with rtl, sim/configs, tb and waves, such as "
    "share/wayfarer of an installation";

/// Empty values are those of unset shell variables.
std::optional<fs::path> path_in(const char* variable) {
  const char* const value = std::getenv(variable);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return fs::absolute(value);
}

/// The program, or the shared library that has this code.
fs::path own_file() {
  Dl_info info{};
  link_map* map = nullptr;
  const auto here = reinterpret_cast<const void*>(&own_file);
  const bool shared = dladdr1(here, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) != 0 &&
                      map != nullptr && *map->l_name != '\0';
  return fs::canonical(shared ? map->l_name : "/proc/self/exe");
}

/// The installation or build tree that this code belongs to.
struct Place {
  fs::path file;
  fs::path prefix;  ///< Empty: it belongs to none.
  bool built = false;
};

Place find_place() {
  constexpr unsigned kDeepest = 2;  ///< PREFIX/lib/x86_64-linux-gnu/libwayfarer.so
  Place place{own_file(), {}, false};
  unsigned depth = 0;
  for (fs::path at = place.file.parent_path(); at != at.root_path(); at = at.parent_path()) {
    place.built = fs::exists(at / kOfBuildTree);
    if (place.built || (depth++ <= kDeepest && fs::exists(at / kData))) {
      place.prefix = at;
      break;
    }
  }
  return place;
}

const Place& own_place() {
  static const Place place = find_place();
  return place;
}

fs::path data_root() {
  if (const auto named = path_in("WAYFARER_DATA")) return *named;
  if (own_place().prefix.empty())
    throw UsageError(
        fmt::format("{} has no data: there is no {} in its folder or up to two above; {}",
                    own_place().file.string(), kData, kLegalData));
  return own_place().prefix / kData;
}

}  // namespace

fs::path data_path(const std::string& name) {
  const fs::path path = data_root() / name;
  std::error_code missing;
  const fs::path found = fs::canonical(path, missing);
  expect_memory(missing);
  return missing ? path : found;
}

fs::path data_folder(const std::string& name) {
  const fs::path folder = data_path(name);
  if (!fs::is_directory(folder))
    throw UsageError(fmt::format("the data folder {} is missing; {}", folder.string(), kLegalData));
  return folder;
}

fs::path cache_folder() {
  if (const auto named = path_in("WAYFARER_CACHE")) return *named;
  if (own_place().built) return own_place().prefix / "verilated";
  if (const auto caches = path_in("XDG_CACHE_HOME")) return *caches / "wayfarer";
  if (const auto home = path_in("HOME")) return *home / ".cache/wayfarer";
  throw UsageError(
      "there is no folder for what is built: neither HOME nor XDG_CACHE_HOME is set; legal: "
      "WAYFARER_CACHE names one");
}

}  // namespace wayfarer
