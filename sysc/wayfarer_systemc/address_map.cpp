#include "wayfarer_systemc/address_map.hpp"

#include <fmt/format.h>

namespace wayfarer::sysc {

std::string AddressMap::add(TerminalId terminal, sc_dt::uint64 base, sc_dt::uint64 size,
                            bool relative) {
  const sc_dt::uint64 last = base + size - 1;
  if (size == 0 || last < base)
    return fmt::format("a range of {} bytes from {:#x}; legal: 1 to {:#x}", size, base, ~base + 1);
  // The first range that ends at `base` or later.
  auto next = ranges_.upper_bound(base);
  if (next != ranges_.begin() && std::prev(next)->second.last >= base) --next;
  if (next != ranges_.end() && next->first <= last)
    return fmt::format("{:#x} to {:#x} of terminal {} overlaps {:#x} to {:#x} of terminal {}", base,
                       last, terminal, next->first, next->second.last, next->second.terminal);
  ranges_[base] = {last, terminal, relative};
  return "";
}

std::optional<AddressMap::Place> AddressMap::find(sc_dt::uint64 address, sc_dt::uint64 length,
                                                  std::string& fault) const {
  const sc_dt::uint64 last = address + length - 1;
  auto next = ranges_.upper_bound(address);
  if (next != ranges_.begin() && std::prev(next)->second.last >= address) {
    const auto& [base, range] = *std::prev(next);
    if (last <= range.last && last >= address)
      return Place{range.terminal, range.relative ? base : 0};
    fault = fmt::format("{:#x} to {:#x} goes beyond the end, {:#x}, of terminal {}'s range",
                        address, last, range.last, range.terminal);
    return std::nullopt;
  }
  if (next != ranges_.end() && (next->first <= last || last < address)) {
    fault = fmt::format("{:#x} to {:#x} begins before terminal {}'s range, which begins at {:#x}",
                        address, last, next->second.terminal, next->first);
    return std::nullopt;
  }
  if (default_ && last >= address) return Place{*default_, 0};
  fault = fmt::format("{:#x} to {:#x} has no target", address, last);
  return std::nullopt;
}

}  // namespace wayfarer::sysc
