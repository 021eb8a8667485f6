// Rationale: wayfarer::sysc::Network is the network of its engine, cycle for cycle, whatever clocks
// it and whichever processes use it; nothing that a user does wrong hangs or stays unnoticed.
// State space: random messages with pauses at all terminals, readers that wait, sleep and reset.
// Parameter space: a network of each family as model and in lockstep with its hardware; own clocks
// and sc_clock. Nightly: netlists of two families.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "../cosim/stream_networks.hpp"
#include "apart.hpp"
#include "core/error.hpp"
#include "test_engine.hpp"
#include "wayfarer_systemc/reports.hpp"
#include "wayfarer_systemc/signals.hpp"
#include "words.hpp"

using namespace wayfarer;
using namespace wayfarer::systemc_test;
using sc_core::SC_NS;
using sc_core::sc_time;
using sc_core::SC_ZERO_TIME;

namespace {

NetworkConfig config_of(const std::string& family) { return stream_network(family); }

/// An engine that counts its steps and may deny that it is idle.
class Counted final : public StreamNetwork {
 public:
  Counted(std::unique_ptr<StreamNetwork> engine, unsigned& steps, bool sleeps)
      : engine_(std::move(engine)), steps_(steps), sleeps_(sleeps) {}
  std::size_t terminals() const override { return engine_->terminals(); }
  void reset() override { engine_->reset(); }
  bool ready(TerminalId t) const override { return engine_->ready(t); }
  std::uint8_t drop(TerminalId t) const override { return engine_->drop(t); }
  const StreamWord* output(TerminalId t) const override { return engine_->output(t); }
  void offer(TerminalId t, const StreamWord& word) override { engine_->offer(t, word); }
  void set_ready(TerminalId t, bool ready) override { engine_->set_ready(t, ready); }
  void step() override {
    ++steps_;
    engine_->step();
  }
  bool idle() const override { return sleeps_ && engine_->idle(); }

 private:
  std::unique_ptr<StreamNetwork> engine_;
  unsigned& steps_;
  const bool sleeps_;
};

class FailingEngine final : public StreamNetwork {
 public:
  std::size_t terminals() const override { return 1; }
  void reset() override {}
  bool ready(TerminalId) const override { return true; }
  std::uint8_t drop(TerminalId) const override { return 0; }
  const StreamWord* output(TerminalId) const override { return nullptr; }
  void offer(TerminalId, const StreamWord&) override {}
  void set_ready(TerminalId, bool) override {}
  void step() override {
    if (++steps_ == 5) throw CheckFailed("LockstepEquality: terminal 0 differs");
  }
  bool idle() const override { return false; }

 private:
  unsigned steps_ = 0;
};

/// What remains to be said of crowds that have run: that nothing is missing and logs are equal.
std::string verdict(const std::vector<const Crowd*>& crowds) {
  std::string text;
  for (const Crowd* crowd : crowds) {
    text += crowd->ledger.faults;
    if (crowd->ledger.waiting != 0) text += "messages are missing\n";
    if (crowd->log.text != crowds.front()->log.text) text += "logs differ\n";
  }
  return text + fmt::format("{} messages", crowds.front()->ledger.arrived);
}

const std::string& some_family() {
  static const std::vector<std::string> families = family_names();
  return families[GENERATE(range(std::size_t{0}, family_names().size()))];
}

/// Words of one message, sent at the first instant; the instants at which they are read.
class Lone final : public sc_core::sc_module {
 public:
  sc_core::sc_port<sysc::Network::SendIf> out{"out"};
  sc_core::sc_port<sysc::Network::ReceiveIf> in{"in"};
  std::string times;

  Lone(const sc_core::sc_module_name& name, TerminalId to, unsigned words)
      : sc_module(name), to_(to), words_(words) {
    SC_THREAD(send);
    SC_THREAD(receive);
  }

 private:
  SC_HAS_PROCESS(Lone);
  void send() {
    for (unsigned word = 1; word <= words_; ++word) out->write({word, to_, word == words_});
  }
  void receive() {
    for (unsigned word = 1; word <= words_; ++word) {
      const StreamWord got = in->read();
      times += fmt::format("{}:{} ", unsigned(got.data), sc_core::sc_time_stamp().to_string());
    }
  }
  const TerminalId to_;
  const unsigned words_;
};

}  // namespace

TEST_CASE("engines, clocks and periods give the same words in the same cycles", "[systemc]") {
  const std::string family = some_family();
  INFO(family);
  CHECK(apart([&] {
          const NetworkConfig config = config_of(family);
          const sc_time ns(1, SC_NS);
          sc_core::sc_clock clock("clock", sc_time(2, SC_NS), 0.5, sc_time(2, SC_NS), true);
          sysc::Network model("model", engine_of(config, Engine::kModel), ns);
          sysc::Network lockstep("lockstep", engine_of(config, Engine::kBoth), 3 * ns);
          sysc::Network clocked("clocked", engine_of(config, Engine::kModel), SC_ZERO_TIME);
          clocked.clock.bind(clock);
          const Crowd first("first", model, ns, config, 30, 20);
          const Crowd second("second", lockstep, 3 * ns, config, 30, 20);
          const Crowd third("third", clocked, 2 * ns, config, 30, 20);
          sc_core::sc_start(9'000, SC_NS);
          return verdict({&first, &second, &third});
        }) ==
        fmt::format("{} messages", 30 * engine_of(config_of(family), Engine::kModel)->terminals()));
}

TEST_CASE("a netlist gives the same words in the same cycles", "[systemc][.nightly]") {
  const std::string family = GENERATE("linear", "deflection");
  INFO(family);
  CHECK(apart([&] {
          const NetworkConfig config = config_of(family);
          const sc_time ns(1, SC_NS);
          sysc::Network model("model", engine_of(config, Engine::kModel), ns);
          sysc::Network netlist("netlist", engine_of(config, Engine::kNetlist), ns);
          const Crowd first("first", model, ns, config, 30, 20);
          const Crowd second("second", netlist, ns, config, 30, 20);
          sc_core::sc_start(9'000, SC_NS);
          return verdict({&first, &second});
        }) ==
        fmt::format("{} messages", 30 * engine_of(config_of(family), Engine::kModel)->terminals()));
}

TEST_CASE("a network that sleeps gives the same words in the same cycles", "[systemc]") {
  CHECK(apart([] {
          const NetworkConfig config = config_of("wormhole");
          const sc_time ns(1, SC_NS);
          unsigned steps[3] = {};
          const auto make = [&](unsigned number, bool sleeps) {
            return std::make_unique<Counted>(engine_of(config, Engine::kModel), steps[number],
                                             sleeps);
          };
          sc_core::sc_clock clock("clock", ns, 0.5, ns, true);
          sysc::Network awake("awake", make(0, false), ns);
          sysc::Network sleepy("sleepy", make(1, true), ns);
          sysc::Network clocked("clocked", make(2, true), SC_ZERO_TIME);
          clocked.clock.bind(clock);
          const Crowd first("first", awake, ns, config, 8, 2000);
          const Crowd second("second", sleepy, ns, config, 8, 2000);
          const Crowd third("third", clocked, ns, config, 8, 2000);
          sc_core::sc_start(60'000, SC_NS);
          if (steps[0] != 59'999) return fmt::format("{} steps", steps[0]);
          if (steps[1] > 50'000 || steps[1] != steps[2])
            return fmt::format("{} and {} steps", steps[1], steps[2]);
          return verdict({&first, &second, &third});
        }) == "48 messages");
}

TEST_CASE("an empty network with a period has no events", "[systemc]") {
  CHECK(apart([] {
          sysc::Network network("network", engine_of(config_of("wormhole"), Engine::kModel),
                                sc_time(1, SC_NS));
          sc_core::sc_start();  // ends when nothing is left to do
          return fmt::format("{} {}", network.asleep(), sc_core::sc_time_stamp().to_string());
        }) == "true 256 ns");
}

TEST_CASE("a message takes the same cycles as on the engine alone", "[systemc]") {
  const std::string expected = apart([] {
    auto engine = engine_of(config_of("linear"), Engine::kModel);
    std::string times;
    engine->set_ready(3, true);
    unsigned sent = 0;
    for (unsigned cycle = 1; cycle < 40; ++cycle) {
      // The word that a reader sees in a cycle was shown by the edge that begins it.
      if (const StreamWord* const word = engine->output(3))
        times += fmt::format("{}:{} ", unsigned(word->data), sc_time(cycle - 1, SC_NS).to_string());
      if (sent < 3) engine->offer(0, {sent + 1, 3, sent == 2});
      if (sent < 3 && engine->ready(0)) ++sent;
      engine->step();
    }
    return times;
  });
  CHECK(expected != "");
  CHECK(apart([] {
          sysc::Network network("network", engine_of(config_of("linear"), Engine::kModel),
                                sc_time(1, SC_NS));
          Lone lone("lone", 3, 3);
          lone.out.bind(network.send[0]);
          lone.in.bind(network.receive[3]);
          sc_core::sc_start(40, SC_NS);
          return lone.times;
        }) == expected);
}

namespace {

/// A word at every edge, by processes of the clock that the network has, or of signals.
class Clocked final : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clock{"clock"};
  sc_core::sc_port<sysc::Network::SendIf> out{"out"};
  sc_core::sc_port<sysc::Network::ReceiveIf> in{"in"};
  unsigned sent = 0, received = 0;

  explicit Clocked(const sc_core::sc_module_name& name) : sc_module(name) {
    SC_METHOD(rise);
    sensitive << clock.pos();
    dont_initialize();
  }

 private:
  SC_HAS_PROCESS(Clocked);
  void rise() {
    StreamWord word;
    if (in->nb_read(word)) ++received;
    if (out->nb_write({sent, 4, sent % 4 == 3})) ++sent;
  }
};

/// The same over the adapters.
class Signals final : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clock{"clock"};
  sysc::SignalsToPort<64> to{"to"};
  sysc::PortToSignals<64> from{"from"};
  unsigned sent = 0, received = 0, wrong = 0;
  /// Edges of the first transfers; the clock's n-th edge is at n nanoseconds and ends cycle n - 1.
  std::uint64_t first_sent = 0, first_received = 0;

  explicit Signals(const sc_core::sc_module_name& name) : sc_module(name) {
    to.clock(clock);
    to.tvalid(valid_in_);
    to.tready(ready_in_);
    to.tdata(data_in_);
    to.tdest(dest_in_);
    to.tlast(last_in_);
    from.clock(clock);
    from.tvalid(valid_out_);
    from.tready(ready_out_);
    from.tdata(data_out_);
    from.tid(id_out_);
    from.tlast(last_out_);
    SC_METHOD(rise);
    sensitive << clock.pos();
    dont_initialize();
  }

 private:
  SC_HAS_PROCESS(Signals);
  void rise() {
    const std::uint64_t edge = sc_core::sc_time_stamp().value() / sc_time(1, SC_NS).value();
    if (valid_out_.read() && ready_out_.read()) {
      if (received == 0) first_received = edge;
      if (data_out_.read().to_uint64() != (std::uint64_t{received} << 32 | received)) ++wrong;
      if (last_out_.read() != (received % 4 == 3) || id_out_.read() != 0) ++wrong;
      ++received;
    }
    if (valid_in_.read() && ready_in_.read()) {
      if (sent == 0) first_sent = edge;
      ++sent;
    }
    valid_in_.write(true);
    data_in_.write(sysc::to_bits<64>(StreamData{sent} << 32 | sent));
    dest_in_.write(4);
    last_in_.write(sent % 4 == 3);
    ready_out_.write(true);
  }

  sc_core::sc_signal<bool> valid_in_{"valid_in"}, ready_in_{"ready_in"}, last_in_{"last_in"};
  sc_core::sc_signal<bool> valid_out_{"valid_out"}, ready_out_{"ready_out"}, last_out_{"last_out"};
  sc_core::sc_signal<sc_dt::sc_bv<64>> data_in_{"data_in"}, data_out_{"data_out"};
  sc_core::sc_signal<sc_dt::sc_uint<16>> dest_in_{"dest_in"}, id_out_{"id_out"};
};

}  // namespace

namespace {

/// The cycles of the first words that a network took and gave.
struct FirstWords final : tlm::tlm_analysis_if<sysc::WordEvent> {
  Cycle sent = kNever, received = kNever;
  void write(const sysc::WordEvent& event) override {
    Cycle& first = event.direction == sysc::WordEvent::Direction::kSent ? sent : received;
    first = std::min(first, event.cycle);
  }
};

}  // namespace

TEST_CASE("processes of the clock's edge and signals have the network's full rate", "[systemc]") {
  CHECK(apart([] {
          const NetworkConfig config = load_config(find_config("line4"));
          sc_core::sc_clock clock("clock", sc_time(1, SC_NS), 0.5, sc_time(1, SC_NS), true);
          const auto make = [&] { return engine_of(config, Engine::kModel); };
          sysc::Network direct("direct", make(), SC_ZERO_TIME);
          sysc::Network wired("wired", make(), SC_ZERO_TIME);
          direct.clock.bind(clock);
          wired.clock.bind(clock);
          Clocked clocked("clocked");
          clocked.clock(clock);
          clocked.out.bind(direct.send[0]);
          clocked.in.bind(direct.receive[4]);
          Signals signals("signals");
          signals.clock(clock);
          signals.to.to.bind(wired.send[0]);
          signals.from.from.bind(wired.receive[4]);
          FirstWords words;
          wired.observed.bind(words);
          // The same words straight into an engine.
          auto engine = make();
          engine->set_ready(4, true);
          unsigned sent = 0, received = 0;
          for (unsigned cycle = 0; cycle < 4000; ++cycle) {
            if (engine->output(4) != nullptr) ++received;
            engine->offer(0, {sent, 4, sent % 4 == 3});
            if (engine->ready(0)) ++sent;
            engine->step();
          }
          sc_core::sc_start(4000, SC_NS);
          const auto close = [](unsigned a, unsigned b) { return a <= b + 4 && b <= a + 4; };
          if (!close(clocked.sent, sent) || !close(clocked.received, received))
            return fmt::format("clocked: {} of {}, {} of {}", clocked.sent, sent, clocked.received,
                               received);
          if (!close(signals.sent, sent) || !close(signals.received, received))
            return fmt::format("signals: {} of {}, {} of {}", signals.sent, sent, signals.received,
                               received);
          // In as on the network's own pins, out a cycle later.
          return fmt::format("{} wrong, {} and {} edges later", signals.wrong,
                             signals.first_sent - (words.sent + 1),
                             signals.first_received - (words.received + 1));
        }) == "0 wrong, 0 and 1 edges later");
}

namespace {

class Resetting final : public sc_core::sc_module {
 public:
  sc_core::sc_out<bool> reset{"reset"};
  explicit Resetting(const sc_core::sc_module_name& name) : sc_module(name) { SC_THREAD(run); }

 private:
  SC_HAS_PROCESS(Resetting);
  void run() {
    sc_core::wait(sc_time(50.5, SC_NS));
    reset.write(true);
    sc_core::wait(sc_time(3, SC_NS));
    reset.write(false);
  }
};

}  // namespace

TEST_CASE("a reset empties the network, and its users go on", "[systemc]") {
  const std::string result = apart([] {
    const NetworkConfig config = config_of("wormhole");
    const sc_time ns(1, SC_NS);
    sysc::Network network("network", engine_of(config, Engine::kBoth), ns);
    sc_core::sc_signal<bool> level("level");
    Resetting resetting("resetting");
    resetting.reset(level);
    network.reset.bind(level);
    const Crowd crowd("crowd", network, ns, config, 200, 0);
    sc_core::sc_start(30'000, SC_NS);
    return fmt::format("{} of {} arrived, {} lost, asleep {}", crowd.ledger.arrived > 1000,
                       crowd.ledger.arrived + crowd.ledger.waiting, crowd.ledger.waiting > 0,
                       network.asleep());
  });
  CHECK(result == "true of 1200 arrived, true lost, asleep true");
}

TEST_CASE("wrong use is reported by type and name", "[systemc]") {
  const auto reports = [](const std::function<void()>& simulate) {
    return apart([&] {
      collect_reports();
      try {
        simulate();
      } catch (const sc_core::sc_report&) {
      }
      return collected_reports();
    });
  };
  const sc_time ns(1, SC_NS);
  CHECK_THAT(reports([&] { sysc::Network("network", "mesh44", {}); }),
             Catch::StartsWith("/wayfarer/network: network: ") && Catch::Contains("mesh4x4"));
  CHECK_THAT(reports([&] {
               sysc::Network network("network", engine_of(config_of("mway"), Engine::kModel),
                                     SC_ZERO_TIME);
               sc_core::sc_start(ns);
             }),
             Catch::Contains("the port 'clock' is not bound and the period is 0 s"));
  CHECK_THAT(reports([&] {
               sc_core::sc_clock clock("clock", ns);
               sysc::Network network("network", engine_of(config_of("mway"), Engine::kModel), ns);
               network.clock.bind(clock);
               sc_core::sc_start(ns);
             }),
             Catch::Contains("the port 'clock' is bound and the period is 1 ns"));
  CHECK_THAT(reports([&] {
               sysc::Network network("network", std::make_unique<FailingEngine>(), ns);
               sc_core::sc_start(10 * ns);
             }),
             Catch::Equals("/wayfarer/network: network: cycle 5: LockstepEquality: terminal 0 "
                           "differs\n"));
  CHECK_THAT(reports([&] {
               sysc::Network network("network", engine_of(config_of("mway"), Engine::kModel), ns);
               Lone lone("lone", 6, 2);
               lone.out.bind(network.send[2]);
               lone.in.bind(network.receive[0]);
               sc_core::sc_start(20 * ns);
             }),
             Catch::Contains("/wayfarer/network/dropped: network: terminal 2, cycle ") &&
                 Catch::Contains("no such destination; the message is dropped"));
  CHECK_THAT(reports([&] {
               sysc::Network network("network", engine_of(config_of("mway"), Engine::kModel), ns);
               Lone one("one", 0, 1), other("other", 0, 1);
               one.out.bind(network.send[0]);
               one.in.bind(network.receive[0]);
               other.out.bind(network.send[0]);
               other.in.bind(network.receive[1]);
               sc_core::sc_start(ns);
             }),
             Catch::Contains("cannot have more than one writer"));
}
