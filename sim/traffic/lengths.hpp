// Message lengths: one fixed length or a mix of equally likely ones.
#pragma once

#include <cstdint>
#include <memory>

#include "core/types.hpp"
#include "traffic/spec.hpp"

namespace wayfarer {

constexpr unsigned kLongestMessage = 65535;  ///< Bytes: the limit of a message table.

/// How messages are divided into flits.
struct FlitFormat {
  unsigned flit_bytes = 16;
  unsigned least_data_flits = 1;            ///< After a header.
  unsigned packet_bytes = kLongestMessage;  ///< Longer messages are sent as several packets.
};

class Lengths {
 public:
  virtual ~Lengths() = default;
  /// Data bytes of the source's message number `sequence`.
  [[nodiscard]] virtual std::uint16_t bytes(TerminalId source, std::uint32_t sequence) const = 0;

  /// Expected number of flits of a message, headers included.
  [[nodiscard]] virtual double mean_flits(const FlitFormat& format) const = 0;
  /// Expected data bytes of a message.
  [[nodiscard]] virtual double mean_bytes() const = 0;
  /// Data bytes of the longest one.
  [[nodiscard]] virtual unsigned greatest_bytes() const = 0;
};

/// Throws UsageError for lengths above `max_bytes`.
[[nodiscard]] std::unique_ptr<Lengths> make_lengths(const LengthsSpec& spec, std::uint64_t seed,
                                                    unsigned max_bytes);

/// Data flits of a message, at least `least`: 1 where the tail is a separate flit.
[[nodiscard]] constexpr unsigned data_flits(unsigned bytes, unsigned flit_bytes, unsigned least) {
  const unsigned needed = (bytes + flit_bytes - 1) / flit_bytes;
  return needed < least ? least : needed;
}

/// Packets of a message.
[[nodiscard]] constexpr unsigned packets_of(unsigned bytes, const FlitFormat& format) {
  return bytes == 0 ? 1 : (bytes + format.packet_bytes - 1) / format.packet_bytes;
}

/// Flits of a message, with a header before each packet.
[[nodiscard]] constexpr unsigned message_flits(unsigned bytes, const FlitFormat& format) {
  return packets_of(bytes, format) + data_flits(bytes, format.flit_bytes, format.least_data_flits);
}

}  // namespace wayfarer
