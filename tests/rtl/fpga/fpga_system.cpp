// rtl/fpga/fpga_system.sv
//
// Rationale: a board's inside: from a good clock to a report on the serial line that is the models'
// to the last character; then the button, and a second report.
// State space: one run of the default settings. Parameter space: a wormhole mesh of 2x1 with
// 2-PHASE ROMM; an InfiniBand mesh of 2x1, which loads its tables first.
#include "VSystem.h"
#include "VSystemIba.h"
#include "board_bench.hpp"
#include "family/wormhole/config.hpp"
#include "family/wormhole/streams.hpp"
#include "iba_mesh.hpp"

using namespace wayfarer;

namespace {

template <class Top>
auto clock_of(CombinationalBench<Top>& system) {
  return [&](bool level) { system->clk_i = level; };
}

/// Its clock is good from now on.
template <class Top>
void start(CombinationalBench<Top>& system) {
  system->button_i = 0;
  system->good_i = 0;
  cycle_of(system, clock_of(system));
  system->good_i = 1;
}

/// `again`: two reports.
template <class Top>
void expect_system_reports(OnchipNetwork model, bool again) {
  CombinationalBench<Top> system(kConfigured);
  start(system);
  if (again) return expect_reports(system, model, clock_of(system));
  SerialReceiver line(kBoardDivisor);
  expect_report(system, model, line, clock_of(system), [] {});
}

/// Cycles until the light of a run.
template <class Top>
unsigned cycles_to_run() {
  CombinationalBench<Top> system(kConfigured);
  start(system);
  unsigned cycles = 0;
  for (; (system->led_o & 4) == 0 && cycles < 1000; ++cycles) cycle_of(system, clock_of(system));
  CHECK_FALSE(system.assertion_failed());
  return cycles;
}

}  // namespace

TEST_CASE("a small system reports what the models count", "[fpga][FpgaSystemTransfersEnd]") {
  NetworkConfig config = wormhole_config();
  config.topology = {TopologyKind::kMesh, {2}, 1};
  WormholeConfig& router = wormhole_of(config);
  router.routing = WormholeRoutingKind::kRomm;
  router.injection_ports = router.ejection_ports = 1;
  validate(config);
  expect_system_reports<VSystem>({make_wormhole_streams(config, stream_sizes(8)), 1, false, {}},
                                 true);
}

TEST_CASE("a system whose network loads tables starts after them", "[fpga]") {
  expect_system_reports<VSystemIba>(iba_mesh({2, 1}), false);
  CHECK(cycles_to_run<VSystemIba>() ==
        cycles_to_run<VSystem>() + iba_bring_up_cycles(iba_mesh_config({2, 1})));
}
