// The run that the modules of a bench carry out.
#pragma once

#include <exception>
#include <utility>

#include <systemc>

#include "core/lockstep.hpp"
#include "runs/simulation.hpp"
#include "wayfarer_systemc/reports.hpp"

namespace wayfarer::sysc {

/// Between two runs the modules do nothing. A run ends with its last cycle, or when a part of it
/// fails. A failure is reported by sc_report as an error, which throws unless the user has set
/// other actions, and the exception is kept for the one who has started the run.
class CurrentRun {
 public:
  void begin(Simulation& run, ProgressCallback progress) {
    run_ = &run;
    pair_ = run.network().find<LockstepNetwork>();
    progress_ = std::move(progress);
    failure_ = nullptr;
  }

  void end() { run_ = nullptr; }

  [[nodiscard]] bool active() const { return run_ != nullptr; }
  /// Of the run that was the last to end; null: it has not failed.
  [[nodiscard]] const std::exception_ptr& failure() const { return failure_; }

  /// Whether a cycle begins; otherwise the run is over.
  bool begin_cycle(const sc_core::sc_object& module) {
    bool begins = false;
    const bool well = attempt(module, report::kNetwork, [&](Simulation& run) {
      begins = run.proceed(progress_);
      if (begins) run.begin_cycle();
    });
    if (!begins) run_ = nullptr;
    return well && begins;
  }

  /// Calls a part of the run. Returns false if there is no run, or if the part has thrown.
  template <typename Part>
  bool attempt(const sc_core::sc_object& module, const char* report_type, const Part& part) {
    if (run_ == nullptr) return false;
    try {
      part(*run_);
      return true;
    } catch (...) {
      run_ = nullptr;
      failure_ = std::current_exception();
    }
    report_failure(module, report_type);
    return false;
  }

  [[nodiscard]] Cycle cycle() const { return run_->now(); }
  [[nodiscard]] wayfarer::Network& network() const { return run_->network(); }
  /// The engines of a run in lockstep; null: it has one engine.
  [[nodiscard]] LockstepNetwork* pair() const { return pair_; }

 private:
  void report_failure(const sc_core::sc_object& module, const char* report_type) const;

  Simulation* run_ = nullptr;
  LockstepNetwork* pair_ = nullptr;
  ProgressCallback progress_;
  std::exception_ptr failure_;
};

}  // namespace wayfarer::sysc
