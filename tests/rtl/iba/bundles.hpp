// Ports that are packed structs of iba_pkg, as the integers of a verilated module.
#pragma once

#include <cstdint>

namespace wayfarer::iba_test {

/// flit_info_t
constexpr unsigned flit_info(bool valid, unsigned tag) { return (valid ? 4u : 0u) | tag; }

/// arrival_t
struct Arrived {
  bool valid = false;
  unsigned tag = 0;
  unsigned place = 0;
  bool first = false;
  bool last = false;
};
constexpr Arrived arrived(std::uint32_t bits) {
  return {(bits >> 17 & 1) != 0, bits >> 15 & 3, bits >> 2 & 0x1fff, (bits >> 1 & 1) != 0,
          (bits & 1) != 0};
}

/// errors_t
constexpr unsigned error_causes(unsigned bits) { return bits & 63; }
constexpr unsigned error_count(unsigned bits) { return bits >> 6; }

/// apb_request_t and apb_response_t
constexpr std::uint64_t apb_request(bool select, bool enable, bool write, unsigned address,
                                    std::uint32_t data) {
  return std::uint64_t{select} << 52 | std::uint64_t{enable} << 51 | std::uint64_t{write} << 50 |
         std::uint64_t{address} << 32 | data;
}
constexpr bool apb_selects(std::uint64_t bits) { return (bits >> 52 & 1) != 0; }
constexpr bool apb_enables(std::uint64_t bits) { return (bits >> 51 & 1) != 0; }
constexpr std::uint32_t apb_data(std::uint64_t bits) {
  return static_cast<std::uint32_t>(bits >> 2);
}
constexpr bool apb_ready(std::uint64_t bits) { return (bits >> 1 & 1) != 0; }
constexpr bool apb_error(std::uint64_t bits) { return (bits & 1) != 0; }

}  // namespace wayfarer::iba_test
