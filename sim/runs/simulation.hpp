// One run: traffic into a network, everything that comes out checked and measured.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "core/network.hpp"
#include "core/progress_callback.hpp"
#include "events/event_check.hpp"
#include "events/recorder.hpp"
#include "family/family.hpp"
#include "runs/harness.hpp"
#include "stats/statistics.hpp"
#include "stats/time_series.hpp"
#include "traffic/workload.hpp"

namespace wayfarer {

/// A window of cycles that goes into a wave file.
struct WaveWindow {
  std::string path;   ///< Empty: none.
  Cycle from = 0;     ///< First cycle.
  Cycle to = kNever;  ///< First cycle no longer in it.
  std::vector<unsigned> nodes =
      {};  ///< Of which the insides are in it; empty: as a build has them.
};

/// How a workload is simulated.
struct SimulationOptions : HarnessOptions {
  Cycle cycles = 100'000;       ///< All cycles of the run, its warm-up included.
  std::optional<Cycle> warmup;  ///< Cycles before the measurement; kNever: detected by MSER-5;
                                ///< empty: see warmup_of.
  bool series = false;          ///< SimulationResult::series is wanted.
  bool by_driver = false;       ///< Measurements::driver_utilisation is wanted.
  bool energy = false;          ///< Measurements::switching is wanted, for EnergyModel.
  bool single_flits = false;    ///< Offers and checks flits even where whole messages would do.
  bool every_cycle = false;     ///< Steps the network even while it is empty.
  WaveWindow waves;
};

enum class Verdict {
  kConverged,    ///< Mean latency known within 5 % (95 % confidence).
  kSaturated,    ///< Source queues and network filled up during the measurement.
  kCompleted,    ///< Finite traffic: all messages were delivered.
  kImprecise,    ///< Mean latency not known within 5 %: more_cycles says what is missing.
  kIncomplete,   ///< Finite traffic: the cycles ended before the messages.
  kInterrupted,  ///< By the user.
};
[[nodiscard]] std::string to_string(Verdict verdict);

struct SimulationResult {
  std::string build;  ///< How the hardware was built (Network::build); empty: no hardware.
  double rate = 0;    ///< Messages per terminal and cycle that the load asked for.
  double offered_messages = 0;  ///< Born in the measurement window, per terminal and cycle.
  double offered_flits = 0;     ///< The same in flits,
  double offered_bytes = 0;     ///< and in data bytes.
  double growth = 0;            ///< Share of those that piled up: (born - delivered) / born.
  Measurements measured;
  std::optional<std::uint64_t> toggles;  ///< In the measurement window; empty: not counted.
  Cycle warmup = 0;                      ///< As it was in the end.
  Cycle cycles = 0;                      ///< Simulated altogether.
  Cycle skipped_cycles = 0;              ///< Those passed over, as the network was empty.
  Cycle last_delivery = 0;               ///< Cycle of the last tail: when a batch is complete.
  Cycle oldest_in_flight = 0;            ///< Greatest age of a message in the network.
  std::uint64_t delivered_messages = 0;  ///< In the whole run.
  std::uint64_t delivered_copies = 0;    ///< The same, each copy of a multicast message counted.
  std::uint64_t lost_packets = 0;        ///< Finite traffic: discarded by the network.
  std::vector<SeriesWindow> series;      ///< From the first cycle on, if wanted.
  bool interrupted = false;
  bool whole_messages = false;  ///< Messages came and went by the network's MessagePort.
  Verdict verdict = Verdict::kImprecise;
};

/// Cycles by which an imprecise run must be longer, if its latencies go on to vary as they did, for
/// the mean to be known within 5 %, rounded up to two digits; 0: too few messages to tell.
[[nodiscard]] Cycle more_cycles(const SimulationResult& result);

/// The warm-up that the options name, or else three tenths of the cycles; or none if the traffic is
/// finite, which is measured from its first message to its last one.
[[nodiscard]] Cycle warmup_of(const SimulationOptions& options, bool finite);

/// A run: the parts that it is made of and their state. The clock's owner, a plain loop
/// (run_in_loop) or a bench of SystemC modules, runs cycle after cycle, and then calls `finish`.
/// Both give the same run, as a cycle is the same calls in the same order.
class Simulation final {
 public:
  /// Resets the network, which must outlive the simulation. Throws UsageError for options that do
  /// not fit.
  Simulation(Network& network, const NetworkConfig& config, Workload workload,
             const SimulationOptions& options);
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;
  ~Simulation();

  /// From now on, makes the run's events for the sinks that are added. Call before the first cycle.
  EventRecorder& record();

  /// Whether another cycle follows. Call before every one. Calls `progress` at intervals, and ends
  /// the run if it returns false.
  [[nodiscard]] bool proceed(const ProgressCallback& progress);

  /// A cycle, and those after it in which nothing happens. It may throw CheckFailed or UsageError,
  /// after which the run is over.
  void run_cycle();

  /// The parts of a cycle, in this order. `offer` is followed by the network's step, `check` is
  /// called for each delivery, and `measure` and `answer` for each message that it returns.
  void begin_cycle();                 ///< Waves and events.
  void offer(NetworkInputs& inputs);  ///< Stalls the sinks and offers the sources' flits.
  const MessageRecord* check(const Delivery& delivery) { return harness_.check(delivery); }
  void measure(const MessageRecord& message);
  void answer(const MessageRecord& message);  ///< Sends the messages that depend on it.
  void measure_cycle();
  void record_cycle();  ///< Events.
  void refuse_errors() { harness_.refuse_errors(); }
  void watch() { harness_.watch(); }  ///< For deadlock.
  void end_cycle();

  [[nodiscard]] Network& network() { return network_; }
  [[nodiscard]] Cycle now() const { return harness_.now(); }  ///< The number of the next cycle.

  /// Closes the measurement. Throws CheckFailed when finite traffic ended with messages missing, or
  /// when the events are not those of the run.
  [[nodiscard]] SimulationResult finish();

 private:
  /// Whether the measurements need each transfer; else the network may count them.
  [[nodiscard]] bool lists_transfers() const { return options_.by_driver || options_.energy; }
  [[nodiscard]] bool finished() const;
  [[nodiscard]] bool whole_messages_do() const;
  void skip_idle();
  void settle_counts();
  void trace_waves();
  void add_answers();
  [[nodiscard]] bool warm() const;
  [[nodiscard]] bool complete() const;
  void begin_measurement();
  void expect_events() const;
  void expect_traffic() const;
  void measure_offered();
  [[nodiscard]] Verdict judge(double growth, double populations) const;

  Network& network_;
  SimulationOptions options_;
  Workload workload_;
  Harness harness_;
  std::unique_ptr<Responder> responder_;
  std::vector<Answer> answers_;  ///< Scratch of `deliver`.
  Statistics statistics_;
  TimeSeries series_;
  WarmupDetector warmup_;
  std::unique_ptr<MessagePaths> paths_;  ///< These three: while events are recorded.
  std::unique_ptr<EventRecorder> events_;
  EventCheck event_check_;
  SimulationResult result_;
  bool counted_ = false;  ///< The network counts the flits on its channels.
  bool measuring_ = false;
  Cycle next_progress_ = 0;
  std::uint64_t offered_before_ = 0;     ///< Flits offered before this cycle.
  std::uint64_t population_before_ = 0;  ///< At the begin of the measurement; likewise:
  std::uint64_t answers_before_ = 0;     ///< Born answers,
  std::uint64_t bytes_before_ = 0;       ///< and data bytes delivered.
  std::uint64_t toggles_before_ = 0;
};

/// Clocks a run in a plain loop.
inline void run_in_loop(Simulation& run, const ProgressCallback& progress = {}) {
  while (run.proceed(progress)) run.run_cycle();
}

}  // namespace wayfarer
