// Ports that are packed structs of mway_pkg, as the integers of a verilated module.
#pragma once

#include <cstdint>

namespace wayfarer::mway_test {

/// flit_info_t, of age 0
constexpr unsigned flit_info(unsigned tag, unsigned way, unsigned buffer_class) {
  return tag << 5 | way << 1 | buffer_class;
}

/// age_lines_t
constexpr unsigned age_lines(unsigned level, bool waits) { return level << 1 | (waits ? 1u : 0u); }

/// The low bits of identity_t; those of the network are above.
constexpr unsigned identity(unsigned plus, unsigned minus) { return plus << 4 | minus; }

/// payload_t, without ages
constexpr unsigned payload(unsigned tag, unsigned buffer) { return tag << 4 | buffer; }
constexpr unsigned payload_tag(unsigned bits) { return bits >> 4 & 3; }
constexpr unsigned payload_buffer(unsigned bits) { return bits & 15; }
constexpr unsigned payload_level(unsigned bits) { return bits >> 7 & 7; }
constexpr bool payload_waits(unsigned bits) { return (bits >> 6 & 1) != 0; }
/// guard_lines_t above that: what all members show of their copies of Drv, and `aborted`
constexpr unsigned payload_guard(unsigned ones, unsigned zeros, bool differ, bool aborted) {
  return (ones << 6 | zeros << 2 | (differ ? 2u : 0u) | (aborted ? 1u : 0u)) << 10;
}
constexpr unsigned payload_ones(unsigned bits) { return bits >> 16 & 15; }
constexpr unsigned payload_zeros(unsigned bits) { return bits >> 12 & 15; }
constexpr bool payload_differ(unsigned bits) { return (bits >> 11 & 1) != 0; }
constexpr bool payload_aborted(unsigned bits) { return (bits >> 10 & 1) != 0; }
constexpr unsigned kPayloadBits = 20;

/// answer_t
constexpr unsigned answer(bool acknowledge, bool fills, unsigned slot) {
  return (acknowledge ? 32u : 0u) | (fills ? 16u : 0u) | slot;
}
constexpr bool answer_acknowledge(unsigned bits) { return (bits >> 5 & 1) != 0; }
constexpr bool answer_fills(unsigned bits) { return (bits >> 4 & 1) != 0; }
constexpr unsigned answer_slot(unsigned bits) { return bits & 15; }
constexpr unsigned kAnswerBits = 6;

/// status_t
constexpr std::uint32_t status(unsigned available, unsigned full) { return available << 16 | full; }
constexpr unsigned status_available(std::uint64_t bits) { return bits >> 16 & 3; }
constexpr unsigned status_full(std::uint64_t bits) { return bits & 0xffff; }
constexpr unsigned kStatusBits = 18;

/// processor_request_t
constexpr unsigned processor_request(bool valid, unsigned tag, unsigned buffer, bool stall) {
  return (valid ? 128u : 0u) | tag << 5 | buffer << 1 | (stall ? 1u : 0u);
}

/// processor_response_t
struct ProcessorResponse {
  unsigned ready = 0;
  unsigned error = 0;
  unsigned error_count = 0;
  unsigned tag = 0;  ///< Tag of the ejected flit, which the fields below describe.
  unsigned driver = 0;
  unsigned buffer = 0;
};
constexpr ProcessorResponse processor_response(std::uint64_t bits) {
  return {static_cast<unsigned>(bits >> 21 & 0xffff), static_cast<unsigned>(bits >> 18 & 7),
          static_cast<unsigned>(bits >> 10 & 0xff),   static_cast<unsigned>(bits >> 8 & 3),
          static_cast<unsigned>(bits >> 4 & 15),      static_cast<unsigned>(bits & 15)};
}

}  // namespace wayfarer::mway_test
