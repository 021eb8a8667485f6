// Numbers, lists, ranges, windows and misspelt words as users write them.
#include "cli/arguments.hpp"

#include <catch2/catch.hpp>

#include "core/error.hpp"
#include "core/text.hpp"

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
  CHECK(parse_loads("0.00001:1:0.00001").size() == 100'000);
  for (const char* many : {"0:1:0.00001", "0:1:1e-7", "0:1000:1e-9", "0:1000:1e-300"})
    CHECK_THROWS_WITH(parse_loads(many), Contains("legal: at most 100000"));
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
  CHECK(parse_waves("a.fst:1e3:2e3").to == 2000);
  for (const char* bad : {"", "a.fst:5:5", "a.fst:9:5", ":1:2"})
    CHECK_THROWS_AS(parse_waves(bad), UsageError);
}

TEST_CASE("whole numbers have underscores and exponents", "[text]") {
  const std::vector<std::pair<std::string, std::uint64_t>> good = {
      {"0", 0},
      {"007", 7},
      {"100_000", 100'000},
      {"1e5", 100'000},
      {"1E5", 100'000},
      {"1.5e6", 1500000},
      {"1.50e1", 15},
      {"12.0", 12},
      {"0.001e3", 1},
      {"1_0e1", 100},
      {"1e19", 10'000'000'000'000'000'000u},
      {"18446744073709551615", ~std::uint64_t{0}}};
  for (const auto& [text, value] : good) {
    INFO(text);
    CHECK(whole_number(text) == value);
  }
  for (const char* bad : {"",
                          "x",
                          "1.5",
                          "1.5e0",
                          "1e-1",
                          "-1",
                          "+1",
                          "e5",
                          "1e",
                          ".5e1",
                          "5.e1",
                          "_1",
                          "1_",
                          "1__0",
                          "1e5x",
                          " 1",
                          "1e20",
                          "2e19",
                          "18446744073709551616",
                          "nan",
                          "inf",
                          "0x10",
                          "1e99999999999999999999"}) {
    INFO(bad);
    CHECK_FALSE(whole_number(bad).has_value());
  }
  CHECK(parse_unsigned("1e5", "--cycles", 1, 100'000) == 100'000);
  CHECK_THROWS_WITH(parse_unsigned("1.5", "--cycles", 1, 9),
                    "--cycles '1.5'; legal: a whole number "
                    "from 1 to 9");
  CHECK_THROWS_AS(parse_unsigned("1e5", "--cycles", 1, 99'999), UsageError);
}

TEST_CASE("bytes that are not UTF-8 are shown, not sent to the terminal", "[text]") {
  for (const char* text :
       {"", "plain", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xf4\x8f\xbf\xbf"}) {
    CHECK(is_utf8(text));
    CHECK(printable(text) == text);
  }
  for (const char* text : {"\xff", "a\x80", "\xc3", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80",
                           "\xe2\x82", "\xf0\x80\x80\x80", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80"})
    CHECK_FALSE(is_utf8(text));
  CHECK(printable("\xc3\xa9\xff"
                  "b\x1b\n\xe2\x82") == "\xc3\xa9\\xffb\\x1b\n\\xe2\\x82");
}

TEST_CASE("text is quoted for pages and plots", "[text]") {
  CHECK(markup_escaped("a<b> & \"c\"") == "a&lt;b&gt; &amp; &quot;c&quot;");
  CHECK(gnuplot_quoted("it's") == "'it''s'");
  CHECK(gnuplot_data("a \"b\"") == "\"a 'b'\"");
}

TEST_CASE("the nearest legal word is suggested, and none that is far", "[text]") {
  const std::vector<std::string> words = {"run",
                                          "sweep",
                                          "uniform",
                                          "bit-reversal",
                                          "[router]",
                                          "router.buffers",
                                          "router.message_flits"};
  const std::vector<std::pair<std::string, std::string>> near = {
      {"swep", "sweep"},
      {"sewep", "sweep"},
      {"ru", "run"},
      {"RUN", "run"},
      {"unifrom", "uniform"},
      {"bit_reversal", "bit-reversal"},
      {"bitreversal", "bit-reversal"},
      {"roter", "[router]"},
      {"router.bufers", "router.buffers"},
      {"buffers", "router.buffers"},
      {"mesage_flits", "router.message_flits"}};
  for (const auto& [typed, meant] : near)
    CHECK(did_you_mean(typed, words) == "did you mean '" + meant + "'? ");
  for (const char* far : {"", "x", "fly", "transpose", "topology.buffering"})
    CHECK(did_you_mean(far, words).empty());
}
