// A verilated fpga_board whose APB slave is the cycle model of on-chip traffic with sinks that get
// nothing: a run ends without words.
#pragma once

#include "Vfpga_board.h"
#include "bench.hpp"
#include "flits.hpp"
#include "onchip/report.hpp"
#include "serial.hpp"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

namespace wayfarer {

class Console {
 public:
  static constexpr unsigned kDivisor = 3;  // as in CMakeLists.txt
  static constexpr TerminalId kTerminals = 3;

  explicit Console(const OnchipSettings& settings = run_settings())
      : traffic{kTerminals, false, settings} {
    bench_->button_i = 0;
    bench_.reset();
  }

  static OnchipSettings run_settings() {
    OnchipSettings settings;
    settings.load = 0x2000;
    settings.cycles = 300;
    return settings;
  }

  Vfpga_board* operator->() { return bench_.operator->(); }

  /// One clock. Sources' words are taken and never arrive, so counters are not zero. PRDATA counts
  /// in the second cycle of a transfer only. Until the line is high again, the console is busy.
  void step() {
    bench_->prdata_i = bench_->penable_o != 0 ? traffic.control().data() : random_();
    bench_->phase_i = static_cast<unsigned char>(traffic.phase());
    bench_->failed_i = traffic.failed();
    bench_.settle();
    const ApbInput apb{bench_->psel_o != 0, bench_->penable_o != 0, bench_->pwrite_o != 0,
                       static_cast<std::uint16_t>(bench_->paddr_o), bench_->pwdata_o};
    traffic.step(apb, std::vector<OnchipInput>(kTerminals, {true, nullptr}),
                 std::vector<std::uint8_t>(kTerminals));
    const bool sends = bench_->tx_o == 0;
    bench_.tick();
    if (sends) REQUIRE((bench_->led_o & 2) != 0);
    line.sample(bench_->tx_o);
  }

  void reset() { bench_.reset(); }

  /// Until a whole report is out.
  void report() {
    line.clear();
    for (unsigned cycle = 0; cycle < 100000; ++cycle) {
      step();
      const auto end = line.text().find("end ");
      if (end != std::string::npos && line.text().back() == '\n') return;
    }
    FAIL("no report");
  }

  [[nodiscard]] bool assertion_failed() { return bench_.assertion_failed(); }

  OnchipTerminals traffic;
  SerialReceiver line{kDivisor};

 private:
  Bench<Vfpga_board> bench_;
  module_test::Random random_{1};
};

}  // namespace wayfarer
