// A network between the sources that feed it and the checks of what it delivers.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "config/config.hpp"
#include "core/idle_port.hpp"
#include "core/message_port.hpp"
#include "core/network.hpp"
#include "family/family.hpp"
#include "geometry/network_map.hpp"
#include "stats/scoreboard.hpp"
#include "stats/watchdog.hpp"
#include "traffic/sources.hpp"
#include "traffic/workload.hpp"

namespace wayfarer {

struct HarnessOptions {
  std::uint64_t seed = 1;        ///< Seed of all random choices.
  double stall_probability = 0;  ///< Share of (terminal, cycle) in which ejection is stalled.
  double gap_probability = 0;    ///< Share of (terminal, cycle) in which a source waits.
  bool check_order = false;      ///< Demand order for each pair: one buffer a set only.
  Cycle watchdog_limit = Watchdog::kDefaultLimit;
  Preparation prepare;  ///< After each reset; empty: the family's own.
};

/// The parts of every run. A cycle is the calls offer, step, receive (or check, for each delivery),
/// refuse_errors, watch and advance in this order, between which the owner measures what it wants;
/// any of them may throw CheckFailed or UsageError, after which the run is over.
class Harness {
 public:
  /// Resets the network, which must outlive the harness. Throws UsageError for options that do not
  /// fit.
  Harness(Network& network, const NetworkConfig& config, const Workload& workload,
          HarnessOptions options);
  Harness(const Harness&) = delete;
  Harness& operator=(const Harness&) = delete;
  ~Harness();

  /// Called by `receive` for each message that is complete, with all its packets and copies.
  void on_message(std::function<void(const MessageRecord&)> completed) {
    completed_ = std::move(completed);
  }
  /// Sends a message beside those of the workload. Its birth is in a cycle that was not offered
  /// yet.
  void add(const Answer& message) { sources_.add(message); }

  /// From now on, takes whole messages to the network and from it by its MessagePort. Before the
  /// first cycle; returns false if the network has none.
  bool open_messages();

  /// Drives the network, or what stands in its place.
  void offer(NetworkInputs& inputs) {
    stalls_.apply(inputs, now_);
    if (whole_ != nullptr)
      sources_.start(*whole_, now_);
    else
      sources_.offer(inputs, now_);
  }
  void step() { network_.step(); }
  void receive();
  /// Returns the message that the delivery completes, with all its packets and copies; else null.
  const MessageRecord* check(const Delivery& delivery);
  void refuse_errors();
  /// Networks that discard messages that wait too long cannot deadlock.
  void watch() {
    if (loses())
      note_silence();
    else
      watchdog_.observe(network_, delivered_flits(), messages_, now_);
  }
  /// Of the last step.
  [[nodiscard]] std::size_t delivered_flits() const {
    return whole_ != nullptr ? whole_->delivered() : network_.deliveries().size();
  }
  void advance() { ++now_; }
  /// Passes over cycles up to `end` in which no message is in the network or its sources, except
  /// the last one of them. Returns how many these are: 0 if the network must be stepped.
  Cycle skip_idle(Cycle end);

  [[nodiscard]] Cycle now() const { return now_; }  ///< Cycles done; the number of the next one.
  /// No message is due or in the network, except what it has discarded.
  [[nodiscard]] bool idle() const {
    return sources_.idle() && (messages_.in_flight() == 0 || silent_ > lost_after_);
  }
  /// And none will be.
  [[nodiscard]] bool drained() const { return sources_.exhausted() && idle(); }
  /// Messages in source queues and network at this moment.
  [[nodiscard]] std::uint64_t population() const {
    return sources_.backlog(now_) + messages_.in_flight();
  }

  /// For the end of a drained run: all messages were delivered, and nothing follows. Returns the
  /// number of packets that the network has discarded.
  std::uint64_t expect_end();
  /// The greatest age of a message in the network.
  [[nodiscard]] Cycle oldest_in_flight();

  [[nodiscard]] Network& network() { return network_; }
  /// Null: flits come and go one by one.
  [[nodiscard]] MessagePort* whole_messages() { return whole_; }
  [[nodiscard]] const NetworkConfig& config() const { return config_; }
  [[nodiscard]] Sources& sources() { return sources_; }
  [[nodiscard]] const Sources& sources() const { return sources_; }
  [[nodiscard]] const MessageTable& messages() const { return messages_; }
  [[nodiscard]] const Scoreboard& scoreboard() const { return scoreboard_; }
  [[nodiscard]] const HarnessOptions& options() const { return options_; }
  [[nodiscard]] std::uint64_t refused() const { return refused_; }  ///< Flits, by terminals.
  [[nodiscard]] const NetworkMap& map();

 private:
  [[nodiscard]] std::string name_of_channel(ChannelId channel);
  [[nodiscard]] std::string name_of_message(MessageId id, MessageId mask) const;
  [[nodiscard]] bool loses() const { return lost_after_ != kNever; }
  void note_silence();
  void expect_silence();

  Network& network_;
  MessagePort* whole_ = nullptr;
  IdlePort* idle_ = nullptr;       ///< Null: the network is stepped in every cycle.
  Cycle idle_cycles_ = 0;          ///< So far, without a message.
  std::uint64_t taken_flits_ = 0;  ///< By terminals, from the message port.
  NetworkConfig config_;
  HarnessOptions options_;
  std::optional<NetworkMap> map_;  ///< Made when it is first needed.
  MessageTable messages_;
  Sources sources_;
  EjectionStalls stalls_;
  Scoreboard scoreboard_;
  Watchdog watchdog_;
  std::function<void(const MessageRecord&)> completed_;
  const Cycle lost_after_;     ///< FamilyConfig::lost_after.
  std::uint64_t refused_ = 0;  ///< Flits, by terminals.
  Cycle silent_ = 0;           ///< Cycles in which nothing has moved.
  Cycle now_ = 0;
};

}  // namespace wayfarer
