#include "stream/packet_terminal.hpp"

#include <stdexcept>
#include <utility>

namespace wayfarer {
namespace {

unsigned lowest(PortMask ports) {
  unsigned port = 0;
  while ((ports >> port & 1u) == 0) ++port;
  return port;
}

}  // namespace

PacketTerminal::PacketTerminal(TerminalId terminal, const NetworkShape& shape,
                               const StreamSizes& sizes, const PacketSlots& slots,
                               std::shared_ptr<StreamMessages> messages)
    : terminal_(terminal),
      flit_bytes_(shape.flit_bytes),
      slots_(slots),
      messages_(std::move(messages)),
      entry_(sizes, shape.terminals),
      exit_(slots.count(), sizes.max_words),
      words_(slots.count()) {}

void PacketTerminal::reset() {
  messages_->clear();
  entry_.reset();
  exit_.reset();
  open_ = false;
  taken_ = false;
}

void PacketTerminal::drive(Network& network) {
  network.stall_ejection(terminal_, exit_.stalls());
  taken_ = false;
  if (!entry_.valid()) return;
  const PortMask ready = network.injection_ready()[terminal_];
  const StreamEntry::Message& message = entry_.front();
  Flit flit;
  if (open_) {
    flit.tag = entry_.last() ? Tag::kTail : Tag::kBody;
    flit.index = static_cast<std::uint16_t>(entry_.place() + 1);
    taken_ = (ready >> port_ & 1u) != 0;
  } else {
    if (ready == 0) return;
    port_ = lowest(ready);
    message_ = messages_->add({terminal_, message.words});
    flit.tag = Tag::kHeader;
    flit.destination = message.destination;
    flit.length_bytes = static_cast<std::uint16_t>(message.words.size() * flit_bytes_);
    taken_ = true;
  }
  flit.message = message_;
  network.offer(terminal_, port_, flit);
}

StreamExit::Flit PacketTerminal::arrived(const Delivery& delivery) {
  StreamExit::Flit flit;
  flit.header = is_head(delivery.tag);
  flit.slot = slots_.of(delivery);
  unsigned& words = words_[flit.slot];
  if (flit.header) {
    words = 0;
    return flit;
  }
  const StreamMessage& message = messages_->at(delivery.message);
  flit.source = message.source;
  flit.data = message.words.at(words++);
  if ((words & 0xff) != delivery.index) throw std::logic_error("data flits out of order");
  flit.last = is_tail(delivery.tag);
  if (flit.last) messages_->remove(delivery.message);
  return flit;
}

void PacketTerminal::step(const StreamInput& input, const Delivery* first, const Delivery* last) {
  if (first != last) {
    const StreamExit::Flit flit = arrived(*first);
    exit_.step(&flit, input.ready);
  } else {
    exit_.step(nullptr, input.ready);
  }
  const bool pop = taken_ && open_;
  if (taken_) open_ = !open_ || !entry_.last();
  entry_.step(input.offered, pop);
}

}  // namespace wayfarer
