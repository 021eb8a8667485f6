#include "family/iba/multicast_bounds.hpp"

#include <array>

namespace wayfarer {
namespace {

/// Whether the link that leaves a switch by that port crosses the middle of the mesh.
bool crosses_middle(const IbaMesh& mesh, TerminalId at, IbaPort port) {
  const TerminalId next = mesh.neighbour(at, port);
  const auto low = [&](TerminalId node) {
    return std::pair{mesh.x(node) < mesh.columns() / 2, mesh.y(node) < mesh.rows() / 2};
  };
  return low(at) != low(next);
}

/// Crossings of the middle of the mesh by a group's messages, by output port.
std::array<std::uint64_t, kIbaPorts> crossings(const IbaMesh& mesh, const MulticastGroup& group,
                                               bool copies) {
  std::array<std::uint64_t, kIbaPorts> count{};
  std::vector<bool> used(mesh.links());
  for (const TerminalId member : group.members) {
    for (TerminalId at = group.source; at != member;) {
      const IbaPort port = mesh.route(at, member);
      std::vector<bool>::reference seen = used[IbaMesh::link(at, port)];
      if ((copies || !seen) && crosses_middle(mesh, at, port)) ++count[static_cast<unsigned>(port)];
      seen = true;
      at = mesh.neighbour(at, port);
    }
  }
  return count;
}

std::uint64_t rounded_up(std::uint64_t flits, std::uint64_t links) {
  return (flits + links - 1) / links;
}

}  // namespace

MulticastBounds multicast_bounds(const IbaMesh& mesh, const std::vector<MulticastGroup>& groups,
                                 unsigned flits, bool copies) {
  std::vector<std::uint64_t> sent(mesh.switches());
  std::vector<std::uint64_t> delivered(mesh.switches());
  std::array<std::uint64_t, kIbaPorts> crossing{};
  for (const MulticastGroup& group : groups) {
    sent[group.source] += copies ? group.members.size() : 1;
    for (const TerminalId member : group.members) ++delivered[member];
    const auto more = crossings(mesh, group, copies);
    for (unsigned port = 0; port < kIbaPorts; ++port) crossing[port] += more[port];
  }
  MulticastBounds bounds;
  bounds.injection = flits * *std::max_element(sent.begin(), sent.end());
  bounds.delivery = flits * *std::max_element(delivered.begin(), delivered.end());
  for (const IbaPort port : {IbaPort::kEast, IbaPort::kNorth, IbaPort::kWest, IbaPort::kSouth}) {
    const bool row = port == IbaPort::kEast || port == IbaPort::kWest;
    bounds.bisection =
        std::max(bounds.bisection, rounded_up(flits * crossing[static_cast<unsigned>(port)],
                                              row ? mesh.rows() : mesh.columns()));
  }
  return bounds;
}

}  // namespace wayfarer
