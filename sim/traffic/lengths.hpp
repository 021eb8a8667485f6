// How long messages are: a fixed length or a mix of equally likely ones.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/types.hpp"

namespace wayfarer {

/// Data bytes of a message at most: the header's length field has 10 bits.
constexpr unsigned kMaxMessageBytes = 1023;

class Lengths {
 public:
  virtual ~Lengths() = default;
  /// Data bytes of the source's message number `sequence`.
  [[nodiscard]] virtual std::uint16_t bytes(TerminalId source, std::uint32_t sequence) const = 0;

  /// Expected number of flits of a message, its header included, with so many bytes in a flit.
  [[nodiscard]] virtual double mean_flits(unsigned flit_bytes) const = 0;
};

/// From "64" or "16,64,256" (a length may stand more than once to weigh more). UsageError else.
[[nodiscard]] std::unique_ptr<Lengths> make_lengths(const std::string& text, std::uint64_t seed);

/// Data flits of a message: at least one, which is its tail.
[[nodiscard]] constexpr unsigned data_flits(unsigned bytes, unsigned flit_bytes) {
  return bytes == 0 ? 1 : (bytes + flit_bytes - 1) / flit_bytes;
}

}  // namespace wayfarer
