#include "family/mway/streams.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/error.hpp"
#include "family/kit/stream_parameters.hpp"
#include "family/mway/config.hpp"
#include "family/mway/header.hpp"
#include "family/mway/model.hpp"
#include "family/mway/topology.hpp"
#include "stream/model.hpp"
#include "stream/packet_terminal.hpp"

namespace wayfarer {
namespace {

/// `stream_legal` of rtl/mway/streams/mway_stream_pkg.sv.
void check(const NetworkConfig& config, const StreamSizes& sizes) {
  const MwayVariant variant = mway_of(config).variant;
  if (variant > MwayVariant::kAged)
    throw UsageError(
        fmt::format("{}: key 'router.variant': streams have single destinations in dimension order "
                    "and one clock; legal: paper, pipelined, aged",
                    config.name));
  if (mway_of(config).fault)
    throw UsageError(fmt::format(
        "{}: key 'router.fault': networks with streams have no faults; legal: none", config.name));
  const unsigned bytes = config.flit_bits / 8;
  if (mway_of(config).destinations != Destinations::kAbsolute)
    throw UsageError(
        fmt::format("{}: key 'router.destinations': streams make headers with "
                    "addresses; legal: absolute",
                    config.name));
  const unsigned longest = MwayHeader::kMaxLengthBytes / bytes;
  if (sizes.max_words < 1 || sizes.max_words > longest)
    throw UsageError(fmt::format("{}: messages of {} words of {} bytes; legal: 1 to {}",
                                 config.name, sizes.max_words, bytes, longest));
  const unsigned source = std::max(digit_width(config.own->terminals(config.topology)), 1u);
  const unsigned bits = header_source_offset(config.topology, mway_of(config).age_lines()) + source;
  if (bits > config.flit_bits)
    throw UsageError(fmt::format("{}: flit.bits = {}: a header with its source needs {}",
                                 config.name, config.flit_bits, bits));
}

}  // namespace

std::unique_ptr<StreamNetwork> make_mway_streams(const NetworkConfig& config,
                                                 const StreamSizes& sizes) {
  check(config, sizes);
  const PacketSlots slots{MwayTopology(config.topology).ways(), mway_of(config).buffers};
  const auto messages = std::make_shared<StreamMessages>();
  return std::make_unique<StreamModel>(
      make_mway_model(config), Ejection::kNextCycle,
      [=](TerminalId terminal, const NetworkShape& shape) {
        return std::make_unique<PacketTerminal>(terminal, shape, sizes, slots, messages);
      },
      // The clock of ages.
      mway_of(config).variant != MwayVariant::kAged ? Rest::kSettles : Rest::kRestless);
}

RtlParameters mway_stream_parameters(const NetworkConfig& /*config*/, const RtlParameters& network,
                                     const StreamSizes& sizes) {
  return stream_parameters(
      network,
      {"K0", "K1", "K2", "K3", "K4", "K5", "K6", "K7", "K8", "Torus", "Processors", "FlitWidth",
       "Buffers", "Depth", "Variant", "Stat", "EarlyFreeing", "ClassMasks", "AgeShift"},
      sizes);
}

}  // namespace wayfarer
