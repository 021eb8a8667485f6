// The processors' traffic sources: turn pattern, process and lengths into flits at the network
// interface.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <queue>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/message_port.hpp"
#include "core/network.hpp"
#include "core/random.hpp"
#include "traffic/calendar.hpp"
#include "traffic/message_table.hpp"
#include "traffic/responder.hpp"
#include "traffic/workload.hpp"

namespace wayfarer {

/// Is told of the messages at the sources.
class SourceObserver {
 public:
  virtual ~SourceObserver() = default;
  /// The message has come to the front of its source's queue.
  virtual void born(const MessageRecord& message) = 0;
  /// The header of a packet is offered, and so taken, on this port; if the network cuts messages
  /// into packets, the first data flit after the header. `bytes`: the message's from this packet
  /// on.
  virtual void injected(const MessageRecord& packet, MessageId id, unsigned port,
                        unsigned bytes) = 0;
};

/// Sends at most one flit per terminal and cycle, or one per injection port and cycle if the
/// network has parallel ports. Among the ports whose ready bit is set, those with an open message
/// and the one that the next due message would take (the lowest idle port) are served round robin.
/// Source queues are implicit: constant memory at any overload.
class Sources {
 public:
  /// `messages` must outlive the sources; every header offered is recorded there.
  Sources(const NetworkShape& shape, Workload workload, MessageTable& messages);

  /// From now on a terminal with flits to send waits in a cycle with this probability, in the midst
  /// of messages too.
  void set_gaps(double probability, std::uint64_t seed) { gaps_ = {probability, seed}; }

  /// From now on a message from a terminal to another that is not `connected` is a UsageError that
  /// names both. An empty function: all are.
  void set_connected(std::function<bool(TerminalId, TerminalId)> connected) {
    connected_ = std::move(connected);
  }

  /// From now on, records the messages' classes: `class_of` is FamilyConfig::message_class.
  void set_classes(std::function<unsigned(TerminalId, std::uint64_t)> class_of) {
    class_of_ = std::move(class_of);
    headers_.assign(want_.size(), 0);
  }

  /// `observer` must outlive the sources; null: none.
  void set_observer(SourceObserver* observer) { observer_ = observer; }

  /// Sends a message beside those of the workload. Its birth is in a cycle that was not offered
  /// yet.
  void add(const Answer& answer);

  /// Offers this cycle's flits. Call once a cycle, before `Network::step`, `now` counting from 0.
  void offer(NetworkInputs& network, Cycle now);

  /// The same for a network that takes whole messages: starts those that are due. There are no
  /// gaps and no observer, and every message is one packet.
  void start(MessagePort& network, Cycle now);

  /// Stops generating messages; those whose header has been sent are completed.
  void stop();

  /// No message is open and none will be generated.
  [[nodiscard]] bool exhausted() const { return idle() && waiting_.empty() && answers_.empty(); }

  /// No message is open or due.
  [[nodiscard]] bool idle() const { return busy_terminals_ == 0; }
  /// The cycle from `now` on in which the next message is born; kNever: there is none.
  [[nodiscard]] Cycle next_birth(Cycle now) const {
    return std::min(waiting_.next(now), next_answer());
  }
  /// The birth of the next answer that is not born yet; kNever: there is none.
  [[nodiscard]] Cycle next_answer() const {
    return answers_.empty() ? kNever : answers_.top().birth;
  }

  /// By terminal, whether it sends: by its pattern, or because it has been asked for answers.
  [[nodiscard]] const std::vector<bool>& senders() const { return senders_; }

  [[nodiscard]] std::uint64_t started_messages() const { return started_messages_; }
  /// Messages that have come to the front of their source's queue: those started, and those that
  /// wait there.
  [[nodiscard]] std::uint64_t fronted_messages() const { return fronted_messages_; }
  /// The headers among them that the network makes.
  [[nodiscard]] std::uint64_t offered_flits() const { return offered_flits_; }

  /// Answers born so far.
  [[nodiscard]] std::uint64_t born_answers() const { return born_answers_; }

  /// Messages born in cycles before `now` that have not been started: the total length of the
  /// source queues. Draws their births, so the time is proportional to the result.
  [[nodiscard]] std::uint64_t backlog(Cycle now) const;

 private:
  /// The head of a terminal's implicit queue.
  struct Head {
    Cycle birth = kNever;
    std::uint32_t sequence = 0;
    TerminalId destination = kNoTerminal;
  };
  /// What makes a terminal due.
  enum : std::uint8_t { kHeadDue = 1, kAnswerDue = 2 };

  struct LaterAnswer {
    bool operator()(const Answer& a, const Answer& b) const {
      return std::tie(a.birth, a.number) > std::tie(b.birth, b.number);
    }
  };

  /// The message open on an injection port.
  struct OpenMessage {
    MessageId id = 0;
    std::uint32_t number = 0;
    std::uint16_t next_index = 0;  ///< 0: the header of the message's next packet.
    std::uint16_t data_flits = 0;
  };
  /// The part of a message after the packet that is open on an injection port.
  struct Rest {
    MessageRecord next;  ///< Its next packet.
    unsigned bytes = 0;
  };

  struct Gaps {
    double probability = 0;
    std::uint64_t seed = 0;

    [[nodiscard]] bool at(TerminalId terminal, Cycle now) const {
      return probability > 0 && Random(seed, terminal, Purpose::kGap, now).unit() < probability;
    }
  };

  /// Moves on to the message after `head`, skipping those without a destination.
  void advance(TerminalId terminal, Head& head) const;
  void wake_due(Cycle now);
  void wake(TerminalId terminal, std::uint8_t reason);
  /// The next message that the terminal starts has come to the front of its queue.
  void front(TerminalId terminal);
  /// Whether the next message that the terminal starts is an answer: the one born first.
  [[nodiscard]] bool answer_is_next(TerminalId terminal) const;
  /// The next message that the terminal starts, without its length.
  [[nodiscard]] MessageRecord next_message(TerminalId terminal) const;
  void serve(TerminalId terminal, PortMask ready, NetworkInputs& network, Cycle now);
  void serve_ports(TerminalId terminal, PortMask ready, NetworkInputs& network, Cycle now);
  void refuse_without_route(const MessageRecord& message) const;
  /// Calls action(terminal, ready ports) for the terminals that have a flit to send and a port that
  /// takes it, in ascending order.
  template <typename Action>
  void each_ready(const std::vector<PortMask>& ready, const Action& action);
  void start_message(TerminalId terminal, unsigned port, NetworkInputs& network, Cycle now);
  void start_whole(TerminalId terminal, unsigned port, MessagePort& network, Cycle now);
  /// Its header is sent.
  void classify(MessageRecord& message);
  /// The next message has left the queue: `answer` tells which one that was.
  void leave_queue(TerminalId terminal, bool answer, Cycle now);
  void start_packet(std::size_t index, MessageRecord record, unsigned bytes,
                    NetworkInputs& network);
  void continue_message(TerminalId terminal, unsigned port, NetworkInputs& network);
  void fetch_next(TerminalId terminal, Cycle now);
  void drop_answer(TerminalId terminal);
  void set_want(TerminalId terminal, PortMask want);

  unsigned ports_;
  PortMask all_ports_;
  bool parallel_ports_;
  Workload workload_;
  Gaps gaps_;
  FlitFormat format_;
  bool has_groups_;
  bool whole_messages_;  ///< The network cuts them into packets.
  MessageTable& messages_;
  SourceObserver* observer_ = nullptr;
  std::function<bool(TerminalId, TerminalId)> connected_;
  std::function<unsigned(TerminalId, std::uint64_t)> class_of_;  ///< Empty: there is one class.
  std::vector<std::uint64_t> headers_;  ///< Sent by each terminal, while there are classes.
  std::vector<PortMask> want_;  ///< Ports with a flit to send; all of them if a message is due.
  std::vector<PortMask> open_;  ///< Ports with an open message.
  std::vector<std::uint8_t> next_port_;
  std::vector<OpenMessage> open_message_;       ///< By terminal * kMaxInjectionPorts + port.
  std::unordered_map<std::size_t, Rest> rest_;  ///< Likewise.
  std::vector<Head> head_;
  std::vector<std::uint64_t> number_;  ///< By terminal: of the message at the front, while due.
  std::vector<std::uint8_t> due_;
  std::vector<bool> senders_;
  std::priority_queue<Answer, std::vector<Answer>, LaterAnswer> answers_;  ///< To be born.
  std::vector<std::queue<Answer>> born_;        ///< Answers per terminal; empty: no answers so far.
  std::vector<std::uint32_t> started_answers_;  ///< Per terminal; likewise.
  std::uint64_t born_answers_ = 0;
  Calendar waiting_;  ///< Terminals whose next message is not born yet.
  std::uint32_t busy_terminals_ = 0;
  std::uint64_t fronted_messages_ = 0;
  std::uint64_t started_messages_ = 0;
  std::uint64_t offered_flits_ = 0;
};

/// Draws for every terminal and cycle whether the terminal stalls ejection.
class EjectionStalls {
 public:
  /// `probability` in 0..1; 0 costs nothing.
  EjectionStalls(std::uint32_t terminals, double probability, std::uint64_t seed);
  void apply(NetworkInputs& network, Cycle now);

 private:
  double probability_;
  std::uint64_t seed_;
  std::vector<std::uint8_t> stalled_;
};

}  // namespace wayfarer
