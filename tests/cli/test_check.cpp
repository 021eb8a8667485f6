// wayfarer check on every network that is shipped: none can deadlock. Of those that take longest, a
// smaller one here and the shipped ones at night.
#include <catch2/catch.hpp>

#include <fstream>
#include <sstream>

#include "run_wayfarer.hpp"

namespace {

void check_deadlock_free(const std::string& path) {
  const Outcome outcome = wayfarer("check '" + path + "'");
  INFO(outcome.text);
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.text,
             Catch::Contains("deadlock-free: the dependency graph") && Catch::Contains("acyclic"));
}

/// Four phases on 256 nodes are most of the time.
bool takes_long(const std::string& path) { return path.find("16x16-4phase") != std::string::npos; }

/// The network of that file with 6x6 nodes in place of 16x16.
std::string smaller(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  const std::string extents = "[16, 16]";
  std::string changed = text.str();
  changed.replace(changed.find(extents), extents.size(), "[6, 6]");
  const auto copy = std::filesystem::temp_directory_path() /
                    ("check-6x6-" + std::filesystem::path(path).filename().string());
  std::ofstream(copy) << changed;
  return copy.string();
}

}  // namespace

TEST_CASE("every shipped network is deadlock-free", "[cli]") {
  unsigned checked = 0;
  for (const auto& entry : std::filesystem::directory_iterator(WAYFARER_CONFIG_FOLDER)) {
    const std::string path = entry.path().string();
    if (entry.path().extension() != ".toml") continue;
    check_deadlock_free(takes_long(path) ? smaller(path) : path);
    ++checked;
  }
  CHECK(checked > 20);
}

TEST_CASE("four phases on 256 nodes are deadlock-free", "[cli][.nightly]") {
  unsigned checked = 0;
  for (const auto& entry : std::filesystem::directory_iterator(WAYFARER_CONFIG_FOLDER)) {
    if (!takes_long(entry.path().string())) continue;
    check_deadlock_free(entry.path().string());
    ++checked;
  }
  CHECK(checked == 2);
}
