// rtl/traffic/traffic_destination.sv
//
// Rationale: the module has no state. All draws are tried against the model for some terminals, and
// the numbers of draws that lead to each terminal against the bias that the contract states.
// State space: none. Input: pattern x terminal x draw x hot spot.
// Parameter space: two terminals (a single other one), 6 and 9 (no powers of two), 16 (transposes
// a square) and 32 (an odd number of bits).
#include "VDestination16.h"
#include "VDestination2.h"
#include "VDestination32.h"
#include "VDestination6.h"
#include "VDestination9.h"
#include "bench.hpp"
#include "flits.hpp"
#include "onchip/source.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <vector>

using namespace wayfarer;

namespace {

template <class Top>
struct Choice {
  unsigned terminals;
  AssertionBench<Top> bench{};

  /// The destination, or the terminal itself if it is silent; the same as the model's.
  TerminalId of(const OnchipSettings& settings, TerminalId terminal, std::uint16_t draw,
                std::uint16_t hot_draw) {
    drive(bench->pattern_i, settings.pattern);
    drive(bench->hot_i, settings.hot);
    drive(bench->hot_share_i, settings.hot_share);
    drive(bench->terminal_i, terminal);
    drive(bench->draw_i, draw);
    drive(bench->hot_draw_i, hot_draw);
    bench.settle();
    const TerminalId wanted = onchip_destination(settings, terminals, terminal, draw, hot_draw);
    REQUIRE((bench->exists_o != 0) == (wanted != terminal));
    if (bench->exists_o) REQUIRE(bench->destination_o == wanted);
    return wanted;
  }
};

template <class Top>
void uniform(unsigned terminals) {
  Choice<Top> choice{terminals};
  for (const TerminalId terminal : {TerminalId{0}, TerminalId{1}, terminals - 1}) {
    std::vector<unsigned> draws(terminals);
    for (unsigned draw = 0; draw < 0x10000; ++draw)
      ++draws[choice.of({}, terminal, static_cast<std::uint16_t>(draw), 0)];
    CHECK(draws[terminal] == 0);
    draws.erase(draws.begin() + terminal);
    const auto [least, most] = std::minmax_element(draws.begin(), draws.end());
    CHECK(*most - *least <= 1);
    CHECK(*least == 0x10000 / (terminals - 1));
    CHECK((*most == *least) == (0x10000 % (terminals - 1) == 0));
  }
  REQUIRE_FALSE(choice.bench.assertion_failed());
}

template <class Top>
std::vector<TerminalId> images(unsigned terminals, OnchipPattern pattern) {
  Choice<Top> choice{terminals};
  OnchipSettings settings;
  settings.pattern = static_cast<std::uint8_t>(pattern);
  std::vector<TerminalId> found;
  for (TerminalId terminal = 0; terminal < terminals; ++terminal)
    found.push_back(choice.of(settings, terminal, 12345, 0xffff));
  REQUIRE_FALSE(choice.bench.assertion_failed());
  return found;
}

}  // namespace

TEST_CASE("uniform draws have the bias of the contract and no more", "[traffic]") {
  uniform<VDestination2>(2);
  uniform<VDestination9>(9);
  uniform<VDestination16>(16);
  uniform<VDestination32>(32);
}

TEST_CASE("clients send to the server, and the server to any client", "[traffic]") {
  OnchipSettings settings;
  settings.pattern = static_cast<std::uint8_t>(OnchipPattern::kClientServer);
  Choice<VDestination9> choice{9};
  std::vector<unsigned> draws(8);
  for (unsigned draw = 0; draw < 0x10000; draw += 16) {
    CHECK(choice.of(settings, draw / 16 % 8, static_cast<std::uint16_t>(draw), 0) == 8);
    ++draws.at(choice.of(settings, 8, static_cast<std::uint16_t>(draw), 0));
  }
  CHECK(draws == std::vector<unsigned>(8, 0x1000 / 8));
}

TEST_CASE("permutations are what their names say", "[traffic]") {
  using Ids = std::vector<TerminalId>;
  CHECK(images<VDestination9>(9, OnchipPattern::kComplement) == Ids{8, 7, 6, 5, 4, 3, 2, 1, 0});
  CHECK(images<VDestination9>(9, OnchipPattern::kNeighbour) == Ids{1, 2, 3, 4, 5, 6, 7, 8, 0});
  CHECK(images<VDestination6>(6, OnchipPattern::kReverse) == Ids{0, 4, 2, 3, 1, 5});
  CHECK(images<VDestination9>(9, OnchipPattern::kReverse) == Ids{0, 8, 4, 3, 2, 5, 6, 7, 1});
  CHECK(images<VDestination16>(16, OnchipPattern::kTranspose) ==
        Ids{0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15});
  CHECK(images<VDestination2>(2, OnchipPattern::kTranspose) == Ids{0, 1});
  Ids odd = images<VDestination32>(32, OnchipPattern::kTranspose);
  CHECK(odd[0b01101] == 0b10101);
  std::sort(odd.begin(), odd.end());
  CHECK(std::unique(odd.begin(), odd.end()) == odd.end());
}

TEST_CASE("destinations equal the model's for any settings",
          "[traffic][TrafficDestinationHotIsOther]") {
  Choice<VDestination32> choice{32};
  module_test::Random random(1);
  for (unsigned round = 0; round < 20000; ++round) {
    OnchipSettings settings;
    settings.pattern = static_cast<std::uint8_t>(random.below(8));
    settings.hot = static_cast<std::uint16_t>(random.chance(1, 2) ? random.below(32) : random());
    settings.hot_share = static_cast<std::uint16_t>(random());
    choice.of(settings, random.below(32), static_cast<std::uint16_t>(random()),
              static_cast<std::uint16_t>(random()));
  }
  REQUIRE_FALSE(choice.bench.assertion_failed());
}

TEST_CASE("the hot spot gets its share, but not from itself or if it does not exist",
          "[traffic][TrafficDestinationHotIsOther]") {
  Choice<VDestination9> choice{9};
  OnchipSettings settings;
  settings.hot = 3;
  settings.hot_share = 0x4000;
  unsigned hot = 0;
  for (unsigned draw = 0; draw < 0x10000; draw += 16)
    hot += choice.of(settings, 8, 0, static_cast<std::uint16_t>(draw)) == 3;
  CHECK(hot == 0x400);
  CHECK(choice.of(settings, 3, 0, 0) == 0);
  settings.hot = 9;
  CHECK(choice.of(settings, 8, 0, 0) == 0);
  REQUIRE_FALSE(choice.bench.assertion_failed());
}
