#include "family/wormhole/axi4.hpp"

#include <algorithm>

#include "family/wormhole/config.hpp"
#include "family/wormhole/streams.hpp"

namespace wayfarer {
namespace {

/// A word has room for any header: the hardware's are as wide as they must be.
constexpr unsigned kWordBits = 128;

/// docs/streams.md.
bool keeps_order(const NetworkConfig& config) {
  const WormholeConfig& router = wormhole_of(config);
  const std::vector<unsigned>& extents = config.topology.extents;
  const bool straight =
      config.topology.kind != TopologyKind::kTorus ||
      std::all_of(extents.begin(), extents.end(), [](unsigned extent) { return extent % 2 == 1; });
  return straight && router.phases == 1 && router.virtual_channels == 1 &&
         router.injection_ports == 1 && router.ejection_ports == 1;
}

}  // namespace

std::unique_ptr<Axi4Network> make_wormhole_axi4(const NetworkConfig& config, Axi4Config axi4,
                                                const std::vector<Axi4Network::Ports>& ports) {
  check_axi4(axi4);
  NetworkConfig words = config;
  words.flit_bits = kWordBits;
  if (!keeps_order(config)) axi4.outstanding = 1;
  return std::make_unique<Axi4Network>(
      make_wormhole_streams(words, {axi4.beats + 1, axi4.beats + 1}),
      make_wormhole_streams(words, {axi4.beats, axi4.beats}), axi4, ports);
}

}  // namespace wayfarer
