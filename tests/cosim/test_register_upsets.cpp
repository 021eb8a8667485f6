// Rationale: what becomes of a network when a particle flips one bit of one register. A run of
// whole messages is repeated with one flip, and ends masked (every flit is delivered as without it,
// in the same cycle), late (all messages are whole, in other cycles), flagged (a terminal's error
// port reports it) or found (by a receiver's check: something is missing, twice, in the wrong place
// or altered, or the network is stuck). A network without redundancy promises no more; what guarded
// m-way channels promise is in test_lockstep_mway_guard.cpp.
// State space: bits that change in the run without a flip, since the others of a register's bytes
// may be no register's; the flip in any cycle of that run.
// Parameter space: a small network of each family, made of tiles. WAYFARER_FLIPS is the number of
// flips in each; nightly 14,300 with the night's seed. The program prints a line for each network:
// name, bits, flips, and outcomes.
#include <catch2/catch.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "../environment.hpp"
#include "both.hpp"
#include "common/register_upsets.hpp"
#include "core/error.hpp"
#include "core/random.hpp"
#include "family/registry.hpp"
#include "runs/harness.hpp"
#include "runs/run_options.hpp"

using namespace wayfarer;

namespace {

/// One of each family, and one with a guard. A family that is not named has its first network of 16
/// terminals.
std::vector<std::string> networks() {
  constexpr std::uint32_t kTerminals = 16;
  std::vector<std::string> chosen = {"fs-mesh4x4-star", "iba4x4", "line4", "mesh4x4",
                                     "romm-torus4x4x4-2phase"};
  std::set<std::string> families;
  for (const std::string& name : chosen) families.insert(load_config(find_config(name)).family());
  for (const std::string& name : shipped_configs()) {
    const NetworkConfig config = load_config(find_config(name));
    if (config.terminals() == kTerminals && families.insert(config.family()).second)
      chosen.push_back(name);
  }
  std::sort(chosen.begin(), chosen.end());
  chosen.emplace_back("mesh4x4-guard");
  return chosen;
}

enum class Outcome { kMasked, kLate, kFlagged, kFound };

struct Upset {
  Cycle cycle = kNever;
  std::size_t byte = 0;
  std::uint8_t bits = 0;
};

/// A run of a few messages from each terminal, with at most one upset.
class UpsetRun {
 public:
  UpsetRun(Network& network, const NetworkConfig& config)
      : network_(network), config_(config), upsets_(*network.find<RegisterUpsets>()) {
    options_.traffic.process = parse_process("batch:2");
    workload_ = workload_of(config, options_);
    REQUIRE(run({}) == Outcome::kLate);  // there is nothing to compare with
    expected_ = seen_;
  }

  /// Cycles of the run, and the bits that change in it.
  [[nodiscard]] Cycle cycles() const { return cycles_; }
  [[nodiscard]] const std::vector<Upset>& bits() const { return bits_; }

  Outcome run(const Upset& upset) {
    const bool first = expected_.empty();
    seen_.clear();
    Harness harness(network_, config_, workload_, {1, 0, 0, false, kStuck, {}});
    try {
      while (!harness.drained()) {
        if (first) note_bits();
        if (harness.now() == upset.cycle) upsets_.upset(upset.byte, upset.bits);
        harness.offer(network_);
        harness.step();
        note(harness.now());
        if (!network_.errors().empty()) return Outcome::kFlagged;
        harness.receive();
        harness.watch();
        harness.advance();
        if (harness.now() > kLongest) return Outcome::kFound;
      }
      if (first) end_bits(harness.now());
      (void)harness.expect_end();
    } catch (const CheckFailed&) {
      return Outcome::kFound;
    }
    return seen_ == expected_ ? Outcome::kMasked : Outcome::kLate;
  }

 private:
  static constexpr Cycle kStuck = 300;
  static constexpr Cycle kLongest = 5000;

  void note(Cycle now) {
    for (const Delivery& delivery : network_.deliveries())
      for (const std::uint64_t word :
           {std::uint64_t{now}, std::uint64_t{delivery.terminal}, std::uint64_t{delivery.message},
            std::uint64_t{delivery.index}})
        seen_.push_back(word);
  }

  void note_bits() {
    const std::vector<std::uint8_t> now = upsets_.registers();
    changed_.resize(now.size());
    if (!before_.empty())
      for (std::size_t i = 0; i < now.size(); ++i)
        changed_[i] = static_cast<std::uint8_t>(changed_[i] | (now[i] ^ before_[i]));
    before_ = now;
  }

  void end_bits(Cycle cycles) {
    cycles_ = cycles;
    for (std::size_t byte = 0; byte < changed_.size(); ++byte)
      for (unsigned bit = 0; bit < 8; ++bit)
        if ((changed_[byte] >> bit & 1) != 0)
          bits_.push_back({0, byte, static_cast<std::uint8_t>(1u << bit)});
  }

  Network& network_;
  const NetworkConfig& config_;
  RegisterUpsets& upsets_;
  RunOptions options_;
  Workload workload_;
  std::vector<std::uint8_t> before_, changed_;
  std::vector<Upset> bits_;
  std::vector<std::uint64_t> seen_, expected_;
  Cycle cycles_ = 0;
};

struct Outcomes {
  std::size_t bits = 0;
  unsigned of[4] = {};
};

Outcomes upset(const std::string& name, unsigned flips, std::uint64_t seed) {
  const NetworkConfig config = load_config(find_config(name));
  const auto network = engines(false, true).make(config, Engine::kRtl);
  UpsetRun run(*network, config);
  Outcomes outcomes;
  outcomes.bits = run.bits().size();
  for (unsigned flip = 0; flip < flips; ++flip) {
    Random random(seed, flip, Purpose::kTest, 0);
    Upset upset = run.bits()[random.below(static_cast<std::uint32_t>(run.bits().size()))];
    upset.cycle = random.below(static_cast<std::uint32_t>(run.cycles()));
    ++outcomes.of[static_cast<unsigned>(run.run(upset))];
  }
  CHECK(run.run({}) == Outcome::kMasked);  // nothing stays after a reset
  return outcomes;
}

}  // namespace

TEST_CASE("a flipped bit of a register is masked, flagged or found", "[upsets]") {
  const auto flips = static_cast<unsigned>(from_environment("WAYFARER_FLIPS", 40));
  for (const std::string& name : networks()) {
    INFO(name);
    const Outcomes outcomes = upset(name, flips, night_seed());
    CHECK(outcomes.bits > 100);
    CHECK(outcomes.of[0] > 0);
    fmt::print("{} {} {} {}\n", name, outcomes.bits, flips, fmt::join(outcomes.of, " "));
  }
}
