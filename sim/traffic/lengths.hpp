// How long messages are: a fixed length or a mix of equally likely ones.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/types.hpp"

namespace wayfarer {

class Lengths {
 public:
  virtual ~Lengths() = default;
  /// Data bytes of the source's message number `sequence`.
  [[nodiscard]] virtual std::uint16_t bytes(TerminalId source, std::uint32_t sequence) const = 0;

  /// Expected number of flits of a message, its header included, with so many bytes in a flit and
  /// at least so many flits behind the header.
  [[nodiscard]] virtual double mean_flits(unsigned flit_bytes, unsigned least_data_flits) const = 0;
};

/// From "64" or "16,64,256" (a length may stand more than once to weigh more), each at most
/// `max_bytes`. UsageError else.
[[nodiscard]] std::unique_ptr<Lengths> make_lengths(const std::string& text, std::uint64_t seed,
                                                    unsigned max_bytes);

/// Data flits of a message, at least `least`: 1 where the tail is a flit of its own.
[[nodiscard]] constexpr unsigned data_flits(unsigned bytes, unsigned flit_bytes, unsigned least) {
  const unsigned needed = (bytes + flit_bytes - 1) / flit_bytes;
  return needed < least ? least : needed;
}

}  // namespace wayfarer
