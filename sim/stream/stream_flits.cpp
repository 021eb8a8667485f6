#include "stream/stream_flits.hpp"

#include <utility>

#include <fmt/format.h>

#include "core/error.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kIndexBits = 8;  // as of Delivery::index
constexpr unsigned kLeastBits = kMessageIdBits + kIndexBits;

/// SplitMix64: different bits for every number.
std::uint64_t mixed(std::uint64_t bits) {
  bits += 0x9e3779b97f4a7c15;
  bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
  return bits ^ bits >> 31;
}

}  // namespace

StreamFlits::StreamFlits(std::unique_ptr<StreamNetwork> streams, unsigned word_bits)
    : streams_(std::move(streams)),
      word_bits_(word_bits),
      terminals_(streams_->terminals()),
      ready_(streams_->terminals()) {
  if (word_bits < kLeastBits)
    throw UsageError(fmt::format("words of {} bits; legal: {} or more, for a message's number",
                                 word_bits, kLeastBits));
  shape_.name = "streams";
  shape_.terminals = static_cast<std::uint32_t>(terminals_.size());
  shape_.drivers_per_channel = 1;
  shape_.flit_bytes = word_bits / 8;
  read_ready();
}

void StreamFlits::read_ready() {
  for (TerminalId t = 0; t < terminals_.size(); ++t) ready_[t] = streams_->ready(t) ? 1 : 0;
}

void StreamFlits::reset() {
  streams_->reset();
  for (TerminalId t = 0; t < terminals_.size(); ++t) {
    terminals_[t] = {};
    streams_->set_ready(t, true);
  }
  deliveries_.clear();
  errors_.clear();
  moves_ = taken_ = 0;
  read_ready();
}

/// Number and place, and, if the word is wider, bits that also depend on the source.
StreamData StreamFlits::data_of(MessageId message, unsigned index, TerminalId source) const {
  const std::uint64_t name = message | std::uint64_t{index & 0xff} << kMessageIdBits;
  const std::uint64_t bits = mixed(name | std::uint64_t{source} << kLeastBits);
  const StreamData data = StreamData{mixed(bits)} << 64 | bits << kLeastBits | name;
  return word_bits_ < 128 ? data & ((StreamData{1} << word_bits_) - 1) : data;
}

void StreamFlits::offer(TerminalId terminal, unsigned /*injection_port*/, const Flit& flit) {
  if (ready_[terminal] == 0) return;
  ++taken_;
  if (flit.tag == Tag::kHeader) {
    terminals_[terminal].destination = flit.destination;
    return;
  }
  streams_->offer(terminal, {data_of(flit.message, flit.index, terminal),
                             terminals_[terminal].destination, is_tail(flit.tag)});
}

void StreamFlits::stall_ejection(TerminalId terminal, bool stalled) {
  terminals_[terminal].stalled = stalled;
  streams_->set_ready(terminal, !stalled);
}

void StreamFlits::deliver(TerminalId at, const StreamWord& word) {
  Delivery delivery;
  delivery.terminal = at;
  delivery.message = static_cast<MessageId>(word.data) & ((1u << kMessageIdBits) - 1);
  if (!std::exchange(terminals_[at].open, !word.last)) {
    delivery.tag = Tag::kHeader;
    deliveries_.push_back(delivery);
  }
  delivery.tag = make_tag(false, word.last);
  delivery.index = static_cast<std::uint16_t>(word.data >> kMessageIdBits & 0xff);
  delivery.intact = word.data == data_of(delivery.message, delivery.index, word.terminal);
  deliveries_.push_back(delivery);
}

void StreamFlits::step() {
  deliveries_.clear();
  errors_.clear();
  for (TerminalId t = 0; t < terminals_.size(); ++t)
    if (const StreamWord* const word = streams_->output(t);
        word != nullptr && !terminals_[t].stalled)
      deliver(t, *word);
  streams_->step();
  for (TerminalId t = 0; t < terminals_.size(); ++t)
    if (const std::uint8_t drop = streams_->drop(t); drop != 0)
      errors_.push_back({t, (drop & kDropDestination) != 0 ? kErrorDestination : kErrorLength});
  moves_ = std::exchange(taken_, 0) + deliveries_.size();
  read_ready();
}

}  // namespace wayfarer
