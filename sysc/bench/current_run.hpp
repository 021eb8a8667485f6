// The current run, shared by the modules of the bench.
#pragma once

#include <exception>
#include <utility>

#include <systemc>

#include "core/cycle_phases.hpp"

namespace wayfarer::bench {

/// Calls the phases for the modules. An exception must not reach the kernel, which would turn it
/// into its own report: it ends the run, pauses the kernel and is kept for `end`.
class CurrentRun {
 public:
  void begin(CyclePhases& phases, const ProgressCallback& progress) {
    phases_ = &phases;
    progress_ = &progress;
  }

  /// Drops the run and rethrows the exception that ended it, if any.
  void end() {
    phases_ = nullptr;
    progress_ = nullptr;
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  }

  /// Starts a cycle if another one follows, else pauses the kernel.
  void open_cycle() {
    const bool known = attempt([this] { in_cycle_ = proceed(*phases_, *progress_); });
    if (known && !in_cycle_) sc_core::sc_pause();
  }

  /// False between two runs, while the clock finishes the cycle in which the last one was ended.
  [[nodiscard]] bool in_cycle() const { return in_cycle_; }

  void close_cycle() {
    perform(&CyclePhases::advance);
    in_cycle_ = false;
  }

  /// Whether the phase ended without an exception.
  bool perform(void (CyclePhases::*phase)()) {
    return attempt([this, phase] { (phases_->*phase)(); });
  }

 private:
  template <typename Action>
  bool attempt(const Action& action) {
    try {
      action();
      return true;
    } catch (...) {
      failure_ = std::current_exception();
      in_cycle_ = false;
      sc_core::sc_pause();
      return false;
    }
  }

  CyclePhases* phases_ = nullptr;
  const ProgressCallback* progress_ = nullptr;
  std::exception_ptr failure_;
  bool in_cycle_ = false;
};

}  // namespace wayfarer::bench
