#include "family/mway/routes.hpp"

#include "family/mway/header.hpp"

namespace wayfarer::mway {

Routes::Routes(const NetworkConfig& config, const MwayTopology& topology)
    : config_(config), topology_(topology), terminals_(topology.terminals()) {
  constexpr std::size_t kLargestTable = std::size_t{1} << 26;
  const std::size_t pairs = topology.channels() * terminals_;
  const unsigned classes = topology.fault() ? 2 : 1;  // on which routes depend
  if (classes * pairs > kLargestTable) return;
  if (topology.fault()) class_offset_ = pairs;
  table_.reserve(classes * pairs);
  for (unsigned incoming = 0; incoming < classes; ++incoming) {
    for (ChannelId at = 0; at < topology.channels(); ++at) {
      for (TerminalId to = 0; to < terminals_; ++to) {
        const MwayHop hop = topology.route(at, to, incoming);
        table_.push_back(static_cast<std::uint8_t>(hop.way | hop.buffer_class << 4));
      }
    }
  }
}

std::optional<TerminalId> Routes::destination(ChannelId at, TerminalId named) const {
  std::optional<TerminalId> destination = named;
  // A number beyond the last terminal may overflow into the address of another one.
  if (named >= terminals_) destination = decode_dest(config_, at, encode_dest(config_, at, named));
  if (destination && topology_.fault() &&
      !topology_.connected(at, topology_.channel_of(*destination)))
    return std::nullopt;
  return destination;
}

}  // namespace wayfarer::mway
