// The keys of a configuration as data: one list behind reading, checking, writing and `--set`.
#pragma once

#include <string>
#include <vector>

#include "config/config.hpp"

namespace wayfarer {

/// A whole number with its legal range.
struct NumberKey {
  std::string key;  ///< "table.key".
  unsigned low;
  unsigned high;
  unsigned& (*of)(NetworkConfig&);
};
[[nodiscard]] const std::vector<NumberKey>& number_keys(Family family);

/// 0 for a number that the other keys imply when it is not given.
[[nodiscard]] bool is_derived(const NumberKey& number, unsigned value);

/// A choice between names; the n-th name stands for the enumerator n.
struct ChoiceKey {
  std::string key;
  std::vector<std::string> names;
  unsigned (*get)(const NetworkConfig&);
  void (*set)(NetworkConfig&, unsigned);
};
[[nodiscard]] const std::vector<ChoiceKey>& choice_keys(Family family);

/// Keys that give a network its shape, each in words of its own: extents (mway, vc, iba); a number
/// of hosts in a line, or a tree of switches (linear).
constexpr const char* kExtentsKey = "topology.extents";
constexpr const char* kHostsKey = "topology.hosts";
constexpr const char* kTreeKey = "topology.tree";
[[nodiscard]] std::vector<std::string> shape_keys(Family family);

// Keys whose values must go with those of others.
constexpr const char* kPhasesKey = "router.phases";
constexpr const char* kSetsKey = "router.sets";
constexpr const char* kPipelineKey = "router.pipeline";
constexpr const char* kIbaLanesKey = "router.virtual_lanes";
constexpr const char* kIbaDepthKey = "router.depth";
constexpr const char* kMtuKey = "traffic.mtu_bytes";
constexpr const char* kSegmentationKey = "router.segmentation";

[[nodiscard]] const std::vector<std::string>& family_names();

constexpr unsigned kMaxExtent = 1024;

/// Sets "router.buffers" to "2" or "topology.extents" to "16x16", and checks the whole. Values that
/// were derived before are derived anew. Throws UsageError for unknown keys and illegal values.
void set_key(NetworkConfig& config, const std::string& key, const std::string& value);

}  // namespace wayfarer
