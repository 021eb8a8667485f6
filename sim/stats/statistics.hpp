// Measurements of a run, from the end of its warm-up to its end.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/network.hpp"
#include "stats/batch_means.hpp"
#include "stats/histogram.hpp"
#include "traffic/message_table.hpp"

namespace wayfarer {

/// Latencies in cycles, both ends counted: a message born in cycle b whose tail is delivered by the
/// step of cycle d has latency d - b + 1.
struct LatencySummary {
  std::uint64_t count = 0;
  double mean = 0;
  double sd = 0;
  double half_width =
      0;  ///< Half-width of the mean's 95 % confidence interval; infinite: too few batches.
  Cycle min = 0;
  Cycle p50 = 0;
  Cycle p99 = 0;
  Cycle max = 0;
};

/// One latency's samples: mean and deviation by Welford's recurrence, percentiles by histogram.
class LatencyCollector {
 public:
  void add(Cycle offset, Cycle latency);
  [[nodiscard]] LatencySummary summary(Cycle cycles) const;
  [[nodiscard]] const Histogram& histogram() const { return histogram_; }

 private:
  Histogram histogram_;
  BatchMeans batches_;
  double mean_ = 0;
  double square_sum_ = 0;
};

/// Latencies of request-reply traffic by class, from birth. A round trip is from the request's
/// birth to the reply's delivery.
struct ExchangeSummary {
  LatencySummary requests;
  LatencySummary replies;
  LatencySummary round_trips;
};

/// What makes routers switch, beside the flits on channels, in all of the network.
struct SwitchingEvents {
  std::uint64_t headers = 0;         ///< Headers that left a router, by a channel or to a terminal.
  std::uint64_t driver_changes = 0;  ///< Flits on channels whose last flit had another driver.
  std::uint64_t channel_starts = 0;  ///< Flits on channels that had none in the cycle before.
};

struct Measurements {
  Cycle first_cycle = 0;           ///< First cycle of the measurement window.
  Cycle cycles = 0;                ///< Its length.
  LatencySummary latency;          ///< From birth, queueing at the source included.
  LatencySummary network_latency;  ///< From the cycle in which the network took the header.
  std::optional<ExchangeSummary> exchange;    ///< Present for traffic with replies.
  std::vector<LatencySummary> class_latency;  ///< From birth, by class of messages, if several.
  std::vector<Histogram::Bin> histogram;      ///< Histogram of `latency`.
  double injected_flits = 0;  ///< Per terminal and cycle: the paper's injection rate.
  double accepted_flits = 0;  ///< Delivered, per terminal and cycle: the paper's ejection rate.
  double accepted_flits_half_width = 0;
  double accepted_messages = 0;  ///< Delivered, per terminal and cycle.
  double accepted_bytes = 0;     ///< Data bytes of the packets delivered, likewise; copies count.
  double utilisation = 0;        ///< Mean over the network's channels: "traffic".
  std::optional<SwitchingEvents> switching;  ///< Empty: not wanted.
  std::vector<double> channel_utilisation;   ///< Share of cycles with a flit that was acknowledged.
  /// The same by channel and driver, that is, virtual channel; empty: not wanted.
  std::vector<std::vector<double>> driver_utilisation;
  std::vector<std::uint64_t> delivered_by_source;  ///< Messages of each terminal,
  std::vector<double> latency_by_source;           ///< and their mean latency; 0: none.
  double fairness = 1;  ///< Jain's index of delivered_by_source, of those that send: 1 is even.
  TerminalId worst_terminal = 0;  ///< The source with the greatest mean latency.
  double worst_latency = 0;       ///< That mean.
};

/// Messages count when their tail is delivered inside the window, whenever they were born.
class Statistics {
 public:
  explicit Statistics(const NetworkShape& shape);

  /// From now on, counts flits by driver as well. `observe` must see all transfers.
  void count_drivers() { driver_flits_.assign(std::size_t{channels_} * drivers_, 0); }

  /// From now on, counts Measurements::switching. `observe` must see all transfers.
  void count_switching() {
    switching_.emplace();
    last_driver_.assign(channels_, 0);
    last_cycle_.assign(channels_, 0);
  }

  /// From now on, measures Measurements::class_latency of so many classes.
  void measure_classes(unsigned classes) { classes_.resize(classes); }

  /// Starts the window with cycle `now` and discards everything before.
  void begin(Cycle now);

  /// Flits that entered and left a network in a cycle.
  struct Flits {
    std::uint64_t injected = 0;
    std::uint64_t delivered = 0;
  };

  /// Adds the results of the step of cycle `now`, except completed messages. `counted`: the network
  /// adds to `channel_flits` itself.
  void observe(const Network& network, Cycle now, const Flits& flits, bool counted = false);

  /// The same for `cycles` cycles from `now` on in which no flit moves.
  void observe_idle(Cycle now, Cycle cycles) {
    delivered_batches_.add_zeros(now - first_, now - first_ + cycles);
  }

  /// Adds a message whose tail was delivered by the step of cycle `now`.
  void complete(const MessageRecord& message, Cycle now);

  /// Adds the same message to those of its class, for traffic with replies. `request_birth`: of
  /// what it replies to; none: it is a request.
  void complete_exchange(const MessageRecord& message, Cycle now,
                         const std::optional<Cycle>& request_birth);

  /// For Network::count_transfers: flits by channel since `begin`.
  [[nodiscard]] std::uint64_t* channel_flits() { return channel_flits_.data(); }

  /// The measurements of the window up to, not including, cycle `end`. `senders`: by terminal,
  /// whether it sends. `channels`: those that the network has; the numbers of its shape may be
  /// more.
  [[nodiscard]] Measurements finish(Cycle end, const std::vector<bool>& senders,
                                    std::uint32_t channels) const;

 private:
  struct Exchange {
    LatencyCollector requests;
    LatencyCollector replies;
    LatencyCollector round_trips;
  };

  void observe_switching(const Network& network, Cycle now);
  void measure_terminals(const std::vector<bool>& senders, Measurements& result) const;

  std::uint32_t terminals_;
  std::uint32_t channels_;
  std::uint32_t drivers_;
  Cycle first_ = 0;
  LatencyCollector latency_;
  LatencyCollector network_latency_;
  std::unique_ptr<Exchange> exchange_;
  std::vector<LatencyCollector> classes_;  ///< By class of messages; empty: not wanted.
  BatchMeans delivered_batches_;
  std::uint64_t injected_flits_ = 0;
  std::uint64_t delivered_flits_ = 0;
  std::vector<std::uint64_t> channel_flits_;
  std::vector<std::uint64_t> driver_flits_;  ///< By channel * drivers_ + driver; empty: not wanted.
  std::optional<SwitchingEvents> switching_;  ///< Empty: not wanted.
  std::vector<std::uint8_t> last_driver_;     ///< By channel, of its last flit.
  std::vector<Cycle> last_cycle_;             ///< By channel, after its last flit.
  std::vector<std::uint64_t> source_messages_;
  std::vector<std::uint64_t> source_latency_;
};

/// Decides online when a run has settled: MSER-5 over the latencies of delivered messages,
/// evaluated whenever their number has doubled. Constant memory: neighbours are averaged from 5,000
/// on.
class WarmupDetector {
 public:
  void add(double latency);
  [[nodiscard]] bool settled() const { return settled_; }

 private:
  static constexpr std::size_t kFirstLook = 1000;
  static constexpr std::size_t kMaxValues = 5000;

  void look();

  std::vector<double> values_;
  double pending_sum_ = 0;
  std::size_t pending_ = 0;
  std::size_t stride_ = 1;  ///< Messages averaged into one value.
  std::size_t messages_ = 0;
  std::size_t next_look_ = kFirstLook;
  bool settled_ = false;
};

}  // namespace wayfarer
