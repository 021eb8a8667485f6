#include "family/registry.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/text.hpp"

namespace wayfarer {

// The only list of families. Each is defined in family.cpp of its folder.
const Family& mway_family();
const Family& linear_family();
const Family& wormhole_family();
const Family& cut_through_family();
const Family& iba_family();
const Family& deflection_family();

const std::vector<const Family*>& families() {
  static const std::vector<const Family*> list = {&mway_family(),     &linear_family(),
                                                  &wormhole_family(), &cut_through_family(),
                                                  &iba_family(),      &deflection_family()};
  return list;
}

std::vector<std::string> family_names() {
  std::vector<std::string> names;
  for (const Family* family : families()) names.emplace_back(family->name());
  return names;
}

const Family& find_family(const std::string& name) {
  for (const Family* family : families())
    if (name == family->name()) return *family;
  throw UsageError(fmt::format("there is no family '{}'; {}legal: {}", name,
                               did_you_mean(name, family_names()), join(family_names())));
}

const Family& family_of(const NetworkConfig& config) {
  const auto& list = families();
  return **std::find_if(list.begin(), list.end(),
                        [&](const Family* family) { return &family->schema() == config.schema; });
}

namespace {

const ConfigFamilies& config_families() {
  static const ConfigFamilies list = [] {
    ConfigFamilies all;
    for (const Family* family : families()) all.schemas.push_back(&family->schema());
    all.renamed = {{"vc", "is now two families: 'wormhole' and 'cut_through'"}};
    return all;
  }();
  return list;
}

}  // namespace

NetworkConfig load_config(const std::string& path) { return load_config(path, config_families()); }

NetworkConfig parse_config(const std::string& toml_text, const std::string& origin) {
  return parse_config(toml_text, origin, config_families());
}

std::string RtlBinding::parameters(const NetworkConfig& config) const {
  const bool all = other_top(config) == nullptr;
  std::string text;
  for (const auto& [name, value] : shape(config)) text += fmt::format(" -G{}={}", name, value);
  for (const auto& [name, value] : rtl_parameters(config))
    if (all ||
        std::find(other_parameters.begin(), other_parameters.end(), name) != other_parameters.end())
      text += fmt::format(" -G{}={}", name, value);
  return text;
}

std::unique_ptr<Network> make_model(const NetworkConfig& config, double load) {
  return family_of(config).make_model(config, load);
}

std::unique_ptr<StreamNetwork> make_stream_model(const NetworkConfig& config,
                                                 const StreamSizes& sizes) {
  constexpr unsigned kMostBits = 8 * sizeof(StreamData);
  if (config.flit_bits > kMostBits)
    throw UsageError(fmt::format(
        "{}: flit.bits = {}: words of streams have at most {} bits in C++; legal: up to {}",
        config.name, config.flit_bits, kMostBits, kMostBits));
  return family_of(config).make_streams(config, sizes);
}

StreamSizes stream_sizes_of(const NetworkConfig& config) {
  const unsigned words = config.data_flits(config.message_bytes);
  return words == 0 ? StreamSizes() : stream_sizes(words);
}

std::string streams_top(const NetworkConfig& config) {
  return fmt::format("{}_streams", config.family());
}

RtlParameters streams_rtl_parameters(const NetworkConfig& config, const StreamSizes& sizes) {
  const Family& family = family_of(config);
  RtlParameters network = family.rtl.shape(config);
  for (const auto& parameter : rtl_parameters(config)) network.push_back(parameter);
  return family.streams_parameters(config, network, sizes);
}

std::string streams_parameters(const NetworkConfig& config, const StreamSizes& sizes) {
  std::string text;
  for (const auto& [name, value] : streams_rtl_parameters(config, sizes))
    text += fmt::format(" -G{}={}", name, value);
  return text;
}

DependencyGraph network_dependencies(const NetworkConfig& config) {
  return family_of(config).dependencies(config);
}

double saturation_bound(const NetworkConfig& config) {
  return family_of(config).saturation_bound(config);
}

std::unique_ptr<LockstepNetwork> make_lockstep(const NetworkConfig& config,
                                               std::unique_ptr<Network> reference,
                                               std::unique_ptr<Network> device) {
  auto both = std::make_unique<LockstepNetwork>(std::move(reference), std::move(device));
  family_of(config).attach_lockstep_ports(*both);
  return both;
}

}  // namespace wayfarer
