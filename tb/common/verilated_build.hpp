// Verilates and compiles a configuration's RTL into a shared library, once: results are cached
// under a hash of everything that they depend on.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "config/config.hpp"
#include "family/engine.hpp"
#include "stream/word.hpp"

namespace wayfarer {

struct VerilatedBuildOptions {
  bool waves = false;       ///< Able to write FST files; slower to build and to run.
  bool insides = false;     ///< These have the insides of nodes in large networks as well.
  bool assertions = false;  ///< With the RTL's assertions, from a random state; slower to run.
  bool optimised = true;    ///< False: compiled in less time, several times slower to run.
  bool tile = false;        ///< One tile of the network (HardwareFamily::tiles).
  std::optional<StreamSizes> streams;  ///< The network with AXI4-Streams of these sizes.
  bool netlist = false;                ///< The RTL synthesized to cells, without its assertions.
  bool activity = false;               ///< With `netlist`: its switching activity can be counted.
  std::filesystem::path netlist_file;  ///< With `netlist`: this one instead; empty: synthesized.
  std::filesystem::path rtl;    ///< Root of the RTL (holds mway/mway.f); empty: the project's own.
  std::filesystem::path cache;  ///< Where results are kept; empty: cache_folder.
  BuildCallback progress;       ///< May be empty.
};

/// The path of the library, which is built unless the cache has it. Safe to call from several
/// processes. Throws UsageError when a tool is missing or fails, with the log's path, and
/// Interrupted when `progress` returns false or the user stops the compilers.
[[nodiscard]] std::filesystem::path build_verilated(const NetworkConfig& config,
                                                    const VerilatedBuildOptions& options = {});

/// The module that is one tile of the network, and its source.
[[nodiscard]] std::string tile_module(const NetworkConfig& config);
[[nodiscard]] std::filesystem::path tile_source(const NetworkConfig& config);

/// The path of the configuration's netlist, which is synthesized unless the cache has it.
[[nodiscard]] std::filesystem::path build_netlist(const NetworkConfig& config,
                                                  const VerilatedBuildOptions& options = {});

}  // namespace wayfarer
