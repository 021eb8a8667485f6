// InfiniBand meshes with streams, for lockstep of RTL and model.
#pragma once

#include "family/iba/config.hpp"
#include "family/iba/streams.hpp"
#include "stream_bench.hpp"

namespace wayfarer::module_test {

/// A mesh with one virtual lane, whose messages are packets.
inline NetworkConfig iba_mesh(unsigned columns, unsigned rows, unsigned words) {
  NetworkConfig config = iba_config();
  config.topology = {TopologyKind::kMesh, {columns, rows}, 1};
  config.flit_bits = 128;
  config.message_bytes = words * config.flit_bytes();
  return config;
}

inline std::unique_ptr<StreamNetwork> make_streams(NetworkConfig config) {
  validate(config);
  return make_iba_streams(config, stream_sizes(config.data_flits(config.message_bytes)));
}

template <class Top>
void equal_under_load(const NetworkConfig& config, bool ordered) {
  const auto model = make_streams(config);
  const unsigned words = config.data_flits(config.message_bytes);
  StreamBench<Top> bench(*model, words, ordered);
  bench.run({1, 8, 8, 1, 1500});  // saturated
  bench.run({2, 1, 8, 4, 1500});  // light, many illegal messages
  bench.run({3, 8, 2, 1, 1500});  // slow receivers
  bench.run({4, 4, 4, 2, 1500});
  CHECK(bench.received() * words > 5000);
  for (const unsigned drops : bench.drops()) CHECK(drops > 5);
  CHECK_FALSE(bench.assertion_failed());
}

}  // namespace wayfarer::module_test
