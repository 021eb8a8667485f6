#include "wayfarer_systemc/make_engine.hpp"

#include <fmt/format.h>

#include "common/engines.hpp"
#include "core/error.hpp"
#include "family/registry.hpp"
#include "wayfarer_systemc/reports.hpp"

namespace wayfarer::sysc {
namespace {

[[noreturn]] void refuse(const sc_core::sc_module_name& name, const std::exception& error) {
  SC_REPORT_ERROR(report::kNetwork,
                  fmt::format("{}: {}", static_cast<const char*>(name), error.what()).c_str());
  throw;  // where the user has made this type of report harmless
}

}  // namespace

NetworkConfig read_config(const sc_core::sc_module_name& name, const std::string& config) {
  try {
    return load_config(find_config(config));
  } catch (const UsageError& error) {
    refuse(name, error);
  }
}

StreamSizes sizes_of(const NetworkConfig& config, const NetworkOptions& options) {
  return options.sizes.value_or(stream_sizes_of(config));
}

std::unique_ptr<StreamNetwork> make_engine(const sc_core::sc_module_name& name,
                                           const NetworkConfig& config,
                                           const NetworkOptions& options) {
  try {
    EngineOptions engine;
    engine.seed = options.seed;
    return Engines().make_streams(config, sizes_of(config, options), options.engine, engine);
  } catch (const std::runtime_error& error) {
    refuse(name, error);
  }
}

}  // namespace wayfarer::sysc
