#include "family/cut_through/streams.hpp"

#include <algorithm>
#include <utility>

#include "family/cut_through/config.hpp"
#include "family/cut_through/model.hpp"
#include "family/kit/stream_parameters.hpp"
#include "family/mesh/route_draws.hpp"
#include "family/mesh/streams.hpp"

namespace wayfarer {
namespace {

/// By terminal, the hops of the header that leaves in this cycle.
using Headers = std::vector<Hops>;

/// cut_through_source.
class Source final : public StreamRouteSource {
 public:
  Source(std::shared_ptr<const Grid> topology, TerminalId terminal, std::uint32_t seed,
         std::shared_ptr<Headers> headers)
      : topology_(std::move(topology)),
        terminal_(terminal),
        headers_(std::move(headers)),
        draws_(topology_->torus() ? topology_->dimensions() : 0, terminal_seed(seed, terminal)) {}

  void reset() override {
    draws_.reset();
    valid_ = false;
  }
  [[nodiscard]] bool valid() const override { return valid_; }
  void leave() override { (*headers_)[terminal_] = hops_; }

  void step(const TerminalId* destination, bool taken) override {
    const bool accepts = destination != nullptr && draws_.fresh() && !valid_;
    if (accepts)
      for (unsigned d = 0; d < topology_->dimensions(); ++d)
        hops_[d] = static_cast<std::int16_t>(
            displacement(*topology_, d, topology_->digit(terminal_, d),
                         topology_->digit(*destination, d), draws_.bit(d)));
    valid_ = accepts || (valid_ && !taken);
    draws_.step(accepts);
  }

 private:
  const std::shared_ptr<const Grid> topology_;
  const TerminalId terminal_;
  const std::shared_ptr<Headers> headers_;
  RouteDraws draws_;
  bool valid_ = false;
  Hops hops_{};
};

}  // namespace

std::unique_ptr<StreamNetwork> make_cut_through_streams(const NetworkConfig& config,
                                                        const StreamSizes& sizes) {
  check_mesh_streams(config, sizes, std::min(kMostStreamWords, cut_through_of(config).depth - 1));
  NetworkConfig seeded = config;
  unsigned& seed = cut_through_of(seeded).seed;
  if (seed == 0) seed = 1;
  const auto topology = std::make_shared<const Grid>(config.topology, HalfWay::kStraight);
  const auto headers = std::make_shared<Headers>(topology->nodes());
  return make_mesh_streams(
      seeded, sizes,
      make_cut_through_model(seeded, [headers](NodeId source) { return (*headers)[source]; }),
      [&](TerminalId terminal) {
        return std::make_unique<Source>(topology, terminal, seed, headers);
      },
      Rest::kRestless);
}

RtlParameters cut_through_stream_parameters(const NetworkConfig& config,
                                            const RtlParameters& network,
                                            const StreamSizes& sizes) {
  const unsigned seed = cut_through_of(config).seed;
  return stream_parameters(network,
                           {"K0",
                            "K1",
                            "K2",
                            "K3",
                            "Dimensions",
                            "Torus",
                            "Routing",
                            "Policy",
                            "VirtualChannels",
                            "UniformChoice",
                            "BindLanes",
                            "DrainingRoom",
                            "Queue",
                            "Depth",
                            "Pipeline",
                            "HalfDuplex",
                            "InterleaveFlits",
                            "InjectionPorts",
                            "EjectionPorts",
                            "FlitWidth"},
                           sizes, {{"Seed", fmt::format("32'd{}", seed == 0 ? 1 : seed)}});
}

}  // namespace wayfarer
