// Rationale: whatever a processor does wrong at its port, RTL and model refuse it alike, and nobody
// else's messages are harmed.
// State space: every kind of illegal flit at random: tags out of order, destinations that do not
// exist, lengths that do not fit, any lane.
// Parameter space: a mesh whose extents leave unused addresses, a torus with late freeing and
// cyclic Stat.
#include <catch2/catch.hpp>

#include "common/engines.hpp"
#include "core/random.hpp"
#include "stats/scoreboard.hpp"
#include "traffic/sources.hpp"

using namespace wayfarer;

namespace {

NetworkConfig mesh() {
  NetworkConfig config;
  config.name = "illegal-mesh";
  config.topology = {TopologyKind::kMesh, {3, 3}, 3};
  config.flit_bits = 64;
  config.message_bytes = 32;
  validate(config);
  return config;
}

NetworkConfig torus() {
  NetworkConfig config;
  config.name = "illegal-torus";
  config.topology = {TopologyKind::kTorus, {3, 3}, 1};
  config.mway.freeing = Freeing::kLate;
  config.mway.stat = Stat::kCyclic;
  config.flit_bits = 32;
  config.message_bytes = 12;
  validate(config);
  return config;
}

Flit random_flit(const NetworkShape& shape, Random& random) {
  Flit flit;
  flit.tag = static_cast<Tag>(random.below(4));
  flit.index = static_cast<std::uint16_t>(random.below(6));
  flit.message = random.below(1u << kMessageIdBits);
  flit.destination = random.below(2 * shape.terminals);
  flit.length_bytes = static_cast<std::uint16_t>(random.below(5 * shape.flit_bytes));
  return flit;
}

/// Half of the terminals send at random; the rest send legal messages that must arrive whole.
void run_offenders(const NetworkConfig& config, std::uint64_t seed) {
  VerilatedBuildOptions build;
  build.optimised = false;
  build.assertions = true;
  const auto network = Engines(build).make(config, Engine::kBoth);
  network->reset();
  const NetworkShape& shape = network->shape();

  TrafficOptions options;
  options.seed = seed;
  MessageTable messages;
  Sources sources(shape, make_workload(config, options, 0.02), messages);
  const auto offends = [](TerminalId terminal) { return terminal % 2 == 0; };

  // A network in which the offenders' legal traffic is replaced by garbage.
  class Muted final : public Network {
   public:
    explicit Muted(Network& inner) : inner_(inner), none_(inner.injection_ready()) {}
    const NetworkShape& shape() const override { return inner_.shape(); }
    void reset() override { inner_.reset(); }
    const std::vector<LaneMask>& injection_ready() const override {
      none_ = inner_.injection_ready();
      for (TerminalId t = 0; t < none_.size(); t += 2) none_[t] = 0;
      return none_;
    }
    void offer(TerminalId t, unsigned lane, const Flit& flit) override {
      inner_.offer(t, lane, flit);
    }
    void stall_ejection(TerminalId t, bool stalled) override { inner_.stall_ejection(t, stalled); }
    void step() override { inner_.step(); }
    const std::vector<Delivery>& deliveries() const override { return inner_.deliveries(); }
    const std::vector<Transfer>& transfers() const override { return inner_.transfers(); }
    const std::vector<std::uint8_t>& drivers() const override { return inner_.drivers(); }
    const std::vector<ErrorEvent>& errors() const override { return inner_.errors(); }

   private:
    Network& inner_;
    mutable std::vector<LaneMask> none_;
  } muted(*network);

  std::uint64_t refused = 0;
  std::uint8_t causes = 0;
  std::uint64_t legal_tails = 0;
  constexpr Cycle kCycles = 6000;
  for (Cycle now = 0; now < kCycles; ++now) {
    sources.offer(muted, now);
    for (TerminalId t = 0; t < shape.terminals; ++t) {
      if (!offends(t)) continue;
      Random random(seed, t, Purpose::kTest, now);
      if (random.below(2) == 0) continue;
      const unsigned lane = random.below(shape.lanes);
      if ((network->injection_ready()[t] >> lane & 1) != 0) {
        network->offer(t, lane, random_flit(shape, random));
      }
    }
    REQUIRE_NOTHROW(network->step());
    for (const ErrorEvent& event : network->errors()) {
      REQUIRE(offends(event.terminal));
      causes = static_cast<std::uint8_t>(causes | event.causes);
      ++refused;
    }
    for (const Delivery& delivery : network->deliveries()) {
      REQUIRE(delivery.intact);
      const MessageRecord* record = messages.find(delivery.message);
      // Garbage may carry any number; a legal message's track is told by all of its flits.
      if (delivery.tag != Tag::kTail || record == nullptr) continue;
      if (record->destination == delivery.terminal && record->data_flits == delivery.index &&
          !offends(record->source)) {
        ++legal_tails;
        messages.release(delivery.message);
      }
    }
  }
  CHECK(refused > 1000);
  CHECK(causes == (kErrorOrder | kErrorDestination | kErrorLength));
  // Traffic is light: what is not delivered at the end is under way, a handful.
  CHECK(legal_tails + messages.in_flight() >= sources.started_messages());
  CHECK(legal_tails > sources.started_messages() * 9 / 10);
}

}  // namespace

TEST_CASE("illegal flits on a mesh", "[LockstepEquality][illegal]") {
  run_offenders(mesh(), GENERATE(1u, 2u));
}

TEST_CASE("illegal flits on a torus", "[LockstepEquality][illegal]") {
  run_offenders(torus(), GENERATE(3u, 4u));
}
