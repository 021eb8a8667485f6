// AXI4 over networks with streams: sizes and address map, as rtl/axi4/axi4_pkg.sv.
#pragma once

#include <cstdint>
#include <vector>

#include "core/types.hpp"

namespace wayfarer {

/// Addresses whose bits in `mask` are those of `base` belong to a terminal.
struct Axi4Region {
  std::uint64_t base = 0;
  std::uint64_t mask = 0;
  TerminalId target = 0;
};

/// `config_t` and `map_t`; the members are described there.
struct Axi4Config {
  unsigned address_bits = 32;
  unsigned data_bits = 32;  ///< Models have at most 64; RTL, 1024.
  unsigned id_bits = 4;
  unsigned beats = 16;
  unsigned threads = 4;
  unsigned outstanding = 4;
  unsigned pending = 4;
  TerminalId terminals = 4;
  std::vector<Axi4Region> map;  ///< The first region that has an address counts.

  [[nodiscard]] unsigned thread_of(unsigned id) const { return id & (threads - 1); }
  [[nodiscard]] unsigned header_bits() const;
  [[nodiscard]] unsigned request_bits() const;  ///< Of a request's words.
  [[nodiscard]] unsigned reply_bits() const;    ///< Of a reply's words.
};

/// `default_map`: regions of 64 KiB from address 0 on, one for each of four terminals.
[[nodiscard]] std::vector<Axi4Region> default_axi4_map();

/// @throws UsageError  a value is outside its range.
void check_axi4(const Axi4Config& config);

}  // namespace wayfarer
