#include "common/engines.hpp"

#include <fmt/format.h>

#include "common/build_estimate.hpp"
#include "common/contract.hpp"
#include "common/hardware_family.hpp"
#include "common/stream_hardware.hpp"
#include "common/tile_hardware.hpp"
#include "common/whole_hardware.hpp"
#include "core/error.hpp"
#include "core/files.hpp"
#include "family/registry.hpp"
#include "stream/lockstep.hpp"

namespace wayfarer {
namespace {

NetworkConfig seeded(NetworkConfig config, const EngineOptions& options) {
  config.own->use_seed(options.seed);
  return config;
}

std::unique_ptr<Hardware> make_hardware(const NetworkConfig& config, const std::string& library,
                                        bool tiles, bool trusted) {
  const RtlBinding& rtl = family_of(config).rtl;
  const WaveScopes scopes{rtl.top_of(config), rtl.insides};
  if (!tiles) return std::make_unique<WholeHardware>(library, scopes);
  const std::string source = tile_source(config).string();
  return std::make_unique<TileHardware>(
      library, hardware_family_of(config).tiles(config, trusted), tile_module(config),
      combinational_paths(read_text(source, "a tile"), source), scopes);
}

}  // namespace

bool Engines::has_tiles(const NetworkConfig& config) const { return tiles_refusal(config).empty(); }

bool Engines::wants_tiles(const NetworkConfig& config, const EngineOptions& options) const {
  const HardwareFamily& hardware = hardware_family_of(config);
  const std::string refusal = tiles_refusal(config);
  if (options.build == BuildKind::kTiles && !refusal.empty())
    throw UsageError(fmt::format("--build tiles: {}; legal: --build network", refusal));
  if (options.build != BuildKind::kAuto) return options.build == BuildKind::kTiles;
  if (!refusal.empty() || build_.tile) return refusal.empty();
  // A smaller network is built in a few seconds.
  constexpr unsigned kFewNodes = 32;
  return family_of(config).rtl.nodes(config) >= kFewNodes &&
         (options.load < hardware.faster_below || options.insides ||
          estimate_build(config, build_).megabytes > build_memory_limit());
}

std::string Engines::build(const NetworkConfig& config, Engine engine,
                           const EngineOptions& options) const {
  const std::string refusal = family_of(config).rtl.refusal(config);
  if (!refusal.empty()) throw UsageError(refusal);
  VerilatedBuildOptions build = build_;
  build.waves = build.waves || options.waves;
  build.insides = build.insides || options.insides;
  build.netlist = uses_netlist(engine);
  build.activity = build.netlist && options.activity;
  build.tile = wants_tiles(config, options);
  // The output of all nets of a network takes minutes to optimise, longer than runs that count
  // them.
  build.optimised = build.optimised && (build.tile || !build.activity);
  if (build.netlist && build.insides)
    throw UsageError(
        "a netlist has no nodes to trace, since synthesis removes them; legal: --engine rtl, or waves without --trace-nodes");
  if (!options.rtl.empty()) build.rtl = options.rtl;
  return build_verilated(seeded(config, options), build).string();
}

std::unique_ptr<Network> Engines::make(const NetworkConfig& config, Engine engine,
                                       const EngineOptions& options) const {
  const NetworkConfig drawn = seeded(config, options);
  if (engine == Engine::kModel) return make_model(drawn, options.load);
  auto hardware = hardware_family_of(drawn).make(
      make_hardware(drawn, build(drawn, engine, options), wants_tiles(drawn, options),
                    !is_lockstep(engine) && !options.activity),
      drawn, drawn.own->draw_seed());
  family_of(config).attach_ports(*hardware, drawn);
  if (!is_lockstep(engine)) return hardware;
  return make_lockstep(drawn, make_model(drawn), std::move(hardware));
}

std::unique_ptr<StreamNetwork> Engines::make_streams(const NetworkConfig& config,
                                                     const StreamSizes& sizes, Engine engine,
                                                     const EngineOptions& options) const {
  const NetworkConfig drawn = seeded(config, options);
  const Family& family = family_of(drawn);
  // The model is made in any case: it checks configuration and sizes.
  auto model = make_stream_model(drawn, sizes);
  if (engine == Engine::kModel) return model;
  const std::string refusal = family.rtl.refusal(drawn);
  if (!refusal.empty()) throw UsageError(refusal);
  VerilatedBuildOptions build = build_;
  build.streams = sizes;
  build.tile = false;
  build.netlist = uses_netlist(engine);
  if (!options.rtl.empty()) build.rtl = options.rtl;
  const std::string library = build_verilated(drawn, build).string();
  auto hardware = std::make_unique<StreamHardware>(
      std::make_unique<WholeHardware>(library, WaveScopes{streams_top(drawn), {}}));
  if (!is_lockstep(engine)) return hardware;
  return std::make_unique<StreamLockstep>(std::move(model), std::move(hardware));
}

}  // namespace wayfarer
