// Zhou et al.'s worked example: a group on the 5x5 mesh, its LIDs, and the ports at each switch,
// read back through the management ports of a network.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text.hpp"
#include "family/iba/mesh.hpp"
#include "family/iba/subnet_manager.hpp"
#include "family/registry.hpp"
#include "papers/iba/paper.hpp"

namespace wayfarer {
namespace {

struct PaperSwitch {
  unsigned x;
  unsigned y;
  std::vector<unsigned> ports;  ///< To other switches.
};

const std::vector<PaperSwitch>& paper_switches() {
  static const std::vector<PaperSwitch> list = {{2, 2, {1, 3}}, {1, 2, {3}},    {0, 2, {2}},
                                                {0, 3, {2}},    {3, 2, {1, 2}}, {4, 2, {4}},
                                                {4, 1, {4}}};
  return list;
}

std::string set_text(const std::vector<unsigned>& numbers) {
  return fmt::format("{{{}}}", fmt::join(numbers, ", "));
}

/// The ports to other switches.
std::vector<unsigned> ports_of(std::uint32_t mask) {
  std::vector<unsigned> ports;
  for (unsigned port = 1; port < kIbaPorts; ++port)
    if ((mask >> port & 1) != 0) ports.push_back(port);
  return ports;
}

/// The node ports that a packet traverses, section 3.3.2 and Figure 5.
struct PaperPath {
  const char* name;
  unsigned lid;
  const char* ports;
};

const std::vector<PaperPath>& paper_paths() {
  static const std::vector<PaperPath> list = {
      {"P", 4, "(2, 2)3 (1, 2)1 (1, 2)3 (0, 2)1 (0, 2)2 (0, 3)4"},
      {"Q", 5, "(2, 2)3 (1, 2)1 (1, 2)3 (0, 2)1 (0, 2)2 (0, 3)4 (0, 3)2 (0, 4)4"},
      {"R", 19, "(2, 2)1 (3, 2)3 (3, 2)2 (3, 3)4"},
      {"S", 23, "(2, 2)1 (3, 2)3 (3, 2)1 (4, 2)3"},
      {"T", 21, "(2, 2)1 (3, 2)3 (3, 2)1 (4, 2)3 (4, 2)4 (4, 1)2 (4, 1)4 (4, 0)2"}};
  return list;
}

/// By the forwarding tables: the ports out of and into each switch on the way.
std::string path_text(const IbaMesh& mesh, Management& management, TerminalId at, unsigned lid) {
  std::vector<std::string> ports;
  const auto add = [&](IbaPort port) {
    ports.push_back(fmt::format("({}, {}){}", mesh.x(at), mesh.y(at), static_cast<unsigned>(port)));
  };
  while (IbaMesh::lid(at) != lid) {
    const auto out = static_cast<IbaPort>(management.read(at, IbaTable::kForwarding, lid));
    add(out);
    at = mesh.neighbour(at, out);
    add(IbaMesh::opposite(out));
  }
  return join(ports, " ");
}

Reproduction run(const EngineFactory& engines, const ReproductionOptions&) {
  const NetworkConfig config = load_config(find_config("iba5x5"));
  const IbaMesh mesh(config.topology);
  MulticastGroup group{mesh.at(2, 2), {}};
  for (const auto& [x, y] : {std::pair{0u, 3u}, {0u, 4u}, {3u, 3u}, {4u, 0u}, {4u, 2u}})
    group.members.push_back(mesh.at(x, y));
  const auto network = engines.make(config, Engine::kModel);
  Management& management = *network->find<Management>();
  load_subnet_tables(make_subnet_tables(config, {group}), management);

  Reproduction result;
  result.id = "iba-example";
  const auto hold = [&result](const std::string& cell, const std::vector<unsigned>& paper,
                              const std::vector<unsigned>& ours) {
    result.claim(cell, set_text(paper), set_text(ours), ours == paper);
  };
  result.compare("LID of N(3, 2) in IbaMesh(4, 4), Figure 3", 15,
                 IbaMesh::lid(IbaMesh(4, 4).at(3, 2)), 0);
  for (const PaperPath& path : paper_paths()) {
    const std::string ours = path_text(mesh, management, mesh.at(2, 2), path.lid);
    result.claim(fmt::format("node ports to LID {}, path {}", path.lid, path.name), path.ports,
                 ours, ours == path.ports);
  }
  std::vector<unsigned> lids;
  for (const TerminalId member : group.members) lids.push_back(IbaMesh::lid(member));
  hold("LIDs of the group", {4, 5, 19, 21, 23}, lids);
  std::vector<bool> listed(mesh.switches());
  for (const PaperSwitch& known : paper_switches()) {
    const TerminalId at = mesh.at(known.x, known.y);
    listed[at] = true;
    hold(fmt::format("ports of N({}, {})", known.x, known.y), known.ports,
         ports_of(management.read(at, IbaTable::kMulticast, 0)));
  }
  std::vector<unsigned> endpoints, others;
  for (TerminalId at = 0; at < mesh.switches(); ++at) {
    const std::uint32_t entry = management.read(at, IbaTable::kMulticast, 0);
    if ((entry & 1) != 0) endpoints.push_back(IbaMesh::lid(at));
    if (!listed[at] && !ports_of(entry).empty()) others.push_back(IbaMesh::lid(at));
  }
  hold("LIDs of switches that deliver", {4, 5, 19, 21, 23}, endpoints);
  hold("LIDs of other switches that send on", {}, others);
  result.conditions = {{"engine", "model"}, {"ports", "to other switches, as in the paper"}};
  result.summarize("");
  return result;
}

}  // namespace

Experiment iba_example() {
  return {"iba-example", "the worked example: multicast ports on the 5x5 mesh", run};
}

}  // namespace wayfarer
