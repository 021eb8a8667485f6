// rtl/fpga/fpga_traffic.sv with an InfiniBand mesh: as fpga_traffic.cpp, and messages keep their
// order.
#include "VIbaTraffic.h"
#include "iba_mesh.hpp"
#include "traffic_runs.hpp"

using namespace wayfarer;

TEST_CASE("counters of an InfiniBand mesh are the models' to the last digit", "[fpga]") {
  OnchipNetwork model = iba_mesh();
  TrafficRuns runs;
  runs.sent = 5000;
  runs.ordered = true;
  runs.ready = iba_bring_up_cycles(iba_mesh_config());
  expect_counters<VIbaTraffic>(model, runs);
}
