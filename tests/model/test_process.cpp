// Arrival processes: rates, gap distributions, phases; message lengths.
#include "traffic/process.hpp"

#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "core/error.hpp"
#include "core/random.hpp"
#include "traffic/lengths.hpp"

using namespace wayfarer;
using Catch::Contains;

namespace {

std::unique_ptr<Process> make(const std::string& text, double rate, std::uint32_t terminals,
                              std::uint64_t seed) {
  return make_process(parse_process(text), rate, terminals, seed);
}

constexpr std::uint32_t kBirths = 50'000;

struct Births {
  double cycles = 0;     ///< From cycle 0 to the last birth.
  double immediate = 0;  ///< Births a cycle after the one before.
};

Births births_of(const Process& process) {
  Births births;
  Cycle birth = 0;
  for (std::uint32_t sequence = 0; sequence < kBirths; ++sequence) {
    const Cycle next = process.next_birth(2, sequence, birth);
    if (sequence > 0) {
      REQUIRE(next > birth);
      births.immediate += next == birth + 1;
    }
    birth = next;
  }
  births.cycles = static_cast<double>(birth + 1);
  return births;
}

}  // namespace

TEST_CASE("Bernoulli births come at their rate with geometric gaps", "[process]") {
  for (const double rate : {0.001, 0.02, 0.3, 0.9}) {
    const Births births = births_of(*make("bernoulli", rate, 4, 11));
    INFO(rate);
    CHECK(kBirths / births.cycles == Approx(rate).epsilon(5 / std::sqrt(kBirths)));
    const double expected = kBirths * rate;
    CHECK(births.immediate == Approx(expected).margin(5 * std::sqrt(expected)));
  }
}

TEST_CASE("Bernoulli gaps are the draws' logarithms, short gaps as well as long ones",
          "[process]") {
  std::map<std::int64_t, unsigned> gaps;
  for (const double rate : {0.001, 0.05, 0.3, 0.5, 0.9, 0.999}) {
    const auto process = make("bernoulli", rate, 4, 11);
    for (std::uint32_t sequence = 1; sequence < 20'000; ++sequence) {
      const double drawn = Random(11, 2, Purpose::kBirth, sequence).unit();
      const double failures = std::log1p(-drawn) / std::log1p(-rate);
      if (std::abs(failures - std::round(failures)) < 1e-9) continue;  // rounding decides
      const auto gap = static_cast<std::int64_t>(failures);
      INFO(rate << ", draw " << drawn);
      REQUIRE(process->next_birth(2, sequence, 100) == 101 + static_cast<Cycle>(gap));
      ++gaps[std::min<std::int64_t>(gap, 10)];
    }
  }
  for (std::int64_t gap = 0; gap <= 10; ++gap) CHECK(gaps[gap] > 100);
}

TEST_CASE("bursts have their mean length and the rate that was asked for", "[process]") {
  for (const double rate : {0.01, 0.3, 1.0}) {
    const Births births = births_of(*make("bursts:8", rate, 4, 11));
    INFO(rate);
    CHECK(kBirths / births.cycles == Approx(rate).epsilon(0.05));
    // A pause of length 1 does not end a burst.
    const double pause = 8 / rate - 7;
    const double pauses = kBirths - 1 - births.immediate;
    CHECK(pauses == Approx(kBirths / 8.0 * (1 - 1 / pause)).epsilon(0.05));
  }
  CHECK(make("bursts:8", 0, 1, 1)->next_birth(0, 0, 0) == kNever);
  CHECK_THROWS_WITH(parse_process("bursts"), Contains("legal: bursts:M"));
  CHECK_THROWS_WITH(parse_process("bursts:0"), Contains("messages per burst"));
}

TEST_CASE("on and off periods have their mean lengths and the rate that was asked for",
          "[process]") {
  constexpr double kOn = 50;
  constexpr double kOff = 150;
  // Sources that are on send in every cycle, so that births show the periods.
  const auto full = make("onoff:50:150", kOn / (kOn + kOff), 4, 11);
  const Births births = births_of(*full);
  const double periods = kBirths - 1 - births.immediate;
  CHECK(kBirths / (periods + 1) == Approx(kOn).epsilon(5 / std::sqrt(periods)));
  CHECK((births.cycles - kBirths) / periods == Approx(kOff).epsilon(5 / std::sqrt(periods)));

  for (const double rate : {0.01, 0.1, 0.25}) {
    INFO(rate);
    const auto process = make("onoff:50:150", rate, 4, 11);
    const Births drawn = births_of(*process);
    CHECK(kBirths / drawn.cycles == Approx(rate).epsilon(0.06));
    // The cycle after a birth: still on, and another birth.
    const double next = rate * (kOn + kOff) / kOn * (1 - 1 / kOn);
    CHECK(drawn.immediate ==
          Approx(kBirths * next).margin(5 * std::sqrt(kBirths * next * (1 - next)) + 1));
    CHECK(process->next_birth(3, 5, 700) == process->next_birth(3, 5, 700));
  }
  CHECK(make("onoff:50:150", 0, 1, 1)->next_birth(0, 0, 0) == kNever);
  CHECK_THROWS_WITH(make("onoff:50:150", 0.26, 1, 1),
                    Contains("on for only 0.25 of the time; legal: at most that"));
  CHECK_THROWS_WITH(parse_process("onoff:50"), Contains("legal: onoff:ON:OFF"));
  CHECK_THROWS_WITH(parse_process("onoff:0:3"), Contains("mean cycles on"));
}

TEST_CASE("sources that send almost never are on and off as well, and their births are found",
          "[process]") {
  // Births are so rare that the state is forgotten between two: gaps have the mean and the
  // deviation of an exponential distribution.
  for (const auto& [name, rate] : {std::pair("onoff:2:3", 1e-9), std::pair("onoff:50:150", 1e-8),
                                   std::pair("onoff:1:1", 2e-6)}) {
    constexpr std::uint32_t kFew = 400;
    const auto process = make(name, rate, 4, 11);
    Cycle birth = 0;
    double square_sum = 0;
    for (std::uint32_t sequence = 0; sequence < kFew; ++sequence) {
      const Cycle next = process->next_birth(2, sequence, birth);
      REQUIRE(next > birth);
      const double gap = static_cast<double>(next - birth) * rate;
      square_sum += gap * gap;
      birth = next;
    }
    INFO(name << ", rate " << rate);
    CHECK(static_cast<double>(birth) * rate == Approx(kFew).margin(5 * std::sqrt(kFew)));
    CHECK(square_sum == Approx(2 * kFew).margin(5 * std::sqrt(20 * kFew)));
  }
  CHECK(make("onoff:2:3", 1e-300, 4, 11)->next_birth(0, 0, 0) == kNever);
  CHECK(make("periodic", 1e-300, 4, 11)->next_birth(0, 1, 0) == kNever);
  CHECK(make("bursts:4", 1e-300, 4, 11)->next_birth(0, 0, 0) == kNever);
}

TEST_CASE("each source has its rate", "[process]") {
  const auto process = make_process(parse_process("periodic:aligned"), {0.5, 0, 0.125}, 1);
  for (std::uint32_t n = 0; n < 10; ++n) {
    CHECK(process->next_birth(0, n, 0) == 2 * n);
    CHECK(process->next_birth(1, n, 0) == kNever);
    CHECK(process->next_birth(2, n, 0) == 8 * n);
  }
  CHECK_FALSE(process->finite());
  CHECK(make_process(parse_process("batch:2"), {0.5, 0.1}, 1)->finite());
  CHECK_THROWS_WITH(make_process(parse_process("bernoulli"), {0.5, 1.5}, 1),
                    Contains("terminal 1") && Contains("legal: 0 to 1"));
}

TEST_CASE("the ends of the Bernoulli range", "[process]") {
  CHECK(make("bernoulli", 0, 1, 1)->next_birth(0, 0, 0) == kNever);
  const auto always = make("bernoulli", 1, 1, 1);
  CHECK(always->next_birth(0, 0, 77) == 0);
  CHECK(always->next_birth(0, 1, 0) == 1);
  const auto rare = make("bernoulli", 1e-12, 1, 1);
  CHECK(rare->next_birth(0, 0, 0) > 1'000'000);
  CHECK_THROWS_WITH(make("bernoulli", 1.5, 1, 1), Contains("legal: 0 to 1"));
}

TEST_CASE("births are a known sequence on every machine", "[process]") {
  const auto process = make("bernoulli", 0.01, 256, 42);
  Cycle birth = 0;
  std::uint64_t digest = 0;
  for (std::uint32_t sequence = 0; sequence < 1000; ++sequence) {
    birth = process->next_birth(17, sequence, birth);
    digest = digest * 0x9e3779b97f4a7c15u + birth;
  }
  CHECK(digest == 0x7b7107ad7e2b586bu);
}

TEST_CASE("periodic births are equally spaced", "[process]") {
  const auto aligned = make("periodic:aligned", 0.25, 8, 1);
  for (std::uint32_t n = 0; n < 10; ++n) CHECK(aligned->next_birth(3, n, 0) == 4 * n);
  const auto staggered = make("periodic:staggered", 0.125, 8, 1);
  for (TerminalId source = 0; source < 8; ++source)
    CHECK(staggered->next_birth(source, 2, 0) == 16 + source);
  const auto random = make("periodic", 0.1, 8, 1);
  std::map<Cycle, int> phases;
  for (TerminalId source = 0; source < 100; ++source) {
    const Cycle first = random->next_birth(source, 0, 0);
    CHECK(first < 10);
    ++phases[first];
    CHECK(random->next_birth(source, 5, 0) - first == 50);
  }
  CHECK(phases.size() == 10);
}

TEST_CASE("a batch is born at once and ends", "[process]") {
  const auto batch = make("batch:3", 0, 8, 1);
  CHECK(batch->finite());
  CHECK(batch->next_birth(1, 2, 0) == 0);
  CHECK(batch->next_birth(1, 3, 0) == kNever);
}

TEST_CASE("unknown processes and options are refused", "[process]") {
  CHECK_THROWS_WITH(parse_process("poisson"), Contains("legal: bernoulli"));
  CHECK_THROWS_WITH(parse_process("batch"), Contains("batch:L"));
  CHECK_THROWS_WITH(parse_process("batch:0"), Contains("from 1"));
  CHECK_THROWS_WITH(parse_process("periodic:odd"), Contains("legal: aligned, staggered"));
}

TEST_CASE("lengths are fixed or a mix", "[lengths]") {
  const auto mix = make_lengths(parse_lengths("16,64,256"), 3, 1023);
  std::map<unsigned, int> seen;
  for (std::uint32_t i = 0; i < 3000; ++i) ++seen[mix->bytes(0, i)];
  CHECK(seen.size() == 3);
  for (const auto& entry : seen) CHECK(entry.second == Approx(1000).margin(130));
  CHECK(mix->mean_flits({16, 1}) == Approx((2 + 5 + 17) / 3.0));
  CHECK(make_lengths(parse_lengths("64"), 1, 1023)->bytes(9, 9) == 64);
  CHECK(data_flits(0, 16, 1) == 1);
  CHECK(data_flits(17, 16, 1) == 2);
  CHECK(data_flits(0, 16, 0) == 0);
  CHECK_THROWS_WITH(parse_lengths("64,"), Contains("legal: a whole number from 0 to 65535"));
  CHECK_THROWS_WITH(make_lengths(parse_lengths("64,1024"), 1, 1023),
                    Contains("'1024'; legal: a whole number from 0 to 1023"));
}

TEST_CASE("a process, lengths and replies are written as they are parsed", "[process]") {
  for (const char* text : {"bernoulli", "periodic", "periodic:aligned", "periodic:staggered",
                           "bursts:8", "onoff:50:150", "onoff:20.5:1", "batch:3"}) {
    INFO(text);
    const ProcessSpec spec = parse_process(text);
    CHECK(to_string(spec) == text);
    CHECK(spec.finite() == (std::string(text) == "batch:3"));
    CHECK(make_process(spec, 0.01, 4, 1)->finite() == spec.finite());
  }
  CHECK(to_string(parse_process("batch:1e3")) == "batch:1000");
  for (const char* text : {"64", "16,64,256", "8,8,0"})
    CHECK(to_string(parse_lengths(text)) == text);
  for (const char* text : {"64", "0:3"}) CHECK(to_string(parse_reply(text)) == text);
  CHECK(to_string(parse_reply("64:0")) == "64");
}
