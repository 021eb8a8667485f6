// Networks of cut-through routers with streams, for lockstep of RTL and model.
#pragma once

#include "family/cut_through/config.hpp"
#include "family/cut_through/streams.hpp"
#include "stream_bench.hpp"

namespace wayfarer::module_test {

/// A network with words of 32 bits, in dimension order.
inline NetworkConfig cut_through_network(const TopologyConfig& topology, unsigned depth,
                                         unsigned ports) {
  NetworkConfig config = cut_through_config();
  config.topology = topology;
  config.flit_bits = 32;
  CutThroughConfig& router = cut_through_of(config);
  router.depth = depth;
  config.message_bytes = router.max_message_bytes(config);
  router.injection_ports = router.ejection_ports = ports;
  return config;
}

/// Streams for the longest messages.
inline std::unique_ptr<StreamNetwork> make_streams(NetworkConfig config) {
  validate(config);
  return make_cut_through_streams(config, stream_sizes(cut_through_of(config).depth - 1));
}

template <class Top>
void equal_under_load(const NetworkConfig& config, bool ordered = false) {
  const auto model = make_streams(config);
  StreamBench<Top> bench(*model, cut_through_of(config).depth - 1, ordered);
  bench.run({1, 8, 8, 1, 1500});  // saturated
  bench.run({2, 1, 8, 4, 1500});  // light, many illegal messages
  bench.run({3, 8, 2, 1, 1500});  // slow receivers
  bench.run({4, 4, 4, 2, 1500});
  CHECK(bench.received() > 1000);
  for (const unsigned drops : bench.drops()) CHECK(drops > 10);
  CHECK_FALSE(bench.assertion_failed());
}

}  // namespace wayfarer::module_test
