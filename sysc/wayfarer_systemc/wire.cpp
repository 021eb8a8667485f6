#include "wayfarer_systemc/wire.hpp"

#include <algorithm>

namespace wayfarer::sysc {
namespace {

/// The lowest byte first.
void put(Bytes& bytes, std::uint64_t value, unsigned count) {
  for (unsigned i = 0; i < count; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> 8 * i));
}

std::uint8_t byte_of(const std::vector<StreamWord>& message, std::size_t at, unsigned word_bytes) {
  return static_cast<std::uint8_t>(message[at / word_bytes].data >> 8 * (at % word_bytes));
}

std::uint64_t value_of(const std::vector<StreamWord>& message, std::size_t at, unsigned count,
                       unsigned word_bytes) {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < count; ++i)
    value |= std::uint64_t{byte_of(message, at + i, word_bytes)} << 8 * i;
  return value;
}

}  // namespace

Bytes request_bytes(const tlm::tlm_generic_payload& payload, std::uint64_t address) {
  Bytes bytes;
  put(bytes, address, 8);
  put(bytes, payload.get_data_length(), 4);
  put(bytes, payload.get_streaming_width(), 4);
  if (const unsigned char* const enables = payload.get_byte_enable_ptr())
    bytes.insert(bytes.end(), enables, enables + payload.get_byte_enable_length());
  if (payload.is_write())
    bytes.insert(bytes.end(), payload.get_data_ptr(),
                 payload.get_data_ptr() + payload.get_data_length());
  return bytes;
}

Bytes reply_bytes(const tlm::tlm_generic_payload& payload) {
  Bytes bytes;
  put(bytes, static_cast<std::uint32_t>(payload.get_response_status()), 4);
  if (payload.is_read() && payload.is_response_ok())
    bytes.insert(bytes.end(), payload.get_data_ptr(),
                 payload.get_data_ptr() + payload.get_data_length());
  return bytes;
}

unsigned Wire::words(std::size_t bytes) const {
  const unsigned whole = static_cast<unsigned>(bytes / room());
  const auto rest = static_cast<unsigned>(bytes % room());
  return whole * max_words_ + (rest == 0 ? 0 : (rest + kPartBytes + word_bytes_ - 1) / word_bytes_);
}

std::vector<StreamWord> Wire::write(std::uint32_t transaction, bool reply, TerminalId destination,
                                    const Bytes& bytes) const {
  std::vector<StreamWord> words;
  const unsigned count = messages(bytes.size());
  for (unsigned number = 0; number < count; ++number) {
    Bytes message;
    put(message, transaction, 4);
    put(message, number | (reply ? kReply : 0), 2);
    put(message, count, 2);
    const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(number * room());
    const auto left = static_cast<unsigned>(bytes.end() - begin);
    message.insert(message.end(), begin, begin + std::min(room(), left));
    for (std::size_t at = 0; at < message.size(); at += word_bytes_) {
      StreamWord word;
      word.terminal = destination;
      for (std::size_t i = at; i < std::min<std::size_t>(at + word_bytes_, message.size()); ++i)
        word.data |= StreamData{message[i]} << 8 * (i - at);
      word.last = at + word_bytes_ >= message.size();
      words.push_back(word);
    }
  }
  return words;
}

Part Wire::part_of(const std::vector<StreamWord>& message) const {
  const auto value = [&](std::size_t at, unsigned count) {
    return value_of(message, at, count, word_bytes_);
  };
  return {static_cast<std::uint32_t>(value(0, 4)), static_cast<std::uint16_t>(value(4, 2)),
          static_cast<std::uint16_t>(value(6, 2))};
}

void Wire::read(const std::vector<StreamWord>& message, const Part& part, Bytes& bytes) const {
  const std::size_t begin = std::size_t{part.number & ~unsigned{kReply}} * room();
  const std::size_t end = std::min(begin + room(), bytes.size());
  for (std::size_t i = begin; i < end; ++i) {
    const std::size_t at = i - begin + kPartBytes;
    if (at / word_bytes_ < message.size()) bytes[i] = byte_of(message, at, word_bytes_);
  }
}

}  // namespace wayfarer::sysc
