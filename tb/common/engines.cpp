#include "common/engines.hpp"

#include "common/verilated_network.hpp"
#include "core/error.hpp"
#include "family/registry.hpp"

namespace wayfarer {
namespace {

NetworkConfig seeded(NetworkConfig config, const EngineOptions& options) {
  config.own->use_seed(options.seed);
  return config;
}

}  // namespace

std::string Engines::build(const NetworkConfig& config, Engine engine,
                           const EngineOptions& options) const {
  const std::string refusal = family_of(config).rtl.refusal(config);
  if (!refusal.empty()) throw UsageError(refusal);
  VerilatedBuildOptions build = build_;
  build.waves = build.waves || options.waves;
  build.insides = build.insides || options.insides;
  build.netlist = uses_netlist(engine);
  if (build.netlist && build.insides)
    throw UsageError(
        "waves of the insides of nodes, of a netlist: synthesis leaves no nodes; legal: --engine "
        "rtl, or waves without --trace-nodes");
  if (!options.rtl.empty()) build.rtl = options.rtl;
  return build_verilated(seeded(config, options), build).string();
}

std::unique_ptr<Network> Engines::make(const NetworkConfig& config, Engine engine,
                                       const EngineOptions& options) const {
  const NetworkConfig drawn = seeded(config, options);
  if (engine == Engine::kModel) return make_model(drawn);
  const RtlBinding& rtl = family_of(config).rtl;
  const WaveScopes scopes{rtl.top_of(drawn), rtl.insides};
  auto hardware = load_verilated_network(build(drawn, engine, options), config.name,
                                         drawn.own->draw_seed(), scopes);
  family_of(config).attach_ports(*hardware, drawn);
  if (!is_lockstep(engine)) return hardware;
  return make_lockstep(drawn, make_model(drawn), std::move(hardware));
}

}  // namespace wayfarer
