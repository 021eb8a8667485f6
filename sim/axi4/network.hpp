// A network with AXI4 ports at its terminals: two networks with streams, for requests and for
// replies, equal to a family's `*_axi4` top in every cycle.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "axi4/config.hpp"
#include "axi4/entry.hpp"
#include "axi4/exit.hpp"
#include "axi4/signals.hpp"
#include "stream/network.hpp"

namespace wayfarer {

/// In each cycle: read the outputs, set what managers and subordinates drive, `step`. All outputs
/// come from registers.
class Axi4Network {
 public:
  /// The ports of a terminal.
  struct Ports {
    bool manager = true;
    bool subordinate = true;
  };

  /// The networks have as many terminals as `ports`; messages of `requests` have beats + 1 words,
  /// those of `replies` as many as beats.
  Axi4Network(std::unique_ptr<StreamNetwork> requests, std::unique_ptr<StreamNetwork> replies,
              const Axi4Config& config, const std::vector<Ports>& ports);

  [[nodiscard]] std::size_t terminals() const { return terminals_.size(); }
  void reset();

  /// What a terminal drives at its port for a manager, and at the one for a subordinate.
  [[nodiscard]] Axi4Subordinate to_manager(TerminalId t) const;
  [[nodiscard]] Axi4Manager to_subordinate(TerminalId t) const;
  [[nodiscard]] bool drop(TerminalId t) const;

  /// What they drive in the coming step and until it is set again.
  void set_manager(TerminalId t, const Axi4Manager& signals) { terminals_[t].manager = signals; }
  void set_subordinate(TerminalId t, const Axi4Subordinate& signals) {
    terminals_[t].subordinate = signals;
  }

  void step();

 private:
  struct Terminal {
    std::optional<Axi4Entry> entry;
    std::optional<Axi4Exit> exit;
    Axi4Manager manager;
    Axi4Subordinate subordinate;
  };

  void offer(TerminalId t);

  std::unique_ptr<StreamNetwork> requests_, replies_;
  std::vector<Terminal> terminals_;
};

}  // namespace wayfarer
