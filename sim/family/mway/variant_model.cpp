#include "family/mway/variant_model.hpp"

#include <algorithm>

#include "family/mway/header.hpp"

namespace wayfarer::mway {

VariantModel::VariantModel(const NetworkConfig& config)
    : MwayBase(config),
      early_(mway_of(config).frees_early()),
      processors_(topology_.processor_way(0)) {}

void VariantModel::show_drivers() {
  std::transform(driver_.begin(), driver_.end(), drivers_.begin(),
                 [](std::uint16_t driver) { return static_cast<std::uint8_t>(driver); });
}

unsigned VariantModel::choose(SetId set, unsigned eligible) {
  const unsigned ahead = eligible & sets_[set].turn;
  const unsigned number = lowest_bit(ahead != 0 ? ahead : eligible);
  sets_[set].turn = static_cast<BufferMask>(~1u << number);
  return number;
}

void VariantModel::record(BufferId sender, const StoredFlit& flit, bool taken) {
  const SetId set = set_of(sender);
  const Tag tag = flit.tag();
  const bool header = tag == Tag::kHeader;
  if (counting() && taken) count(channel_of(set));
  if (!counting() || (taken && listing_ends() && tag != Tag::kBody))
    transfers_.push_back({channel_of(set), static_cast<std::uint8_t>(driver_of(set)),
                          static_cast<std::uint8_t>(numbers_.number_of(sender)), tag, taken,
                          header ? flit.message() & shape_.channel_id_mask : 0, 0});
}

void VariantModel::deliver(BufferId sender, const StoredFlit& flit, TerminalId terminal) {
  const bool header = flit.tag() == Tag::kHeader;
  Delivery delivery;
  delivery.terminal = terminal;
  delivery.driver = static_cast<std::uint8_t>(driver_of(set_of(sender)));
  delivery.buffer = static_cast<std::uint8_t>(numbers_.number_of(sender));
  delivery.tag = flit.tag();
  delivery.index = header ? 0 : static_cast<std::uint16_t>(flit.info & 0xff);
  delivery.message = flit.message() & (header ? shape_.header_id_mask : ~MessageId{0});
  deliveries_.push_back(delivery);
}

void VariantModel::pop(BufferId id) {
  Buffer& buffer = buffers_[id];
  const SetId set = set_of(id);
  const bool tail = slot(id, buffer.front).tag() == Tag::kTail;
  buffer.front = (buffer.front + 1) & numbers_.slot_mask;
  clear_bits(sets_[set].full, member_of(id));
  if (--buffer.level == 0) clear_bits(occupied(set), member_of(id));
  if (tail && !early_) clear_bits(sets_[set].allocated, member_of(id));
}

void VariantModel::push(BufferId id, const StoredFlit& flit) {
  Buffer& buffer = buffers_[id];
  slot(id, buffer.front + buffer.level) = flit;
  const SetId set = set_of(id);
  assign_bits(sets_[set].full, member_of(id), ++buffer.level == depth_);
  set_bits(occupied(set), member_of(id));
  active_[channel_of(set) / 64] |= std::uint64_t{1} << channel_of(set) % 64;
}

void VariantModel::open_mapping(BufferId id) {
  Set& set = sets_[set_of(id)];
  set_bits(set.allocated, member_of(id));
  set_bits(set.mapped, member_of(id));
}

void VariantModel::close_mapping(BufferId id) {
  Set& set = sets_[set_of(id)];
  clear_bits(set.mapped, member_of(id));
  if (early_) clear_bits(set.allocated, member_of(id));
}

void VariantModel::inject(const Offer& offer) {
  const BufferId id = buffer_of(injection_set(offer.terminal), offer.injection_port);
  Set& set = sets_[set_of(id)];
  const Tag tag = offer.flit.tag;
  const bool is_data = tag == Tag::kBody || tag == Tag::kTail;
  const bool open = (set.mapped & member_of(id)) != 0;
  std::uint8_t causes = 0;
  if ((set.discarding & member_of(id)) != 0) {
    if (!is_data) causes = kErrorOrder;
    if (tag == Tag::kTail) clear_bits(set.discarding, member_of(id));
  } else if (tag == Tag::kInvalid) {
    causes = inject_invalid(id, open);
  } else if (is_data != open || (!is_data && tag != Tag::kHeader)) {
    causes = kErrorOrder;
  } else {
    causes = is_data ? inject_data(id, offer) : inject_header(id, offer);
  }
  if (causes != 0) report(offer.terminal, causes);
}

std::uint8_t VariantModel::inject_header(BufferId id, const Offer& offer) {
  const std::optional<TerminalId> destination = destination_of(set_of(id), offer);
  if (!destination) return discard(id);
  const MwayHop hop = route(channel_of(set_of(id)), *destination, 0);
  open_message(id, offer);
  push(id,
       StoredFlit::make(Tag::kHeader, offer.flit.message, hop.way, hop.buffer_class, *destination));
  return 0;
}

std::uint8_t VariantModel::inject_data(BufferId id, const Offer& offer) {
  const bool last = remaining_[id]-- == 1;
  const bool tail = offer.flit.tag == Tag::kTail;
  if (last && !tail) set_bits(sets_[set_of(id)].discarding, member_of(id));
  if (last || tail) close_mapping(id);
  push(id, StoredFlit::make(last || tail ? Tag::kTail : Tag::kBody, offer.flit.message, 0, 0,
                            offer.flit.index));
  return last != tail ? kErrorLength : 0;
}

std::uint8_t VariantModel::discard(BufferId id) {
  set_bits(sets_[set_of(id)].discarding, member_of(id));
  return kErrorDestination;
}

void VariantModel::open_message(BufferId id, const Offer& offer) {
  open_mapping(id);
  remaining_[id] = static_cast<std::uint16_t>(
      config_.data_flits(offer.flit.length_bytes & MwayHeader::kMaxLengthBytes));
}

void VariantModel::refresh_ready(SetId set_id) {
  const Set& set = sets_[set_id];
  const unsigned idle = ~(unsigned{set.mapped} | set.allocated | occupied(set_id));
  const unsigned open = set.mapped & ~set.full;
  ready_[set.terminal] = static_cast<PortMask>(all_ & (set.discarding | open | idle));
}

}  // namespace wayfarer::mway
