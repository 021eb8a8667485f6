#include "axi4/config.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "core/error.hpp"

namespace wayfarer {
namespace {

constexpr std::uint64_t kPageMask = 0xfff;  // of the smallest region
constexpr unsigned kMostTerminals = 65536;

void check(const char* name, unsigned value, bool legal, const std::string& values) {
  if (!legal) throw UsageError(fmt::format("AXI4: {} = {}; legal: {}", name, value, values));
}

void check_range(const char* name, unsigned value, unsigned least, unsigned most) {
  check(name, value, least <= value && value <= most, fmt::format("{} to {}", least, most));
}

bool is_power(unsigned value) { return value != 0 && (value & (value - 1)) == 0; }

}  // namespace

unsigned Axi4Config::header_bits() const { return 2 + id_bits + address_bits + 22; }

unsigned Axi4Config::request_bits() const {
  return std::max(header_bits(), data_bits + data_bits / 8);
}

unsigned Axi4Config::reply_bits() const { return 2 + id_bits + 2 + data_bits; }

std::vector<Axi4Region> default_axi4_map() {
  std::vector<Axi4Region> map;
  for (TerminalId t = 0; t < 4; ++t) map.push_back({std::uint64_t{t} << 16, ~0xffffull, t});
  return map;
}

void check_axi4(const Axi4Config& config) {
  check_range("address bits", config.address_bits, 12, 64);
  check("data bits", config.data_bits,
        config.data_bits >= 8 && config.data_bits <= 64 && is_power(config.data_bits),
        "8, 16, 32, 64");
  check_range("ID bits", config.id_bits, 1, 16);
  check_range("beats", config.beats, 1, 256);
  check("threads", config.threads,
        is_power(config.threads) && config.threads <= std::min(256u, 1u << config.id_bits),
        fmt::format("2^n, at most {}", std::min(256u, 1u << config.id_bits)));
  check_range("outstanding", config.outstanding, 1, 256);
  check_range("pending", config.pending, 1, 256);
  check_range("terminals", config.terminals, 1, kMostTerminals);
  check_range("regions", static_cast<unsigned>(config.map.size()), 1, 32);
  for (const Axi4Region& region : config.map) {
    check_range("target of a region", region.target, 0, config.terminals - 1);
    if ((region.base & ~region.mask) != 0 || (region.mask & kPageMask) != 0)
      throw UsageError(fmt::format(
          "AXI4: region {:#x}, mask {:#x}; legal: regions of 4096 bytes or more, with a base that "
          "the mask has",
          region.base, region.mask));
  }
}

}  // namespace wayfarer
