// With one class of virtual channels too few, the dependency graph has a cycle, a loaded network
// deadlocks, and the watchdog reports it. With all classes neither happens.
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "core/error.hpp"
#include "family/cut_through/config.hpp"
#include "family/cut_through/dependencies.hpp"
#include "family/mesh/config.hpp"
#include "family/registry.hpp"
#include "family/wormhole/config.hpp"
#include "runs/run_options.hpp"

using namespace wayfarer;
using Catch::Contains;

namespace {

struct Case {
  const char* name;
  const char* network;  ///< Keys of a configuration.
};

const Case kCases[] = {
    {"dimension order on a ring", "family='wormhole'\n[topology]\nkind='torus'\nextents=[8]"},
    {"dimension order on a torus", "family='wormhole'\n[topology]\nkind='torus'\nextents=[6,5]"},
    {"2-PHASE on a mesh",
     "family='wormhole'\n[topology]\nextents=[4,4]\n[router]\nrouting='romm'\nphases=2"},
    {"3-PHASE on a mesh",
     "family='wormhole'\n[topology]\nextents=[5,5]\n[router]\nrouting='romm'\nphases=3"},
    {"2-PHASE on a torus",
     "family='wormhole'\n[topology]\nkind='torus'\nextents=[5,5]\n"
     "[router]\nrouting='romm'\nphases=2"},
    {"VALIANT on a mesh",
     "family='wormhole'\n[topology]\nextents=[4,4]\n[router]\nrouting='valiant'"},
    {"O1TURN on a mesh",
     "family='wormhole'\n[topology]\nextents=[4,4]\n[router]\nrouting='o1turn'"},
    {"cut-through on a ring",
     "family='cut_through'\n[topology]\nkind='torus'\nextents=[8]\n[router]\ndepth=5"},
    {"cut-through on a torus",
     "family='cut_through'\n[topology]\nkind='torus'\nextents=[6,5]\n[router]\ndepth=5"},
    {"*-channels on a ring",
     "family='cut_through'\n[topology]\nkind='torus'\nextents=[8]\n"
     "[router]\nrouting='star-channels'\ndepth=5"},
    {"ROMM by nodes on a mesh",
     "family='wormhole'\n[topology]\nextents=[4,4]\n[router]\nrouting='romm-nodes'"},
};

NetworkConfig config_of(const Case& c, unsigned missing) {
  NetworkConfig config = parse_config(c.network, c.name);
  mesh_of(config).vc_classes -= missing;
  validate(config);
  return config;
}

void run_loaded(const NetworkConfig& config) {
  RunOptions options;
  options.load.value = 1;
  options.cycles = 100'000;
  options.watchdog_limit = 1000;
  const auto network = make_model(config);
  (void)run_simulation(*network, config, options);
}

}  // namespace

TEST_CASE("with one VC class too few networks deadlock, with all they do not", "[deadlock]") {
  for (const Case& c : kCases) {
    INFO(c.name);
    const NetworkConfig whole = config_of(c, 0);
    CHECK(network_dependencies(whole).find_cycle().empty());
    CHECK_NOTHROW(run_loaded(whole));
    const NetworkConfig lacking = config_of(c, 1);
    CHECK_FALSE(network_dependencies(lacking).find_cycle().empty());
    CHECK_THROWS_WITH(run_loaded(lacking), Contains("watchdog") && Contains("nothing has moved"));
  }
}

TEST_CASE("messages that the cardinality excludes are not in the dependency graph", "[deadlock]") {
  const Case two{"2-PHASE of two displacements",
                 "family='wormhole'\n[topology]\nkind='torus'\nextents=[5,5,5]\n"
                 "[router]\nrouting='romm'\ncardinality=2"};
  CHECK(network_dependencies(config_of(two, 0)).find_cycle().empty());
  CHECK_FALSE(network_dependencies(config_of(two, 1)).find_cycle().empty());
}

TEST_CASE("a header without an escape channel is reported", "[deadlock]") {
  const NetworkConfig config = config_of(kCases[9], 0);
  const CutThroughRouting routing(config);
  const auto adaptive_only = [&](NodeId node, const Hops& hops, unsigned in) {
    BufferMask outputs = routing.outputs(node, hops, in);
    for (unsigned out = 0; out < routing.link_buffers(); ++out)
      if (node == 3 && routing.escape(out)) outputs &= ~(BufferMask{1} << out);
    return outputs;
  };
  CHECK_THROWS_WITH(cut_through_dependencies(routing, adaptive_only),
                    Contains("no escape channel at node 3"));
}
