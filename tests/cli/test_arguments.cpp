// Lists, ranges and windows as users write them.
#include "cli/arguments.hpp"

#include <catch2/catch.hpp>

#include "core/error.hpp"

using namespace wayfarer;
using Catch::Contains;

TEST_CASE("loads are lists, ranges or both", "[arguments]") {
  CHECK(parse_loads("0.5") == std::vector<double>{0.5});
  CHECK(parse_loads("0.1,0.25") == std::vector<double>{0.1, 0.25});
  CHECK(parse_loads("0.1:0.3:0.1,1") == std::vector<double>{0.1, 0.2, 0.3, 1});
  CHECK(parse_loads("0:1:0.05").size() == 21);
  CHECK(parse_loads("0.2:0.2:1") == std::vector<double>{0.2});
  for (const char* bad : {"", "x", "1:2", "2:1:0.1", "1:2:0", "-1", "nan", "0.1,"})
    CHECK_THROWS_AS(parse_loads(bad), UsageError);
  CHECK_THROWS_WITH(parse_loads("1:2"), Contains("first:last:step"));
}

TEST_CASE("seeds are lists or ranges", "[arguments]") {
  CHECK(parse_seeds("7") == std::vector<std::uint64_t>{7});
  CHECK(parse_seeds("1:3,9") == std::vector<std::uint64_t>{1, 2, 3, 9});
  for (const char* bad : {"", "-1", "3:1", "1:2:3", "x"})
    CHECK_THROWS_AS(parse_seeds(bad), UsageError);
}

TEST_CASE("settings are a key and its values", "[arguments]") {
  const auto [key, values] = parse_setting("router.buffers=1,2,4");
  CHECK(key == "router.buffers");
  CHECK(values == std::vector<std::string>{"1", "2", "4"});
  CHECK_THROWS_WITH(parse_setting("router.buffers"), Contains("key=value"));
  CHECK_THROWS_AS(parse_setting("=4"), UsageError);
}

TEST_CASE("waves are a file and perhaps a window", "[arguments]") {
  const WaveWindow all = parse_waves("a.fst");
  CHECK(all.path == "a.fst");
  CHECK(all.from == 0);
  CHECK(all.to == kNever);
  const WaveWindow some = parse_waves("out:x/a.fst:100:250");
  CHECK(some.path == "out:x/a.fst");
  CHECK(some.from == 100);
  CHECK(some.to == 250);
  CHECK(parse_waves("a.fst:100").from == 100);
  for (const char* bad : {"", "a.fst:5:5", "a.fst:9:5", ":1:2"})
    CHECK_THROWS_AS(parse_waves(bad), UsageError);
}
