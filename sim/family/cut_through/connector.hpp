// The connection of input buffers to output buffers in a cut-through router: rule 5 of
// docs/cut_through.md and its state.
#pragma once

#include <vector>

#include "core/lfsr.hpp"
#include "family/cut_through/codes.hpp"
#include "family/cut_through/config.hpp"
#include "family/cut_through/state.hpp"
#include "family/mesh/config.hpp"

namespace wayfarer::cut_through {

/// Round robin in two steps, among the groups of a node's buffers and within the group.
class GroupPicker {
 public:
  /// `ports` groups of `channels` buffers each, one a link, and one group of `local` buffers, one
  /// an injection (or ejection) port or a frame of the queue.
  GroupPicker(std::uint32_t nodes, unsigned ports, unsigned channels, unsigned local)
      : ports_(ports), channels_(channels), local_(local), nodes_(nodes) {
    reset();
  }

  void reset() {
    group_.assign(nodes_, static_cast<std::uint8_t>(ports_));
    member_.assign(std::size_t{nodes_} * (ports_ + 1), static_cast<std::uint8_t>(channels_ - 1));
    for (NodeId node = 0; node < nodes_; ++node)
      member_[node * (ports_ + 1) + ports_] = static_cast<std::uint8_t>(local_ - 1);
  }

  /// Returns the next candidate; there must be at least one.
  unsigned pick(NodeId node, Mask candidates) {
    const Mask later = group_[node] == ports_ ? 0 : candidates & (~Mask{0} << end(group_[node]));
    const unsigned first = lowest_bit(later != 0 ? later : candidates);
    const unsigned group = first >= ports_ * channels_ ? ports_ : first / channels_;
    const unsigned begin = group * channels_;
    const Mask members = candidates >> begin & (bit(group == ports_ ? local_ : channels_) - 1);
    std::uint8_t& last = member_[node * (ports_ + 1) + group];
    group_[node] = static_cast<std::uint8_t>(group);
    last = static_cast<std::uint8_t>(first_after(members, last));
    return begin + last;
  }

 private:
  [[nodiscard]] unsigned end(unsigned group) const { return (group + 1) * channels_; }

  unsigned ports_;
  unsigned channels_;
  unsigned local_;
  std::uint32_t nodes_;
  std::vector<std::uint8_t> group_;   ///< By node: connected last.
  std::vector<std::uint8_t> member_;  ///< By node and group: connected last in the group.
};

/// The LFSRs of all nodes. In the RTL they step in every cycle; here they are advanced lazily.
class NodeLfsrs {
 public:
  NodeLfsrs(std::uint32_t nodes, unsigned seed) : nodes_(nodes), seed_(seed) { reset(); }

  void reset() {
    registers_.clear();
    for (NodeId node = 0; node < nodes_; ++node)
      registers_.emplace_back(32, lfsr_seed(seed_, node));
    steps_.assign(nodes_, 0);
  }
  unsigned state(NodeId node, Cycle now) {
    for (; steps_[node] < now; ++steps_[node]) registers_[node].advance();
    return static_cast<unsigned>(registers_[node].state());
  }

 private:
  std::uint32_t nodes_;
  unsigned seed_;
  std::vector<Lfsr> registers_;
  std::vector<Cycle> steps_;
};

struct Connection {
  unsigned in;
  unsigned out;
};

class Connector {
 public:
  explicit Connector(const NetworkConfig& config, std::uint32_t nodes)
      : output_driven_(cut_through_of(config).output_driven()),
        draws_(cut_through_of(config).draws()),
        uniform_(cut_through_of(config).draws_uniformly()),
        round_robin_(cut_through_of(config).policy == Policy::kInputDrivenRoundRobin),
        picker_(nodes, 2 * static_cast<unsigned>(config.topology.extents.size()),
                mesh_of(config).link_virtual_channels(),
                output_driven_ ? mesh_of(config).ejection_ports + cut_through_of(config).queue
                               : mesh_of(config).injection_ports),
        output_picker_(nodes, 2 * static_cast<unsigned>(config.topology.extents.size()),
                       mesh_of(config).link_virtual_channels(), mesh_of(config).ejection_ports),
        random_(nodes, mesh_of(config).seed) {}

  void reset() {
    picker_.reset();
    output_picker_.reset();
    random_.reset();
  }

  /// The connection of a node in cycle `now`. `choices`, by input buffer, lists the output
  /// buffers that an eligible header may take; at least one eligible header may take one of `free`.
  Connection connect(NodeId node, Cycle now, Mask eligible, const Mask* choices, Mask free) {
    if (output_driven_) return from_outputs(node, now, eligible, choices, free);
    const unsigned in = picker_.pick(node, takers(eligible, choices, free));
    const Mask options = choices[in] & free;
    if (draws_) return {in, at_random(node, now, options)};
    if (round_robin_) return {in, output_picker_.pick(node, options)};
    return {in, lowest_bit(options)};
  }

 private:
  /// The eligible input buffers whose header may take one of these output buffers.
  static Mask takers(Mask eligible, const Mask* choices, Mask outputs) {
    Mask found = 0;
    for (Mask left = eligible; left != 0; left &= left - 1)
      if ((choices[lowest_bit(left)] & outputs) != 0) found |= left & -left;
    return found;
  }

  Connection from_outputs(NodeId node, Cycle now, Mask eligible, const Mask* choices, Mask free) {
    Mask candidates = 0;
    for (Mask left = eligible; left != 0; left &= left - 1) candidates |= choices[lowest_bit(left)];
    const unsigned out = picker_.pick(node, candidates & free);
    return {at_random(node, now, takers(eligible, choices, bit(out))), out};
  }

  unsigned at_random(NodeId node, Cycle now, Mask candidates) {
    const unsigned word = random_.state(node, now);
    if (!uniform_) return least_xor(candidates, word);
    return uniform_bit(candidates, word & (bit(kChoiceWidth) - 1), kChoiceWidth);
  }

  bool output_driven_;
  bool draws_;
  bool uniform_;
  bool round_robin_;
  GroupPicker picker_;         ///< Picks for the side that chooses first.
  GroupPicker output_picker_;  ///< Picks output buffers that inputs choose round robin.
  NodeLfsrs random_;
};

}  // namespace wayfarer::cut_through
