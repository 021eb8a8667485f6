// Networks of wormhole routers with streams, for lockstep of RTL and model.
#pragma once

#include "family/wormhole/config.hpp"
#include "family/wormhole/streams.hpp"
#include "stream_bench.hpp"

namespace wayfarer::module_test {

/// A network with one virtual channel per class and words of 32 bits.
inline NetworkConfig wormhole_network(const TopologyConfig& topology, WormholeRoutingKind routing,
                                      unsigned phases, unsigned ports) {
  NetworkConfig config = wormhole_config();
  config.topology = topology;
  config.flit_bits = 32;
  WormholeConfig& router = wormhole_of(config);
  router.routing = routing;
  router.phases = phases;
  router.vc_classes = needed_vc_classes(config);
  router.injection_ports = router.ejection_ports = ports;
  return config;
}

template <class Top>
void equal_under_load(const NetworkConfig& config, const StreamSizes& sizes, bool ordered = false) {
  const auto model = make_wormhole_streams(config, sizes);
  StreamBench<Top> bench(*model, sizes.max_words, ordered);
  bench.run({1, 8, 8, 1, 1500});  // saturated
  bench.run({2, 1, 8, 4, 1500});  // light, many illegal messages
  bench.run({3, 8, 2, 1, 1500});  // slow receivers
  bench.run({4, 4, 4, 2, 1500});
  CHECK(bench.received() > 1000);
  for (const unsigned drops : bench.drops()) CHECK(drops > 10);
  CHECK_FALSE(bench.assertion_failed());
}

}  // namespace wayfarer::module_test
