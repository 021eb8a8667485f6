#include "bench/run_on_clocks.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <string>

#include <systemc>

namespace wayfarer {
namespace {

using AtEdges = std::function<bool(const std::vector<unsigned>&)>;

/// The clocks that rise in an instant, and the event of a delta cycle later.
struct Risen {
  std::vector<unsigned> numbers;
  sc_core::sc_event event{"risen"};
};

/// One clock, which notes its edges.
class Domain final : public sc_core::sc_module {
 public:
  Domain(const sc_core::sc_module_name& name, unsigned number, const BenchClock& clock,
         Risen& risen)
      : sc_module(name),
        clock_("clock", sc_core::sc_time(clock.period, sc_core::SC_PS), 0.5,
               sc_core::sc_time(clock.first, sc_core::SC_PS), true),
        number_(number),
        risen_(risen) {
    SC_METHOD(rise);
    sensitive << clock_.posedge_event();
    dont_initialize();
  }

 private:
  SC_HAS_PROCESS(Domain);

  void rise() {
    risen_.numbers.push_back(number_);
    risen_.event.notify(sc_core::SC_ZERO_TIME);
  }

  sc_core::sc_clock clock_;
  const unsigned number_;
  Risen& risen_;
};

/// All clocks; passes on the edges of each instant.
class Domains final : public sc_core::sc_module {
 public:
  Domains(const sc_core::sc_module_name& name, const std::vector<BenchClock>& clocks,
          const AtEdges& at_edges)
      : sc_module(name), at_edges_(at_edges) {
    for (unsigned number = 0; number < clocks.size(); ++number)
      domains_.push_back(std::make_unique<Domain>(("domain_" + std::to_string(number)).c_str(),
                                                  number, clocks[number], risen_));
    SC_METHOD(pass_on);
    sensitive << risen_.event;
    dont_initialize();
  }

  [[nodiscard]] const std::exception_ptr& failure() const { return failure_; }

 private:
  SC_HAS_PROCESS(Domains);

  void pass_on() {
    std::sort(risen_.numbers.begin(), risen_.numbers.end());
    bool goes_on = false;
    try {
      goes_on = at_edges_(risen_.numbers);
    } catch (...) {
      failure_ = std::current_exception();
    }
    risen_.numbers.clear();
    if (!goes_on) sc_core::sc_pause();
  }

  const AtEdges& at_edges_;
  Risen risen_;
  std::vector<std::unique_ptr<Domain>> domains_;
  std::exception_ptr failure_;
};

}  // namespace

void run_on_clocks(const std::vector<BenchClock>& clocks, const AtEdges& at_edges) {
  Domains bench("domains", clocks, at_edges);
  sc_core::sc_start();
  if (bench.failure()) std::rethrow_exception(bench.failure());
}

}  // namespace wayfarer
