// Transactions as words of streams: what requests and replies look like in the network.
#pragma once

#include <cstdint>
#include <vector>

#include <tlm>

#include "stream/word.hpp"

namespace wayfarer::sysc {

using Bytes = std::vector<std::uint8_t>;

/// A request: address (8 bytes), length and streaming width (4 each), byte enables, and the data of
/// a write. `address` is the one that the initiator gave.
[[nodiscard]] Bytes request_bytes(const tlm::tlm_generic_payload& payload, std::uint64_t address);
/// A reply: response status (4 bytes), and the data of a read that has been served.
[[nodiscard]] Bytes reply_bytes(const tlm::tlm_generic_payload& payload);

/// Which part of a transaction a message is. 8 bytes, in front of every message.
struct Part {
  std::uint32_t transaction = 0;
  std::uint16_t number = 0;  ///< Of the message in its request or reply; bit 15: of a reply.
  std::uint16_t count = 1;   ///< Messages of it.
};

class Wire {
 public:
  static constexpr unsigned kPartBytes = 8;
  static constexpr std::uint16_t kReply = 0x8000;

  Wire(unsigned word_bytes, unsigned max_words) : word_bytes_(word_bytes), max_words_(max_words) {}

  /// Bytes of a transaction that a message carries; 0: messages are too short.
  [[nodiscard]] unsigned room() const {
    const unsigned bytes = word_bytes_ * max_words_;
    return bytes > kPartBytes ? bytes - kPartBytes : 0;
  }
  /// The messages of so many bytes, and the words in all of them.
  [[nodiscard]] unsigned messages(std::size_t bytes) const {
    return static_cast<unsigned>((bytes + room() - 1) / room());
  }
  [[nodiscard]] unsigned words(std::size_t bytes) const;

  /// All words for a terminal, message after message; `reply` distinguishes the direction.
  [[nodiscard]] std::vector<StreamWord> write(std::uint32_t transaction, bool reply,
                                              TerminalId destination, const Bytes& bytes) const;
  /// The part that a message is.
  [[nodiscard]] Part part_of(const std::vector<StreamWord>& message) const;
  /// Puts a message's bytes in their place; the rest of its last word is not used.
  void read(const std::vector<StreamWord>& message, const Part& part, Bytes& bytes) const;

 private:
  unsigned word_bytes_;
  unsigned max_words_;
};

}  // namespace wayfarer::sysc
