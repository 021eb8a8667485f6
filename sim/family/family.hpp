// The descriptor of a family: everything that the rest of the program uses of a family.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "config/schema.hpp"
#include "core/lockstep.hpp"
#include "core/network.hpp"
#include "events/paths.hpp"
#include "family/kit/dependency_graph.hpp"
#include "geometry/multicast_group.hpp"
#include "geometry/network_map.hpp"
#include "stream/network.hpp"

namespace wayfarer {

/// How a family's networks are verilated. Folders in rtl/ and tb/, and the prefix of the verilated
/// class, have the family's name.
struct RtlBinding {
  const char* top;  ///< Default top module; other_top replaces it.
  /// The parameters of the network's shape. Keys set the others.
  RtlParameters (*shape)(const NetworkConfig&);
  const char* flag = nullptr;  ///< Additional Verilator flag.
  /// Additional Verilator file beside the adapter; empty if none.
  std::string (*options)(const NetworkConfig&) = [](const NetworkConfig&) { return std::string(); };
  /// Top module that replaces `top`; null to keep it.
  const char* (*other_top)(const NetworkConfig&) = [](const NetworkConfig&) -> const
      char* { return nullptr; };
  std::vector<std::string> other_parameters;  ///< Parameters of other_top that keys set.
  /// Scopes of node {}'s insides below the top module.
  std::vector<std::string> insides = {"gen_node[{}]"};
  unsigned (*nodes)(const NetworkConfig&) = [](const NetworkConfig& config) {
    return config.topology.nodes();
  };

  /// Memory that Verilator takes for a node, in megabytes, as measured on networks of 64 and 256
  /// nodes (tb/README.md).
  double (*node_megabytes)(const NetworkConfig&) = [](const NetworkConfig&) { return 1.5; };

  [[nodiscard]] std::string top_of(const NetworkConfig& config) const {
    const char* const other = other_top(config);
    return other != nullptr ? other : top;
  }
  /// `verilator -G` options, separated by spaces.
  [[nodiscard]] std::string parameters(const NetworkConfig& config) const;
  /// Why the configuration has no hardware; empty if it has.
  [[nodiscard]] std::string refusal(const NetworkConfig& config) const {
    return model_only_value(config);
  }
};

/// A port of hardware with streams.
struct StreamPort {
  std::string name;
  bool output;
  unsigned width = 1;
  bool per_terminal = false;
};

/// Effect of the switches' tables on messages (wayfarer check --tables).
struct TablesReport {
  std::vector<std::string> faults;  ///< Destinations that messages do not reach, and why.
  DependencyGraph graph;            ///< Channel-dependency graph of the routes in the tables.
};

/// Whether a message can go from one terminal to another: from, to.
using Connected = std::function<bool(TerminalId, TerminalId)>;

/// Prepares a network after its reset.
using Preparation = std::function<void(Network&)>;

struct Family {
  const ConfigSchema& (*schema)();
  /// The model of a checked configuration; the form that is the fastest one for loads up to `load`,
  /// as a part of the bound. All forms are equal.
  std::unique_ptr<Network> (*make_model)(const NetworkConfig&, double load);
  /// Channel-dependency graph of a configuration's routes.
  DependencyGraph (*dependencies)(const NetworkConfig&);
  /// Limit of uniform dimension-order traffic, in flits per terminal and cycle.
  double (*saturation_bound)(const NetworkConfig&);
  /// Positions of the network's nodes and channels.
  NetworkMap (*map)(const NetworkConfig&);
  /// Where channels lead and messages may go in a network that was prepared this way.
  std::unique_ptr<MessagePaths> (*paths)(const NetworkConfig&, const Preparation&);
  RtlBinding rtl;

  /// Channels that the dependency graph covers, as "of the ..., "; empty: all.
  std::string (*dependency_scope)(const NetworkConfig&) = [](const NetworkConfig&) {
    return std::string();
  };
  /// A router's buffering, if several keys together imply it: "4 virtual channels per link".
  std::string (*router_text)(const NetworkConfig&) = [](const NetworkConfig&) {
    return std::string();
  };
  /// Whether a route leads from one terminal to another; an empty function: between all terminals.
  Connected (*connected)(const NetworkConfig&) = [](const NetworkConfig&) { return Connected(); };
  /// Attaches the family's control ports to a verilated network.
  void (*attach_ports)(Network& rtl, const NetworkConfig&) = [](Network&, const NetworkConfig&) {};
  /// Attaches ports that serve both engines of a lockstep network.
  void (*attach_lockstep_ports)(LockstepNetwork&) = [](LockstepNetwork&) {};
  /// Preparation to run after each reset, for these groups.
  Preparation (*prepare)(const NetworkConfig&, const std::vector<MulticastGroup>&) =
      [](const NetworkConfig&, const std::vector<MulticastGroup>&) -> Preparation {
    return [](Network&) {};
  };
  /// After a reset, drives at random the parts that messages do not reach (control ports), so that
  /// lockstep compares them. Steps the network for this number of cycles, or until `proceed`
  /// returns false for one; returns the flits delivered. Null: messages reach everything.
  std::uint64_t (*exercise)(Network&, const NetworkConfig&, std::uint64_t seed, Cycle cycles,
                            const std::function<bool(Cycle)>& proceed) = nullptr;
  const char* exercised = "";  ///< The parts that `exercise` drives, for messages to the user.
  /// The model of a checked configuration with AXI4-Streams at its terminals.
  std::unique_ptr<StreamNetwork> (*make_streams)(const NetworkConfig&,
                                                 const StreamSizes&) = nullptr;
  /// The parameters of the hardware `<family>_streams`, from all of the network without streams.
  /// Throws UsageError where that hardware is not equal to the model.
  RtlParameters (*streams_parameters)(const NetworkConfig&, const RtlParameters& network,
                                      const StreamSizes&) = nullptr;
  /// The ports of `<family>_streams` beside clock, reset and those of streams.
  std::vector<StreamPort> streams_ports;
  /// With them, the messages of every pair of terminals keep their order in every configuration.
  bool streams_keep_order = false;
  /// The tables that the preparation loads, as text, and a preparation from such text; null: no
  /// tables.
  std::string (*tables_text)(const NetworkConfig&, const std::vector<MulticastGroup>&) = nullptr;
  Preparation (*load_tables)(const NetworkConfig&, const std::string& text,
                             const std::string& origin) = nullptr;
  /// Follows all messages through such tables; null: no tables.
  TablesReport (*check_tables)(const NetworkConfig&, const std::string& text,
                               const std::string& origin) = nullptr;

  [[nodiscard]] const char* name() const { return schema().name; }
};

}  // namespace wayfarer
