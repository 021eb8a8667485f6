// The senders of the virtual-channel routers' RTL draw a message's route and write it into the
// header, with the same draws as the models.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "config/config.hpp"
#include "family/mesh/config.hpp"
#include "family/mesh/header.hpp"
#include "geometry/grid.hpp"

namespace wayfarer {

/// A header flit of the greatest width, 32 bits a word.
using HeaderWords = std::array<std::uint32_t, 16>;

inline void set_field(HeaderWords& words, unsigned offset, unsigned width, std::uint32_t value) {
  for (unsigned i = 0; i < width; ++i) {
    const unsigned at = offset + i;
    words[at / 32] = (words[at / 32] & ~(1u << at % 32)) | (value >> i & 1) << at % 32;
  }
}

[[nodiscard]] inline std::uint32_t get_field(const HeaderWords& words, unsigned offset,
                                             unsigned width) {
  std::uint32_t value = 0;
  for (unsigned i = 0; i < width; ++i)
    value |= (words[(offset + i) / 32] >> (offset + i) % 32 & 1) << i;
  return value;
}

/// The common part of both families' senders; each family adds its own draws.
class MeshSender {
 public:
  /// `seed`: of the route draws.
  MeshSender(const NetworkConfig& config, unsigned seed)
      : header_(config),
        topology_(config.topology, HalfWay::kStraight),
        seed_(seed),
        ports_(mesh_of(config).injection_ports) {
    reset();
  }
  virtual ~MeshSender() = default;

  void reset() {
    drawn_.assign(topology_.nodes(), 0);
    left_.assign(std::size_t{topology_.nodes()} * ports_, 0);
  }

  /// Called when an injection port takes a flit. Returns a header's data lines; a nonexistent
  /// destination becomes hops that leave every network. Only an accepted message costs a draw.
  HeaderWords take(NodeId terminal, unsigned injection_port, bool head, bool tail,
                   std::uint32_t destination, MessageId message) {
    std::uint32_t& left = left_[std::size_t{terminal} * ports_ + injection_port];
    const bool legal = destination < topology_.nodes();
    const bool starts = head && left == 0 && legal;
    if (starts) left = longest_message();
    if (left != 0 && head == starts) left = tail ? 0 : left - (left == kAnyLength ? 0 : 1);

    HeaderWords words{};
    set_field(words, header_.message_offset(), header_.id_bits, message);
    if (head && !legal) set_hops(words, 0, 0, -(1 << (header_.hop_width - 1)));
    if (starts) draw(words, terminal, destination, drawn_[terminal]++);
    return words;
  }

 protected:
  static constexpr std::uint32_t kAnyLength = ~0u;

  /// Flits of the longest legal message.
  [[nodiscard]] virtual std::uint32_t longest_message() const { return kAnyLength; }
  /// Draws the route of a terminal's message number `number`.
  virtual void draw(HeaderWords& words, NodeId terminal, NodeId destination,
                    std::uint32_t number) const = 0;

  void set_hops(HeaderWords& words, unsigned phase, unsigned dimension, int hops) const {
    set_field(words, header_.hop_offset(phase, dimension), header_.hop_width,
              static_cast<std::uint32_t>(hops));
  }

  const VcHeader header_;
  const Grid topology_;
  const unsigned seed_;

 private:
  const unsigned ports_;
  std::vector<std::uint32_t> drawn_;  ///< By terminal: messages started.
  std::vector<std::uint32_t> left_;   ///< By terminal and injection port: flits still allowed.
};

}  // namespace wayfarer
