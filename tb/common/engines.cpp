#include "common/engines.hpp"

#include <fmt/format.h>

#include "common/verilated_network.hpp"
#include "core/error.hpp"
#include "core/lockstep.hpp"
#include "family/iba/model.hpp"
#include "family/linear/model.hpp"
#include "family/mway/model.hpp"
#include "family/mesh/vc_model.hpp"

namespace wayfarer {
namespace {

std::unique_ptr<Network> make_model(const NetworkConfig& config) {
  switch (config.family) {
    case Family::kLinear: return make_linear_model(config);
    case Family::kVc: return make_vc_model(config);
    case Family::kIba: return make_iba_model(config);
    case Family::kMway: break;
  }
  return make_mway_model(config);
}

}  // namespace

std::string Engines::build(const NetworkConfig& config, const EngineOptions& options) const {
  const unsigned classes = config.topology.kind == TopologyKind::kTorus ? 2 : 1;
  if (config.family == Family::kVc && !config.cut_through() &&
      config.vc.sets != config.vc.phases * classes)
    throw UsageError(fmt::format("router.sets = {}: wormhole routers as hardware have one set of "
                                 "virtual channels for each phase and class; legal: {}, or "
                                 "--engine model", config.vc.sets, config.vc.phases * classes));
  if (config.family == Family::kIba && config.iba.replication != Replication::kBranches &&
      config.iba.replication != Replication::kAllOrNothing)
    throw UsageError("router.replication: switches as hardware start packets by 'branches' or "
                     "'all-or-nothing'; legal: those, or --engine model");
  VerilatedBuildOptions build = build_;
  build.waves = build.waves || options.waves;
  return build_verilated(config, build).string();
}

std::unique_ptr<Network> Engines::make(const NetworkConfig& config, Engine engine,
                                       const EngineOptions& options) const {
  if (engine == Engine::kModel) return make_model(config);
  auto hardware = load_verilated_network(build(config, options), config.name);
  if (engine == Engine::kRtl) return hardware;
  return std::make_unique<LockstepNetwork>(make_model(config), std::move(hardware));
}

}  // namespace wayfarer
