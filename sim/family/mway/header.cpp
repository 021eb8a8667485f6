#include "family/mway/header.hpp"

#include <algorithm>

#include "family/mway/config.hpp"

namespace wayfarer {

unsigned dest_width(const TopologyConfig& config) {
  unsigned width = digit_width(config.processors);
  for (const unsigned extent : config.extents) width += digit_width(extent);
  return width;
}

unsigned dest_width(const NetworkConfig& config) {
  unsigned width = dest_width(config.topology);
  if (mway_of(config).destinations == Destinations::kRelative)
    for (const unsigned extent : config.topology.extents) width += extent > 1 ? 1 : 0;
  return width;
}

unsigned destinations_width(const TopologyConfig& config) {
  return 1u << digit_width(config.nodes() * config.processors);
}

unsigned header_id_offset(const NetworkConfig& config) {
  if (has_groups(mway_of(config).variant))
    return MwayHeader::kDestOffset + destinations_width(config.topology) +
           MwayTopology(config.topology).ways();
  if (mway_of(config).variant == MwayVariant::kAdaptive)
    return MwayHeader::kDestOffset + std::max(dest_width(config.topology), 1u) + 1;
  return MwayHeader::kDestOffset + dest_width(config) + mway_of(config).age_lines();
}

unsigned header_source_offset(const TopologyConfig& config, unsigned age_lines) {
  return MwayHeader::kDestOffset + std::max(dest_width(config), 1u) + age_lines;
}

MessageId header_id_mask(const NetworkConfig& config) {
  const unsigned used = header_id_offset(config);
  const unsigned left = config.flit_bits > used ? config.flit_bits - used : 0;
  return (MessageId{1} << std::min(left, kMessageIdBits)) - 1;
}

std::uint64_t encode_dest(const TopologyConfig& config, TerminalId terminal) {
  std::uint64_t dest = 0;
  unsigned offset = 0;
  std::uint64_t rest = terminal / config.processors;
  const std::size_t last = config.extents.size() - 1;
  for (std::size_t d = 0; d <= last; ++d) {
    const unsigned extent = config.extents[d];
    const unsigned width = digit_width(extent);
    const std::uint64_t digit = d == last ? rest : rest % extent;
    rest /= extent;
    dest |= (digit & ((1ull << width) - 1)) << offset;
    offset += width;
  }
  return dest | std::uint64_t{terminal % config.processors} << offset;
}

std::optional<TerminalId> decode_dest(const TopologyConfig& config, std::uint64_t dest) {
  std::uint64_t channel = 0;
  std::uint64_t stride = 1;
  for (const unsigned extent : config.extents) {
    const unsigned width = digit_width(extent);
    const std::uint64_t digit = dest & ((1ull << width) - 1);
    if (digit >= extent) return std::nullopt;
    dest >>= width;
    channel += digit * stride;
    stride *= extent;
  }
  const std::uint64_t local = dest & ((1ull << digit_width(config.processors)) - 1);
  if (local >= config.processors) return std::nullopt;
  return static_cast<TerminalId>(channel * config.processors + local);
}

std::uint64_t encode_dest(const NetworkConfig& config, ChannelId at, TerminalId terminal) {
  const TopologyConfig& topology = config.topology;
  if (mway_of(config).destinations == Destinations::kAbsolute)
    return encode_dest(topology, terminal);
  const bool exists = terminal < topology.nodes() * topology.processors;
  ChannelId to = terminal / topology.processors;
  std::uint64_t dest = 0;
  unsigned place = 0;
  for (const unsigned extent : topology.extents) {
    const int here = static_cast<int>(at % extent);
    const int there = static_cast<int>(to % extent);
    at /= extent;
    to /= extent;
    if (extent == 1) continue;
    const int size = static_cast<int>(extent);
    const unsigned width = digit_width(extent) + 1;
    int offset = there - here;
    if (topology.torus() && 2 * offset > size) offset -= size;
    if (topology.torus() && 2 * offset <= -size) offset += size;
    if (!exists) offset = -(1 << (width - 1));  // the most negative one
    dest |= (static_cast<std::uint64_t>(offset) & ((1ull << width) - 1)) << place;
    place += width;
  }
  return dest | std::uint64_t{terminal % topology.processors} << place;
}

std::optional<TerminalId> decode_dest(const NetworkConfig& config, ChannelId at,
                                      std::uint64_t dest) {
  const TopologyConfig& topology = config.topology;
  if (mway_of(config).destinations == Destinations::kAbsolute) return decode_dest(topology, dest);
  std::uint64_t channel = 0;
  std::uint64_t stride = 1;
  for (const unsigned extent : topology.extents) {
    const int here = static_cast<int>(at % extent);
    at /= extent;
    if (extent == 1) continue;
    const int size = static_cast<int>(extent);
    const unsigned width = digit_width(extent) + 1;
    const auto field = static_cast<int>(dest & ((1ull << width) - 1));
    const int offset = field - (field >> (width - 1) != 0 ? 1 << width : 0);
    int there = here + offset;
    if (topology.torus() && offset > -size && offset < size) there = (there + size) % size;
    if (there < 0 || there >= size) return std::nullopt;
    dest >>= width;
    channel += static_cast<unsigned>(there) * stride;
    stride *= extent;
  }
  const std::uint64_t local = dest & ((1ull << digit_width(topology.processors)) - 1);
  if (local >= topology.processors) return std::nullopt;
  return static_cast<TerminalId>(channel * topology.processors + local);
}

}  // namespace wayfarer
