// A network as a SystemC module: a port that sends and one that receives for each terminal.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <systemc>

#include "config/config.hpp"
#include "family/engine.hpp"
#include "stream/network.hpp"
#include "wayfarer_systemc/analysis_port.hpp"
#include "wayfarer_systemc/terminal.hpp"

namespace wayfarer::sysc {

/// A word that entered or left a network.
struct WordEvent {
  enum class Direction { kSent, kReceived };

  Direction direction = Direction::kSent;
  TerminalId at = 0;
  Cycle cycle = 0;  ///< In which it was on the stream.
  StreamWord word;

  friend bool operator==(const WordEvent& a, const WordEvent& b) {
    return a.direction == b.direction && a.at == b.at && a.cycle == b.cycle && a.word == b.word;
  }
};

struct NetworkOptions {
  Engine engine = Engine::kModel;
  /// Of a clock of its own, whose edges are at the multiples of it; zero: the port `clock` is
  /// bound.
  sc_core::sc_time period;
  /// Not given: messages as long as the configuration's traffic.message_bytes.
  std::optional<StreamSizes> sizes;
  std::uint64_t seed = 1;  ///< Seed of the network's draws, unless the configuration has one.
};

/// Any number of networks in a simulation, each with its clock. The network steps at the rising
/// edge, in the update phase (terminal.hpp). While it is empty and nothing is written, it does not
/// run; with a period it has no events then. What goes wrong is reported by sc_report with the
/// types of reports.hpp.
class Network final : public sc_core::sc_module {
 public:
  using SendIf = sc_core::sc_fifo_out_if<StreamWord>;
  using ReceiveIf = sc_core::sc_fifo_in_if<StreamWord>;
  using LevelPort =
      sc_core::sc_port<sc_core::sc_signal_in_if<bool>, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;

  /// `config`: the path of a file, or a shipped name such as "mesh4x4".
  Network(const sc_core::sc_module_name& name, const std::string& config,
          const NetworkOptions& options);
  Network(const sc_core::sc_module_name& name, const NetworkConfig& config,
          const NetworkOptions& options);
  /// With an engine that the caller has made.
  Network(const sc_core::sc_module_name& name, std::unique_ptr<StreamNetwork> engine,
          const sc_core::sc_time& period);
  ~Network() override;

  LevelPort clock{"clock"};  ///< Where no period is given.
  /// While high at an edge, the network is empty and takes nothing; words on their way are lost.
  LevelPort reset{"reset"};

  /// By terminal. A word's terminal is its destination in `send`, and its source in `receive`.
  sc_core::sc_vector<sc_core::sc_export<SendIf>> send{"send"};
  sc_core::sc_vector<sc_core::sc_export<ReceiveIf>> receive{"receive"};
  /// Every word, one delta cycle after the edge that took it.
  AnalysisPort<WordEvent> observed{"observed"};

  [[nodiscard]] unsigned terminals() const { return static_cast<unsigned>(terminals_.size()); }
  /// Number of the cycle that the next edge ends.
  [[nodiscard]] Cycle cycle() const;
  /// Notified a delta cycle after the edge at which a reset has emptied the network.
  [[nodiscard]] const sc_core::sc_event& reset_event() const { return was_reset_; }
  /// Nothing is in the network, and nothing is to be sent.
  [[nodiscard]] bool asleep() const { return asleep_; }

  const char* kind() const override { return "wayfarer::sysc::Network"; }

 private:
  friend class Terminal;

  /// Runs the step in the update phase of the edge's delta cycle.
  class Edge final : public sc_core::sc_prim_channel {
   public:
    explicit Edge(Network& network)
        : sc_prim_channel(sc_core::sc_gen_unique_name("edge")), network_(network) {}
    void request() { request_update(); }

   private:
    void update() override { network_.step(); }
    Network& network_;
  };

  SC_HAS_PROCESS(Network);
  void build();
  void end_of_elaboration() override;

  void tick();
  void wake();
  void step();
  void clear(bool resets);
  void advance();
  static void settle(Terminal& terminal, const StreamWord* output);
  void report();

  std::unique_ptr<StreamNetwork> engine_;
  const sc_core::sc_time period_;  // zero: the port
  std::vector<std::unique_ptr<Terminal>> terminals_;
  std::unique_ptr<Edge> edge_;
  sc_core::sc_event tick_{"next_edge"};
  sc_core::sc_event reported_{"stepped"};
  sc_core::sc_event was_reset_{"was_reset"};
  Cycle edges_ = 0;  // of the port `clock`
  bool asleep_ = false;
  bool in_reset_ = false;
  std::exception_ptr failure_;
  std::vector<WordEvent> events_;        // of the last step
  std::vector<WordEvent> shown_events_;  // and of the one before: keeps its room
  std::vector<std::string> drops_;
};

}  // namespace wayfarer::sysc
