// Rows of wave files that no pin carries: the message of the flit that each terminal offers and
// receives, in the scope `bench`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/verilated_module.h"
#include "core/flit.hpp"
#include "core/types.hpp"

namespace wayfarer {

/// The ports of a terminal at which flits move in the same cycle.
struct ParallelPorts {
  unsigned injection = 1;
  unsigned ejection = 1;
};

/// An element of each row for every port of every terminal, terminal by terminal. A value stays
/// until the next flit; -1: none yet, or unknown.
class MessageRows {
 public:
  MessageRows(std::uint32_t terminals, ParallelPorts ports) : ports_(ports) {
    for (const Row row : {kInjectMessage, kInjectDestination})
      values_[row].resize(std::size_t{terminals} * ports.injection);
    for (const Row row : {kEjectMessage, kEjectSource})
      values_[row].resize(std::size_t{terminals} * ports.ejection);
    forget();
  }

  void forget() {
    for (auto& row : values_) row.assign(row.size(), kUnknown);
    known_.assign(kKnown, {});
  }

  void inject(TerminalId terminal, unsigned injection_port, const Flit& flit) {
    const unsigned port = ports_.injection == 1 ? 0 : injection_port;
    const std::size_t at = std::size_t{terminal} * ports_.injection + port;
    const std::uint32_t id = flit.message & kIdMask;
    if (is_head(flit.tag))
      sent(id, flit.number, terminal, flit.destination);
    else if (known(id).id != id)  // a packet whose header the network makes
      sent(id, flit.number, terminal, kUnknown);
    values_[kInjectMessage][at] = flit.number;
    values_[kInjectDestination][at] = known(id).destination;
  }

  /// Call before `eject` where routers may have made the message: it has no other number than the
  /// one in its flits.
  void arrives(std::uint32_t id, std::uint32_t source, std::uint32_t destination) {
    if (known(id).source != source) sent(id, id, source, destination);
  }

  void eject(const Delivery& delivery) {
    const unsigned port = ports_.ejection == 1 ? 0 : delivery.buffer;
    const std::size_t at = std::size_t{delivery.terminal} * ports_.ejection + port;
    values_[kEjectMessage][at] = known(delivery.message).number;
    values_[kEjectSource][at] = known(delivery.message).source;
  }

  /// They stay in place.
  [[nodiscard]] std::vector<wayfarer_row> rows() const {
    static constexpr std::array<const char*, kRows> kNames = {
        "inject_message", "inject_destination", "eject_message", "eject_source"};
    std::vector<wayfarer_row> rows;
    for (std::size_t row = 0; row < kRows; ++row)
      rows.push_back({"bench", kNames[row], values_[row].data(), values_[row].size(), 32, 1, 1});
    return rows;
  }

 private:
  enum Row { kInjectMessage, kInjectDestination, kEjectMessage, kEjectSource, kRows };
  static constexpr std::uint32_t kUnknown = ~0u;
  struct Message {
    std::uint32_t id = kUnknown;
    std::uint32_t number = kUnknown;
    std::uint32_t source = kUnknown;
    std::uint32_t destination = kUnknown;
  };
  static constexpr std::uint32_t kIdMask = (1u << kMessageIdBits) - 1;
  static constexpr std::size_t kKnown = 1 << 16;  ///< More messages than are under way at once.

  /// `id` is what flits carry, `number` what the rows show.
  void sent(std::uint32_t id, std::uint32_t number, std::uint32_t source,
            std::uint32_t destination) {
    known_[id % kKnown] = {id, number, source, destination};
  }

  [[nodiscard]] Message known(std::uint32_t id) const {
    const Message& last = known_[id % kKnown];
    return last.id == id ? last : Message{};
  }

  const ParallelPorts ports_;
  std::array<std::vector<std::uint32_t>, kRows> values_;
  /// The latest messages, by the low bits of what their flits carry.
  std::vector<Message> known_;
};

}  // namespace wayfarer
