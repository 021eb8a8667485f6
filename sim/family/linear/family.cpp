#include "family/family.hpp"

#include <fmt/format.h>

#include "family/linear/config.hpp"
#include "family/linear/dependencies.hpp"
#include "family/linear/exercise.hpp"
#include "family/linear/model.hpp"
#include "family/linear/paths.hpp"
#include "family/linear/ports.hpp"
#include "family/linear/streams.hpp"
#include "geometry/switch_tree.hpp"

namespace wayfarer {
namespace {

/// linear_pkg::targets_t: 16 bits each, 2 * switch + input, the first in the low bits.
std::string targets(const std::vector<SwitchInput>& inputs) {
  std::string digits;
  for (const SwitchInput& input : inputs)
    digits = fmt::format("{:04x}", 2 * input.at + input.input) + digits;
  return fmt::format("{}'h{}", 16 * kMaxHosts, digits);
}

RtlParameters shape(const NetworkConfig& config) {
  const SwitchTree tree = parse_switch_tree(linear_of(config).tree);
  return {{"Hosts", fmt::format("{}", tree.host_targets.size())},
          {"Switches", fmt::format("{}", tree.switch_targets.size())},
          {"HostTarget", targets(tree.host_targets)},
          {"SwitchTarget", targets(tree.switch_targets)}};
}

DependencyGraph dependencies(const NetworkConfig& config) {
  return linear_dependencies(LinearTopology(linear_of(config).tree));
}

/// A host's equal share of the server's link.
double bound(const NetworkConfig& config) { return 1.0 / (config.terminals() - 1); }

}  // namespace

const Family& linear_family() {
  static const Family family = [] {
    Family linear{};
    linear.schema = linear_schema;
    linear.make_model = [](const NetworkConfig& config, double) {
      return make_linear_model(config);
    };
    linear.dependencies = dependencies;
    linear.saturation_bound = bound;
    linear.map = [](const NetworkConfig& config) {
      return linear_map(LinearTopology(linear_of(config).tree));
    };
    linear.paths = [](const NetworkConfig& config, const Preparation&) {
      return make_linear_paths(config);
    };
    linear.make_streams = make_linear_streams;
    linear.streams_parameters = linear_stream_parameters;
    linear.streams_keep_order = true;
    linear.rtl.top = "linear_network";
    linear.rtl.shape = shape;
    linear.rtl.insides = {"gen_host[{}]", "u_forward.gen_switch[{}]", "u_reverse.gen_branch[{}]"};
    linear.rtl.nodes = [](const NetworkConfig& config) { return config.terminals() - 1; };
    linear.attach_ports = [](Network& rtl, const NetworkConfig&) { attach_periodic_hosts(rtl); };
    linear.exercise = exercise_linear;
    linear.exercised = "the hosts' own senders, deadline monitors and the server's responder";
    linear.attach_lockstep_ports = attach_periodic_hosts_in_lockstep;
    return linear;
  }();
  return family;
}

}  // namespace wayfarer
