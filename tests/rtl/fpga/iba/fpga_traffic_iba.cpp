// rtl/fpga/fpga_traffic.sv with an InfiniBand mesh: as fpga_traffic.cpp, and messages keep their
// order.
#include "VIbaTraffic.h"
#include "iba_mesh.hpp"
#include "traffic_runs.hpp"

using namespace wayfarer;

TEST_CASE("counters of an InfiniBand mesh are the models' to the last digit", "[fpga]") {
  OnchipNetwork model = iba_mesh();
  expect_counters<VIbaTraffic>(model, {5000, true});
}
