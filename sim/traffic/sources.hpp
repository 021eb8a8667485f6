// The processors' sending side: turns pattern, process and lengths into flits at the network
// interface.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/network.hpp"
#include "traffic/calendar.hpp"
#include "traffic/message_table.hpp"
#include "traffic/workload.hpp"

namespace wayfarer {

/// Sends at most one flit a terminal and cycle, or where the network has parallel lanes, one on
/// each lane. Among the lanes whose ready bit is set, those with an open message and the one that
/// the next due message would take (the lowest idle one) are served in turn. Source queues are
/// implicit: constant memory at any overload.
class Sources {
 public:
  /// `messages` must outlive the sources; every header offered is entered there.
  Sources(const NetworkShape& shape, Workload workload, MessageTable& messages);

  /// Offers this cycle's flits. Call once a cycle, before `Network::step`, `now` counting from 0.
  void offer(Network& network, Cycle now);

  /// Stops the birth of messages; those whose header has been sent are completed.
  void stop();

  /// Nothing is being sent and nothing will be born.
  [[nodiscard]] bool exhausted() const { return busy_terminals_ == 0 && waiting_.empty(); }

  [[nodiscard]] std::uint64_t started_messages() const { return started_messages_; }
  /// The headers among them that the network makes.
  [[nodiscard]] std::uint64_t offered_flits() const { return offered_flits_; }

  /// Messages born in cycles before `now` that have not been started: the source queues' lengths,
  /// all terminals together. Draws their births: takes time in proportion to the answer.
  [[nodiscard]] std::uint64_t backlog(Cycle now) const;

 private:
  /// The head of a terminal's implicit queue.
  struct Head {
    Cycle birth = kNever;
    std::uint32_t sequence = 0;
    TerminalId destination = kNoTerminal;
  };
  /// The message open on a lane.
  struct Lane {
    MessageId message = 0;
    std::uint16_t next_index = 0;  ///< 0: the header of the message's next packet.
    std::uint16_t data_flits = 0;
  };
  /// What is left to be sent of a message behind the packet open on a lane.
  struct Rest {
    MessageRecord next;  ///< Its next packet.
    unsigned bytes = 0;
  };

  /// Moves on to the message after `head`, skipping those that are not sent.
  void advance(TerminalId terminal, Head& head) const;
  void wake_due(Cycle now);
  void serve(TerminalId terminal, LaneMask ready, Network& network, Cycle now);
  void serve_lanes(TerminalId terminal, LaneMask ready, Network& network, Cycle now);
  void start_message(TerminalId terminal, unsigned lane, Network& network, Cycle now);
  void start_packet(std::size_t lane, MessageRecord record, unsigned bytes, Network& network);
  void continue_message(TerminalId terminal, unsigned lane, Network& network);
  void fetch_next(TerminalId terminal, Cycle now);
  void set_want(TerminalId terminal, LaneMask want);

  unsigned lanes_;
  LaneMask all_lanes_;
  bool parallel_lanes_;
  Workload workload_;
  FlitFormat format_;
  bool has_groups_;
  bool whole_messages_;  ///< The network makes packets of them.
  MessageTable& messages_;
  std::vector<LaneMask> want_;  ///< Lanes with something to send; all of them if a head is due.
  std::vector<LaneMask> open_;  ///< Lanes with an open message.
  std::vector<std::uint8_t> next_lane_;
  std::vector<Lane> lane_;      ///< Terminal times kMaxLanes plus lane.
  std::unordered_map<std::size_t, Rest> rest_;  ///< By the same number.
  std::vector<Head> head_;
  std::vector<std::uint8_t> due_;
  Calendar waiting_;            ///< Terminals whose head is not born yet.
  std::uint32_t busy_terminals_ = 0;
  std::uint64_t started_messages_ = 0;
  std::uint64_t offered_flits_ = 0;
};

/// Draws which terminals accept nothing, anew for every terminal and cycle.
class EjectionStalls {
 public:
  /// `probability` in 0..1; 0 costs nothing.
  EjectionStalls(std::uint32_t terminals, double probability, std::uint64_t seed);
  void apply(Network& network, Cycle now);

 private:
  double probability_;
  std::uint64_t seed_;
  std::vector<std::uint8_t> stalled_;
};

}  // namespace wayfarer
