#include "family/mway/config.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "config/schema.hpp"
#include "family/mway/adaptive/candidates.hpp"
#include "family/mway/header.hpp"
#include "family/mway/topology.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kMaxWays = 16;

/// The names of a network's classes, in the order of router.classes.
std::vector<const char*> class_names(const NetworkConfig& config) {
  const MwayVariant variant = mway_of(config).variant;
  std::vector<const char*> names;
  if (variant != MwayVariant::kUnescaped) names.emplace_back("class 0");
  if (variant != MwayVariant::kUnescaped && (config.topology.torus() || mway_of(config).fault))
    names.emplace_back("class 1");
  if (variant == MwayVariant::kAdaptive || variant == MwayVariant::kUnescaped)
    names.emplace_back("the adaptive class");
  return names;
}

/// The classes that are not given: in dimension order and balanced, halves; adaptive, one buffer
/// for each class of dimension order, and the others for the adaptive one.
void fill_classes(NetworkConfig& config) {
  MwayConfig& router = mway_of(config);
  if (router.classes != MwayClasses{}) return;
  const std::size_t count = class_names(config).size();
  const unsigned all = (1u << router.buffers) - 1;
  unsigned left = all;
  for (std::size_t c = 0; c < count; ++c) {
    const unsigned first =
        router.variant == MwayVariant::kAdaptive ? 1u << c : (1u << router.buffers / 2) - 1;
    router.classes[c] = c + 1 == count ? left : first;
    left &= ~router.classes[c];
  }
}

ConfigFault classes_fault(std::string text) { return {"router.classes", std::move(text)}; }

/// In dimension order: the lower buffers of a set serve class 0, the others class 1.
std::optional<ConfigFault> halves_fault(const MwayConfig& router, std::size_t count) {
  const unsigned all = (1u << router.buffers) - 1;
  const auto [zero, one, none] = router.classes;
  if (count == 1 && zero == all) return std::nullopt;
  if (count == 2 && zero != 0 && (zero & (zero + 1)) == 0 && zero < all && one == (all & ~zero))
    return std::nullopt;
  return classes_fault(
      fmt::format("{}; legal: {}",
                  count == 1 ? "a mesh has one class, which owns all buffers"
                             : "class 0 has the lower buffers of a set, and class 1 the others",
                  count == 1 ? "leaving it out" : "as in [[0], [1, 2, 3]]"));
}

/// Each class of dimension order has buffers that serve no other.
std::optional<ConfigFault> own_fault(const NetworkConfig& config) {
  const std::array<unsigned, kMwayClasses> buffers = class_buffers(config);
  const std::array<unsigned, kMwayClasses> own = own_buffers(buffers);
  for (unsigned c = 0; c < kMwayClasses; ++c) {
    if (buffers[c] == 0) continue;
    if (c != kAdaptiveClass && own[c] == 0)
      return classes_fault(
          fmt::format("each buffer of class {} also serves another class, so that messages of that "
                      "class can hold them all for ever; legal: a buffer that the others lack",
                      c));
    if (mway_of(config).frees_early() && own[c] != buffers[c])
      return ConfigFault{"router.freeing",
                         "behind a tail in a buffer that serves two classes, a header reaches "
                         "neither; legal: late, or classes without common buffers"};
  }
  return std::nullopt;
}

std::optional<ConfigFault> class_fault(const NetworkConfig& config) {
  const MwayConfig& router = mway_of(config);
  const std::vector<const char*> names = class_names(config);
  if (router.buffers < names.size())
    return ConfigFault{
        "router.buffers",
        fmt::format("each of {0} classes needs a buffer; legal: {0} to 16", names.size())};
  NetworkConfig filled = config;
  fill_classes(filled);
  const MwayClasses& classes = mway_of(filled).classes;
  const auto given =
      static_cast<std::size_t>(std::find(classes.begin(), classes.end(), 0u) - classes.begin());
  if (given != names.size())
    return classes_fault(
        fmt::format("{} classes; legal: {}, for {}", given, names.size(), fmt::join(names, ", ")));
  for (const unsigned buffers : classes)
    if ((buffers >> router.buffers) != 0)
      return classes_fault(fmt::format("a buffer beyond the {0} of a set; legal: 0 to {1}",
                                       router.buffers, router.buffers - 1));
  return has_candidates(router.variant) ? own_fault(filled)
                                        : halves_fault(mway_of(filled), names.size());
}

std::optional<ConfigFault> dead_member_fault(const NetworkConfig& config) {
  const MwayFault& fault = mway_of(config).fault;
  if (!fault) return std::nullopt;
  if (config.topology.torus())
    return ConfigFault{"router.fault",
                       "the detours are those of a mesh; legal: none, or topology.kind mesh, which "
                       "leaves the wrap-around routers idle"};
  if (mway_of(config).configuration != Configuration::kPins)
    return ConfigFault{"router.fault",
                       "routers know a fault by pins; legal: none, or router.configuration pins"};
  if (mway_of(config).destinations != Destinations::kAbsolute)
    return ConfigFault{"router.fault",
                       "a way around what is dead depends on the address; legal: none, or "
                       "router.destinations absolute"};
  const std::uint32_t channels = config.topology.nodes();
  if (fault.channel >= channels)
    return ConfigFault{"router.fault_channel",
                       fmt::format("no channel {}; legal: 0 to {}", fault.channel, channels - 1)};
  if (fault.dead != MwayDead::kRouter) return std::nullopt;
  const Grid grid(config.topology);
  if (fault.dimension >= grid.dimensions() ||
      grid.neighbour(fault.channel, fault.dimension, false) == fault.channel)
    return ConfigFault{"router.fault_dimension",
                       fmt::format("channel {} has no router towards a higher channel of dimension "
                                   "{}; legal: a dimension that has one",
                                   fault.channel, fault.dimension)};
  return std::nullopt;
}

/// A buffer holds a message with groups, and with clocks a power of two.
std::optional<ConfigFault> depth_fault(const NetworkConfig& config) {
  const MwayConfig& router = mway_of(config);
  if (router.depth == 0) return std::nullopt;
  const unsigned longest = 1 + config.data_flits(config.message_bytes);
  if (has_groups(router.variant) && router.depth < longest)
    return ConfigFault{
        "router.depth",
        fmt::format("with router.variant multicast a buffer holds a message, and one "
                    "of {} bytes has {} flits; legal: at least {}",
                    config.message_bytes, longest, longest)};
  if (router.variant == MwayVariant::kClocked &&
      (router.depth < 2 || (router.depth & (router.depth - 1)) != 0))
    return ConfigFault{"router.depth",
                       fmt::format("pointers in Gray code are those of a power of two, not of {}; "
                                   "legal: 2, 4, 8, 16, 32, 64 or 128, or a router.variant other "
                                   "than clocked",
                                   router.depth)};
  return std::nullopt;
}

/// Keys of one variant alone.
std::optional<ConfigFault> needless_fault(const NetworkConfig& config) {
  const MwayConfig& router = mway_of(config);
  if (router.age_shift != 0 && router.variant != MwayVariant::kAged)
    return ConfigFault{"router.age_shift",
                       "headers have no ages; legal: leaving it out, or router.variant aged"};
  if (router.variant != MwayVariant::kClocked) {
    const char* const needless = router.clock_spread != 0 ? "router.clock_spread"
                                 : router.clock_skew != 0 ? "router.clock_skew"
                                 : router.clock_slow != 0 ? "router.clock_slow"
                                                          : nullptr;
    if (needless == nullptr) return std::nullopt;
    return ConfigFault{needless, "there is one clock; legal: 0, or router.variant clocked"};
  }
  const std::uint32_t channels = config.topology.nodes();
  if (router.clock_slow <= channels) return std::nullopt;
  return ConfigFault{"router.clock_slow",
                     fmt::format("there are {0} channels; legal: 0 to {0}", channels)};
}

std::optional<ConfigFault> fault(const NetworkConfig& config) {
  if (auto extents = extents_fault(config.topology, config.topology.torus() ? 2 : 1))
    return extents;
  const unsigned ways = MwayTopology(config.topology).ways();
  if (ways < 2 || ways > kMaxWays)
    return ConfigFault{kExtentsKey,
                       fmt::format("a channel would have {} members (routers and processors); "
                                   "legal: 2 to {}",
                                   ways, kMaxWays)};
  if (auto needless = needless_fault(config)) return needless;
  if (auto dead = dead_member_fault(config)) return dead;
  if (auto classes = class_fault(config)) return classes;
  if (auto depth = depth_fault(config)) return depth;
  if (auto flit = flit_fault(config, 32)) return flit;
  const unsigned needed = header_id_offset(config);
  if (config.flit_bits < needed)
    return ConfigFault{"flit.bits", fmt::format("{} bits are too narrow for the header; legal: at "
                                                "least {}",
                                                config.flit_bits, needed)};
  return std::nullopt;
}

/// As mway_config_pkg has them: 16 bits of each class, class 0 in the lowest.
std::uint64_t class_masks(const NetworkConfig& config) {
  const auto [zero, one, adaptive] = class_buffers(config);
  return std::uint64_t{adaptive} << 32 | one << 16 | zero;
}

void fill_defaults(NetworkConfig& config) {
  MwayConfig& router = mway_of(config);
  fill_classes(config);
  if (router.depth == 0)
    router.depth = has_groups(router.variant) ? 1 + config.data_flits(config.message_bytes) : 2;
  if (router.age_shift == 0 && router.variant == MwayVariant::kAged) router.age_shift = 8;
}

/// Old keys, refused with the new ones named.
std::vector<Document::Renamed> renamed() {
  const std::string variant = "is now a value of router.variant: ";
  return {
      {"router.pipeline", variant + "pipelined for 2"},
      {"router.age_lines", variant + "aged for 3"},
      {"router.guard", variant + "guarded for copies"},
      {"router.clocks", variant + "clocked for channels"},
      {"router.routing", variant + "balanced, adaptive or adaptive-unescaped"},
      {"router.multicast", variant + "multicast for ordered, multicast-unordered"},
      {"router.addressing", "is now a value of router.stat: addressed"},
      {"router.class_zero_buffers", "is now in the list router.classes, as in [[0], [1, 2, 3]]"},
      {"router.class_zero_mask", "is now in the list router.classes, the first one"},
      {"router.class_one_mask", "is now in the list router.classes, the second one of a torus"},
      {"router.adaptive_mask", "is now in the list router.classes, the last one"}};
}

}  // namespace

const ConfigSchema& mway_schema() {
  using Config = NetworkConfig;
  static const std::string meaning = mway_variants_meaning();
  static const ConfigSchema schema = {
      "mway",
      {NumberKey{"topology.processors",
                 "Processors on each channel; a channel has 2 to 16 members in all", 1, 4,
                 [](Config& c) -> unsigned& { return c.topology.processors; }}
           .gives({"Processors"})
           .draws({1, 2, 3, 4}),
       NumberKey{"router.buffers",
                 "Buffers in a set, those of a processor's injection set included", 1, 16,
                 [](Config& c) -> unsigned& { return mway_of(c).buffers; }}
           .gives({"Buffers"})
           .draws({4, 2, 1, 3, 5}),
       NumberKey{"router.depth", "Flits in a buffer", 1, 128,
                 [](Config& c) -> unsigned& { return mway_of(c).depth; }}
           .gives({"Depth"})
           .draws({2, 1, 3, 4, 5})
           .derives_from("router.variant: 2, but with multicast the flits of a message"),
       NumberKey{"router.fault_channel", "The dead channel, or the lower one of the dead router's",
                 0, 65535, [](Config& c) -> unsigned& { return mway_of(c).fault.channel; }}
           .gives({"FaultChannel", "{}",
                   [](const Config& c) {
                     return std::uint64_t{mway_of(c).fault ? mway_of(c).fault.channel : 0};
                   }}),
       NumberKey{"router.fault_dimension", "The dimension of the dead router", 0, 8,
                 [](Config& c) -> unsigned& { return mway_of(c).fault.dimension; }}
           .gives({"FaultDimension", "{}",
                   [](const Config& c) {
                     return std::uint64_t{mway_of(c).fault ? mway_of(c).fault.dimension : 0};
                   }}),
       NumberKey{"router.age_shift",
                 "Aged: binary logarithm of the cycles in which a waiting header ages by one", 1,
                 16, [](Config& c) -> unsigned& { return mway_of(c).age_shift; }}
           .gives({"AgeShift", "{}",
                   [](const Config& c) {
                     return std::uint64_t{mway_of(c).age_shift == 0 ? 8 : mway_of(c).age_shift};
                   }})
           .derives_from("router.variant: 8 with aged"),
       {"router.clock_spread", "Clocked: the longest period, in percent above the shortest", 0, 300,
        [](Config& c) -> unsigned& { return mway_of(c).clock_spread; }},
       {"router.clock_skew", "Clocked: the greatest phase, in percent of a period", 0, 100,
        [](Config& c) -> unsigned& { return mway_of(c).clock_skew; }},
       {"router.clock_slow", "Clocked: the number of channels that have half the frequency", 0,
        65535, [](Config& c) -> unsigned& { return mway_of(c).clock_slow; }},
       flit_bits_key(32),
       message_bytes_key(1023)},
      {topology_kind_key(),
       ChoiceKey{"router.variant", meaning.c_str(), mway_variant_names(),
                 [](const Config& c) { return static_cast<unsigned>(mway_of(c).variant); },
                 [](Config& c, unsigned n) { mway_of(c).variant = static_cast<MwayVariant>(n); }}
           .gives({"Variant"}, mway_variant_codes())
           .restricts(mway_variant_restrictions()),
       ChoiceKey{"router.stat",
                 "How channels tell of free buffers: of all of them, or of one receiver after the "
                 "other; addressed is exact, and a data flit's sender names its buffer (faster in "
                 "hardware, equal in every cycle)",
                 {"exact", "cyclic", "addressed"},
                 [](const Config& c) { return static_cast<unsigned>(mway_of(c).stat_lines()); },
                 [](Config& c, unsigned n) { mway_of(c).stat = static_cast<Stat>(n); }}
           .gives({"Stat"})
           .derives_from("router.variant: addressed if pipelined, else exact",
                         [](Config& c) { mway_of(c).stat.reset(); }),
       ChoiceKey{"router.freeing",
                 "When a buffer is free for a header: when the tail is in, or when it has left",
                 {"early", "late"},
                 [](const Config& c) { return mway_of(c).frees_early() ? 0u : 1u; },
                 [](Config& c, unsigned n) { mway_of(c).freeing = static_cast<Freeing>(n); }}
           .gives({"EarlyFreeing", kBit}, {1, 0})
           .derives_from("router.variant: late if adaptive or multicast, else early",
                         [](Config& c) { mway_of(c).freeing.reset(); }),
       ChoiceKey{
           "router.configuration",
           "Extents, torus and processors in routers and nodes: constants, or pins, so that one "
           "chip serves many networks (equal in every cycle)",
           {"constant", "pins"},
           [](const Config& c) { return static_cast<unsigned>(mway_of(c).configuration); },
           [](Config& c, unsigned n) { mway_of(c).configuration = static_cast<Configuration>(n); }}
           .gives({"Configurable", kBit}),
       ChoiceKey{
           "router.destinations",
           "What Dest in a header is: an address, or offsets from the channel that it is on "
           "(equal in every cycle)",
           {"absolute", "relative"},
           [](const Config& c) { return static_cast<unsigned>(mway_of(c).destinations); },
           [](Config& c, unsigned n) { mway_of(c).destinations = static_cast<Destinations>(n); }}
           .gives({"Relative", kBit}),
       ChoiceKey{"router.fault",
                 "In a mesh, what is dead, so that the other members route around it",
                 {"none", "channel", "router"},
                 [](const Config& c) { return static_cast<unsigned>(mway_of(c).fault.dead); },
                 [](Config& c, unsigned n) { mway_of(c).fault.dead = static_cast<MwayDead>(n); }}
           .gives({"Fault"})},
      extents_keys(),
      mway_config,
      fault,
      fill_defaults,
      renamed(),
      {},
      {SetsKey{
          "router.classes",
          "The buffers of a set that serve each class: in dimension order, on a torus or with "
          "a fault, the lower ones class 0 and the others class 1; with adaptive, the adaptive "
          "class is the last one",
          15,
          3,
          [](Config& c) { return mway_of(c).classes.data(); },
          "router.variant: halves in dimension order or balanced; adaptive, one for each class "
          "of dimension order and the others",
          {"ClassMasks", "48'h{:012x}", class_masks}}}};
  return schema;
}

NetworkConfig mway_config() { return {&mway_schema(), MwayConfig{}}; }

}  // namespace wayfarer
