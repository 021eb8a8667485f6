#include "family/family.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "family/deflection/config.hpp"
#include "family/deflection/dependencies.hpp"
#include "family/deflection/header.hpp"
#include "family/deflection/model.hpp"
#include "family/deflection/paths.hpp"
#include "family/deflection/streams.hpp"
#include "family/deflection/torus.hpp"

namespace wayfarer {
namespace {

RtlParameters shape(const NetworkConfig& config) {
  const UnidirectionalTorus torus(config.topology);
  return {{"Columns", fmt::format("{}", torus.columns())},
          {"Rows", fmt::format("{}", torus.rows())},
          {"CoordinateWidth", fmt::format("{}", deflection::coordinate_bits(config.flit_bits))}};
}

/// Load of a node's two outputs under uniform traffic to other nodes without deflections: the east
/// output carries the hops along x, the south output those along y and every ejected flit.
double bound(const NetworkConfig& config) {
  const UnidirectionalTorus torus(config.topology);
  const double nodes = torus.nodes();
  const double others = std::max(1.0, nodes - 1) / nodes;
  const double east = (torus.columns() - 1) / 2.0 / others;
  const double south = (torus.rows() - 1) / 2.0 / others + 1;
  return 1 / std::max(east, south);
}

}  // namespace

const Family& deflection_family() {
  static const Family family = [] {
    Family deflection{};
    deflection.schema = deflection_schema;
    deflection.make_model = [](const NetworkConfig& config, double) {
      return make_deflection_model(config);
    };
    deflection.dependencies = deflection_dependencies;
    deflection.saturation_bound = bound;
    deflection.map = [](const NetworkConfig& config) {
      return UnidirectionalTorus(config.topology).map();
    };
    deflection.paths = [](const NetworkConfig& config, const Preparation&) {
      return make_deflection_paths(config);
    };
    deflection.make_streams = make_deflection_streams;
    deflection.streams_parameters = deflection_stream_parameters;
    deflection.streams_keep_order = true;
    deflection.rtl.top = "deflection_network";
    deflection.rtl.shape = shape;
    return deflection;
  }();
  return family;
}

}  // namespace wayfarer
