#include "family/iba/table_check.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/text.hpp"
#include "family/iba/config.hpp"
#include "family/iba/mesh.hpp"

namespace wayfarer {
namespace {

std::string switches_text(const std::vector<TerminalId>& switches) {
  std::vector<std::string> lids;
  for (const TerminalId at : switches) lids.push_back(fmt::format("{}", IbaMesh::lid(at)));
  return join(lids, " -> ");
}

/// From its lowest switch on, so that a loop has one text wherever it is entered.
std::string loop_text(std::vector<TerminalId> loop) {
  std::rotate(loop.begin(), std::min_element(loop.begin(), loop.end()), loop.end());
  loop.push_back(loop.front());
  return "loop of switches " + switches_text(loop);
}

class TableCheck {
 public:
  TableCheck(const NetworkConfig& config, const SubnetTables& tables)
      : mesh_(config.topology),
        lanes_(iba_of(config).virtual_lanes),
        levels_(iba_of(config).service_levels),
        groups_(iba_of(config).groups),
        entries_(arbitration_entries(config)),
        tables_(tables),
        graph_(mesh_.links() * lanes_, [mesh = mesh_, lanes = lanes_](ResourceId resource) {
          constexpr const char* kPorts[] = {"east", "north", "west", "south"};
          const ChannelId link = resource / lanes;
          const std::string lane = lanes == 1 ? "" : fmt::format(" on lane {}", resource % lanes);
          return fmt::format("buffer after port {} of switch {}{}", kPorts[link % 4],
                             IbaMesh::lid(link / 4), lane);
        }) {}

  TablesReport run() {
    for (unsigned level = 0; level < levels_; ++level) {
      for (TerminalId to = 0; to < mesh_.switches(); ++to)
        for (TerminalId from = 0; from < mesh_.switches(); ++from) follow({from, to}, level);
      for (unsigned group = 0; group < groups_; ++group) follow_group(group, level);
    }
    std::vector<std::string> faults;
    for (const auto& [fault, sources] : unreached_)
      faults.push_back(fmt::format("LID {} from {} terminal{}: {}", IbaMesh::lid(fault.first),
                                   sources.size(), sources.size() == 1 ? "" : "s", fault.second));
    faults.insert(faults.end(), group_faults_.begin(), group_faults_.end());
    for (unsigned lane = 0; lane < lanes_ && entries_ != 0; ++lane) find_starving(lane, faults);
    return {faults, graph_};
  }

 private:
  void follow(const Message& message, unsigned level) {
    graph_.start(message);
    std::vector<TerminalId> way = {message.source};
    ChannelId before = kNoChannel;
    for (;;) {
      const TerminalId at = way.back();
      const unsigned port = tables_.forwarding[at][IbaMesh::lid(message.destination)];
      if (port == kUnknownPort)
        return fail(message,
                    fmt::format("dead end at switch {}, without an entry", IbaMesh::lid(at)));
      if (port == 0) {
        if (at != message.destination)
          fail(message, fmt::format("delivered at LID {}", IbaMesh::lid(at)));
        return;
      }
      const ChannelId link = IbaMesh::link(at, static_cast<IbaPort>(port));
      depend(before, link, level);
      before = link;
      const TerminalId next = mesh_.neighbour(at, static_cast<IbaPort>(port));
      const auto visited = std::find(way.begin(), way.end(), next);
      if (visited != way.end()) {
        depend(link, link_of(next, message.destination), level);
        return fail(message, loop_text({visited, way.end()}));
      }
      way.push_back(next);
    }
  }

  [[nodiscard]] ChannelId link_of(TerminalId at, TerminalId to) const {
    return IbaMesh::link(at, static_cast<IbaPort>(tables_.forwarding[at][IbaMesh::lid(to)]));
  }

  /// A packet in a buffer after link `held` (kNoChannel: a terminal's) wants one after `wanted`.
  void depend(ChannelId held, ChannelId wanted, unsigned level) {
    const auto lanes_after = [&](ChannelId link) {
      return tables_.lanes[link / 4][kPortsOfLanes * level + link % 4 + 1];
    };
    for (unsigned want = 0; want < lanes_; ++want) {
      if ((lanes_after(wanted) >> want & 1) == 0) continue;
      if (held == kNoChannel) graph_.hold(wanted * lanes_ + want);
      for (unsigned hold = 0; held != kNoChannel && hold < lanes_; ++hold) {
        if ((lanes_after(held) >> hold & 1) == 0) continue;
        graph_.hold(held * lanes_ + hold);
        graph_.want(wanted * lanes_ + want);
      }
    }
  }

  /// Virtual lanes that have a weight in an arbitration table, bit by bit.
  [[nodiscard]] unsigned weighted(TerminalId at, unsigned port, ArbitrationPart part) const {
    unsigned lanes = 0;
    for (unsigned number = 0; number < entries_; ++number)
      if (const auto turn =
              ArbitrationTurn::of(tables_.arbitration[at][arbitration_entry(port, part, number)]);
          turn.weight != 0)
        lanes |= 1u << turn.lane;
    return lanes;
  }

  /// The output ports at which packets of a virtual lane can wait for ever while others are sent.
  void find_starving(unsigned lane, std::vector<std::string>& faults) const {
    constexpr const char* kPorts[] = {"local", "east", "north", "west", "south"};
    std::vector<std::string> without, below;
    for (TerminalId at = 0; at < mesh_.switches(); ++at)
      for (unsigned port = 0; port < kIbaPorts; ++port) {
        unsigned used = 0;  // lanes, by the service levels of messages
        for (unsigned level = 0; level < levels_; ++level)
          used |= tables_.lanes[at][kPortsOfLanes * level + port];
        if (port != 0 && !mesh_.has_link(at, static_cast<IbaPort>(port))) continue;
        if ((used >> lane & 1) == 0) continue;
        const std::string name = fmt::format("switch {}, {}", IbaMesh::lid(at), kPorts[port]);
        const unsigned high = weighted(at, port, ArbitrationPart::kHigh);
        const unsigned limit =
            tables_.arbitration[at][arbitration_entry(port, ArbitrationPart::kLimit, 0)];
        if (((high | weighted(at, port, ArbitrationPart::kLow)) >> lane & 1) == 0)
          without.push_back(name);
        else if ((high >> lane & 1) == 0 && high != 0 && limit == kNoLimit)
          below.push_back(name);
      }
    const auto add = [&](const std::vector<std::string>& ports, const char* what) {
      if (!ports.empty())
        faults.push_back(
            fmt::format("virtual lane {} can starve: {} at {} port{}, the first one: {}", lane,
                        what, ports.size(), ports.size() == 1 ? "" : "s", ports.front()));
    };
    add(without, "no weight");
    add(below, "high priority without limit");
  }

  void fail(const Message& message, const std::string& what) {
    unreached_[{message.destination, what}].insert(message.source);
  }

  /// Every switch with an entry may be the source's: the tables do not say which one is.
  void follow_group(unsigned group, unsigned level) {
    std::vector<unsigned> copies(mesh_.switches());
    const auto ports = [&](TerminalId at) { return tables_.multicast[at][group]; };
    const auto each_link = [&](TerminalId at, const auto& action) {
      for (unsigned port = 1; port < kIbaPorts; ++port)
        if ((ports(at) >> port & 1) != 0)
          action(IbaMesh::link(at, static_cast<IbaPort>(port)),
                 mesh_.neighbour(at, static_cast<IbaPort>(port)));
    };
    const auto fault = [&](const std::string& what) {
      group_faults_.insert(fmt::format("group {:#x}: {}", kFirstMulticastLid + group, what));
    };
    for (TerminalId at = 0; at < mesh_.switches(); ++at) {
      if (ports(at) != 0) graph_.start({at, multicast_destination(group)});
      each_link(at, [&](ChannelId link, TerminalId next) {
        depend(kNoChannel, link, level);
        if (ports(next) == 0)
          fault(fmt::format("dead end at switch {}, without an entry", IbaMesh::lid(next)));
        if (++copies[next] == 2) fault(fmt::format("two paths to switch {}", IbaMesh::lid(next)));
        each_link(next, [&](ChannelId later, TerminalId) { depend(link, later, level); });
      });
    }
    std::vector<TerminalId> way;
    std::vector<bool> done(mesh_.switches());
    const auto visit = [&](TerminalId at, const auto& self) -> void {
      way.push_back(at);
      each_link(at, [&](ChannelId, TerminalId next) {
        const auto visited = std::find(way.begin(), way.end(), next);
        if (visited != way.end())
          fault(loop_text({visited, way.end()}));
        else if (!done[next])
          self(next, self);
      });
      way.pop_back();
      done[at] = true;
    };
    for (TerminalId at = 0; at < mesh_.switches(); ++at)
      if (!done[at]) visit(at, visit);
  }

  const IbaMesh mesh_;
  const unsigned lanes_;
  const unsigned levels_;
  const unsigned groups_;
  const unsigned entries_;  ///< Entries of an arbitration table; 0: round robin.
  const SubnetTables& tables_;
  DependencyGraph graph_;
  /// By destination and fault: the sources.
  std::map<std::pair<TerminalId, std::string>, std::set<TerminalId>> unreached_;
  std::set<std::string> group_faults_;
};

}  // namespace

TablesReport check_routes(const NetworkConfig& config, const SubnetTables& tables) {
  return TableCheck(config, tables).run();
}

}  // namespace wayfarer
