// What the rest of the program knows of a family: its descriptor.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "config/schema.hpp"
#include "core/lockstep.hpp"
#include "core/network.hpp"
#include "family/kit/dependency_graph.hpp"
#include "geometry/multicast_group.hpp"

namespace wayfarer {

/// How a family's networks are verilated. Folders in rtl/ and tb/ have the family's name, and so
/// has the prefix of the verilated class.
struct RtlBinding {
  const char* top;                                  ///< Top module.
  std::string (*parameters)(const NetworkConfig&);  ///< As `verilator -G` takes them, with spaces.
  /// C++ that makes `config`, a NetworkConfig, as the adapter needs it.
  std::string (*members)(const NetworkConfig&);
  unsigned (*channels)(const NetworkConfig&);  ///< What is monitored: more is more to trace.
  const char* flag = nullptr;                  ///< For Verilator, beyond those of all.
  /// Why there is no hardware for a configuration; empty: there is some.
  std::string (*refusal)(const NetworkConfig&) = [](const NetworkConfig&) { return std::string(); };
  std::vector<std::string> sources;  ///< In sim/, that the adapter is linked with.
  /// Scopes of node {}'s insides below the top module.
  std::vector<std::string> insides = {"gen_node[{}]"};
  unsigned (*nodes)(const NetworkConfig&) = [](const NetworkConfig& config) {
    return config.topology.nodes();
  };
};

/// What is to be done with a network after its reset.
using Preparation = std::function<void(Network&)>;

struct Family {
  const ConfigSchema& (*schema)();
  std::unique_ptr<Network> (*make_model)(const NetworkConfig&);
  /// Channel dependencies of a configuration's routes.
  DependencyGraph (*dependencies)(const NetworkConfig&);
  /// Flits per terminal and cycle that uniform traffic in dimension order cannot exceed.
  double (*saturation_bound)(const NetworkConfig&);
  RtlBinding rtl;

  /// Of which channels the dependency graph is, where it is not of all: "of the ..., ".
  std::string (*dependency_scope)(const NetworkConfig&) = [](const NetworkConfig&) {
    return std::string();
  };
  /// What the keys give a router to store flits in, where they imply it together: "4 virtual
  /// channels a link".
  std::string (*router_text)(const NetworkConfig&) = [](const NetworkConfig&) {
    return std::string();
  };
  /// Attaches the family's control ports to a verilated network.
  void (*attach_ports)(Network& rtl) = [](Network&) {};
  /// Attaches ports that serve both engines of a lockstep network.
  void (*attach_lockstep_ports)(LockstepNetwork&) = [](LockstepNetwork&) {};
  /// What a run with these groups needs after each reset.
  Preparation (*prepare)(const NetworkConfig&, const std::vector<MulticastGroup>&) =
      [](const NetworkConfig&, const std::vector<MulticastGroup>&) -> Preparation {
    return [](Network&) {};
  };
  /// The tables that it loads as text, and the same from such text; null: the family has none.
  std::string (*tables_text)(const NetworkConfig&, const std::vector<MulticastGroup>&) = nullptr;
  Preparation (*load_tables)(const NetworkConfig&, const std::string& text,
                             const std::string& origin) = nullptr;

  [[nodiscard]] const char* name() const { return schema().name; }
};

}  // namespace wayfarer
