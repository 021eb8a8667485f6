#include "family/mway/base.hpp"
#include "family/mway/config.hpp"

#include <algorithm>

#include "family/mway/header.hpp"

namespace wayfarer::mway {

MwayBase::MwayBase(const NetworkConfig& config)
    : config_(config),
      topology_(config.topology, mway_of(config).fault),
      numbers_(std::max(kLaneShift, topology_.priority_lines()), mway_of(config)),
      lines_(numbers_.lines),
      wide_(topology_.ways() > kLanes),
      depth_(mway_of(config).depth),
      all_((1u << mway_of(config).buffers) - 1) {
  shape_.name = config.name;
  shape_.terminals = topology_.terminals();
  shape_.channels = topology_.channels();
  shape_.injection_ports = mway_of(config).buffers;
  shape_.drivers_per_channel = topology_.ways();
  shape_.flit_bytes = config.flit_bytes();
  shape_.buffers_per_driver = mway_of(config).buffers;
  shape_.header_id_mask = header_id_mask(config);
  shape_.channel_id_mask = shape_.header_id_mask;
  class_members_[0] = mway_of(config).classes[0];
  class_members_[1] = all_ & ~class_members_[0];
  make_routes();
  reset();
}

void MwayBase::make_routes() {
  constexpr std::size_t kLargestTable = std::size_t{1} << 26;
  const std::size_t pairs = std::size_t{topology_.channels()} * topology_.terminals();
  const unsigned classes = topology_.fault() ? 2 : 1;  // on which routes depend
  if (classes * pairs > kLargestTable) return;
  if (topology_.fault()) class_offset_ = pairs;
  routes_.reserve(classes * pairs);
  for (unsigned incoming = 0; incoming < classes; ++incoming) {
    for (ChannelId at = 0; at < topology_.channels(); ++at) {
      for (TerminalId to = 0; to < topology_.terminals(); ++to) {
        const MwayHop hop = topology_.route(at, to, incoming);
        routes_.push_back(static_cast<std::uint8_t>(hop.way | hop.buffer_class << 4));
      }
    }
  }
}

MwayHop MwayBase::route(ChannelId at, TerminalId destination, unsigned incoming_class) const {
  if (routes_.empty()) return topology_.route(at, destination, incoming_class);
  const std::uint8_t entry =
      routes_[incoming_class * class_offset_ + std::size_t{at} * shape_.terminals + destination];
  return {entry & 15u, static_cast<unsigned>(entry >> 4)};
}

std::optional<TerminalId> MwayBase::destination_of(SetId set, const Offer& offer) const {
  const ChannelId at = channel_of(set);
  std::optional<TerminalId> destination = offer.flit.destination;
  // A number beyond the last terminal may overflow into the address of another one.
  if (*destination >= shape_.terminals)
    destination = decode_dest(config_, at, encode_dest(config_, at, *destination));
  if (destination && topology_.fault() &&
      !topology_.connected(at, topology_.channel_of(*destination)))
    return std::nullopt;
  return destination;
}

void MwayBase::reset() {
  ModelBase::reset();
  const std::size_t receivers = std::size_t{shape_.channels} << lines_;
  fronts_.assign((receivers >> kLaneShift) + 1, {});
  sets_.assign(receivers + 1, {});
  buffers_.assign((receivers + 1) << numbers_.buffer_shift, {});
  slots_.assign(buffers_.size() << numbers_.slot_shift, {});
  receivers_.assign(receivers, kNone);
  remaining_.assign(buffers_.size(), 0);
  driver_.assign(shape_.channels, 0);
  active_.assign((shape_.channels + 63) / 64, 0);
  drivers_.assign(shape_.channels, 0);
  available_.assign(2 * (receivers + 1), 1);
  waiting_drivers_.assign(2 * (receivers + 1), 0);
  waiting_.assign(2 * (receivers + 1) << lines_, 0);
  stalled_.assign(shape_.terminals, 0);
  stall_wanted_.assign(shape_.terminals, 0);
  ready_.assign(shape_.terminals, static_cast<PortMask>(all_));
  grants_.make_room(shape_.channels);
  moves_.make_room(shape_.channels);
  headers_.make_room(shape_.channels);
  tails_.make_room(shape_.channels);
  ejections_.make_room(shape_.channels);
  injecting_.make_room(shape_.channels);
  drained_.make_room(shape_.channels);
  filled_.make_room(shape_.channels);
  turn_ = 0;
  stall_changes_.clear();
  join_sets();
}

void MwayBase::join_sets() {
  const auto dummy = static_cast<ReceiverId>(receivers_.size());
  for (Set& set : sets_) {
    set.receiver = dummy;
    set.announced = static_cast<BufferMask>(all_);
  }
  for (Buffer& buffer : buffers_) buffer.upstream = buffer_of(dummy, 0);
  for (const MwayRouter& router : topology_.routers()) {
    const auto join = [&](ChannelId from, ChannelId to, unsigned identifier) {
      const SetId set = to << lines_ | identifier;
      const ReceiverId receiver = from << lines_ | identifier;
      receivers_[receiver] = set;
      sets_[set].receiver = receiver;
    };
    join(router.low, router.high, topology_.way(router.dimension, false));
    join(router.high, router.low, topology_.way(router.dimension, true));
  }
  for (TerminalId terminal = 0; terminal < shape_.terminals; ++terminal) {
    const SetId set = injection_set(terminal);
    sets_[set].terminal = terminal;
    receivers_[set] = kEjection | terminal;
  }
  if (mway_of(config_).stat_lines() == Stat::kCyclic) return;
  for (ReceiverId receiver = 0; receiver < dummy; ++receiver) {
    const std::uint32_t who = receivers_[receiver];
    available_[2 * receiver + 1] = class_members_[1] != 0 || (who != kNone && who >= kEjection);
  }
}

}  // namespace wayfarer::mway
