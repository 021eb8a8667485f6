#include "common/engines.hpp"

#include "common/verilated_network.hpp"
#include "core/error.hpp"
#include "family/registry.hpp"

namespace wayfarer {

std::string Engines::build(const NetworkConfig& config, const EngineOptions& options) const {
  const std::string refusal = family_of(config).rtl.refusal(config);
  if (!refusal.empty()) throw UsageError(refusal);
  VerilatedBuildOptions build = build_;
  build.waves = build.waves || options.waves;
  return build_verilated(config, build).string();
}

std::unique_ptr<Network> Engines::make(const NetworkConfig& config, Engine engine,
                                       const EngineOptions& options) const {
  if (engine == Engine::kModel) return make_model(config);
  auto hardware = load_verilated_network(build(config, options), config.name);
  family_of(config).attach_ports(*hardware);
  if (engine == Engine::kRtl) return hardware;
  return make_lockstep(config, make_model(config), std::move(hardware));
}

}  // namespace wayfarer
