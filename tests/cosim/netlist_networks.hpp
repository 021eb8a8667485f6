// The networks whose netlists are in lockstep with the model. To synthesize, verilate and compile
// one takes far longer than to run it, so that those of every run are small.
#pragma once

#include <vector>

#include "config/config.hpp"
#include "family/registry.hpp"

namespace wayfarer {

inline NetworkConfig netlist_network(const std::string& name, const std::string& toml) {
  return parse_config("name = \"netlist-" + name + "\"\n" + toml, name);
}

inline std::vector<NetworkConfig> small_netlists() {
  return {
      netlist_network("mway", R"toml(family = "mway"
[topology]
extents = [2, 2]
[router]
buffers = 2
[flit]
bits = 32
)toml"),
      netlist_network("linear", R"toml(family = "linear"
[topology]
hosts = 2
)toml"),
      netlist_network("wormhole", R"toml(family = "wormhole"
[topology]
kind = "mesh"
extents = [3]
[router]
injection_ports = 1
ejection_ports = 1
[traffic]
message_bytes = 24
)toml"),
      netlist_network("cut-through", R"toml(family = "cut_through"
[topology]
kind = "mesh"
extents = [3]
[router]
routing = "dimension-order"
depth = 4
[traffic]
message_bytes = 24
)toml"),
      netlist_network("iba", R"toml(family = "iba"
[topology]
extents = [2, 1]
[router]
virtual_lanes = 1
depth = 2
groups = 2
[traffic]
message_bytes = 16
)toml"),
      netlist_network("deflection", R"toml(family = "deflection"
[topology]
extents = [2, 2]
)toml"),
  };
}

/// With the parts that the small ones do not have: dimensions, classes and phases, lanes, adaptive
/// routing, multicast over several hops.
inline std::vector<NetworkConfig> large_netlists() {
  return {
      netlist_network("mway-torus", R"toml(family = "mway"
[topology]
kind = "torus"
extents = [3, 2]
[router]
buffers = 2
age_lines = 3
[flit]
bits = 64
)toml"),
      netlist_network("linear-tree", R"toml(family = "linear"
[topology]
tree = "((1 2) (3 (4 5)))"
[router]
depth = 2
)toml"),
      netlist_network("wormhole-2x2", R"toml(family = "wormhole"
[topology]
kind = "mesh"
extents = [2, 2]
[router]
virtual_channels = 2
)toml"),
      netlist_network("wormhole-romm", R"toml(family = "wormhole"
[topology]
kind = "mesh"
extents = [2, 2]
[router]
routing = "romm"
phases = 2
injection_ports = 1
ejection_ports = 1
)toml"),
      netlist_network("wormhole-torus", R"toml(family = "wormhole"
[topology]
kind = "torus"
extents = [5]
[router]
injection_ports = 1
ejection_ports = 1
)toml"),
      netlist_network("cut-through-2x2", R"toml(family = "cut_through"
[topology]
kind = "mesh"
extents = [2, 2]
[router]
routing = "star-channels"
depth = 4
[traffic]
message_bytes = 24
)toml"),
      netlist_network("iba-2x2", R"toml(family = "iba"
[topology]
extents = [2, 2]
[router]
virtual_lanes = 1
groups = 4
[traffic]
message_bytes = 32
)toml"),
      netlist_network("deflection-3x3", R"toml(family = "deflection"
[topology]
extents = [3, 3]
)toml"),
  };
}

}  // namespace wayfarer
