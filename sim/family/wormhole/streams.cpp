#include "family/wormhole/streams.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/error.hpp"
#include "family/kit/stream_parameters.hpp"
#include "family/mesh/streams.hpp"
#include "family/wormhole/config.hpp"
#include "family/wormhole/model.hpp"
#include "family/wormhole/romm_source.hpp"

namespace wayfarer {
namespace {

/// By terminal, the route of the header that leaves in this cycle.
using Headers = std::vector<PhaseSets>;

/// wormhole_romm_source of one terminal.
class Source final : public StreamRouteSource {
 public:
  Source(std::shared_ptr<const Grid> topology, const RommRouting& routing, TerminalId terminal,
         std::uint32_t seed, std::shared_ptr<Headers> headers)
      : topology_(std::move(topology)),
        source_(*topology_, routing, terminal, terminal_seed(seed, terminal)),
        terminal_(terminal),
        headers_(std::move(headers)) {}

  void reset() override { source_.reset(); }
  [[nodiscard]] bool valid() const override { return source_.valid(); }
  void leave() override { (*headers_)[terminal_] = source_.phases(); }
  void step(const TerminalId* destination, bool taken) override {
    source_.step(destination, taken);
  }

 private:
  const std::shared_ptr<const Grid> topology_;
  RommSource source_;
  const TerminalId terminal_;
  const std::shared_ptr<Headers> headers_;
};

}  // namespace

std::unique_ptr<StreamNetwork> make_wormhole_streams(const NetworkConfig& config,
                                                     const StreamSizes& sizes) {
  const WormholeConfig& router = wormhole_of(config);
  check_mesh_streams(config, sizes,
                     router.whole_messages() ? std::min(kMostStreamWords, router.message_flits - 1)
                                             : kMostStreamWords);
  const unsigned cardinality = router.cardinality;
  const std::size_t dimensions = config.topology.extents.size();
  if (cardinality != 0 && cardinality != dimensions)
    throw UsageError(fmt::format(
        "{}: router.cardinality = {}: sources in hardware divide all dimensions among the phases; legal: {}, or omit the key",
        config.name, cardinality, dimensions));
  const auto topology = std::make_shared<const Grid>(config.topology, HalfWay::kStraight);
  const auto headers = std::make_shared<Headers>(topology->nodes());
  const unsigned seed = router.seed;
  return make_mesh_streams(
      config, sizes,
      make_wormhole_model(config, 16,
                          [headers](NodeId source, NodeId) { return (*headers)[source]; }),
      [&](TerminalId terminal) {
        return std::make_unique<Source>(topology, romm_routing(config), terminal,
                                        seed == 0 ? 1 : seed, headers);
      },
      Rest::kSettles);
}

RtlParameters wormhole_stream_parameters(const NetworkConfig& config, const RtlParameters& network,
                                         const StreamSizes& sizes) {
  const WormholeConfig& router = wormhole_of(config);
  return stream_parameters(network,
                           {"K0", "K1", "K2", "K3", "Dimensions", "Torus", "Phases",
                            "VirtualChannels", "Depth", "InjectionPorts", "EjectionPorts",
                            "FlitWidth", "Pipeline", "LinkRegisters", "MessageFlits", "Credits"},
                           sizes,
                           {{"Routing", fmt::format("{}", static_cast<unsigned>(router.routing))},
                            {"Seed", fmt::format("32'd{}", router.seed == 0 ? 1 : router.seed)}});
}

}  // namespace wayfarer
