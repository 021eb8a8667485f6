#include "family/iba/subnet_manager.hpp"
#include "family/iba/config.hpp"

#include <algorithm>
#include <charconv>
#include <sstream>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/files.hpp"
#include "core/text.hpp"
#include "family/iba/mesh.hpp"

namespace wayfarer {
namespace {

constexpr std::uint8_t kLanesAfterReset = 1;

const std::vector<std::string>& port_names() {
  static const std::vector<std::string> names = {"local", "east", "north", "west", "south"};
  return names;
}

const std::vector<std::string>& part_names() {
  static const std::vector<std::string> names = {"high", "low", "limit"};
  return names;
}

/// As after a reset: every LID unknown, every group empty, virtual lane 0 everywhere, no weights.
SubnetTables empty_tables(const NetworkConfig& config) {
  const std::size_t switches = config.terminals();
  SubnetTables tables;
  tables.forwarding.assign(switches, std::vector<std::uint8_t>(switches + 1, kUnknownPort));
  tables.multicast.assign(switches, std::vector<std::uint8_t>(iba_of(config).groups, 0));
  tables.lanes.assign(switches,
                      std::vector<std::uint8_t>(kServiceLevels * kPortsOfLanes, kLanesAfterReset));
  tables.arbitration.assign(
      switches,
      std::vector<std::uint16_t>(arbitration_entries(config) != 0 ? kArbitrationEntries : 0));
  return tables;
}

/// Virtual lanes of a service level at an output port, bit by bit.
unsigned lanes_of(const IbaConfig& config, unsigned level, IbaPort port) {
  if (config.lane_use == LaneUse::kByLevel) return 1u << level % config.virtual_lanes;
  const unsigned all = (1u << config.virtual_lanes) - 1;
  if (config.lane_use == LaneUse::kShared || port == IbaPort::kEndpoint) return all;
  if (config.virtual_lanes == 4) return 1u << (static_cast<unsigned>(port) - 1);
  const bool first = port == IbaPort::kNorth || port == IbaPort::kEast;
  return config.virtual_lanes == 2 && !first ? 2 : 1;
}

void check_group(const IbaMesh& mesh, const MulticastGroup& group, std::size_t number) {
  const auto refuse = [&](const std::string& what) {
    throw UsageError(fmt::format("multicast group {}: {}", number, what));
  };
  if (group.source >= mesh.switches())
    refuse(fmt::format("source {}; legal: 0 to {}", group.source, mesh.switches() - 1));
  for (std::size_t i = 0; i < group.members.size(); ++i) {
    if (group.members[i] >= mesh.switches())
      refuse(fmt::format("member {}; legal: 0 to {}", group.members[i], mesh.switches() - 1));
    if (i > 0 && group.members[i] <= group.members[i - 1])
      refuse(fmt::format("member {} after {}; legal: ascending, each once", group.members[i],
                         group.members[i - 1]));
  }
}

/// The union of the paths to all members.
void add_tree(const IbaMesh& mesh, const MulticastGroup& group, std::size_t number,
              SubnetTables& tables) {
  for (const TerminalId member : group.members) {
    for (TerminalId here = group.source;;) {
      const IbaPort port = mesh.route(here, member);
      std::uint8_t& ports = tables.multicast[here][number];
      ports = static_cast<std::uint8_t>(ports | 1u << static_cast<unsigned>(port));
      if (port == IbaPort::kEndpoint) break;
      here = mesh.neighbour(here, port);
    }
  }
}

/// The arbitration tables of all ports: one entry for each virtual lane with a weight.
std::vector<std::uint16_t> arbitration_of(const IbaConfig& config) {
  std::vector<std::uint16_t> entries(kArbitrationEntries);
  for (unsigned port = 0; port < kIbaPorts; ++port) {
    const auto write = [&](ArbitrationPart part, const std::array<unsigned, 4>& weights) {
      unsigned number = 0;
      for (unsigned lane = 0; lane < config.virtual_lanes; ++lane)
        if (weights[lane] != 0)
          entries[arbitration_entry(port, part, number++)] =
              static_cast<std::uint16_t>(ArbitrationTurn{lane, weights[lane]}.value());
    };
    write(ArbitrationPart::kHigh, config.high_weights);
    write(ArbitrationPart::kLow, config.low_weights);
    entries[arbitration_entry(port, ArbitrationPart::kLimit, 0)] =
        static_cast<std::uint16_t>(config.high_limit);
  }
  return entries;
}

/// The error of a port as an output of a switch; empty if none.
std::string port_fault(const IbaMesh& mesh, TerminalId at, unsigned port) {
  if (port >= kIbaPorts) return fmt::format("port {}; legal: 0 to {}", port, kIbaPorts - 1);
  const auto known = static_cast<IbaPort>(port);
  if (known == IbaPort::kEndpoint || mesh.has_link(at, known)) return "";
  return fmt::format("port {} is off the mesh at N({}, {})", port_names()[port], mesh.x(at),
                     mesh.y(at));
}

std::string mask_text(unsigned mask, const std::vector<std::string>* names) {
  std::vector<std::string> parts;
  for (unsigned i = 0; mask >> i != 0; ++i)
    if ((mask >> i & 1) != 0)
      parts.push_back(names != nullptr ? (*names)[i] : fmt::format("{}", i));
  return join(parts, ",");
}

/// A port's entry of an arbitration table, or its limit.
std::string arbitration_text(std::uint32_t entry, unsigned value) {
  const ArbitrationPart part = part_of_arbitration(entry);
  const std::string place = fmt::format("{} {}", port_names()[port_of_arbitration(entry)],
                                        part_names()[static_cast<unsigned>(part)]);
  if (part == ArbitrationPart::kLimit)
    return fmt::format("{} {}", place, value == kNoLimit ? "none" : fmt::format("{}", value));
  const ArbitrationTurn turn = ArbitrationTurn::of(value);
  return fmt::format("{} {} {} {}", place, number_of_arbitration(entry), turn.lane, turn.weight);
}

/// A line of the text, read word by word.
class Line {
 public:
  Line(const std::string& text, const std::string& origin, std::size_t number)
      : origin_(origin), number_(number) {
    for (const std::string& word : split(text, ' '))
      if (!word.empty()) words_.push_back(word);
  }

  [[nodiscard]] bool empty() const { return words_.empty() || words_.front()[0] == '#'; }
  [[noreturn]] void refuse(const std::string& what) const {
    throw UsageError(fmt::format("{}:{}: {}", origin_, number_, what));
  }
  [[nodiscard]] std::string word(const std::string& what) {
    if (next_ == words_.size()) refuse(fmt::format("{} is missing", what));
    return words_[next_++];
  }
  [[nodiscard]] unsigned number(const std::string& what, unsigned low, unsigned high) {
    return number_in(word(what), what, low, high);
  }
  [[nodiscard]] unsigned port() { return port_in(word("port")); }
  [[nodiscard]] unsigned ports() {
    unsigned mask = 0;
    for (const std::string& name : split(word("ports"), ',')) mask |= 1u << port_in(name);
    return mask;
  }
  [[nodiscard]] unsigned lanes(unsigned virtual_lanes) {
    unsigned mask = 0;
    for (const std::string& lane : split(word("virtual lanes"), ','))
      mask |= 1u << number_in(lane, "virtual lane", 0, virtual_lanes - 1);
    return mask;
  }
  /// The entry and the value of an arbitration table; both are legal.
  [[nodiscard]] std::pair<std::uint32_t, std::uint16_t> arbitration(const NetworkConfig& config) {
    const unsigned entries = arbitration_entries(config);
    if (entries == 0)
      refuse("table 'arbitration' does not exist; legal: with router.arbitration = \"tables\"");
    const unsigned where = port();
    const std::string name = word("arbitration table");
    const auto found = std::find(part_names().begin(), part_names().end(), name);
    if (found == part_names().end())
      refuse(fmt::format("arbitration table '{}'; legal: {}", name, join(part_names())));
    const auto part = static_cast<ArbitrationPart>(found - part_names().begin());
    if (part == ArbitrationPart::kLimit) {
      const std::string limit = word("limit of high priority");
      return {arbitration_entry(where, part, 0),
              limit == "none" ? kNoLimit : number_in(limit, "limit of high priority", 0, kNoLimit)};
    }
    const unsigned number_of = number("entry", 0, entries - 1);
    const unsigned lane = number("virtual lane", 0, iba_of(config).virtual_lanes - 1);
    const unsigned weight = number("weight", 0, 255);
    return {arbitration_entry(where, part, number_of),
            static_cast<std::uint16_t>(ArbitrationTurn{lane, weight}.value())};
  }
  void end() const {
    if (next_ != words_.size()) refuse(fmt::format("unexpected '{}'", words_[next_]));
  }

 private:
  [[nodiscard]] unsigned number_in(const std::string& text, const std::string& what, unsigned low,
                                   unsigned high) const {
    const bool hexadecimal = text.rfind("0x", 0) == 0;
    unsigned value = 0;
    const char* const finish = text.data() + text.size();
    const auto [end, error] =
        std::from_chars(text.data() + (hexadecimal ? 2 : 0), finish, value, hexadecimal ? 16 : 10);
    if (error != std::errc{} || end != finish || value < low || value > high)
      refuse(fmt::format("{} '{}'; legal: {} to {}", what, excerpt(text), low, high));
    return value;
  }
  [[nodiscard]] unsigned port_in(const std::string& name) const {
    const auto found = std::find(port_names().begin(), port_names().end(), name);
    if (found == port_names().end())
      refuse(fmt::format("port '{}'; legal: {}", name, join(port_names())));
    return static_cast<unsigned>(found - port_names().begin());
  }

  const std::string& origin_;
  std::size_t number_;
  std::vector<std::string> words_;
  std::size_t next_ = 0;
};

}  // namespace

SubnetTables make_subnet_tables(const NetworkConfig& config,
                                const std::vector<MulticastGroup>& groups) {
  const IbaMesh mesh(config.topology);
  if (groups.size() > iba_of(config).groups)
    throw UsageError(fmt::format("{} multicast groups; legal: at most {} (key 'router.groups')",
                                 groups.size(), iba_of(config).groups));
  SubnetTables tables = empty_tables(config);
  for (TerminalId at = 0; at < mesh.switches(); ++at) {
    for (TerminalId to = 0; to < mesh.switches(); ++to)
      tables.forwarding[at][IbaMesh::lid(to)] = static_cast<std::uint8_t>(mesh.route(at, to));
    for (unsigned level = 0; level < kServiceLevels; ++level)
      for (unsigned port = 0; port < kIbaPorts; ++port)
        tables.lanes[at][kPortsOfLanes * level + port] =
            static_cast<std::uint8_t>(lanes_of(iba_of(config), level, static_cast<IbaPort>(port)));
    if (arbitration_entries(config) != 0) tables.arbitration[at] = arbitration_of(iba_of(config));
  }
  for (std::size_t number = 0; number < groups.size(); ++number) {
    check_group(mesh, groups[number], number);
    add_tree(mesh, groups[number], number, tables);
  }
  return tables;
}

void check_subnet_tables(const NetworkConfig& config, const SubnetTables& tables) {
  const IbaMesh mesh(config.topology);
  for (TerminalId at = 0; at < mesh.switches(); ++at) {
    const auto refuse = [&](const char* table, std::size_t entry, const std::string& what) {
      if (!what.empty())
        throw UsageError(fmt::format("switch with LID {}: {} entry {:#x}: {}", IbaMesh::lid(at),
                                     table, entry, what));
    };
    for (std::size_t lid = 0; lid < tables.forwarding[at].size(); ++lid)
      if (tables.forwarding[at][lid] != kUnknownPort)
        refuse("forwarding", lid, port_fault(mesh, at, tables.forwarding[at][lid]));
    for (std::size_t group = 0; group < tables.multicast[at].size(); ++group)
      for (unsigned port = 0; tables.multicast[at][group] >> port != 0; ++port)
        if ((tables.multicast[at][group] >> port & 1) != 0)
          refuse("multicast", group, port_fault(mesh, at, port));
    for (unsigned entry = 0; entry < tables.lanes[at].size(); ++entry) {
      const unsigned lanes = tables.lanes[at][entry];
      if (entry % kPortsOfLanes < kIbaPorts &&
          (lanes == 0 || lanes >> iba_of(config).virtual_lanes != 0))
        refuse("lanes", entry,
               fmt::format("virtual lanes {:#x}; legal: some of 0 to {}", lanes,
                           iba_of(config).virtual_lanes - 1));
    }
    for (std::uint32_t entry = 0; entry < tables.arbitration[at].size(); ++entry) {
      const unsigned value = tables.arbitration[at][entry];
      if (value == 0) continue;
      const bool turn = part_of_arbitration(entry) != ArbitrationPart::kLimit;
      if (!has_arbitration_entry(arbitration_entries(config), entry))
        refuse("arbitration", entry, "no such entry");
      if (turn && ArbitrationTurn::of(value).lane >= iba_of(config).virtual_lanes)
        refuse("arbitration", entry,
               fmt::format("virtual lane {}; legal: 0 to {}", ArbitrationTurn::of(value).lane,
                           iba_of(config).virtual_lanes - 1));
    }
  }
}

void load_subnet_tables(const SubnetTables& tables, Management& management) {
  const auto load = [&](IbaTable table, const auto& entries, unsigned after_reset) {
    for (std::uint32_t at = 0; at < entries.size(); ++at)
      for (std::uint32_t entry = 0; entry < entries[at].size(); ++entry)
        if (entries[at][entry] != after_reset)
          management.write(at, table, entry, entries[at][entry]);
  };
  load(IbaTable::kForwarding, tables.forwarding, kUnknownPort);
  load(IbaTable::kMulticast, tables.multicast, 0);
  load(IbaTable::kLanes, tables.lanes, kLanesAfterReset);
  load(IbaTable::kArbitration, tables.arbitration, 0);
}

std::string subnet_tables_text(const NetworkConfig& config, const SubnetTables& tables) {
  std::string text;
  for (TerminalId at = 0; at < config.terminals(); ++at) {
    const std::uint32_t own = IbaMesh::lid(at);
    for (std::size_t lid = 0; lid < tables.forwarding[at].size(); ++lid)
      if (tables.forwarding[at][lid] != kUnknownPort)
        text += fmt::format("{} forwarding {} {}\n", own, lid,
                            port_names()[tables.forwarding[at][lid]]);
    for (std::size_t group = 0; group < tables.multicast[at].size(); ++group)
      if (tables.multicast[at][group] != 0)
        text += fmt::format("{} multicast {:#x} {}\n", own, kFirstMulticastLid + group,
                            mask_text(tables.multicast[at][group], &port_names()));
    for (unsigned entry = 0; entry < tables.lanes[at].size(); ++entry)
      if (tables.lanes[at][entry] != kLanesAfterReset)
        text += fmt::format("{} lanes {} {} {}\n", own, entry / kPortsOfLanes,
                            port_names()[entry % kPortsOfLanes],
                            mask_text(tables.lanes[at][entry], nullptr));
    for (std::uint32_t entry = 0; entry < tables.arbitration[at].size(); ++entry)
      if (const unsigned value = tables.arbitration[at][entry]; value != 0)
        text += fmt::format("{} arbitration {}\n", own, arbitration_text(entry, value));
  }
  return text;
}

SubnetTables parse_subnet_tables(const NetworkConfig& config, const std::string& text,
                                 const std::string& origin) {
  SubnetTables tables = empty_tables(config);
  std::istringstream lines(text);
  each_line(lines, origin, [&](const std::string& content, std::uint64_t number) {
    Line line(content, origin, number);
    if (line.empty()) return;
    const TerminalId at = line.number("LID of a switch", 1, config.terminals()) - 1;
    const std::string table = line.word("table");
    if (table == "forwarding") {
      const unsigned lid = line.number("LID", 0, config.terminals());
      tables.forwarding[at][lid] = static_cast<std::uint8_t>(line.port());
    } else if (table == "multicast") {
      const unsigned lid = line.number("multicast LID", kFirstMulticastLid,
                                       kFirstMulticastLid + iba_of(config).groups - 1);
      tables.multicast[at][lid - kFirstMulticastLid] = static_cast<std::uint8_t>(line.ports());
    } else if (table == "lanes") {
      const unsigned level = line.number("service level", 0, kServiceLevels - 1);
      const unsigned port = line.port();
      tables.lanes[at][kPortsOfLanes * level + port] =
          static_cast<std::uint8_t>(line.lanes(iba_of(config).virtual_lanes));
    } else if (table == "arbitration") {
      const auto [entry, value] = line.arbitration(config);
      tables.arbitration[at][entry] = value;
    } else {
      line.refuse(
          fmt::format("table '{}'; legal: forwarding, multicast, lanes, arbitration", table));
    }
    line.end();
  });
  try {
    check_subnet_tables(config, tables);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", origin, error.what()));
  }
  return tables;
}

void refuse_missing_entries(const SubnetTables& tables, const std::string& text,
                            const std::string& origin) {
  for (TerminalId at = 0; at < tables.forwarding.size(); ++at)
    for (std::size_t lid = 1; lid < tables.forwarding[at].size(); ++lid)
      if (tables.forwarding[at][lid] == kUnknownPort)
        throw UsageError(fmt::format(
            "{}:{}: the file ends without an entry '{} forwarding {} PORT'; "
            "legal: one for every LID in every switch",
            origin, 1 + std::count(text.begin(), text.end(), '\n'), IbaMesh::lid(at), lid));
}

}  // namespace wayfarer
