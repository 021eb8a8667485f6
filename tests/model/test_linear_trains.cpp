// The train simulator against a simulation that moves every flit individually.
//
// Rationale: LinearTrains handles headers only and derives the rest; FlitByFlit below follows the
// hardware directly: buffers of one flit, one move per cycle, arbitration between headers.
// State space: lines and random trees of 1 to 9 hosts, messages of 1 to 20 flits, any phases,
// periods from overloads to idle, both arbitrations.
#include "family/linear/config.hpp"
#include "family/linear/trains.hpp"

#include <algorithm>
#include <deque>

#include <catch2/catch.hpp>

#include "config/config.hpp"
#include "family/linear/model.hpp"
#include "family/linear/random.hpp"

using namespace wayfarer;

namespace {

class FlitByFlit {
 public:
  FlitByFlit(const LinearTopology& topology, bool upstream_first, bool refill)
      : topology_(topology),
        upstream_first_(upstream_first),
        refill_(refill),
        buffers_(2 * topology.switches()),
        owner_(topology.switches(), kNobody) {}

  /// Longest responses of the messages whose headers are delivered before the horizon.
  std::vector<Cycle> run(const std::vector<HostProgram>& programs, Cycle horizon) {
    horizon_ = horizon;
    worst_.assign(programs.size(), 0);
    queues_.assign(programs.size(), {});
    for (now_ = 0; now_ < horizon || counts_; ++now_) {
      release(programs);
      move_switches();
      move_hosts();
    }
    return worst_;
  }

 private:
  static constexpr int kNobody = -1;

  struct Flit {
    bool there = false;
    bool head = false;
    bool tail = false;
    HostId host = 0;
    Cycle release = 0;
    Cycle arrival = 0;
  };

  static unsigned index(SwitchInput input) { return 2 * input.at + input.input; }

  void release(const std::vector<HostProgram>& programs) {
    for (HostId host = 0; host < programs.size(); ++host) {
      const HostProgram& program = programs[host];
      if (program.period == 0 || now_ < program.phase) continue;
      if ((now_ - program.phase) % program.period != 0) continue;
      for (unsigned i = 0; i < program.flits; ++i)
        queues_[host].push_back({true, i == 0, i + 1 == program.flits, host, now_, 0});
    }
  }

  /// Moves are decided from the server upstream, since a buffer that is emptied can be refilled; a
  /// flit put into a buffer counts from the next cycle on.
  void move_switches() {
    before_ = buffers_;
    for (SwitchId at = 0; at < topology_.switches(); ++at) {
      const int owner = owner_[at] != kNobody ? owner_[at] : arbitrate(at);
      if (owner == kNobody) continue;
      const Flit flit = before_[2 * at + owner];
      if (!flit.there || (at != 0 && !has_room(topology_.switch_target(at)))) continue;
      buffers_[2 * at + owner].there = false;
      owner_[at] = flit.tail ? kNobody : owner;
      if (at == 0)
        deliver(flit);
      else
        put(topology_.switch_target(at), flit);
    }
  }

  void move_hosts() {
    for (HostId host = 0; host < queues_.size(); ++host) {
      if (queues_[host].empty() || !has_room(topology_.host_target(host))) continue;
      put(topology_.host_target(host), queues_[host].front());
      queues_[host].pop_front();
    }
  }

  int arbitrate(SwitchId at) const {
    const Flit& local = before_[2 * at + kLocal];
    const Flit& upstream = before_[2 * at + kUpstream];
    if (!upstream.there) return local.there ? kLocal : kNobody;
    if (!local.there || upstream_first_) return kUpstream;
    return local.arrival < upstream.arrival ? kLocal : kUpstream;
  }

  bool has_room(SwitchInput input) const {
    return refill_ ? !buffers_[index(input)].there : !before_[index(input)].there;
  }

  void put(SwitchInput input, Flit flit) {
    flit.arrival = now_ + 1;
    buffers_[index(input)] = flit;
  }

  void deliver(const Flit& flit) {
    if (flit.head) counts_ = now_ < horizon_;
    if (!flit.tail) return;
    if (counts_) worst_[flit.host] = std::max(worst_[flit.host], now_ - flit.release);
    counts_ = false;
  }

  const LinearTopology& topology_;
  bool upstream_first_;
  bool refill_;
  Cycle now_ = 0;
  Cycle horizon_ = 0;
  bool counts_ = false;  ///< Whether the message at the server does.
  std::vector<Flit> buffers_;
  std::vector<Flit> before_;
  std::vector<int> owner_;
  std::vector<std::deque<Flit>> queues_;
  std::vector<Cycle> worst_;
};

}  // namespace

TEST_CASE("trains have the responses of the flit-by-flit simulation") {
  constexpr Cycle kHorizon = 1500;
  for (std::uint64_t number = 0; number < 5000; ++number) {
    RandomLinear random(3, number);
    const LinearTopology topology(random.tree());
    const std::vector<HostProgram> programs = random.programs(topology.hosts(), 20);
    const bool upstream_first = random.below(4) == 0;
    LinearTrains trains(topology, upstream_first);
    FlitByFlit flits(topology, upstream_first, true);
    const std::vector<Cycle> worst = trains.run(programs, kHorizon).worst;
    INFO("instance " << number << ", tree " << topology.tree());
    REQUIRE(worst == flits.run(programs, kHorizon));
  }
}

TEST_CASE("a lone message takes its flits and its hops, less one") {
  const LinearTopology line = LinearTopology::line(9);
  LinearTrains trains(line);
  for (HostId host = 0; host < 9; ++host)
    for (unsigned flits = 1; flits <= 20; ++flits) {
      std::vector<HostProgram> programs(9);
      programs[host] = {100, flits, 3, flits + host};
      const TrainReport report = trains.run(programs, 10'000);
      REQUIRE(report.worst[host] == flits + host);
      REQUIRE(report.repeats);
      REQUIRE_FALSE(report.miss);
    }
}

TEST_CASE("the first miss is named") {
  const LinearTopology line = LinearTopology::line(2);
  LinearTrains trains(line);
  // Released together they tie, and the upstream message goes first.
  const TrainReport report = trains.run({{20, 4, 6, 7}, {20, 4, 5, 5}}, 1000);
  REQUIRE(report.miss);
  CHECK(report.miss->host == 0);
  CHECK(report.miss->release == 6);
  CHECK(report.miss->response == 8);
  CHECK(report.worst == std::vector<Cycle>{8, 5});
}

TEST_CASE("without refill in the same cycle a flit moves every second cycle") {
  const LinearTopology line = LinearTopology::line(3);
  for (const bool refill : {true, false}) {
    FlitByFlit flits(line, false, refill);
    const std::vector<HostProgram> programs = {{}, {}, {1000, 16, 0, 0}};
    CHECK(flits.run(programs, 900)[2] == (refill ? 16u : 2 * 16u - 1) + 2);
  }
}

TEST_CASE("with upstream always first the server's neighbour waits for all hosts") {
  const LinearTopology line = LinearTopology::line(3);
  const std::vector<HostProgram> programs = {{30, 5, 2, 0}, {30, 5, 3, 0}, {30, 5, 0, 0}};
  CHECK(LinearTrains(line, false).run(programs, 1000).worst[0] == 5u + 5u);
  CHECK(LinearTrains(line, true).run(programs, 1000).worst[0] > 5u + 5u);
}

TEST_CASE("the cycle model has the responses of the trains") {
  constexpr Cycle kHorizon = 600;
  constexpr Cycle kLongest = 20;
  for (std::uint64_t number = 0; number < 300; ++number) {
    RandomLinear random(4, number);
    NetworkConfig config = linear_config();
    config.name = "trains";
    config.flit_bits = 64;
    linear_of(config).tree = random.tree();
    linear_of(config).upstream_first = random.below(4) == 0;
    validate(config);
    const LinearTopology topology(linear_of(config).tree);
    const std::vector<HostProgram> programs = random.programs(topology.hosts(), kLongest);
    const auto network = make_linear_model(config);
    for (HostId host = 0; host < topology.hosts(); ++host)
      network->find<PeriodicHosts>()->program(host, programs[host]);
    for (Cycle cycle = 0; cycle < kHorizon; ++cycle) network->step();

    // The model counts tails that were delivered, the trains headers: the model lies in between.
    LinearTrains trains(topology, linear_of(config).upstream_first);
    const std::vector<Cycle> early = trains.run(programs, kHorizon - kLongest).worst;
    const std::vector<Cycle> late = trains.run(programs, kHorizon).worst;
    for (HostId host = 0; host < topology.hosts(); ++host) {
      const Cycle worst = network->find<PeriodicHosts>()->status(host).worst;
      INFO("instance " << number << ", tree " << linear_of(config).tree << ", host " << host + 1);
      REQUIRE(early[host] <= worst);
      REQUIRE(worst <= late[host]);
    }
  }
}
