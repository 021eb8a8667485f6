// Rationale: a network between TLM-2.0 initiators and targets keeps the base protocol on every
// socket, loses and changes nothing, keeps overlapping accesses of an initiator in order, and ends
// whatever its users do.
// State space: random reads and writes with byte enables and streaming widths, by b_transport and
// by phases, with annotated times and quanta, several outstanding, initiators and targets that
// wait; resets.
// Parameter space: a network of each family; cycles, as model and in lockstep with the hardware,
// and the estimate; a network of hardware alone. Nightly: 10^6 transactions of each family.
#include <catch2/catch.hpp>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <numeric>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "../cosim/stream_networks.hpp"
#include "apart.hpp"
#include "runs/co_simulation.hpp"
#include "test_engine.hpp"
#include "transactions.hpp"
#include "wayfarer_systemc/make_engine.hpp"
#include "wayfarer_systemc/transaction_waves.hpp"

using namespace wayfarer;
using namespace wayfarer::systemc_test;
using sc_core::SC_NS;
using sc_core::sc_time;
using sysc::Sinks;
using sysc::Timing;
using sysc::TlmNetwork;
using sysc::TlmOptions;

namespace {

const sc_time kCycle(1, SC_NS);

TlmOptions options_of(const NetworkConfig& config, Timing timing = Timing::kCycles) {
  TlmOptions options;
  options.period = kCycle;
  options.timing = timing;
  options.sizes = stream_sizes_of(config);
  return options;
}

const std::string& some_family() {
  static const std::vector<std::string> families = family_names();
  return families[GENERATE(range(std::size_t{0}, family_names().size()))];
}

/// Initiators and memories on a network, a checker at each socket. Initiators are at all terminals
/// but the last, the first with one of either kind, and memories at the last ones; in a
/// client-server network the last terminal has the only memory.
struct Platform {
  Platform(const NetworkConfig& config, TlmNetwork& between, const Traffic& common,
           const sc_time& quantum = {}, const TargetDelays& delays = {})
      : network(between) {
    const bool server = config.own->pattern_kinds().front() == PatternKind::kClientServer;
    Traffic traffic = common;
    traffic.targets = server ? 1 : 2;
    const TerminalId last = network.terminals() - 1;
    for (unsigned i = 0; i < traffic.targets; ++i) {
      const TerminalId at = last - i;
      targets.push_back(
          std::make_unique<RandomTarget>(unique("memory"), traffic.stride, i + 7, delays));
      ProtocolChecker& checker = add_checker();
      network.initiator_socket[at].bind(checker.from);
      checker.to.bind(targets.back()->socket);
      network.set_target_range(at, i * traffic.stride, traffic.stride);
    }
    for (TerminalId t = 0; t < last; ++t) {
      add<AtInitiator>(t, traffic);
      if (t == 0) add<LtInitiator>(t, traffic, quantum);
    }
  }

  template <typename Kind, typename... More>
  void add(TerminalId terminal, Traffic& traffic, const More&... more) {
    traffic.seed += 100;
    auto initiator = std::make_unique<Kind>(unique("initiator"), traffic, more...);
    ProtocolChecker& checker = add_checker();
    initiator->socket.bind(checker.from);
    checker.to.bind(network.target_socket[terminal]);
    initiators.push_back(std::move(initiator));
    traffic.base += traffic.room;
  }

  static const char* unique(const char* name) { return sc_core::sc_gen_unique_name(name); }
  ProtocolChecker& add_checker() {
    checkers.push_back(std::make_unique<ProtocolChecker>(unique("checker"), faults));
    return *checkers.back();
  }

  /// Empty if all went well.
  [[nodiscard]] std::string verdict(const Traffic& traffic) const {
    std::string text = faults;
    for (const auto& initiator : initiators) {
      text += initiator->faults;
      if (initiator->ended != traffic.transactions)
        text += fmt::format("{}: {} of {} ended\n", initiator->name(), initiator->ended,
                            traffic.transactions);
      if (initiator->errors != 0) text += fmt::format("{} errors\n", initiator->errors);
      if (initiator->leaks() != 0) text += fmt::format("{} payloads leak\n", initiator->leaks());
    }
    for (const auto& checker : checkers)
      if (checker->in_flight() != 0) text += "a checker sees transactions in flight\n";
    if (network.in_flight() != 0) text += "the network has transactions in flight\n";
    return text;
  }

  /// Until all transactions have ended, or the limit.
  static void run(const std::vector<const Platform*>& platforms,
                  const sc_time& limit = sc_time(1, sc_core::SC_MS)) {
    const auto runs = [](const Platform* platform) {
      return platform->network.in_flight() != 0 ||
             std::any_of(platform->initiators.begin(), platform->initiators.end(),
                         [](const auto& initiator) { return !initiator->done(); });
    };
    while (std::any_of(platforms.begin(), platforms.end(), runs) &&
           sc_core::sc_time_stamp() < limit)
      sc_core::sc_start(sc_time(200, SC_NS));
  }

  [[nodiscard]] std::string logs() const {
    std::string text;
    for (const auto& initiator : initiators) text += initiator->log + "\n";
    return text;
  }

  TlmNetwork& network;
  std::string faults;
  std::vector<std::unique_ptr<RandomTarget>> targets;
  std::vector<std::unique_ptr<RandomInitiator>> initiators;
  std::vector<std::unique_ptr<ProtocolChecker>> checkers;
};

std::string run(const NetworkConfig& config, const Traffic& traffic, const TlmOptions& options,
                const sc_time& quantum = {}) {
  return apart([&] {
    TlmNetwork network("network", config, options);
    Platform platform(config, network, traffic, quantum);
    Platform::run({&platform});
    return platform.verdict(traffic);
  });
}

}  // namespace

TEST_CASE("random transactions, all of the base protocol", "[systemc][tlm]") {
  const std::string family = some_family();
  INFO(family);
  const NetworkConfig config = stream_network(family);
  Traffic traffic;
  traffic.transactions = 2000;
  CHECK(run(config, traffic, options_of(config)) == "");
}

TEST_CASE("10^6 transactions", "[systemc][tlm][.nightly]") {
  const NetworkConfig config = stream_network(some_family());
  INFO(config.name);
  Traffic traffic;
  traffic.transactions = 170'000;
  CHECK(apart([&] {
          TlmNetwork network("network", config, options_of(config));
          Platform platform(config, network, traffic);
          Platform::run({&platform}, sc_time(1, sc_core::SC_SEC));
          return platform.verdict(traffic);
        }) == "");
}

TEST_CASE("estimates, quanta, long payloads and other limits", "[systemc][tlm]") {
  const NetworkConfig config = stream_network("mway");
  Traffic traffic;
  traffic.transactions = 300;
  TlmOptions options = options_of(config);
  SECTION("estimate") { options.timing = Timing::kEstimate; }
  SECTION("one outstanding") { options.outstanding = 1; }
  SECTION("many outstanding") {
    options.outstanding = 30;
    traffic.most_pause = 2;
  }
  SECTION("many messages for a payload") {
    traffic.most_bytes = 700;
    traffic.room = 700;
    traffic.stride = 0x10000;
    options.sizes = stream_sizes(3);
  }
  CHECK(run(config, traffic, options, sc_time(100, SC_NS)) == "");
}

TEST_CASE("engines and clocks end every transaction at the same time", "[systemc][tlm]") {
  const std::string family = some_family();
  INFO(family);
  CHECK(apart([&] {
          const NetworkConfig config = stream_network(family);
          Traffic traffic;
          traffic.transactions = 30;
          TlmNetwork model("model", config, engine_of(config, Engine::kModel), options_of(config));
          TlmNetwork both("both", config, engine_of(config, Engine::kBoth), options_of(config));
          TlmOptions bound = options_of(config);
          bound.period = {};
          sc_core::sc_clock clock("clock", kCycle, 0.5, kCycle);
          TlmNetwork clocked("clocked", config, engine_of(config, Engine::kModel), bound);
          clocked.clock.bind(clock);
          Platform first(config, model, traffic);
          Platform second(config, both, traffic);
          Platform third(config, clocked, traffic);
          Platform::run({&first, &second, &third});
          return first.verdict(traffic) + second.verdict(traffic) + third.verdict(traffic) +
                 (first.logs() == second.logs() ? "" : "times of engines differ") +
                 (first.logs() == third.logs() ? "" : "times of clocks differ");
        }) == "");
}

TEST_CASE("the RTL alone ends every transaction when the model does", "[systemc][tlm]") {
  CHECK(apart([] {
          const NetworkConfig config = stream_network("deflection");
          Traffic traffic;
          traffic.transactions = 30;
          TlmNetwork model("model", config, engine_of(config, Engine::kModel), options_of(config));
          TlmNetwork rtl("rtl", config, engine_of(config, Engine::kRtl), options_of(config));
          const Platform first(config, model, traffic), second(config, rtl, traffic);
          Platform::run({&first, &second});
          return first.verdict(traffic) + second.verdict(traffic) +
                 (first.logs() == second.logs() ? "" : "times differ");
        }) == "");
}

namespace {

/// The longest time by which two logs of the same transactions differ in one, in picoseconds.
long difference(const std::string& a, const std::string& b) {
  std::istringstream first(a), second(b);
  long most = 0;
  for (long number, begun, ended, number2, begun2, ended2;
       first >> number >> begun >> ended && second >> number2 >> begun2 >> ended2;)
    most = std::max(most, std::abs((ended - begun) - (ended2 - begun2)));
  return most;
}

}  // namespace

TEST_CASE("estimate and cycles agree on a transaction that is alone", "[systemc][tlm]") {
  const std::string family = some_family();
  INFO(family);
  // The routes of messages are drawn from these.
  if (family == "wormhole" || family == "cut_through") return;
  const NetworkConfig config = stream_network(family);
  Traffic traffic;
  traffic.targets = 1;
  traffic.transactions = 100;
  traffic.start = 1000;       // InfiniBand meshes first load their tables
  traffic.most_pause = 3000;  // each finds the network empty, as the estimate does
  const auto times = [&](Timing timing) {
    return apart([&] {
      TlmNetwork network("network", config, options_of(config, timing));
      LtInitiator initiator("initiator", traffic, sc_time());
      initiator.socket.bind(network.target_socket[0]);
      RandomTarget memory("memory", traffic.stride, 1);
      network.initiator_socket[network.terminals() - 1].bind(memory.socket);
      network.set_default_target(network.terminals() - 1);
      sc_core::sc_start(sc_time(1, sc_core::SC_MS));
      return initiator.log + initiator.faults + (initiator.done() ? "end" : "");
    });
  };
  const std::string cycles = times(Timing::kCycles);
  const std::string estimate = times(Timing::kEstimate);
  CHECK_THAT(cycles, Catch::EndsWith("\nend"));
  CHECK_THAT(estimate, Catch::EndsWith("\nend"));
  // An arbiter whose turn is elsewhere takes some cycles.
  CHECK(difference(cycles, estimate) <= 3000);
  if (family == "linear") CHECK(estimate == cycles);
}

namespace {

/// Initiators with many outstanding transactions and slow memories; "stuck" if they do not end.
std::string crowd_at_a_memory(Sinks sinks, const std::string& family) {
  return apart([&] {
    const NetworkConfig config = stream_network(family);
    TlmOptions options = options_of(config);
    options.sinks = sinks;
    options.outstanding = 16;
    TlmNetwork network("network", config, options);
    Traffic traffic;
    traffic.transactions = 400;
    traffic.most_pause = 0;
    Platform platform(config, network, traffic, {}, {20, 40});
    Platform::run({&platform});
    return network.in_flight() != 0 ? std::string("stuck") : platform.verdict(traffic);
  });
}

}  // namespace

TEST_CASE("sinks with room for all requests prevent the deadlock by messages", "[systemc][tlm]") {
  for (const char* const family : {"wormhole", "mway"}) {
    INFO(family);
    CHECK(crowd_at_a_memory(Sinks::kNone, family) == "stuck");
    CHECK(crowd_at_a_memory(Sinks::kGuaranteed, family) == "");
  }
}

namespace {

class Pulse final : public sc_core::sc_module {
 public:
  sc_core::sc_out<bool> level{"level"};
  explicit Pulse(const sc_core::sc_module_name& name) : sc_module(name) { SC_THREAD(run); }

 private:
  SC_HAS_PROCESS(Pulse);
  void run() {
    for (int i = 0; i < 5; ++i) {
      sc_core::wait(sc_time(317, SC_NS));
      level.write(true);
      sc_core::wait(sc_time(4, SC_NS));
      level.write(false);
    }
  }
};

}  // namespace

TEST_CASE("a reset ends transactions in flight with an error", "[systemc][tlm]") {
  const std::string result = apart([] {
    const NetworkConfig config = stream_network("mway");
    TlmNetwork network("network", config, options_of(config));
    sc_core::sc_signal<bool> level("level");
    Pulse pulse("pulse");
    pulse.level(level);
    network.reset.bind(level);
    Traffic traffic;
    traffic.transactions = 200;
    const Platform platform(config, network, traffic, sc_time(100, SC_NS));
    Platform::run({&platform});
    std::string text = platform.faults;
    unsigned errors = 0;
    for (const auto& initiator : platform.initiators) {
      errors += initiator->errors;
      if (!initiator->done()) text += "not all have ended\n";
      if (initiator->leaks() != 0) text += "payloads leak\n";
    }
    return text + (errors > 10 && errors < 150 ? "some errors" : fmt::format("{} errors", errors));
  });
  CHECK(result == "some errors");
}

namespace {

/// Three writes at once, by an initiator that takes no notice of resets.
class Unaware final : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Unaware> socket{"socket"};
  std::vector<std::string> ends{3, "hangs"};

  explicit Unaware(const sc_core::sc_module_name& name) : sc_module(name) {
    for (unsigned i = 0; i < ends.size(); ++i) sc_core::sc_spawn([this, i] { run(i); });
  }

 private:
  void run(unsigned number) {
    sc_core::wait(sc_time(1 + number, SC_NS));
    unsigned char data[4] = {};
    Payload payload;
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    payload.set_address(4 * number);
    payload.set_data_ptr(data);
    payload.set_data_length(4);
    payload.set_streaming_width(4);
    auto* const journey = new sysc::Journey;
    payload.set_extension(journey);
    sc_time delay;
    socket->b_transport(payload, delay);
    const bool has_arrived = journey->arrived != sc_time(), is_back = journey->reply_words != 0;
    ends[number] = fmt::format("{} as a {} at {}", payload.get_response_string(),
                               is_back       ? "reply"
                               : has_arrived ? "call"
                                             : "request",
                               sc_core::sc_time_stamp().to_string());
  }
};

/// Answers after 40 ns.
class SlowTarget final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<SlowTarget> socket{"socket"};
  unsigned calls = 0;
  explicit SlowTarget(const sc_core::sc_module_name& name) : sc_module(name) {
    socket.register_b_transport(this, &SlowTarget::access);
  }

 private:
  void access(Payload& payload, sc_time& delay) {
    ++calls;
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    delay += sc_time(40, SC_NS);
  }
};

/// What becomes of the writes if there is a reset of 3 ns at that time; 0: never.
std::string ends_with_reset_at(unsigned nanoseconds) {
  return apart([&] {
    const NetworkConfig config = stream_network("deflection");
    TlmOptions options = options_of(config);
    options.outstanding = 1;  // two of the three wait for the network
    TlmNetwork network("network", config, engine_of(config, Engine::kBoth), options);
    sc_core::sc_signal<bool> level("level");
    network.reset.bind(level);
    if (nanoseconds != 0)
      sc_core::sc_spawn([&] {
        sc_core::wait(sc_time(nanoseconds, SC_NS));
        level.write(true);
        sc_core::wait(sc_time(3, SC_NS));
        level.write(false);
      });
    Unaware unaware("unaware");
    unaware.socket.bind(network.target_socket[0]);
    SlowTarget target("target");
    network.initiator_socket[4].bind(target.socket);
    network.set_default_target(4);
    sc_core::sc_start(sc_time(1, sc_core::SC_US));
    return fmt::format("{}\n{} calls, {} in flight", fmt::join(unaware.ends, "\n"), target.calls,
                       network.in_flight());
  });
}

}  // namespace

TEST_CASE("reset ignored: accesses end with an error, or wait, and the next ones work",
          "[systemc][tlm]") {
  // A network that is never reset works from its first edge on.
  CHECK(ends_with_reset_at(0) ==
        "TLM_OK_RESPONSE as a reply at 66 ns\n"
        "TLM_OK_RESPONSE as a reply at 131 ns\n"
        "TLM_OK_RESPONSE as a reply at 196 ns\n"
        "3 calls, 0 in flight");
  // The request is lost, which ends its access at once; those that wait start after the reset.
  CHECK(ends_with_reset_at(5) ==
        "TLM_GENERIC_ERROR_RESPONSE as a request at 5 ns\n"
        "TLM_OK_RESPONSE as a reply at 73 ns\n"
        "TLM_OK_RESPONSE as a reply at 138 ns\n"
        "2 calls, 0 in flight");
  // The target has it, and answers 40 ns after it was called.
  CHECK(ends_with_reset_at(50) ==
        "TLM_GENERIC_ERROR_RESPONSE as a call at 56 ns\n"
        "TLM_OK_RESPONSE as a reply at 121 ns\n"
        "TLM_OK_RESPONSE as a reply at 186 ns\n"
        "3 calls, 0 in flight");
  // The reply is lost.
  CHECK(ends_with_reset_at(60) ==
        "TLM_GENERIC_ERROR_RESPONSE as a reply at 60 ns\n"
        "TLM_OK_RESPONSE as a reply at 128 ns\n"
        "TLM_OK_RESPONSE as a reply at 193 ns\n"
        "3 calls, 0 in flight");
}

namespace {

/// One payload by b_transport, and what becomes of it.
class OneShot final : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<OneShot> socket{"socket"};
  Payload payload;
  std::string result = "hangs";
  bool by_phases = false;

  explicit OneShot(const sc_core::sc_module_name& name) : sc_module(name) {
    payload.set_command(tlm::TLM_READ_COMMAND);
    payload.set_data_ptr(data_);
    payload.set_data_length(4);
    payload.set_streaming_width(4);
    SC_THREAD(run);
  }

 private:
  SC_HAS_PROCESS(OneShot);
  void run() {
    sc_time delay;
    if (by_phases) {
      tlm::tlm_phase phase = tlm::BEGIN_REQ;
      socket->nb_transport_fw(payload, phase, delay);
    } else {
      socket->b_transport(payload, delay);
    }
    result = payload.get_response_string();
  }

  unsigned char data_[16] = {};
};

/// What one access leads to: its response, and the reports.
std::string shoot(
    const std::function<void(OneShot&)>& prepare,
    const std::function<void(TlmNetwork&)>& map = [](TlmNetwork&) {}) {
  return apart([&] {
    collect_reports();
    const NetworkConfig config = stream_network("linear");  // terminals 0 to 2, and the server
    try {
      TlmNetwork network("network", config, options_of(config));
      OneShot shot("shot");
      prepare(shot);
      shot.socket.bind(network.target_socket[0]);
      RandomTarget memory("memory", 0x1000, 1);
      RandomTarget other("other", 0x1000, 1);
      network.initiator_socket[3].bind(memory.socket);
      network.initiator_socket[1].bind(other.socket);
      network.set_target_range(3, 0x1000, 0x1000);
      network.set_target_range(1, 0x8000, 0x1000);
      network.set_target_range(3, 0x9000, 0x1000);
      map(network);
      sc_core::sc_start(sc_time(1, sc_core::SC_US));
      return shot.result + "\n" + collected_reports();
    } catch (const sc_core::sc_report&) {
      return collected_reports();
    }
  });
}

}  // namespace

TEST_CASE("wrong accesses have the standard's response and a report", "[systemc][tlm]") {
  const auto at = [](sc_dt::uint64 address) {
    return [address](OneShot& shot) { shot.payload.set_address(address); };
  };
  const std::string map = "\n/wayfarer/tlm/map: network: ";
  const std::string payload = "\n/wayfarer/tlm/payload: network: terminal 0: ";
  CHECK(shoot(at(0x1ffc)) == "TLM_OK_RESPONSE\n");
  CHECK(shoot(at(0x0)) ==
        "TLM_ADDRESS_ERROR_RESPONSE" + map + "terminal 0: 0x0 to 0x3 has no target\n");
  CHECK(shoot(at(0x1ffd)) == "TLM_ADDRESS_ERROR_RESPONSE" + map +
                                 "terminal 0: 0x1ffd to 0x2000 goes beyond the end, 0x1fff, of "
                                 "terminal 3's range\n");
  CHECK(shoot(at(0x8ffe)) == "TLM_ADDRESS_ERROR_RESPONSE" + map +
                                 "terminal 0: 0x8ffe to 0x9001 goes beyond the end, 0x8fff, of "
                                 "terminal 1's range\n");
  CHECK(shoot(at(0xffe)) == "TLM_ADDRESS_ERROR_RESPONSE" + map +
                                "terminal 0: 0xffe to 0x1001 begins before terminal 3's range, "
                                "which begins at 0x1000\n");
  CHECK(shoot(at(~sc_dt::uint64{1}), [](TlmNetwork& network) { network.set_default_target(3); }) ==
        "TLM_ADDRESS_ERROR_RESPONSE" + map +
            "terminal 0: 0xfffffffffffffffe to 0x1 has no target\n");
  CHECK(shoot(at(0x8000)) ==
        "TLM_ADDRESS_ERROR_RESPONSE" + map + "terminal 0: no route to terminal 1 and back\n");
  CHECK(shoot([](OneShot& shot) { shot.payload.set_data_length(0); }) ==
        "TLM_BURST_ERROR_RESPONSE" + payload +
            "0 bytes in a stream of width 4; legal: 1 or more\n");
  CHECK(shoot([](OneShot& shot) { shot.payload.set_streaming_width(0); }) ==
        "TLM_BURST_ERROR_RESPONSE" + payload +
            "4 bytes in a stream of width 0; legal: 1 or more\n");
  CHECK(shoot([](OneShot& shot) { shot.payload.set_data_ptr(nullptr); }) ==
        "TLM_GENERIC_ERROR_RESPONSE" + payload + "no data pointer\n");
  CHECK(shoot([](OneShot& shot) {
          shot.payload.set_byte_enable_ptr(shot.payload.get_data_ptr());
        }) == "TLM_BYTE_ENABLE_ERROR_RESPONSE" + payload + "0 byte enables\n");
  CHECK_THAT(shoot([](OneShot& shot) { shot.by_phases = true; }),
             Catch::Contains("/wayfarer/tlm/phase: network: terminal 0: nb_transport of a payload "
                             "without a memory manager"));
}

TEST_CASE("wrong maps are refused by name", "[systemc][tlm]") {
  const auto with = [](const std::function<void(TlmNetwork&)>& map) {
    return shoot([](OneShot&) {}, map);
  };
  CHECK(with([](TlmNetwork& network) { network.set_target_range(1, 0x1fff, 2); }) ==
        "/wayfarer/tlm/map: network: 0x1fff to 0x2000 of terminal 1 overlaps 0x1000 to 0x1fff of "
        "terminal 3\n");
  CHECK(with([](TlmNetwork& network) { network.set_target_range(1, 0xfff, 2); }) ==
        "/wayfarer/tlm/map: network: 0xfff to 0x1000 of terminal 1 overlaps 0x1000 to 0x1fff of "
        "terminal 3\n");
  CHECK(with([](TlmNetwork& network) { network.set_target_range(1, 0x10000, 0); }) ==
        "/wayfarer/tlm/map: network: a range of 0 bytes from 0x10000; legal: 1 to "
        "0xffffffffffff0000\n");
  CHECK(with([](TlmNetwork& network) { network.set_target_range(4, 0x10000, 1); }) ==
        "/wayfarer/tlm/map: network: terminal 4; legal: 0 to 3\n");
  CHECK(with([](TlmNetwork& network) { network.set_target_range(2, 0x10000, 1); }) ==
        "/wayfarer/tlm/map: network: terminal 2 has addresses and no target\n");
  CHECK(with([](TlmNetwork& network) { network.set_default_target(4); }) ==
        "/wayfarer/tlm/map: network: terminal 4; legal: 0 to 3\n");
}

TEST_CASE("limits that no network can keep are refused", "[systemc][tlm]") {
  const auto refusal = [](const std::function<void(TlmOptions&)>& change) {
    return apart([&] {
      collect_reports();
      const NetworkConfig config = stream_network("mway");
      TlmOptions options = options_of(config, Timing::kEstimate);
      change(options);
      try {
        TlmNetwork network("network", config, options);
      } catch (const sc_core::sc_report&) {
      }
      return collected_reports();
    });
  };
  CHECK(refusal([](TlmOptions& options) { options.sizes = stream_sizes(1); }) ==
        "/wayfarer/network: network: messages of 1 words of 8 bytes, 4 outstanding; legal: more "
        "than 8 bytes, and 1 outstanding transaction or more\n");
  CHECK_THAT(refusal([](TlmOptions& options) { options.outstanding = 0; }),
             Catch::Contains("0 outstanding; legal"));
  CHECK(
      apart([] {
        collect_reports();
        const NetworkConfig config = stream_network("mway");
        TlmNetwork network("network", config, options_of(config, Timing::kEstimate));
        sc_core::sc_signal<bool> level("level");
        network.reset.bind(level);
        try {
          sc_core::sc_start(sc_time(1, SC_NS));
        } catch (const sc_core::sc_report&) {
        }
        return collected_reports();
      }) ==
      "/wayfarer/network: network: an estimate has neither clock nor reset; legal: ports that are "
      "not bound\n");
  CHECK(refusal([](TlmOptions& options) { options.period = {}; }) ==
        "/wayfarer/network: network: an estimate without a period; legal: a period\n");
}

namespace {

/// Debug transport, direct memory, and a journey.
class Curious final : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Curious> socket{"socket"};
  std::string result;

  explicit Curious(const sc_core::sc_module_name& name) : sc_module(name) { SC_THREAD(run); }

 private:
  SC_HAS_PROCESS(Curious);
  void run() {
    unsigned char data[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    Payload payload;
    payload.set_data_ptr(data);
    payload.set_data_length(8);
    payload.set_streaming_width(8);
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    payload.set_address(0x2010);
    sc_time delay;
    auto* const journey = new sysc::Journey;
    payload.set_extension(journey);
    socket->b_transport(payload, delay);
    const bool ordered = journey->begun < journey->injected &&
                         journey->injected < journey->arrived &&
                         journey->arrived < journey->reply_injected &&
                         journey->reply_injected < journey->reply_arrived &&
                         journey->reply_arrived == sc_core::sc_time_stamp();
    result = fmt::format("{} to {}, {} hops, {} and {} words, {}", journey->source,
                         journey->destination, journey->hops, journey->request_words,
                         journey->reply_words, ordered ? "in order" : "out of order");
    std::fill(data, data + 8, static_cast<unsigned char>(0));
    payload.set_command(tlm::TLM_READ_COMMAND);
    const sc_time before = sc_core::sc_time_stamp();
    const unsigned bytes = socket->transport_dbg(payload);
    result += fmt::format(", {} bytes, the last {}, in {}", bytes, data[7],
                          (sc_core::sc_time_stamp() - before).to_string());
    tlm::tlm_dmi dmi;
    result += socket->get_direct_mem_ptr(payload, dmi) ? ", direct" : ", no direct memory";
    result += fmt::format(" at {:#x}", payload.get_address());
  }
};

}  // namespace

TEST_CASE("journeys, debug transport and direct memory", "[systemc][tlm]") {
  CHECK(
      apart([] {
        const NetworkConfig config = stream_network("mway");
        TlmNetwork network("network", config, options_of(config));
        Curious curious("curious");
        curious.socket.bind(network.target_socket[1]);
        RandomTarget memory("memory", 0x1000, 1);
        network.initiator_socket[4].bind(memory.socket);
        network.set_target_range(4, 0x2000, 0x1000);
        sc_core::sc_start(sc_time(1, sc_core::SC_US));
        return curious.result;
      }) ==
      "1 to 4, 2 hops, 4 and 2 words, in order, 8 bytes, the last 8, in 0 s, no direct memory at 0x2010");
}

TEST_CASE("hops are the channels that a lone message passes", "[systemc][tlm]") {
  const NetworkConfig config = stream_network(some_family());
  INFO(config.name);
  CoSimulation network(make_model(config), config);
  const Connected connected = family_of(config).connected(config);
  sysc::Hops hops(config);
  std::uint64_t moved = 0, delivered = 0;
  for (TerminalId from = 0; from < config.terminals(); ++from)
    for (TerminalId to = 0; to < config.terminals(); ++to) {
      if (from == to || (connected && !connected(from, to))) continue;
      if (config.own->pattern_kinds().front() == PatternKind::kClientServer &&
          (from + 1 == config.terminals()) == (to + 1 == config.terminals()))
        continue;
      network.send({from, to, std::min(network.longest_message(), 1u)});
      (void)network.advance(kNever);
      const auto& flits = network.channel_flits();
      const std::uint64_t all = std::accumulate(flits.begin(), flits.end(), std::uint64_t{0});
      INFO(from << " to " << to);
      CHECK(hops.between(from, to) * (network.delivered_flits() - delivered) == all - moved);
      moved = all;
      delivered = network.delivered_flits();
    }
}

namespace {

/// Four writes at a time from one initiator, and, a little later, one from another.
class Rivals final : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Rivals> many{"many"}, one{"one"};
  std::vector<sc_time> injected;  ///< The one, then the many, in order.

  Rivals(const sc_core::sc_module_name& name, unsigned priority)
      : sc_module(name), injected(5), priority_(priority) {
    for (unsigned i = 0; i < injected.size(); ++i) sc_core::sc_spawn([this, i] { run(i); });
  }

 private:
  void run(unsigned number) {
    sc_core::wait(sc_time(number == 0 ? 10 : number, SC_NS));
    std::vector<unsigned char> data(64);
    Payload payload;
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    payload.set_address(128 * number);
    payload.set_data_ptr(data.data());
    payload.set_data_length(64);
    payload.set_streaming_width(64);
    auto* const journey = new sysc::Journey;
    journey->priority = number == 0 ? priority_ : number;  // of the many, too, the last is highest
    payload.set_extension(journey);
    sc_time delay;
    (number == 0 ? one : many)->b_transport(payload, delay);
    injected[number] = journey->injected;
  }

  const unsigned priority_;
};

}  // namespace

TEST_CASE("a higher priority goes first, but passes none of its initiator's", "[systemc][tlm]") {
  const NetworkConfig config = stream_network(some_family());
  INFO(config.name);
  const auto place = [&](unsigned priority) {
    return apart([&] {
      TlmNetwork network("network", config, options_of(config));
      Rivals rivals("rivals", priority);
      const TerminalId last = config.terminals() - 1;
      rivals.many.bind(network.target_socket[0]);
      rivals.one.bind(network.target_socket[0]);
      RandomTarget memory("memory", 0x1000, 1);
      network.initiator_socket[last].bind(memory.socket);
      network.set_default_target(last);
      sc_core::sc_start(sc_time(10, sc_core::SC_US));
      const std::vector<sc_time>& times = rivals.injected;
      if (!std::is_sorted(times.begin() + 1, times.end())) return std::string("out of order");
      return std::to_string(std::count_if(times.begin() + 1, times.end(),
                                          [&](const sc_time& time) { return time < times[0]; }));
    });
  };
  CHECK(place(0) == "4");
  CHECK(place(9) == "1");
  Traffic traffic;
  traffic.priorities = 4;
  traffic.most_pause = 2;
  CHECK(run(config, traffic, options_of(config)).empty());
}

namespace {

/// The texts of a row of a VCD file, in order.
std::vector<std::string> row_of(const std::string& path, const std::string& row) {
  std::vector<std::string> texts;
  std::ifstream file(path);
  std::string id;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string first, second;
    words >> first >> second;
    if (first == "$var") {
      std::string bits, code, name;
      words >> bits >> code >> name;
      if (id.empty() && name == row) id = code;
    } else if (first[0] == 'b' && second == id) {
      std::string bits = first.substr(1);
      bits.insert(0, (8 - bits.size() % 8) % 8, '0');
      std::string text;
      for (std::size_t i = 0; i < bits.size(); i += 8) {
        const auto character = static_cast<char>(std::stoi(bits.substr(i, 8), nullptr, 2));
        if (character != 0) text += character;
      }
      texts.push_back(text);
    }
  }
  return texts;
}

}  // namespace

TEST_CASE("transactions are rows of waves", "[systemc][tlm]") {
  const std::string path =
      fmt::format("{}/rows-{}", std::filesystem::temp_directory_path().string(), ::getpid());
  CHECK(apart([&] {
          const NetworkConfig config = stream_network("mway");
          TlmOptions options = options_of(config);
          options.outstanding = 1;
          TlmNetwork network("network", config, options);
          Curious curious("curious");
          curious.socket.bind(network.target_socket[1]);
          RandomTarget memory("memory", 0x1000, 1);
          network.initiator_socket[4].bind(memory.socket);
          network.set_target_range(4, 0x2000, 0x1000);
          sc_core::sc_trace_file* const file = sc_core::sc_create_vcd_trace_file(path.c_str());
          const sysc::TransactionWaves waves("waves", network, file);
          sc_core::sc_start(sc_time(1, sc_core::SC_US));
          sc_core::sc_close_vcd_trace_file(file);
          return fmt::format("{}; {}", fmt::join(row_of(path + ".vcd", "access"), "|"),
                             fmt::join(row_of(path + ".vcd", "place"), "|"));
        }) == "write 2010+8 to 4|; request|target|reply|");
  std::filesystem::remove(path + ".vcd");
}
