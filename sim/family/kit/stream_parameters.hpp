// Parameters of the hardware with streams, from those of the network inside it.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "config/schema.hpp"
#include "stream/word.hpp"

namespace wayfarer {

/// The parameters of a top `<family>_streams`: the network's parameters that it has by the same
/// names, the sizes, and its own.
[[nodiscard]] inline RtlParameters stream_parameters(const RtlParameters& network,
                                                     const std::vector<std::string>& names,
                                                     const StreamSizes& sizes,
                                                     const RtlParameters& own = {}) {
  RtlParameters parameters;
  for (const auto& parameter : network)
    if (std::find(names.begin(), names.end(), parameter.first) != names.end())
      parameters.push_back(parameter);
  parameters.emplace_back("MaxWords", fmt::format("{}", sizes.max_words));
  parameters.emplace_back("EntryDepth", fmt::format("{}", sizes.entry_depth));
  parameters.insert(parameters.end(), own.begin(), own.end());
  return parameters;
}

}  // namespace wayfarer
