#include "family/mway/config.hpp"

#include <fmt/format.h>

#include "config/schema.hpp"
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
  if (config.topology.torus())
    return refuse("its trees are those of a mesh", "topology.kind mesh");
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
  if (router.pipeline != 0)
    return refuse("its banks have no stages", "router.pipeline 0");
  if (router.age_lines != 0)
    return refuse("its headers have no ages", "router.age_lines 0");
  if (router.multicast != Multicast::kNone)
    return refuse("its messages have one receiver", "router.multicast none");
  if (router.depth < 2 || (router.depth & (router.depth - 1)) != 0)
    return ConfigFault{"router.depth",
                       fmt::format("pointers in Gray code are those of a power of two, not of {}; "
                                   "legal: 2, 4, 8, 16, 32, 64 or 128, or router.clocks one",
                                   router.depth)};
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
  if (auto classes = class_fault(config)) return classes;
  if (auto dead = dead_member_fault(config)) return dead;
  const unsigned age_lines = mway_of(config).age_lines;
  if (age_lines != 0 && age_lines != MwayHeader::kAgeWidth)
    return ConfigFault{"router.age_lines",
                       fmt::format("{} lines do not show the level of an age; legal: 0 or {}",
                                   age_lines, MwayHeader::kAgeWidth)};
  if (mway_of(config).addressing == Addressing::kAddressed &&
      mway_of(config).stat == Stat::kCyclic)
    return ConfigFault{"router.addressing",
                       "with cyclic Stat a driver does not know its receiver's free buffer; legal: "
                       "matched, or router.stat exact"};
  if (mway_of(config).configuration == Configuration::kPins && age_lines != 0)
    return ConfigFault{"router.configuration",
                       "with ages the members of a channel are constants; legal: constant, or "
                       "router.age_lines 0"};
  if (auto pipeline = pipeline_fault(config)) return pipeline;
  if (auto multicast = multicast_fault(config)) return multicast;
  if (auto clocks = clocks_fault(config)) return clocks;
  if (auto flit = flit_fault(config, 32)) return flit;
  const unsigned needed = header_id_offset(config);
  if (config.flit_bits < needed)
    return ConfigFault{"flit.bits", fmt::format("{} bits are too narrow for the header; legal: at "
                                                "least {}",
                                                config.flit_bits, needed)};
  return std::nullopt;
}

void fill_defaults(NetworkConfig& config) {
  MwayConfig& router = mway_of(config);
  if (!config.topology.torus() && !router.fault)
    router.class_zero_buffers = router.buffers;
  else if (router.class_zero_buffers == 0)
    router.class_zero_buffers = router.buffers / 2;
}

void forget(NetworkConfig& config, const std::string& key) {
  if (key == "router.buffers" || key == "topology.kind" || key == "router.fault")
    mway_of(config).class_zero_buffers = 0;
}

}  // namespace

const ConfigSchema& mway_schema() {
  using Config = NetworkConfig;
  static const ConfigSchema schema = {
      "mway",
      {{"topology.processors", "Processors on each channel", 1, 4,
        [](Config& c) -> unsigned& { return c.topology.processors; }},
       {"router.buffers", "Buffers in a set", 1, 16,
        [](Config& c) -> unsigned& { return mway_of(c).buffers; }},
       {"router.depth", "Flits in a buffer", 1, 128,
        [](Config& c) -> unsigned& { return mway_of(c).depth; }},
       {"router.class_zero_buffers",
        "On a torus or with a fault, the buffers of a set that serve class 0", 1, 16,
        [](Config& c) -> unsigned& { return mway_of(c).class_zero_buffers; }, true},
       {"router.fault_channel", "The dead channel, or the lower one of the dead router's", 0, 65535,
        [](Config& c) -> unsigned& { return mway_of(c).fault.channel; }},
       {"router.fault_dimension", "The dimension of the dead router", 0, 8,
        [](Config& c) -> unsigned& { return mway_of(c).fault.dimension; }},
       {"router.pipeline",
        "Registered stages before a flit is on the lines: 0 (the paper), or 2 for a faster clock",
        0, 2, [](Config& c) -> unsigned& { return mway_of(c).pipeline; }},
       {"router.age_lines",
        "Priority lines for the ages of headers, against starvation: 0 (the paper) or 3", 0, 3,
        [](Config& c) -> unsigned& { return mway_of(c).age_lines; }},
       {"router.age_shift", "Binary logarithm of the cycles in which a waiting header ages by one",
        1, 16, [](Config& c) -> unsigned& { return mway_of(c).age_shift; }},
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
       {"router.freeing",
        "When a buffer is free for a header: when the tail is in, or when it has left",
        {"early", "late"},
        [](const Config& c) { return static_cast<unsigned>(mway_of(c).freeing); },
        [](Config& c, unsigned n) { mway_of(c).freeing = static_cast<Freeing>(n); }},
       {"router.stat",
        "How channels tell of free buffers: of all of them, or of one after the other",
        {"exact", "cyclic"},
        [](const Config& c) { return static_cast<unsigned>(mway_of(c).stat); },
        [](Config& c, unsigned n) { mway_of(c).stat = static_cast<Stat>(n); }},
       {"router.addressing",
        "How a data flit reaches its buffer: receivers match its sender, or the sender names it "
        "(faster in hardware, equal in every cycle)",
        {"matched", "addressed"},
        [](const Config& c) { return static_cast<unsigned>(mway_of(c).addressing); },
        [](Config& c, unsigned n) { mway_of(c).addressing = static_cast<Addressing>(n); }},
       {"router.configuration",
        "Extents, torus and processors in routers and nodes: constants, or pins, so that one chip "
        "serves many networks (equal in every cycle)",
        {"constant", "pins"},
        [](const Config& c) { return static_cast<unsigned>(mway_of(c).configuration); },
        [](Config& c, unsigned n) { mway_of(c).configuration = static_cast<Configuration>(n); }},
       {"router.fault",
        "In a mesh, what is dead, so that the other members route around it",
        {"none", "channel", "router"},
        [](const Config& c) { return static_cast<unsigned>(mway_of(c).fault.dead); },
        [](Config& c, unsigned n) { mway_of(c).fault.dead = static_cast<MwayDead>(n); }},
       {"router.multicast",
        "Messages to groups, and how the receivers on a channel take a header: in order (deep "
        "buffers, late freeing), or as they can, which deadlocks (model only)",
        {"none", "ordered", "unordered"},
        [](const Config& c) { return static_cast<unsigned>(mway_of(c).multicast); },
        [](Config& c, unsigned n) { mway_of(c).multicast = static_cast<Multicast>(n); }},
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
      forget,
      {}};
  return schema;
}

NetworkConfig mway_config() { return {&mway_schema(), MwayConfig{}}; }

}  // namespace wayfarer
