#include "explorer/sweep_page.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/files.hpp"
#include "core/text.hpp"
#include "explorer/page.hpp"

namespace wayfarer {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSweepFolder = "results that 'wayfarer sweep --output FOLDER' has written";
constexpr std::size_t kMostRuns = 20'000;

[[noreturn]] void refuse(const std::string& path, const std::string& what) {
  throw UsageError(fmt::format("{}: {}; legal: {}", path, what, kSweepFolder));
}

/// The list of a result file, with only these keys of each entry; those of `newer` may be missing.
Json read_list(const std::string& path, const char* list, const std::vector<const char*>& keys,
               const std::vector<const char*>& newer = {}) {
  try {
    const Json json = Json::parse(read_stored(path, kSweepFolder));
    Json entries = Json::array();
    for (const Json& entry : json.at(list)) {
      Json kept = Json::object();
      for (const char* const key : keys) kept[key] = entry.at(key);
      for (const char* const key : newer)
        if (entry.contains(key)) kept[key] = entry[key];
      entries.push_back(kept);
    }
    return entries;
  } catch (const Json::exception& fault) {
    refuse(path, fmt::format("cannot be read ({})", fault.what()));
  }
}

void check_points(const std::string& path, const Json& points) {
  if (points.empty()) refuse(path, "has no runs");
  if (points.size() > kMostRuns)
    refuse(path, fmt::format("has {} runs, and a page at most {}", points.size(), kMostRuns));
  for (const Json& point : points)
    for (const char* const key : {"load", "offered", "accepted"})
      if (!point[key].is_number() || !point["latency"].contains("mean") ||
          !point["latency"].contains("p99") ||
          !(point["latency"]["mean"].is_number() || point["latency"]["mean"].is_null()))
        refuse(path, fmt::format("has a run without a number as '{}'", key));
}

}  // namespace

std::string sweep_page(const std::string& path) {
  const Json points = read_list(path, "points",
                                {"config", "setting", "pattern", "load", "unit", "seed", "offered",
                                 "accepted", "latency", "verdict", "command"},
                                {"engine", "rates"});
  check_points(path, points);
  const fs::path searches = fs::path(path).parent_path() / "saturation.json";
  const std::string name = printable(fs::absolute(path).parent_path().filename().string());
  const Json data = {
      {"kind", "sweep"},
      {"name", name},
      {"points", points},
      {"searches", fs::exists(searches) ? read_list(searches.string(), "searches",
                                                    {"setting", "pattern", "seed",
                                                     "saturation_load", "load_below", "found"})
                                        : Json::array()},
      {"version", version()}};
  return explorer_page(name + ": a sweep", data);
}

}  // namespace wayfarer
