#include "family/mway/base.hpp"
#include "family/mway/config.hpp"

#include <algorithm>

#include "family/mway/header.hpp"

namespace wayfarer::mway {

NetworkShape shape_of(const NetworkConfig& config, const MwayTopology& topology) {
  NetworkShape shape;
  shape.name = config.name;
  shape.terminals = topology.terminals();
  shape.channels = topology.channels();
  shape.injection_ports = mway_of(config).buffers;
  shape.drivers_per_channel = topology.ways();
  shape.flit_bytes = config.flit_bytes();
  shape.buffers_per_driver = mway_of(config).buffers;
  shape.header_id_mask = shape.channel_id_mask = header_id_mask(config);
  return shape;
}

MwayBase::MwayBase(const NetworkConfig& config)
    : config_(config),
      topology_(config.topology, mway_of(config).fault),
      numbers_(std::max(kLaneShift, topology_.priority_lines()), mway_of(config)),
      lines_(numbers_.lines),
      wide_(topology_.ways() > kLanes),
      depth_(mway_of(config).depth),
      all_((1u << mway_of(config).buffers) - 1),
      routes_(config_, topology_) {
  shape_ = shape_of(config, topology_);
  class_members_[0] = mway_of(config).classes[0];
  class_members_[1] = all_ & ~class_members_[0];
  reset();
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
