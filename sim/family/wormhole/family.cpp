#include "family/family.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "family/kit/link_load.hpp"
#include "family/mesh/map.hpp"
#include "family/mesh/rtl.hpp"
#include "family/mesh/schema.hpp"
#include "family/wormhole/config.hpp"
#include "family/wormhole/dependencies.hpp"
#include "family/wormhole/model.hpp"
#include "family/wormhole/paths.hpp"
#include "family/wormhole/streams.hpp"
#include "family/wormhole/vector_model.hpp"

namespace wayfarer {
namespace {

DependencyGraph dependencies(const NetworkConfig& config) {
  const Grid grid(config.topology, HalfWay::kStraight);
  return romm_dependencies(grid, romm_routing(config), wormhole_of(config).vc_classes);
}

/// The vector form where it is faster: not at light load, since its passes cost the same however
/// few flits move, nor without vectors of bytes.
std::unique_ptr<Network> make_fastest_wormhole_model(const NetworkConfig& config, double load) {
  const Simd simd = simd_in_use();
  const double least = simd == Simd::kAvx512 ? 0.07 : 0.15;
  return simd == Simd::kScalar || load < least ? make_wormhole_model(config)
                                               : make_wormhole_vector_model(config, simd);
}

double bound(const NetworkConfig& config) {
  const WormholeConfig& router = wormhole_of(config);
  return link_load_bound(config.topology, std::min(router.injection_ports, router.ejection_ports));
}

}  // namespace

const Family& wormhole_family() {
  static const Family family = [] {
    Family wormhole{};
    wormhole.schema = wormhole_schema;
    wormhole.make_model = make_fastest_wormhole_model;
    wormhole.make_streams = make_wormhole_streams;
    wormhole.streams_parameters = wormhole_stream_parameters;
    wormhole.dependencies = dependencies;
    wormhole.saturation_bound = bound;
    wormhole.map = mesh_map;
    wormhole.paths = [](const NetworkConfig& config, const Preparation&) {
      return make_wormhole_paths(config);
    };
    wormhole.router_text = mesh_router_text;
    wormhole.rtl.top = "wormhole_network";
    wormhole.rtl.node_megabytes = [](const NetworkConfig& config) {
      return 1.4 * mesh_link_buffers(config);
    };
    wormhole.rtl.shape = mesh_shape;
    return wormhole;
  }();
  return family;
}

}  // namespace wayfarer
