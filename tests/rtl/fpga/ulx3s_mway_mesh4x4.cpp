// rtl/fpga/ulx3s_mway_mesh4x4.sv
//
// Rationale: the whole board: from configuration to a report on the serial line that is the models'
// to the last character; then the button, and a second report: arbiters go on where they were.
// State space: one run of the default settings. Parameter space: a faster serial line.
#include "VUlx3sMwayMesh4x4.h"
#include "bench.hpp"
#include "family/mway/config.hpp"
#include "family/mway/streams.hpp"
#include "onchip/network.hpp"
#include "onchip/report.hpp"
#include "serial.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;

TEST_CASE("a ULX3S with a 4x4 m-way mesh reports what the models count", "[fpga]") {
  NetworkConfig config = mway_config();
  config.topology = {TopologyKind::kMesh, {4, 4}, 1};
  config.flit_bits = 32;
  validate(config);
  OnchipNetwork model(make_mway_streams(config, stream_sizes(8)), 1, false, {});
  CombinationalBench<VUlx3sMwayMesh4x4> board;
  SerialReceiver line(2);
  for (const bool button : {false, true}) {
    model.run();
    CHECK_FALSE(model.traffic().failed());
    line.clear();
    board->button_i = button;
    while (line.text().find("end ") == std::string::npos || line.text().back() != '\n') {
      for (const bool level : {false, true}) {
        board->clk_25mhz_i = level;
        board.settle();
      }
      line.sample(board->tx_o);
      if (line.text().size() > 10) board->button_i = 0;
      REQUIRE(line.text().size() < 2000);
    }
    CHECK(line.text() == onchip_report(model.traffic()));
    CHECK((board->led_o & 8) == 0);
    CHECK(board->wifi_gpio0_o);
  }
  CHECK_FALSE(line.framing_error());
  CHECK_FALSE(board.assertion_failed());
}
