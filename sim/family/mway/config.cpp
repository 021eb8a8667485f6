#include "family/mway/config.hpp"

#include <array>

#include <fmt/format.h>

#include "config/schema.hpp"
#include "family/mway/candidates.hpp"
#include "family/mway/header.hpp"
#include "family/mway/topology.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kMaxWays = 16;

std::optional<ConfigFault> class_fault(const NetworkConfig& config) {
  const unsigned buffers = mway_of(config).buffers;
  const unsigned zero = mway_of(config).class_zero_buffers;
  if (!config.topology.torus() && !mway_of(config).fault) {
    if (zero == 0 || zero == buffers) return std::nullopt;
    return ConfigFault{"router.class_zero_buffers",
                       fmt::format("a mesh has one class, which owns all buffers; legal: {} or "
                                   "leaving it out",
                                   buffers)};
  }
  if (buffers < 2)
    return ConfigFault{"router.buffers",
                       fmt::format("{} needs a buffer for each of its two classes; legal: 2 to 16",
                                   config.topology.torus() ? "a torus" : "a mesh with a fault")};
  if (zero >= buffers)
    return ConfigFault{"router.class_zero_buffers",
                       fmt::format("{} of {} buffers leave none to class 1; legal: 1 to {}", zero,
                                   buffers, buffers - 1)};
  return std::nullopt;
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

std::optional<ConfigFault> pipeline_fault(const NetworkConfig& config) {
  const MwayConfig& router = mway_of(config);
  if (router.pipeline == 0) return std::nullopt;
  if (router.pipeline != 2)
    return ConfigFault{"router.pipeline",
                       "one stage alone does not shorten the path from Stat to the buffers; legal: "
                       "0 or 2"};
  if (router.stat == Stat::kExact && router.addressing != Addressing::kAddressed)
    return ConfigFault{"router.pipeline",
                       "with exact Stat a registered flit needs the number of its buffer; legal: "
                       "0, or router.addressing addressed"};
  if (router.age_lines != 0)
    return ConfigFault{"router.pipeline",
                       "the levels of ages are those of the same cycle; legal: 0, or "
                       "router.age_lines 0"};
  return std::nullopt;
}

std::optional<ConfigFault> multicast_fault(const NetworkConfig& config) {
  const MwayConfig& router = mway_of(config);
  if (router.multicast == Multicast::kNone) return std::nullopt;
  const auto refuse = [](const char* why, const char* legal) {
    return ConfigFault{"router.multicast", fmt::format("{}; legal: none, or {}", why, legal)};
  };
  if (config.topology.torus()) return refuse("its trees are those of a mesh", "topology.kind mesh");
  if (router.freeing != Freeing::kLate)
    return refuse("a buffer holds one whole message", "router.freeing late");
  if (router.stat != Stat::kExact)
    return refuse("receivers take a header in order, by the status of all of them",
                  "router.stat exact");
  if (router.addressing != Addressing::kMatched)
    return refuse("receivers find data flits by their sender", "router.addressing matched");
  if (router.configuration != Configuration::kConstant)
    return refuse("headers have a bit for each processor of this network",
                  "router.configuration constant");
  if (router.age_lines != 0)
    return refuse("ages are those of headers with one receiver", "router.age_lines 0");
  const unsigned longest = 1 + config.data_flits(config.message_bytes);
  if (router.depth < longest)
    return ConfigFault{"router.depth",
                       fmt::format("with router.multicast a buffer holds a message, and one of {} "
                                   "bytes has {} flits; legal: at least {}",
                                   config.message_bytes, longest, longest)};
  return std::nullopt;
}

std::optional<ConfigFault> guard_fault(const NetworkConfig& config) {
  const MwayConfig& router = mway_of(config);
  if (!router.guard) return std::nullopt;
  const auto refuse = [](const char* why, const char* legal) {
    return ConfigFault{"router.guard", fmt::format("{}; legal: none, or {}", why, legal)};
  };
  if (router.stat != Stat::kExact)
    return refuse("only with exact Stat is a data flit that nobody takes a lost one",
                  "router.stat exact");
  if (router.addressing != Addressing::kMatched)
    return refuse("it guards the mappings by which receivers find data flits",
                  "router.addressing matched");
  if (router.pipeline != 0)
    return refuse("a void cycle holds a flit back that stages would have sent",
                  "router.pipeline 0");
  if (router.age_lines != 0)
    return refuse("the lines of ages have no copies to compare", "router.age_lines 0");
  if (router.multicast != Multicast::kNone)
    return refuse("an aborted message has one receiver", "router.multicast none");
  if (router.routing != MwayRouting::kDimensionOrder)
    return refuse("it is for headers with one candidate", "router.routing dimension-order");
  return std::nullopt;
}

/// The masks of classes that are not given.
void fill_masks(NetworkConfig& config) {
  MwayConfig& router = mway_of(config);
  const unsigned all = (1u << router.buffers) - 1;
  const bool torus = config.topology.torus();
  const auto fill = [](unsigned& mask, unsigned value) { mask = mask == 0 ? value : mask; };
  switch (router.routing) {
    case MwayRouting::kDimensionOrder: return;
    case MwayRouting::kBalanced:
      fill(router.class_zero_mask, (1u << router.buffers / 2) - 1);
      fill(router.class_one_mask, all & ~router.class_zero_mask);
      return;
    case MwayRouting::kAdaptive:
      fill(router.class_zero_mask, 1);
      if (torus) fill(router.class_one_mask, 2);
      fill(router.adaptive_mask, all & ~(router.class_zero_mask | router.class_one_mask));
      return;
    case MwayRouting::kUnescaped: fill(router.adaptive_mask, all); return;
  }
}

/// The classes of a network: which there are, and that each of dimension order has its own buffers.
std::optional<ConfigFault> mask_fault(NetworkConfig config) {
  const MwayConfig& router = mway_of(config);
  const bool adaptive = router.routing == MwayRouting::kAdaptive;
  const bool escape = adaptive || router.routing == MwayRouting::kBalanced;
  const unsigned classes = (escape ? (config.topology.torus() ? 3u : 1u) : 0u) |
                           (router.routing == MwayRouting::kBalanced ? 0u : 1u << kAdaptiveClass);
  const auto used = static_cast<unsigned>(__builtin_popcount(classes));
  if (router.buffers < used)
    return ConfigFault{"router.buffers",
                       fmt::format("each of {0} classes needs a buffer; legal: {0} to 16", used)};
  constexpr const char* kKeys[] = {"router.class_zero_mask", "router.class_one_mask",
                                   "router.adaptive_mask"};
  const std::array<unsigned, kMwayClasses> given = class_buffers(config);
  for (unsigned c = 0; c < kMwayClasses; ++c) {
    if (given[c] != 0 && (classes >> c & 1) == 0)
      return ConfigFault{kKeys[c], "this network has no such class; legal: leaving it out"};
    if (given[c] >> router.buffers != 0)
      return ConfigFault{kKeys[c],
                         fmt::format("{} names a buffer beyond the {} of a set; legal: 1 "
                                     "to {}",
                                     given[c], router.buffers, (1u << router.buffers) - 1)};
  }
  fill_masks(config);
  const std::array<unsigned, kMwayClasses> buffers = class_buffers(config);
  const std::array<unsigned, kMwayClasses> own = own_buffers(buffers);
  for (unsigned c = 0; c < kMwayClasses; ++c) {
    if ((classes >> c & 1) == 0) continue;
    if (buffers[c] == 0)
      return ConfigFault{kKeys[c],
                         "the other classes leave it no buffer; legal: a mask with a bit "
                         "for each of its buffers, at least one"};
    if (c != kAdaptiveClass && own[c] == 0)
      return ConfigFault{kKeys[c],
                         fmt::format("each of the buffers {} serves another class, too, so that "
                                     "messages of that class can hold them all for ever; legal: a "
                                     "mask with a bit that the others lack",
                                     buffers[c])};
    if (router.freeing == Freeing::kEarly && own[c] != buffers[c])
      return ConfigFault{"router.freeing",
                         "behind a tail in a buffer that serves two classes, a header reaches "
                         "neither; legal: late, or classes without common buffers"};
  }
  return std::nullopt;
}

std::optional<ConfigFault> routing_fault(const NetworkConfig& config) {
  const MwayConfig& router = mway_of(config);
  if (router.routing == MwayRouting::kDimensionOrder) {
    if ((router.class_zero_mask | router.class_one_mask | router.adaptive_mask) == 0)
      return std::nullopt;
    return ConfigFault{"router.routing",
                       "the classes of dimension order are those of router.class_zero_buffers; "
                       "legal: balanced or adaptive, or leaving out the masks"};
  }
  const auto refuse = [](const char* why, const char* legal) {
    return ConfigFault{"router.routing",
                       fmt::format("{}; legal: dimension-order, or {}", why, legal)};
  };
  if (router.multicast != Multicast::kNone)
    return refuse("trees are those of dimension order", "router.multicast none");
  if (router.routing == MwayRouting::kBalanced && !config.topology.torus())
    return refuse("a mesh has no classes to balance", "topology.kind torus, or adaptive");
  if (router.routing != MwayRouting::kBalanced && router.freeing != Freeing::kLate)
    return refuse("a header behind a tail does not reach the escape", "router.freeing late");
  if (router.stat != Stat::kExact)
    return refuse("headers choose by the status of all receivers", "router.stat exact");
  if (router.addressing != Addressing::kMatched)
    return refuse("a header's receiver is chosen in the cycle in which it is sent",
                  "router.addressing matched");
  if (router.configuration != Configuration::kConstant)
    return refuse("the candidates are those of this network", "router.configuration constant");
  if (router.pipeline != 0)
    return refuse("a stage would choose by the status of an earlier cycle", "router.pipeline 0");
  if (router.age_lines != 0)
    return refuse("ages are those of headers with one candidate", "router.age_lines 0");
  const unsigned zero = router.class_zero_buffers;
  if (zero != 0 && zero != (config.topology.torus() ? router.buffers / 2 : router.buffers))
    return ConfigFault{"router.class_zero_buffers",
                       "with router.routing the buffers of a class are its mask; legal: leaving it "
                       "out, for router.class_zero_mask"};
  return mask_fault(config);
}

std::optional<ConfigFault> clocks_fault(const NetworkConfig& config) {
  const MwayConfig& router = mway_of(config);
  if (router.clocks == Clocks::kOne) {
    const char* const needless = router.clock_spread != 0 ? "router.clock_spread"
                                 : router.clock_skew != 0 ? "router.clock_skew"
                                 : router.clock_slow != 0 ? "router.clock_slow"
                                                          : nullptr;
    if (needless == nullptr) return std::nullopt;
    return ConfigFault{needless, "there is one clock; legal: 0, or router.clocks channels"};
  }
  const std::uint32_t channels = config.topology.nodes();
  if (router.clock_slow > channels)
    return ConfigFault{"router.clock_slow",
                       fmt::format("there are {0} channels; legal: 0 to {0}", channels)};
  const auto refuse = [](const char* why, const char* legal) {
    return ConfigFault{"router.clocks", fmt::format("{}; legal: one, or {}", why, legal)};
  };
  if (router.stat != Stat::kExact)
    return refuse("a driver learns from Stat when its receiver is full", "router.stat exact");
  if (router.addressing != Addressing::kMatched)
    return refuse("receivers find data flits by their sender", "router.addressing matched");
  if (router.configuration != Configuration::kConstant)
    return refuse("its members have constants", "router.configuration constant");
  if (router.pipeline != 0) return refuse("its banks have no stages", "router.pipeline 0");
  if (router.age_lines != 0) return refuse("its headers have no ages", "router.age_lines 0");
  if (router.multicast != Multicast::kNone)
    return refuse("its messages have one receiver", "router.multicast none");
  if (router.guard) return refuse("its mappings have no guard", "router.guard none");
  if (router.routing != MwayRouting::kDimensionOrder)
    return refuse("its headers have one candidate", "router.routing dimension-order");
  if (router.depth < 2 || (router.depth & (router.depth - 1)) != 0)
    return ConfigFault{"router.depth",
                       fmt::format("pointers in Gray code are those of a power of two, not of {}; "
                                   "legal: 2, 4, 8, 16, 32, 64 or 128, or router.clocks one",
                                   router.depth)};
  return std::nullopt;
}
std::optional<ConfigFault> destinations_fault(const NetworkConfig& config) {
  const MwayConfig& router = mway_of(config);
  if (router.destinations == Destinations::kAbsolute) return std::nullopt;
  const auto refuse = [](const char* why, const char* legal) {
    return ConfigFault{"router.destinations",
                       fmt::format("{}; legal: absolute, or {}", why, legal)};
  };
  if (router.fault)
    return refuse("a way around what is dead depends on the address", "router.fault none");
  if (router.multicast != Multicast::kNone)
    return refuse("headers have a bit for each processor", "router.multicast none");
  if (router.routing != MwayRouting::kDimensionOrder)
    return refuse("offsets are worked off in one order", "router.routing dimension-order");
  if (router.clocks != Clocks::kOne)
    return refuse("routers with two clocks compare addresses", "router.clocks one");
  return std::nullopt;
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
  if (auto routing = routing_fault(config)) return routing;
  if (mway_of(config).routing == MwayRouting::kDimensionOrder)
    if (auto classes = class_fault(config)) return classes;
  if (auto dead = dead_member_fault(config)) return dead;
  const unsigned age_lines = mway_of(config).age_lines;
  if (age_lines != 0 && age_lines != MwayHeader::kAgeWidth)
    return ConfigFault{"router.age_lines",
                       fmt::format("{} lines do not show the level of an age; legal: 0 or {}",
                                   age_lines, MwayHeader::kAgeWidth)};
  if (mway_of(config).addressing == Addressing::kAddressed && mway_of(config).stat == Stat::kCyclic)
    return ConfigFault{"router.addressing",
                       "with cyclic Stat a driver does not know its receiver's free buffer; legal: "
                       "matched, or router.stat exact"};
  if (mway_of(config).configuration == Configuration::kPins && age_lines != 0)
    return ConfigFault{"router.configuration",
                       "with ages the members of a channel are constants; legal: constant, or "
                       "router.age_lines 0"};
  if (auto pipeline = pipeline_fault(config)) return pipeline;
  if (auto multicast = multicast_fault(config)) return multicast;
  if (auto destinations = destinations_fault(config)) return destinations;
  if (auto guard = guard_fault(config)) return guard;
  if (auto clocks = clocks_fault(config)) return clocks;
  if (auto flit = flit_fault(config, 32)) return flit;
  const unsigned needed = header_id_offset(config);
  if (config.flit_bits < needed)
    return ConfigFault{"flit.bits", fmt::format("{} bits are too narrow for the header; legal: at "
                                                "least {}",
                                                config.flit_bits, needed)};
  return std::nullopt;
}

/// As mway_pkg has them: 16 bits of each class, class 0 in the lowest.
std::uint64_t class_masks(const NetworkConfig& config) {
  const MwayConfig& router = mway_of(config);
  return std::uint64_t{router.adaptive_mask} << 32 | router.class_one_mask << 16 |
         router.class_zero_mask;
}

void fill_defaults(NetworkConfig& config) {
  MwayConfig& router = mway_of(config);
  if (!config.topology.torus() && !router.fault)
    router.class_zero_buffers = router.buffers;
  else if (router.class_zero_buffers == 0)
    router.class_zero_buffers = router.buffers / 2;
  fill_masks(config);
}

}  // namespace

const ConfigSchema& mway_schema() {
  using Config = NetworkConfig;
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
           .draws({2, 1, 3, 4, 5}),
       NumberKey{"router.class_zero_buffers",
                 "On a torus or with a fault, the lower buffers of a set, which serve class 0; the "
                 "others serve class 1",
                 1, 16, [](Config& c) -> unsigned& { return mway_of(c).class_zero_buffers; }}
           .gives({"ClassZeroBuffers"})
           .derives_from(
               "router.buffers: all of them in a mesh, half of them in a torus or with a fault"),
       NumberKey{
           "router.class_zero_mask",
           "With balanced or adaptive routing, the buffers that serve class 0: a bit for each", 1,
           65535, [](Config& c) -> unsigned& { return mway_of(c).class_zero_mask; }}
           .gives({"ClassMasks", "48'h{:012x}", class_masks})
           .derives_from(
               "router.routing: half of the buffers if balanced, the first one if adaptive"),
       NumberKey{"router.class_one_mask", "The same for class 1, of a torus", 1, 65535,
                 [](Config& c) -> unsigned& { return mway_of(c).class_one_mask; }}
           .derives_from("router.routing: the others if balanced, the second one if adaptive"),
       NumberKey{"router.adaptive_mask", "The same for the class of adaptive routing", 1, 65535,
                 [](Config& c) -> unsigned& { return mway_of(c).adaptive_mask; }}
           .derives_from("the other masks: the buffers that they leave"),
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
       NumberKey{
           "router.pipeline",
           "Registered stages before a flit is on the lines: 0 (the paper), or 2, a faster clock",
           0, 2, [](Config& c) -> unsigned& { return mway_of(c).pipeline; }}
           .gives({"Pipeline"})
           .draws({0, 2}),
       NumberKey{"router.age_lines",
                 "Priority lines for the ages of headers, against starvation: 0 (the paper) or 3",
                 0, 3, [](Config& c) -> unsigned& { return mway_of(c).age_lines; }}
           .gives({"AgeLines"})
           .draws({0, 3}),
       NumberKey{"router.age_shift",
                 "Binary logarithm of the cycles in which a waiting header ages by one", 1, 16,
                 [](Config& c) -> unsigned& { return mway_of(c).age_shift; }}
           .gives({"AgeShift"}),
       {"router.clock_spread",
        "With a clock for each channel, the longest period, in percent above the shortest", 0, 300,
        [](Config& c) -> unsigned& { return mway_of(c).clock_spread; }},
       {"router.clock_skew",
        "With a clock for each channel, the greatest phase, in percent of a period", 0, 100,
        [](Config& c) -> unsigned& { return mway_of(c).clock_skew; }},
       {"router.clock_slow",
        "With a clock for each channel, the number of channels that have half the frequency", 0,
        65535, [](Config& c) -> unsigned& { return mway_of(c).clock_slow; }},
       flit_bits_key(32),
       message_bytes_key(1023)},
      {topology_kind_key(),
       ChoiceKey{"router.freeing",
                 "When a buffer is free for a header: when the tail is in, or when it has left",
                 {"early", "late"},
                 [](const Config& c) { return static_cast<unsigned>(mway_of(c).freeing); },
                 [](Config& c, unsigned n) { mway_of(c).freeing = static_cast<Freeing>(n); }}
           .gives({"EarlyFreeing", kBit}, {1, 0}),
       ChoiceKey{"router.stat",
                 "How channels tell of free buffers: of all of them, or of one after the other",
                 {"exact", "cyclic"},
                 [](const Config& c) { return static_cast<unsigned>(mway_of(c).stat); },
                 [](Config& c, unsigned n) { mway_of(c).stat = static_cast<Stat>(n); }}
           .gives({"ExactStat", kBit}, {1, 0}),
       ChoiceKey{
           "router.routing",
           "The way and class of a header: dimension order; on a torus with both classes where "
           "they are free of deadlock; any way that leads closer, with dimension order as an "
           "escape (late freeing), or without it, which deadlocks",
           {"dimension-order", "balanced", "adaptive", "unescaped"},
           [](const Config& c) { return static_cast<unsigned>(mway_of(c).routing); },
           [](Config& c, unsigned n) { mway_of(c).routing = static_cast<MwayRouting>(n); }}
           .gives({"Routing"}, {0, 1, 2, kModelOnly}),
       ChoiceKey{
           "router.addressing",
           "How a data flit reaches its buffer: receivers match its sender, or the sender names it "
           "(faster in hardware, equal in every cycle)",
           {"matched", "addressed"},
           [](const Config& c) { return static_cast<unsigned>(mway_of(c).addressing); },
           [](Config& c, unsigned n) { mway_of(c).addressing = static_cast<Addressing>(n); }}
           .gives({"Addressed", kBit}),
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
           .gives({"Fault"}),
       ChoiceKey{
           "router.multicast",
           "Messages to groups, and how the receivers on a channel take a header: in order (deep "
           "buffers, late freeing), or as they can, which deadlocks",
           {"none", "ordered", "unordered"},
           [](const Config& c) { return static_cast<unsigned>(mway_of(c).multicast); },
           [](Config& c, unsigned n) { mway_of(c).multicast = static_cast<Multicast>(n); }}
           .gives({"Multicast", kBit}, {0, 1, kModelOnly}),
       ChoiceKey{
           "router.guard",
           "Whether the members of a channel compare their copies of the driver's number, and "
           "messages can be aborted",
           {"none", "copies"},
           [](const Config& c) { return mway_of(c).guard ? 1u : 0u; },
           [](Config& c, unsigned n) { mway_of(c).guard = n != 0; }}
           .gives({"Guard", kBit}),
       {"router.clocks",
        "One clock, or one for each channel, which routers cross by pointers in Gray code (buffers "
        "of a power of two)",
        {"one", "channels"},
        [](const Config& c) { return static_cast<unsigned>(mway_of(c).clocks); },
        [](Config& c, unsigned n) { mway_of(c).clocks = static_cast<Clocks>(n); }}},
      extents_keys(),
      mway_config,
      fault,
      fill_defaults,
      {}};
  return schema;
}

NetworkConfig mway_config() { return {&mway_schema(), MwayConfig{}}; }

}  // namespace wayfarer
