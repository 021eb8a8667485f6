// Rows of wave files that no pin carries: the message of the flit that each terminal offers and
// receives, in the scope `bench`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/verilated_abi.h"
#include "core/flit.hpp"
#include "core/types.hpp"
#ifdef WAYFARER_WAVES
#include "verilated_fst_c.h"
#endif

// The functions that declare signals changed after the packaged version; newer ones write no rows.
#if defined(WAYFARER_WAVES) && !__has_include("verilated_std_waiver.vlt")
#define WAYFARER_MESSAGE_ROWS
#endif

namespace wayfarer {

/// The ports of a terminal at which flits move in the same cycle.
struct ParallelPorts {
  unsigned injection = 1;
  unsigned ejection = 1;
};

#ifdef WAYFARER_MESSAGE_ROWS

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

  void inject(const wayfarer_offer& offer) {
    const unsigned port = ports_.injection == 1 ? 0 : offer.injection_port;
    const std::size_t at = std::size_t{offer.terminal} * ports_.injection + port;
    const std::uint32_t id = offer.message & kIdMask;
    if (is_head(static_cast<Tag>(offer.tag)))
      sent(id, offer.number, offer.terminal, offer.destination);
    else if (known(id).id != id)  // a packet whose header the network makes
      sent(id, offer.number, offer.terminal, kUnknown);
    values_[kInjectMessage][at] = offer.number;
    values_[kInjectDestination][at] = known(id).destination;
  }

  /// Call before `eject` where routers may have made the message: it has no other number than the
  /// one in its flits.
  void arrives(std::uint32_t id, std::uint32_t source, std::uint32_t destination) {
    if (known(id).source != source) sent(id, id, source, destination);
  }

  void eject(const wayfarer_delivery& delivery) {
    const unsigned port = ports_.ejection == 1 ? 0 : delivery.buffer;
    const std::size_t at = std::size_t{delivery.terminal} * ports_.ejection + port;
    values_[kEjectMessage][at] = known(delivery.message).number;
    values_[kEjectSource][at] = known(delivery.message).source;
  }

  /// Before the file is opened.
  void add_to(VerilatedFst& waves) {
    waves.addInitCb(&declare, this);
    waves.addFullCb(&write_all, this);
    waves.addChgCb(&write_changes, this);
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
  static constexpr int kBits = 32;

  /// `id` is what flits carry, `number` what the rows show.
  void sent(std::uint32_t id, std::uint32_t number, std::uint32_t source,
            std::uint32_t destination) {
    known_[id % kKnown] = {id, number, source, destination};
  }

  [[nodiscard]] Message known(std::uint32_t id) const {
    const Message& last = known_[id % kKnown];
    return last.id == id ? last : Message{};
  }

  static void declare(void* self, VerilatedFst* waves, std::uint32_t code) {
    static constexpr std::array<const char*, kRows> kNames = {
        "inject_message", "inject_destination", "eject_message", "eject_source"};
    auto& rows = *static_cast<MessageRows*>(self);
    rows.code_ = code;
    waves->scopeEscape(' ');
    waves->pushNamePrefix("bench ");
    for (std::size_t row = 0; row < kRows; ++row)
      for (std::size_t at = 0; at < rows.values_[row].size(); ++at)
        waves->declBus(code++, kNames[row], -1, FST_VD_IMPLICIT, FST_VT_SV_LOGIC, true,
                       static_cast<int>(at), kBits - 1, 0);
    waves->popNamePrefix();
    waves->scopeEscape('.');
  }

  static void write_all(void* self, VerilatedFst::Buffer* buffer) {
    const auto& rows = *static_cast<MessageRows*>(self);
    std::uint32_t* old = buffer->oldp(rows.code_);
    for (const auto& row : rows.values_)
      for (const std::uint32_t value : row) buffer->fullIData(old++, value, kBits);
  }

  static void write_changes(void* self, VerilatedFst::Buffer* buffer) {
    const auto& rows = *static_cast<MessageRows*>(self);
    std::uint32_t* old = buffer->oldp(rows.code_);
    for (const auto& row : rows.values_)
      for (const std::uint32_t value : row) buffer->chgIData(old++, value, kBits);
  }

  std::uint32_t code_ = 0;  ///< Of the first element.

  const ParallelPorts ports_;
  std::array<std::vector<std::uint32_t>, kRows> values_;
  /// The latest messages, by the low bits of what their flits carry.
  std::vector<Message> known_;
};

#else

/// A library without these rows.
class MessageRows {
 public:
  MessageRows(std::uint32_t, ParallelPorts) {}
  void forget() {}
  void inject(const wayfarer_offer&) {}
  void arrives(std::uint32_t, std::uint32_t, std::uint32_t) {}
  void eject(const wayfarer_delivery&) {}
};

#endif

}  // namespace wayfarer
