// A host's own sender and deadline monitor: the models of linear_sender and linear_monitor.
#pragma once

#include <algorithm>
#include <array>

#include "family/linear/flit.hpp"
#include "family/linear/periodic_hosts.hpp"

namespace wayfarer::linear {

constexpr std::uint32_t kCountMax = (1u << PeriodicHosts::kRegisterBits) - 1;

/// Releases a message in every period, or on demand with at least a period between two. Per cycle:
/// `begin`, then `offers` and `flit` any number of times, then `end`.
class Sender {
 public:
  void program(const HostProgram& program, std::uint8_t own, std::uint8_t server) {
    *this = {};
    program_ = program;
    program_.flits = std::max(program.flits, 1u);
    own_ = own;
    server_ = server;
    countdown_ = program.phase;
  }

  [[nodiscard]] bool enabled() const { return program_.period != 0; }

  [[nodiscard]] bool due() const { return enabled() && countdown_ == 0; }

  /// Starts the cycle. Returns whether a message is released in it; a periodic sender has demand
  /// in every cycle.
  bool begin(bool demand) {
    released_ = due() && demand;
    return released_;
  }

  [[nodiscard]] bool offers() const { return index_ != 0 || backlog_ != 0 || released_; }

  [[nodiscard]] Flit flit() const {
    return {own_message(own_, sequence_), static_cast<std::uint16_t>(index_),
            tag_of(index_, program_.flits), own_, server_};
  }

  /// Ends the cycle; `taken`: the offered flit was taken.
  void end(bool taken) {
    const bool started = taken && index_ == 0;
    if (started && !released_) --backlog_;
    if (!started && released_) backlog_ = std::min(backlog_ + 1, kCountMax);
    if (taken && ++index_ == program_.flits) {
      index_ = 0;
      ++sequence_;
    }
    if (released_) countdown_ = program_.period;
    if (countdown_ != 0) --countdown_;
  }

 private:
  HostProgram program_;
  std::uint8_t own_ = 0;
  std::uint8_t server_ = 0;
  bool released_ = false;
  std::uint16_t sequence_ =
      0;                       ///< Sequence number of the message that is being sent or comes next.
  std::uint32_t index_ = 0;    ///< Index of the next flit; 0: no message is open.
  std::uint32_t backlog_ = 0;  ///< Released before this cycle, not started.
  std::uint32_t countdown_ = 0;  ///< Cycles until the next release.
};

/// Monitors the oldest outstanding message. Messages arrive in order. If they are released at equal
/// intervals, one age and one count suffice for any number of them; else the intervals are kept, of
/// at most kMaxOutstanding messages.
class Monitor {
 public:
  static constexpr std::uint32_t kMaxOutstanding = 4;

  void program(const HostProgram& program, bool sporadic) {
    *this = {};
    sporadic_ = sporadic;
    period_ = program.period;
    deadline_ = program.deadline;
  }

  /// Whether another message may be released.
  [[nodiscard]] bool room() const { return !sporadic_ || status_.outstanding < kMaxOutstanding; }

  /// The events of one cycle.
  void observe(bool released, bool delivered) {
    delivered = delivered && status_.outstanding != 0;
    if (delivered) status_.worst = std::max(status_.worst, age_);
    if (deadline_ != 0 && status_.outstanding != 0)
      status_.missed |= delivered ? age_ > deadline_ : age_ >= deadline_;
    const bool waiting = status_.outstanding != 0;
    const std::uint32_t older = status_.outstanding - delivered;  // than a released one
    status_.outstanding = older + released;
    if (sporadic_) {
      if (released && older != 0) intervals_[kept_++] = since_;
      since_ = released ? 1 : std::min(since_ + 1, kCountMax);
    }
    if (delivered)
      age_ = age_ - next_interval() + 1;
    else
      age_ = waiting ? std::min(age_ + 1, kCountMax) : 1;
  }

  [[nodiscard]] const HostStatus& status() const { return status_; }

 private:
  /// From the release of the delivered message to that of the next.
  std::uint32_t next_interval() {
    if (!sporadic_) return period_;
    if (kept_ == 0) return age_;
    const std::uint32_t first = intervals_[0];
    --kept_;
    std::move(intervals_.begin() + 1, intervals_.end(), intervals_.begin());
    return first;
  }

  bool sporadic_ = false;
  std::uint32_t period_ = 0;
  std::uint32_t deadline_ = 0;
  std::uint32_t age_ = 0;    ///< Age of the oldest message in this cycle.
  std::uint32_t since_ = 0;  ///< The last release.
  std::uint32_t kept_ = 0;
  std::array<std::uint32_t, kMaxOutstanding> intervals_ = {};  ///< The oldest first.
  HostStatus status_;
};

}  // namespace wayfarer::linear
