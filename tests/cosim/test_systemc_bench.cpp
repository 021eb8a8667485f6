// The SystemC bench gives the same run as the plain loop, and passes exceptions of a run on
// unchanged.
#include "family/iba/config.hpp"
#include "family/linear/config.hpp"
#include "family/mway/config.hpp"
#include "program/program_bench.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <catch2/catch.hpp>
#include <systemc>

#include "core/error.hpp"
#include "family/iba/model.hpp"
#include "family/linear/model.hpp"
#include "family/mway/model.hpp"
#include "family/registry.hpp"
#include "faulty_network.hpp"
#include "runs/run_options.hpp"

using namespace wayfarer;
using Catch::Contains;

namespace {

NetworkConfig network_config(TopologyKind kind, std::vector<unsigned> extents,
                             unsigned buffers = 4) {
  NetworkConfig config = mway_config();
  config.name = "bench";
  config.topology.kind = kind;
  config.topology.extents = std::move(extents);
  mway_of(config).buffers = buffers;
  validate(config);
  return config;
}

NetworkConfig mesh(unsigned buffers = 4) {
  return network_config(TopologyKind::kMesh, {4, 4}, buffers);
}

RunOptions options(double load, std::uint64_t seed = 1) {
  RunOptions result;
  result.seed = seed;
  result.load.value = load;
  result.cycles = 5'000;
  result.warmup = 1'000;
  return result;
}

SimulationResult simulate_on_bench(Network& network, const NetworkConfig& config,
                                   const RunOptions& choice,
                                   const ProgressCallback& progress = {}) {
  static ProgramBench bench;
  Simulation simulation(network, config, workload_of(config, choice), choice);
  bench.run(simulation, progress);
  return simulation.finish();
}

std::string text_of(const LatencySummary& latency) {
  return fmt::format("{} {:a} {:a} {:a} {} {} {} {}", latency.count, latency.mean, latency.sd,
                     latency.half_width, latency.min, latency.p50, latency.p99, latency.max);
}

std::string text_of(const Measurements& measured) {
  std::string bins;
  for (const Histogram::Bin& bin : measured.histogram)
    bins += fmt::format(" {}-{}:{}", bin.low, bin.high, bin.count);
  return fmt::format(
      "from {} for {}\n{}\n{}\n{}\n{:a} {:a} {:a} {:a} {:a}\n{:a}\n{}\n{:a} {} {:a}",
      measured.first_cycle, measured.cycles, text_of(measured.latency),
      text_of(measured.network_latency), bins, measured.injected_flits, measured.accepted_flits,
      measured.accepted_flits_half_width, measured.accepted_messages, measured.utilisation,
      fmt::join(measured.channel_utilisation, " "), fmt::join(measured.delivered_by_source, " "),
      measured.fairness, measured.worst_terminal, measured.worst_latency);
}

/// Every number of a result, to the last bit.
std::string text_of(const SimulationResult& result) {
  return fmt::format("{:a} {:a} {:a} {:a}\n{}\n{} {} {} {} {} {} {} {}", result.rate,
                     result.offered_messages, result.offered_flits, result.growth,
                     text_of(result.measured), result.warmup, result.cycles, result.last_delivery,
                     result.oldest_in_flight, result.delivered_messages, result.delivered_copies,
                     result.interrupted, to_string(result.verdict));
}

/// The same run in a plain loop and on the bench.
void check_equal(const NetworkConfig& config, const RunOptions& choice) {
  const auto network = make_model(config);
  const std::string expected = text_of(run_simulation(*network, config, choice));
  CHECK(text_of(simulate_on_bench(*network, config, choice)) == expected);
}

/// The error of a run whose network, a mesh of single buffers, reports wrong deliveries.
std::string objection_to(FaultyNetwork::Fault fault, const RunOptions& choice) {
  const NetworkConfig config = mesh(1);
  FaultyNetwork network(make_mway_model(config), std::move(fault));
  try {
    (void)simulate_on_bench(network, config, choice);
  } catch (const CheckFailed& failure) {
    return failure.what();
  }
  return "none";
}

/// A fault that occurs once, at the first delivery of that tag and index.
FaultyNetwork::Fault once(Tag tag, unsigned index,
                          std::function<void(std::vector<Delivery>&, std::size_t)> strike) {
  return [=, done = false](std::vector<Delivery>& deliveries) mutable {
    for (std::size_t i = 0; i < deliveries.size() && !done; ++i) {
      if (deliveries[i].tag != tag || deliveries[i].index != index) continue;
      strike(deliveries, i);
      done = true;
    }
  };
}

void repeat(std::vector<Delivery>& deliveries, std::size_t i) {
  deliveries.insert(deliveries.begin() + static_cast<std::ptrdiff_t>(i), deliveries[i]);
}

void drop(std::vector<Delivery>& deliveries, std::size_t i) {
  deliveries.erase(deliveries.begin() + static_cast<std::ptrdiff_t>(i));
}

/// A network that accepts every flit and delivers none.
class DeadNetwork final : public Network {
 public:
  DeadNetwork() {
    shape_.name = "dead";
    shape_.terminals = shape_.channels = 16;
    shape_.drivers_per_channel = 5;
  }
  const NetworkShape& shape() const override { return shape_; }
  void reset() override {}
  const std::vector<PortMask>& injection_ready() const override { return ready_; }
  void offer(TerminalId, unsigned, const Flit&) override {}
  void stall_ejection(TerminalId, bool) override {}
  void step() override {}
  const std::vector<Delivery>& deliveries() const override { return deliveries_; }
  const std::vector<Transfer>& transfers() const override { return transfers_; }
  const std::vector<std::uint8_t>& drivers() const override { return drivers_; }
  const std::vector<ErrorEvent>& errors() const override { return errors_; }

 private:
  NetworkShape shape_;
  std::vector<PortMask> ready_ = std::vector<PortMask>(16, 1);
  std::vector<std::uint8_t> drivers_ = std::vector<std::uint8_t>(16);
  std::vector<Delivery> deliveries_;
  std::vector<Transfer> transfers_;
  std::vector<ErrorEvent> errors_;
};

/// Throws when a part of the bench uses it in the second cycle.
class ThrowingNetwork final : public Network {
 public:
  enum class At { kReady, kStep, kErrors };
  struct Failure {};

  ThrowingNetwork(std::unique_ptr<Network> inside, At at) : inside_(std::move(inside)), at_(at) {}
  [[nodiscard]] const NetworkShape& shape() const override { return inside_->shape(); }
  void reset() override { inside_->reset(); }
  [[nodiscard]] const std::vector<PortMask>& injection_ready() const override {
    strike(At::kReady);
    return inside_->injection_ready();
  }
  void offer(TerminalId terminal, unsigned port, const Flit& flit) override {
    inside_->offer(terminal, port, flit);
  }
  void stall_ejection(TerminalId terminal, bool stalled) override {
    inside_->stall_ejection(terminal, stalled);
  }
  void step() override {
    ++steps_;
    strike(At::kStep);
    inside_->step();
  }
  [[nodiscard]] const std::vector<Delivery>& deliveries() const override {
    return inside_->deliveries();
  }
  [[nodiscard]] const std::vector<Transfer>& transfers() const override {
    return inside_->transfers();
  }
  [[nodiscard]] const std::vector<std::uint8_t>& drivers() const override {
    return inside_->drivers();
  }
  [[nodiscard]] const std::vector<ErrorEvent>& errors() const override {
    strike(At::kErrors);
    return inside_->errors();
  }

 private:
  void strike(At at) const {
    if (at == at_ && steps_ == 2) throw Failure();
  }

  std::unique_ptr<Network> inside_;
  const At at_;
  int steps_ = 0;
};

/// Reports so far, with the module that has made each, before its text.
std::string& reports() {
  static std::string text;
  return text;
}

void note_report(const sc_core::sc_report& report, const sc_core::sc_actions&) {
  const std::string text = report.get_msg();
  reports() += fmt::format("{} of {}\n", report.get_msg_type(), text.substr(0, text.find(':')));
}

}  // namespace

TEST_CASE("the bench gives the loop's result to the last bit", "[bench]") {
  const std::uint64_t seed = GENERATE(1, 2, 0xdeadbeefcafe);
  const double load = GENERATE(0.05, 0.6);
  check_equal(mesh(), options(load, seed));
  check_equal(network_config(TopologyKind::kTorus, {3, 3, 3}), options(load, seed));
}

TEST_CASE("stalled sinks, detected warm-up and batches equal the loop's", "[bench]") {
  RunOptions stalled = options(0.3);
  stalled.stall_probability = 0.4;
  check_equal(mesh(), stalled);
  RunOptions detected = options(0.2);
  detected.warmup = kNever;
  check_equal(mesh(2), detected);
  RunOptions batch = options(0);
  batch.traffic.process = parse_process("batch:20");
  batch.warmup = 0;
  check_equal(network_config(TopologyKind::kMesh, {2, 2, 2, 2}), batch);
}

TEST_CASE("periodic requests and responses, single flits among them", "[bench]") {
  NetworkConfig config = linear_config();
  config.name = "bench";
  linear_of(config).tree = "(1 ((2 3) (4 -)))";
  validate(config);
  RunOptions periodic = options(0.15);
  periodic.traffic.process =
      parse_process(GENERATE("periodic", "periodic:aligned", "periodic:staggered"));
  periodic.traffic.lengths = parse_lengths("0,16,100");
  periodic.stall_probability = GENERATE(0.0, 0.2);
  check_equal(config, periodic);
}

TEST_CASE("multicast from one, some and all sources, and unicast copies instead", "[bench]") {
  NetworkConfig config = load_config(find_config("iba4x4"));
  RunOptions multicast = options(0);
  multicast.traffic.process = parse_process("batch:5");
  multicast.warmup = 0;
  multicast.traffic.pattern =
      parse_pattern(GENERATE("multicast:one:100", "multicast:40:40", "multicast:100:100",
                             "copies:one:100", "copies:40:40", "copies:100:100"));
  multicast.stall_probability = GENERATE(0.0, 0.2);
  check_equal(config, multicast);
}

TEST_CASE("the bench with endpoints that cut messages into packets", "[bench]") {
  NetworkConfig config = load_config(find_config("iba4x4"));
  iba_of(config).virtual_lanes = 1;
  iba_of(config).segmentation = Segmentation::kEndpoints;
  iba_of(config).mtu_bytes = 256;
  config.message_bytes = 1000;
  iba_of(config).depth = 0;
  validate(config);
  RunOptions messages = options(0.3);
  messages.load.unit = LoadUnit::kNormalized;
  messages.stall_probability = GENERATE(0.0, 0.2);
  check_equal(config, messages);
}

TEST_CASE("the bench stops when the progress callback returns false", "[bench]") {
  const NetworkConfig config = mesh();
  const auto network = make_mway_model(config);
  const auto until = [](Cycle done, Cycle total) { return total == 5'000 && done < 2'000; };
  const SimulationResult result = simulate_on_bench(*network, config, options(0.2), until);
  CHECK(result.interrupted);
  CHECK(result.cycles == 2'048);
  CHECK(text_of(result) == text_of(run_simulation(*network, config, options(0.2), until)));
}

TEST_CASE("a part's exception keeps its type, a module reports it, the bench stays usable",
          "[bench]") {
  using At = ThrowingNetwork::At;
  const auto [at, expected] =
      GENERATE(table<At, std::string>({{At::kReady, "/wayfarer/traffic of bench.generator\n"},
                                       {At::kStep, "/wayfarer/network of bench.device\n"},
                                       {At::kErrors, "/wayfarer/errors of bench.errors\n"}}));
  ThrowingNetwork network(make_mway_model(mesh()), at);
  sc_core::sc_report_handler::set_handler(note_report);
  reports().clear();
  CHECK_THROWS_AS(simulate_on_bench(network, mesh(), options(0.3)), ThrowingNetwork::Failure);
  CHECK(reports() == expected);
  sc_core::sc_report_handler::set_handler(nullptr);
  check_equal(mesh(), options(0.3));
}

TEST_CASE("an exception of the progress callback is passed on", "[bench]") {
  const auto network = make_mway_model(mesh());
  CHECK_THROWS_WITH(simulate_on_bench(*network, mesh(), options(0.3),
                                      [](Cycle, Cycle) -> bool { throw UsageError("enough"); }),
                    "enough");
  check_equal(mesh(), options(0.1));
}

TEST_CASE("the watchdog detects a dead network", "[bench]") {
  DeadNetwork network;
  RunOptions choice = options(0.1);
  choice.watchdog_limit = 300;
  CHECK_THROWS_WITH(simulate_on_bench(network, mesh(), choice),
                    Contains("watchdog") && Contains("nothing has moved for 300 cycles"));
}

TEST_CASE("the intact network raises no error", "[scoreboard]") {
  RunOptions choice = options(0.2);
  choice.check_order = true;
  CHECK(objection_to([](std::vector<Delivery>&) {}, choice) == "none");
}

TEST_CASE("a duplicated flit is detected", "[scoreboard]") {
  CHECK_THAT(objection_to(once(Tag::kHeader, 0, repeat), options(0.2)),
             Contains("is still open there"));
  CHECK_THAT(objection_to(once(Tag::kBody, 2, repeat), options(0.2)),
             Contains("flit 3 was expected"));
  CHECK_THAT(objection_to(once(Tag::kTail, 4, repeat), options(0.2)),
             Contains("no header came before it"));
}

TEST_CASE("a duplicated message is detected", "[scoreboard]") {
  // All of terminal 5's flits from its first header to the first tail arrive again after it.
  const auto again = [message = std::vector<Delivery>{}, state = 0](auto& deliveries) mutable {
    const auto flit = std::find_if(deliveries.begin(), deliveries.end(),
                                   [](const Delivery& delivery) { return delivery.terminal == 5; });
    if (flit == deliveries.end() || state == 2) return;
    if (flit->tag == Tag::kHeader) state = 1;
    if (state == 0) return;
    message.push_back(*flit);
    if (flit->tag != Tag::kTail) return;
    deliveries.insert(flit + 1, message.begin(), message.end());
    state = 2;
  };
  CHECK_THAT(objection_to(again, options(0.05)), Contains("never sent, or delivered before"));
}

TEST_CASE("a dropped flit is detected", "[scoreboard]") {
  CHECK_THAT(objection_to(once(Tag::kHeader, 0, drop), options(0.2)),
             Contains("no header came before it"));
  CHECK_THAT(objection_to(once(Tag::kBody, 3, drop), options(0.2)),
             Contains("flit 3 was expected"));
  CHECK_THAT(objection_to(once(Tag::kTail, 4, drop), options(0.2)),
             Contains("is still open there"));
}

TEST_CASE("a dropped message is detected when the traffic ends", "[scoreboard]") {
  RunOptions batch = options(0);
  batch.traffic.process = parse_process("batch:3");
  batch.traffic.pattern = parse_pattern("neighbour");
  batch.warmup = 0;
  batch.watchdog_limit = 1'000;
  const auto lose = [](std::vector<Delivery>& deliveries) {
    deliveries.erase(
        std::remove_if(deliveries.begin(), deliveries.end(),
                       [](const Delivery& delivery) { return delivery.terminal == 5; }),
        deliveries.end());
  };
  CHECK_THAT(objection_to(lose, batch), Contains("3 messages are in flight"));
}

TEST_CASE("a corrupted flit is detected", "[scoreboard]") {
  const auto harm = [](std::vector<Delivery>& deliveries, std::size_t i) {
    deliveries[i].intact = false;
  };
  CHECK_THAT(objection_to(once(Tag::kHeader, 0, harm), options(0.2)),
             Contains("its destination is another terminal"));
  CHECK_THAT(objection_to(once(Tag::kBody, 2, harm), options(0.2)),
             Contains("its payload differs from what was sent"));
  const auto rename = [](std::vector<Delivery>& deliveries, std::size_t i) {
    deliveries[i].message ^= 1;
  };
  CHECK_THAT(objection_to(once(Tag::kTail, 4, rename), options(0.2)), Contains("is open there"));
}

TEST_CASE("a misdelivered message is detected", "[scoreboard]") {
  const auto elsewhere = [](std::vector<Delivery>& deliveries) {
    for (Delivery& delivery : deliveries) delivery.terminal = (delivery.terminal + 1) % 16;
  };
  CHECK_THAT(objection_to(elsewhere, options(0.05)), Contains(" sent it to "));
}

TEST_CASE("reordered flits are detected", "[scoreboard]") {
  // The first body flit for terminal 5 is held back until the next flit has passed.
  const auto swap = [kept = std::vector<Delivery>{}, done = false](auto& deliveries) mutable {
    const auto flit = std::find_if(deliveries.begin(), deliveries.end(), [](const Delivery& found) {
      return found.terminal == 5 && found.tag != Tag::kHeader;
    });
    if (flit == deliveries.end() || done) return;
    if (kept.empty()) {
      kept.push_back(*flit);
      deliveries.erase(flit);
    } else {
      deliveries.insert(flit + 1, kept.front());
      done = true;
    }
  };
  CHECK_THAT(objection_to(swap, options(0.05)), Contains("flit 1 was expected"));
}

TEST_CASE("reordered messages of a pair are detected", "[scoreboard]") {
  // Only one source sends to terminal 5. Its first message is held back until the second has
  // arrived.
  const auto overtake = [kept = std::vector<Delivery>{}, tails = 0](auto& deliveries) mutable {
    const auto flit = std::find_if(deliveries.begin(), deliveries.end(),
                                   [](const Delivery& found) { return found.terminal == 5; });
    if (flit == deliveries.end() || tails == 2) return;
    const bool first = tails == 0;
    if (flit->tag == Tag::kTail) ++tails;
    if (first) {
      kept.push_back(*flit);
      deliveries.erase(flit);
    } else if (tails == 2) {
      deliveries.insert(flit + 1, kept.begin(), kept.end());
    }
  };
  RunOptions choice = options(0.2);
  choice.traffic.pattern = parse_pattern("neighbour");
  choice.check_order = true;
  CHECK_THAT(objection_to(overtake, choice), Contains("overtook it"));
  choice.check_order = false;
  CHECK(objection_to(overtake, choice) == "none");
}
