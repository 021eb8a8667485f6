// The variants of the m-way router, and what each of them allows of the other keys.
#pragma once

#include <string>
#include <vector>

#include "geometry/topology_config.hpp"

namespace wayfarer {

struct Restriction;

/// The paper's router, or one with a mechanism that the paper does not have (docs/mway.md).
enum class MwayVariant {
  kPaper,
  kPipelined,  ///< Two registered stages before a flit is on the lines.
  kAged,       ///< Priority lines for the ages of headers, against starvation.
  kGuarded,    ///< Members compare their copies of Drv, and messages can be aborted.
  kClocked,    ///< Each channel has its own clock.
  kBalanced,   ///< On a torus, both classes where the wrap-around router is not ahead.
  kAdaptive,   ///< Each way that leads closer, and that of dimension order as an escape.
  kMulticast,  ///< Messages to groups: receivers take a header in the order of their numbers.
  kUnescaped,  ///< Adaptive without the escape: deadlocks. Model only.
  kUnordered,  ///< Multicast, where receivers take a header as they can: deadlocks. Model only.
};

enum class Freeing { kEarly, kLate };
/// How channels tell of free buffers, and how a data flit reaches its own.
enum class Stat {
  kExact,      ///< All buffers in every cycle; receivers match a data flit's sender.
  kCyclic,     ///< The buffers of one receiver after the other.
  kAddressed,  ///< As exact, and the sender names the buffer: faster in hardware, equal in cycles.
};
enum class Configuration { kConstant, kPins };
/// Whether a header's Dest is an address or relative to the channel.
enum class Destinations {
  kAbsolute,  ///< Nothing: it is an address.
  kRelative,  ///< The channel that the header is on.
};

/// What a variant allows of a key: a bit for each name, and why not the others.
struct MwayAllowed {
  unsigned names = ~0u;
  const char* why = "";

  template <class Name>
  [[nodiscard]] constexpr bool allows(Name name) const {
    return (names >> static_cast<unsigned>(name) & 1) != 0;
  }
};

constexpr MwayAllowed kAny;

template <class... Names>
constexpr MwayAllowed mway_allow(const char* why, Names... names) {
  return {((1u << static_cast<unsigned>(names)) | ...), why};
}

struct MwayVariantRow {
  const char* variant;
  const char* meaning;  ///< Null: not in the list of meanings, which ends with those of models.
  MwayAllowed stat, freeing, topology, configuration, destinations;
  bool model_only = false;
};

constexpr MwayVariantRow kMwayAdaptive = {
    "adaptive",
    "any way that leads closer, with dimension order as an escape",
    mway_allow("headers choose by the status of all receivers", Stat::kExact),
    mway_allow("a header behind a tail does not reach the escape", Freeing::kLate),
    kAny,
    mway_allow("the candidates are those of this network", Configuration::kConstant),
    mway_allow("offsets are worked off in one order", Destinations::kAbsolute)};

constexpr MwayVariantRow kMwayMulticast = {
    "multicast",
    "messages to groups",
    mway_allow("receivers take a header in order, by the status of all of them", Stat::kExact),
    mway_allow("a buffer holds one whole message", Freeing::kLate),
    mway_allow("its trees are those of a mesh", TopologyKind::kMesh),
    mway_allow("headers have a bit for each processor of this network", Configuration::kConstant),
    mway_allow("headers have a bit for each processor", Destinations::kAbsolute)};

/// For models: a variant without what keeps it free of deadlock.
constexpr MwayVariantRow mway_without(const char* variant, MwayVariantRow row) {
  row.variant = variant;
  row.meaning = nullptr;
  row.model_only = true;
  return row;
}

/// In the order of the enumerators; those of the RTL, whose numbers they have in mway_config_pkg,
/// come first. mway_config_pkg::variant_legal has the same table.
constexpr MwayVariantRow kMwayVariants[] = {
    {"paper", nullptr, kAny, kAny, kAny, kAny, kAny},
    {"pipelined", "registered stages before the lines",
     mway_allow("with exact Stat a registered flit needs the number of its buffer", Stat::kCyclic,
                Stat::kAddressed),
     kAny, kAny, kAny, kAny},
    {"aged", "ages of headers against starvation", kAny, kAny, kAny,
     mway_allow("with ages the members of a channel are constants", Configuration::kConstant),
     kAny},
    {"guarded", "compared copies of the driver's number",
     mway_allow("only where exact Stat has shown room is a data flit that nobody takes a lost one",
                Stat::kExact),
     kAny, kAny, kAny, kAny},
    {"clocked", "a clock for each channel",
     mway_allow("a driver learns from Stat when its receiver is full", Stat::kExact), kAny, kAny,
     mway_allow("its members have constants", Configuration::kConstant),
     mway_allow("routers with two clocks compare addresses", Destinations::kAbsolute)},
    {"balanced", "both classes where they are free of deadlock", kMwayAdaptive.stat, kAny,
     mway_allow("a mesh has no classes to balance", TopologyKind::kTorus),
     kMwayAdaptive.configuration, kMwayAdaptive.destinations},
    kMwayAdaptive,
    kMwayMulticast,
    mway_without("adaptive-unescaped", kMwayAdaptive),
    mway_without("multicast-unordered", kMwayMulticast),
};

constexpr const MwayVariantRow& row_of(MwayVariant variant) {
  return kMwayVariants[static_cast<unsigned>(variant)];
}

/// Whether a header chooses among several ways or classes (candidates.hpp).
constexpr bool has_candidates(MwayVariant variant) {
  return variant == MwayVariant::kBalanced || variant == MwayVariant::kAdaptive ||
         variant == MwayVariant::kUnescaped;
}

/// Whether a message may have several receivers.
constexpr bool has_groups(MwayVariant variant) {
  return variant == MwayVariant::kMulticast || variant == MwayVariant::kUnordered;
}

/// The names of all variants in configurations, in the order of the enumerators.
[[nodiscard]] std::vector<std::string> mway_variant_names();

/// Their numbers in mway_config_pkg, or kModelOnly.
[[nodiscard]] std::vector<unsigned> mway_variant_codes();

/// What the key router.variant means.
[[nodiscard]] std::string mway_variants_meaning();

/// What each variant allows of the other keys.
[[nodiscard]] std::vector<Restriction> mway_variant_restrictions();

}  // namespace wayfarer
