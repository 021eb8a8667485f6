// Parts of the cut-through router in plain C++, as the reference of the module tests. Written from
// docs/cut_through.md and the modules' contracts, not from their code.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "flits.hpp"

namespace wayfarer::cut_through_test {

using namespace module_test;

/// The buffers of one side of a node.
struct Side {
  unsigned ports;
  unsigned vcs;
  unsigned terminal_ports;
  [[nodiscard]] unsigned buffers() const { return ports * vcs + terminal_ports; }
};

/// Round robin over groups, and in each over its members.
class Groups {
 public:
  explicit Groups(const Side& side) : side_(side), group_(side.ports) {
    members_.assign(side.ports, side.vcs - 1);
    members_.push_back(side.terminal_ports - 1);
  }

  int next(std::uint64_t candidates) {
    for (unsigned step = 1; step <= side_.ports + 1; ++step) {
      const unsigned group = (group_ + step) % (side_.ports + 1);
      const unsigned size = group == side_.ports ? side_.terminal_ports : side_.vcs;
      const unsigned first = group * side_.vcs;
      const int member =
          next_behind(candidates >> first & ((1u << size) - 1), size, members_[group]);
      if (member == kNone) continue;
      group_ = group;
      members_[group] = static_cast<unsigned>(member);
      return static_cast<int>(first) + member;
    }
    return kNone;
  }

 private:
  Side side_;
  unsigned group_;
  std::vector<unsigned> members_;
};

enum class Policy { kInputDriven, kInputDrivenRandom, kOutputDriven, kInputDrivenRoundRobin };
enum class Choice { kXor, kUniform };

/// The candidate with floor(n * random / 2^width) of the n candidates below it.
inline int uniform_of(std::uint64_t candidates, unsigned size, std::uint64_t random,
                      unsigned width) {
  std::vector<int> numbers;
  for (unsigned number = 0; number < size; ++number)
    if (has(candidates, number)) numbers.push_back(static_cast<int>(number));
  return numbers.empty() ? kNone : numbers[numbers.size() * random >> width];
}

/// The connections of input buffers to output buffers.
struct Connection {
  int in = kNone;
  int out = kNone;
};

class Connector {
 public:
  Connector(const Side& inputs, const Side& outputs, Policy policy, Choice choice = Choice::kXor)
      : ins_(inputs.buffers()),
        outs_(outputs.buffers()),
        policy_(policy),
        choice_(choice),
        groups_(policy == Policy::kOutputDriven ? outputs : inputs),
        output_groups_(outputs) {}

  /// may[i]: the output buffers that input buffer i may be connected to.
  Connection next(const std::vector<std::uint64_t>& may, unsigned random) {
    if (policy_ == Policy::kOutputDriven) {
      std::uint64_t candidates = 0;
      for (const std::uint64_t outs : may) candidates |= outs;
      const int out = groups_.next(candidates);
      std::uint64_t partners = 0;
      for (unsigned in = 0; in < ins_ && out != kNone; ++in)
        partners |= std::uint64_t{has(may[in], static_cast<unsigned>(out))} << in;
      return {at_random(partners, ins_, random), out};
    }
    std::uint64_t candidates = 0;
    for (unsigned in = 0; in < ins_; ++in) candidates |= std::uint64_t{may[in] != 0} << in;
    const int in = groups_.next(candidates);
    if (in == kNone) return {};
    const std::uint64_t outs = may[static_cast<unsigned>(in)];
    if (policy_ == Policy::kInputDrivenRoundRobin) return {in, output_groups_.next(outs)};
    const bool fixed = policy_ == Policy::kInputDriven;
    return {in, fixed ? lowest(outs, outs_) : at_random(outs, outs_, random)};
  }

 private:
  [[nodiscard]] int at_random(std::uint64_t candidates, unsigned size, unsigned random) const {
    return choice_ == Choice::kXor ? least_xor(candidates, size, random)
                                   : uniform_of(candidates, size, random & 0xffff, 16);
  }

  unsigned ins_;
  unsigned outs_;
  Policy policy_;
  Choice choice_;
  Groups groups_;
  Groups output_groups_;
};

/// The inputs of a link from one direction, by virtual channel.
struct Ends {
  std::uint64_t holds = 0;
  std::uint64_t head = 0;
  std::uint64_t tail = 0;
  std::uint64_t room = 0;
};

class Link {
 public:
  Link(unsigned vcs, bool half_duplex, bool interleave_flits)
      : vcs_(vcs), half_(half_duplex), flits_(interleave_flits) {
    last_ = {vcs - 1, vcs - 1};
  }

  /// Grants of a cycle: a channel of each direction, or none.
  std::array<int, 2> cycle(const std::array<Ends, 2>& ends) {
    std::array<int, 2> grants = {candidate(0, ends[0]), candidate(1, ends[1])};
    if (half_ && grants[0] != kNone && grants[1] != kNone) {
      const unsigned served_last = minus_last_ ? 1 : 0;
      const bool stays = goes_on(served_last, ends[served_last]);
      grants[stays ? 1 - served_last : served_last] = kNone;
    }
    for (const unsigned d : {0u, 1u}) {
      if (grants[d] == kNone) continue;
      const auto channel = static_cast<unsigned>(grants[d]);
      last_[d] = channel;
      minus_last_ = d == 1;
      kept_[d] = !flits_ && !has(ends[d].tail, channel);
    }
    return grants;
  }
  /// Whether the message that was served last has its next flit.
  [[nodiscard]] bool goes_on(unsigned direction, const Ends& ends) const {
    return kept_[direction] && has(ends.holds, last_[direction]);
  }
  /// The channel served last.
  [[nodiscard]] unsigned last(unsigned direction) const { return last_[direction]; }

 private:
  [[nodiscard]] int candidate(unsigned direction, const Ends& ends) const {
    std::uint64_t ready = ends.holds & (~ends.head | ends.room);
    if (goes_on(direction, ends)) ready &= std::uint64_t{1} << last_[direction];
    return next_behind(ready, vcs_, last_[direction]);
  }

  unsigned vcs_;
  bool half_;
  bool flits_;
  bool minus_last_ = true;
  std::array<unsigned, 2> last_{};
  std::array<bool, 2> kept_{};
};

enum class Routing { kDimensionOrder, kStarChannels, kMinimalTriplex, kChaos };

/// A network, reduced to the inputs of the routing function.
struct Net {
  std::vector<int> extents;
  bool torus;
  unsigned classes;
  Routing routing;
  unsigned virtual_channels;
  unsigned ejection_ports;

  [[nodiscard]] unsigned dimensions() const { return static_cast<unsigned>(extents.size()); }
  [[nodiscard]] unsigned link_vcs() const {
    if (routing == Routing::kChaos) return virtual_channels;
    return routing == Routing::kDimensionOrder ? classes * virtual_channels
                                               : classes + virtual_channels;
  }
  [[nodiscard]] unsigned link_buffers() const { return 2 * dimensions() * link_vcs(); }

  /// The output buffers that a header with these hops left may take; `escape`: it arrived on an
  /// escape channel.
  [[nodiscard]] std::uint64_t outputs(const std::vector<int>& position,
                                      const std::vector<int>& hops, bool escape) const {
    std::uint64_t mask = 0;
    unsigned moving = 0;
    for (const int h : hops) moving += h != 0;
    const auto allow = [&](unsigned dimension, unsigned channel) {
      const unsigned port = 2 * dimension + (hops[dimension] < 0 ? 1 : 0);
      mask |= std::uint64_t{1} << (port * link_vcs() + channel);
    };
    bool first = true;
    for (unsigned d = 0; d < dimensions(); ++d) {
      if (hops[d] == 0) continue;
      const int end = position[d] + hops[d];
      const unsigned c = torus && classes == 2 && end >= 0 && end < extents[d] ? 1 : 0;
      if (routing == Routing::kDimensionOrder) {
        for (unsigned vc = 0; vc < virtual_channels && first; ++vc)
          allow(d, c * virtual_channels + vc);
      } else if (routing == Routing::kChaos) {
        for (unsigned vc = 0; vc < virtual_channels; ++vc) allow(d, vc);
      } else {
        if (first) allow(d, c);
        const bool bound = routing == Routing::kMinimalTriplex && escape && moving == 1;
        for (unsigned vc = 0; vc < virtual_channels && !bound; ++vc) allow(d, classes + vc);
      }
      first = false;
    }
    if (moving != 0) return mask;
    return ((std::uint64_t{1} << ejection_ports) - 1) << link_buffers();
  }
};

}  // namespace wayfarer::cut_through_test
