// rtl/fpga/fpga_names.sv
//
// Rationale: each line of the report has a name of its own, in the order of the model's names, and
// counters' names are at the numbers of traffic_pkg.
// State space: none. Parameter space: none.
#include "console.hpp"

#include <set>
#include <sstream>

using namespace wayfarer;

TEST_CASE("names differ and are those of the model", "[fpga][FpgaNamesBeginWithLetter]") {
  Console console;
  console.report();
  std::istringstream text(console.line.text());
  std::set<std::string> names;
  std::vector<std::string> order;
  std::string name, value;
  while (text >> name >> value) {
    names.insert(name);
    order.push_back(name);
  }
  REQUIRE(order.size() == 48);
  CHECK(names.size() == 48);
  const std::vector<OnchipLine> lines = onchip_lines(console.traffic);
  for (unsigned i = 0; i < lines.size(); ++i) CHECK(lines[i].name == order[i]);
  CHECK(order[11 + kCountSent] == "messages_sent");
  CHECK(order[11 + kCountDrops] == "drop_destination");
  CHECK(order[11 + kCountMissing] == "missing");
  CHECK(order[11 + kCountLatency] == "latency_2e0");
  CHECK(order.back() == "end");
  CHECK_FALSE(console.assertion_failed());
}
