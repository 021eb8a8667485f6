// One run divided into the phases of a clock cycle. The clock owner, a plain loop or the SystemC
// bench, calls them; both give the same run, since a run is only this sequence of calls.
#pragma once

#include <functional>

#include "core/types.hpp"

namespace wayfarer {

/// Called at intervals with the cycles done and to do; false stops the run and keeps its results.
using ProgressCallback = std::function<bool(Cycle done, Cycle total)>;

/// Per cycle: send, step, receive, observe, watch, advance, once each in this order. Every phase
/// may throw CheckFailed or UsageError, after which the run is over.
class CyclePhases {
 public:
  virtual ~CyclePhases() = default;

  /// Whether the run is over.
  [[nodiscard]] virtual bool finished() const = 0;

  virtual void send() = 0;     ///< Stalls the sinks and offers the sources' flits.
  virtual void step() = 0;     ///< The network's clock edge.
  virtual void receive() = 0;  ///< Checks what the edge delivered.
  virtual void observe() = 0;  ///< Statistics, and the network's error ports.
  virtual void watch() = 0;    ///< Checks for deadlock.
  virtual void advance() = 0;  ///< The cycle is over.

  [[nodiscard]] virtual Cycle now() const = 0;     ///< Cycles done; the number of the next one.
  [[nodiscard]] virtual Cycle cycles() const = 0;  ///< Cycles to do unless it ends earlier.

  /// Ends the run after the current cycle.
  virtual void interrupt() = 0;
};

/// Whether another cycle follows; also calls `progress` and interrupts the run if it returns false.
/// Call before every cycle.
[[nodiscard]] inline bool proceed(CyclePhases& run, const ProgressCallback& progress) {
  constexpr Cycle kProgressInterval = 64;
  if (run.finished()) return false;
  if (!progress || run.now() % kProgressInterval != 0) return true;
  if (progress(run.now(), run.cycles())) return true;
  run.interrupt();
  return false;
}

/// The phases of one cycle.
inline void run_cycle(CyclePhases& run) {
  run.send();
  run.step();
  run.receive();
  run.observe();
  run.watch();
  run.advance();
}

/// Clocks a run in a plain loop.
inline void run_in_loop(CyclePhases& run, const ProgressCallback& progress = {}) {
  while (proceed(run, progress)) run_cycle(run);
}

}  // namespace wayfarer
