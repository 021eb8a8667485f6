#include "common/engines.hpp"

#include "common/verilated_network.hpp"
#include "core/lockstep.hpp"
#include "model/mway/mway_model.hpp"

namespace wayfarer {

std::string Engines::build(const NetworkConfig& config, const EngineOptions& options) const {
  VerilatedBuildOptions build = build_;
  build.waves = build.waves || options.waves;
  return build_verilated(config, build).string();
}

std::unique_ptr<Network> Engines::make(const NetworkConfig& config, Engine engine,
                                       const EngineOptions& options) const {
  if (engine == Engine::kModel) return make_mway_model(config);
  auto hardware = load_verilated_network(build(config, options), config.name);
  if (engine == Engine::kRtl) return hardware;
  return std::make_unique<LockstepNetwork>(make_mway_model(config), std::move(hardware));
}

}  // namespace wayfarer
