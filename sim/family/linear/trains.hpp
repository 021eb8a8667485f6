// The linear client-server network as rigid trains: exact, but with events only where a header
// crosses a switch.
//
// Buffers of one flit that are refilled while they are emptied keep the flits of a message
// contiguous: all of them move when the header moves. Let g_D be the cycle in which the header of a
// message of e flits crosses the switch at distance D (1: the server's). After the last switch
// nothing stalls, so the tail crosses the switch at distance D in cycle
//   T_D = g_1 + e - D  for e >= D,   T_D = g_{D-e+1}  otherwise.
// The next message may cross that switch from cycle T_{D-1} on (the tail leaves the next buffer,
// which is refilled), at D = 1 from T_1 + 1 on; its own host's next header may be in the host's
// buffer from T_hops + 1 on. Each of these becomes known when a header crosses a switch, in time.
#pragma once

#include <optional>
#include <vector>

#include "family/linear/periodic_hosts.hpp"
#include "family/linear/topology.hpp"

namespace wayfarer {

/// A message that was later than its host's deadline.
struct DeadlineMiss {
  HostId host = 0;
  Cycle release = 0;
  Cycle response = 0;
};

struct TrainReport {
  std::vector<Cycle> worst;          ///< Longest response of each host; 0: no delivery.
  std::vector<Cycle> waiting;        ///< Age of its oldest message that was not delivered; or 0.
  std::optional<DeadlineMiss> miss;  ///< The one delivered first.
  std::uint64_t flit_moves = 0;      ///< Flits times hops, summed over delivered messages.
  Cycle cycles = 0;                  ///< Simulated.
  bool repeats = false;              ///< The state has recurred: `worst` holds for all time.
};

/// Runs programs of hosts (HostProgram) from the empty network. One object may run many times.
class LinearTrains {
 public:
  explicit LinearTrains(const LinearTopology& topology, bool upstream_first = false);

  /// One program for each host. Ends before the horizon when the state repeats after a hyperperiod.
  [[nodiscard]] TrainReport run(const std::vector<HostProgram>& programs, Cycle horizon);

 private:
  /// A header in the buffer of an input, or on its way from the host.
  struct Header {
    Cycle arrival = kNever;  ///< First cycle in the buffer; kNever: no header.
    Cycle release = 0;
    HostId host = 0;
  };

  /// The data of a host that crossings need, kept together.
  struct Host {
    HostProgram program;
    Cycle next_release = 0;
    Cycle worst = 0;
    std::uint64_t delivered = 0;
    unsigned hops = 0;
    unsigned input = 0;          ///< Switch times two plus input.
    std::vector<SwitchId> path;  ///< By distance, the server's switch first.
  };

  void reset(const std::vector<HostProgram>& programs);
  void run_until(Cycle end);
  void cross(SwitchId at, Cycle now);
  void arrive_at_server(const Header& header, Cycle now);
  void release_next(HostId host, Cycle earliest);
  void set_free(SwitchId at, Cycle from);
  void refresh(SwitchId at);
  [[nodiscard]] std::vector<Cycle> state(Cycle now) const;
  [[nodiscard]] TrainReport report(Cycle cycles, bool repeats) const;

  bool upstream_first_;
  std::vector<Host> hosts_;
  std::vector<unsigned> target_;  ///< Input that a switch feeds: switch times two plus input.
  std::vector<unsigned> distance_;
  std::vector<Header> headers_;        ///< By switch times two plus input.
  std::vector<Cycle> free_from_;       ///< kNever: held by a message whose end is not yet known.
  std::vector<std::uint64_t> events_;  ///< Next crossing of each switch: cycle, then switch.
  std::optional<DeadlineMiss> miss_;
};

/// The least common multiple of the periods that are not 0; kNever when it is above the limit.
[[nodiscard]] Cycle hyperperiod(const std::vector<HostProgram>& programs, Cycle limit);

}  // namespace wayfarer
