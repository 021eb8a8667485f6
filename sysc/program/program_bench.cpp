#include "program/program_bench.hpp"

#include <exception>
#include <utility>

#include <systemc>

#include "wayfarer_systemc/bench/bench.hpp"

namespace wayfarer {

struct ProgramBench::Modules {
  explicit Modules(const std::vector<BenchClock>& clocks) {
    for (const BenchClock& clock : clocks) {
      clocks_.push_back(std::make_unique<sc_core::sc_clock>(
          sc_core::sc_gen_unique_name("clock"), sc_core::sc_time(clock.period, sc_core::SC_PS), 0.5,
          sc_core::sc_time(clock.first, sc_core::SC_PS), true));
      bench.clocks.bind(*clocks_.back());
    }
  }

  sysc::Bench bench{"bench"};

 private:
  std::vector<std::unique_ptr<sc_core::sc_clock>> clocks_;
};

ProgramBench::ProgramBench(std::vector<BenchClock> clocks) : clocks_(std::move(clocks)) {}

ProgramBench::~ProgramBench() = default;

/// An error that a report throws through the kernel would end it. Here, reports of the bench do
/// not throw, as the exception behind them is at hand.
void ProgramBench::run(Simulation& simulation, const ProgressCallback& progress) {
  if (!modules_) {
    modules_ = std::make_unique<Modules>(clocks_);
    for (const char* const type : sysc::report::kOfBench)
      sc_core::sc_report_handler::set_actions(type, sc_core::SC_ERROR, sc_core::SC_DO_NOTHING);
  }
  sysc::Bench& bench = modules_->bench;
  bench.begin(simulation, progress);
  while (bench.running()) sc_core::sc_start(1, sc_core::SC_US);
  if (bench.failure()) std::rethrow_exception(bench.failure());
}

}  // namespace wayfarer
