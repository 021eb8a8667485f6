// A verilated `*_traffic` top beside its model, compared at every port in every cycle.
#pragma once

#include "bench.hpp"
#include "onchip/network.hpp"
#include "onchip/report.hpp"

#include <catch2/catch.hpp>

#include <string>

namespace wayfarer {

template <class Top>
class OnchipBench {
 public:
  /// `ready`: cycles after the reset until the network's tables are loaded.
  explicit OnchipBench(OnchipNetwork& model, unsigned ready = 0) : model_(model), ready_(ready) {
    drive_inputs({});
    for (int i = 0; i < 3; ++i) bench_.reset();
  }

  void step(const ApbInput& apb) {
    drive_inputs(apb);
    bench_.settle();
    compare();
    model_.step(apb);
    bench_.tick();
    ++cycle_;
    compare();
  }

  std::uint32_t transfer(bool write, unsigned address, std::uint32_t data) {
    ApbInput apb{true, false, write, static_cast<std::uint16_t>(address), data};
    step(apb);
    apb.enable = true;
    const std::uint32_t read = bench_->prdata_o;
    step(apb);
    return read;
  }
  void write(unsigned address, std::uint32_t data) { transfer(true, address, data); }
  std::uint32_t count(unsigned counter) { return transfer(false, 0x100 + 4 * counter, 0); }

  /// A run with the settings that were written; every counter of the RTL is the model's.
  void run() {
    write(0, 1);
    while (model_.traffic().phase() != OnchipPhase::kDone) step({});
    const OnchipTerminals& traffic = model_.traffic();
    for (unsigned counter = 0; counter < kOnchipCounters; ++counter)
      REQUIRE(count(counter) == traffic.counters().value(counter));
  }

  [[nodiscard]] bool assertion_failed() { return bench_.assertion_failed(); }

 private:
  void drive_inputs(const ApbInput& apb) {
    bench_->psel_i = apb.select;
    bench_->penable_i = apb.enable;
    bench_->pwrite_i = apb.write;
    drive(bench_->paddr_i, apb.address);
    bench_->pwdata_i = apb.data;
  }

  void compare() {
    const OnchipTerminals& traffic = model_.traffic();
    REQUIRE(bench_->ready_o == (cycle_ >= ready_));
    if (!bench_->pready_o || bench_->pslverr_o != traffic.control().error() ||
        bench_->prdata_o != traffic.control().data() ||
        bench_->phase_o != static_cast<unsigned>(traffic.phase()) ||
        bench_->failed_o != traffic.failed())
      FAIL("a port differs in cycle "
           << traffic.control().now() << ": phase " << +bench_->phase_o << " and "
           << static_cast<unsigned>(traffic.phase()) << ", prdata " << bench_->prdata_o << " and "
           << traffic.control().data() << ", failed " << +bench_->failed_o << " and "
           << traffic.failed());
  }

  OnchipNetwork& model_;
  unsigned ready_;
  unsigned cycle_ = 0;
  Bench<Top> bench_;
};

}  // namespace wayfarer
