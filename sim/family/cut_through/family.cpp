#include "family/family.hpp"
#include "family/cut_through/config.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "family/cut_through/dependencies.hpp"
#include "family/cut_through/model.hpp"
#include "family/cut_through/paths.hpp"
#include "family/cut_through/streams.hpp"
#include "family/kit/link_load.hpp"
#include "family/mesh/map.hpp"
#include "family/mesh/rtl.hpp"
#include "family/mesh/schema.hpp"

namespace wayfarer {
namespace {

/// With packet exchange, headers do not wait for a particular buffer: the graph has no
/// dependencies.
DependencyGraph dependencies(const NetworkConfig& config) {
  return cut_through_dependencies(CutThroughRouting(config));
}

std::string scope(const NetworkConfig& config) {
  if (cut_through_of(config).chaotic())
    return "of waits that packet exchange does not end, of which there are none, ";
  return cut_through_of(config).adaptive()
             ? "of the escape channels, one of which every header may take, "
             : "";
}

std::string router_text(const NetworkConfig& config) {
  const unsigned frames = cut_through_of(config).queue;
  if (frames == 0) return mesh_router_text(config);
  return fmt::format("{}, {} frames in the queue", mesh_router_text(config), frames);
}

double bound(const NetworkConfig& config) {
  const CutThroughConfig& router = cut_through_of(config);
  return link_load_bound(config.topology, std::min(router.injection_ports, router.ejection_ports),
                         {router.duplex == Duplex::kHalf, true});
}

}  // namespace

const Family& cut_through_family() {
  static const Family family = [] {
    Family cut_through{};
    cut_through.schema = cut_through_schema;
    cut_through.make_model = [](const NetworkConfig& config, double) {
      return make_cut_through_model(config);
    };
    cut_through.make_streams = make_cut_through_streams;
    cut_through.streams_parameters = cut_through_stream_parameters;
    cut_through.dependencies = dependencies;
    cut_through.dependency_scope = scope;
    cut_through.saturation_bound = bound;
    cut_through.map = mesh_map;
    cut_through.paths = [](const NetworkConfig& config, const Preparation&) {
      return make_cut_through_paths(config);
    };
    cut_through.router_text = router_text;
    cut_through.rtl.top = "cut_through_network";
    cut_through.rtl.node_megabytes = [](const NetworkConfig& config) {
      return (cut_through_of(config).chaotic() ? 2.5 : 1.4) * mesh_link_buffers(config);
    };
    cut_through.rtl.shape = mesh_shape;
    // The dataflow optimiser of Verilator 5.006 drops the northward flits of a 16x16 mesh's links;
    // lockstep detects it.
    cut_through.rtl.flag = "-fno-dfg";
    return cut_through;
  }();
  return family;
}

}  // namespace wayfarer
