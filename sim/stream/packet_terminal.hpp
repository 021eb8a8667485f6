// Network interface of a family whose messages are a header and data flits in order, sent one after
// the other through any ready injection port.
#pragma once

#include <memory>

#include "stream/entry.hpp"
#include "stream/exit.hpp"
#include "stream/messages.hpp"
#include "stream/terminal.hpp"

namespace wayfarer {

/// How a family's flits name the slots of an exit.
struct PacketSlots {
  unsigned drivers = 1;
  unsigned buffers = 1;  ///< Buffers per driver.

  [[nodiscard]] unsigned count() const { return drivers * buffers; }
  [[nodiscard]] unsigned of(const Delivery& flit) const {
    return flit.driver * buffers + flit.buffer;
  }
};

class PacketTerminal final : public StreamTerminal {
 public:
  /// `messages` is the same for all terminals of a network.
  PacketTerminal(TerminalId terminal, const NetworkShape& shape, const StreamSizes& sizes,
                 const PacketSlots& slots, std::shared_ptr<StreamMessages> messages);

  void reset() override;
  [[nodiscard]] bool ready() const override { return entry_.ready(); }
  [[nodiscard]] std::uint8_t drop() const override { return entry_.drop(); }
  [[nodiscard]] const StreamWord* output() const override { return exit_.output(); }
  [[nodiscard]] bool idle() const override {
    return messages_->empty() && entry_.idle() && exit_.idle();
  }
  void drive(Network& network) override;
  void step(const StreamInput& input, const Delivery* first, const Delivery* last) override;

 private:
  [[nodiscard]] StreamExit::Flit arrived(const Delivery& delivery);

  const TerminalId terminal_;
  const unsigned flit_bytes_;
  const PacketSlots slots_;
  const std::shared_ptr<StreamMessages> messages_;
  StreamEntry entry_;
  StreamExit exit_;
  std::vector<unsigned> words_;  // by slot: data flits that have arrived of its message
  bool open_ = false;            // the front message's header has been taken
  unsigned port_ = 0;
  MessageId message_ = 0;
  bool taken_ = false;  // the flit that `drive` offered
};

}  // namespace wayfarer
