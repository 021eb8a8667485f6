// A network of chips: instances of one verilated router and one verilated node (mway_chip_top.sv),
// joined here, with the network on their pins. A dead router, and those of a dead channel, are not
// connected.
#pragma once

#include <cstring>
#include <memory>
#include <vector>

#include "../../../../tb/common/payload.hpp"
#include "../bundles.hpp"
#include "bench.hpp"
#include "core/error.hpp"
#include "core/network.hpp"
#include "family/mway/config.hpp"
#include "family/mway/header.hpp"
#include "family/mway/topology.hpp"
#include "network_pins.hpp"

namespace wayfarer::mway_test {

/// All pins low but clock and reset.
template <class Top>
void all_low(Top& top) {
  const auto low = [](auto&... pins) { (std::memset(&pins, 0, sizeof pins), ...); };
  low(top.network_n, top.position_n, top.processor_n, top.inject_n, top.po3_n, top.po2_n, top.po1_n,
      top.po0_n, top.drives_n, top.data_n, top.answers_n, top.status_n);
  low(top.identity_r, top.position_r, top.s3_r, top.s2_r, top.s1_r, top.s0_r, top.payload_r,
      top.data_a_r, top.data_b_r, top.answer_r, top.stat_a_r, top.stat_b_r);
}

/// Flits of 64 bits, matched. `chip` has the largest extents and number of processors.
template <class Top>
class ChipNetwork final : public Network {
 public:
  /// `shape` is that of the model.
  ChipNetwork(const NetworkConfig& config, TopologyConfig chip, NetworkShape shape)
      : config_(config),
        chip_(std::move(chip)),
        topology_(config.topology, mway_of(config).fault),
        shape_(std::move(shape)),
        drivers_(shape_.channels),
        ready_(shape_.terminals) {
    const std::size_t routers = topology_.routers().size();
    for (std::size_t i = 0; i < std::max<std::size_t>(routers, shape_.channels); ++i)
      tops_.push_back(std::make_unique<Bench<Top>>());
    for (std::size_t i = 0; i < tops_.size(); ++i) set_pins(i);
    reset();
  }

  const NetworkShape& shape() const override { return shape_; }
  void reset() override {
    for (auto& top : tops_) {
      for (auto& request : (*top)->processor_n) request = 0;
      (*top)->rst_ni = 0;
    }
    settle();
    edge();
    for (auto& top : tops_) (*top)->rst_ni = 1;
    settle();
    read_ready();
  }
  const std::vector<PortMask>& injection_ready() const override { return ready_; }
  void offer(TerminalId terminal, unsigned port, const Flit& flit) override {
    Top& top = node(topology_.channel_of(terminal));
    const unsigned local = topology_.local_of(terminal);
    top.processor_n[local] = static_cast<std::uint8_t>(
        processor_request(true, static_cast<unsigned>(flit.tag), port, false) |
        (top.processor_n[local] & 1u));
    top.inject_n[local] = flit.tag == Tag::kHeader ? header(flit) : payload_of(flit);
  }
  void stall_ejection(TerminalId terminal, bool stalled) override {
    auto& request = node(topology_.channel_of(terminal)).processor_n[topology_.local_of(terminal)];
    request = static_cast<std::uint8_t>((request & ~1u) | (stalled ? 1u : 0u));
  }
  void step() override {
    settle();
    read_channels();
    edge();
    for (auto& top : tops_)
      for (auto& request : (*top)->processor_n) request &= 1;
    settle();
    read_terminals();
    for (auto& top : tops_)
      if (top->assertion_failed()) throw CheckFailed("an assertion of a chip");
  }
  const std::vector<Delivery>& deliveries() const override { return deliveries_; }
  const std::vector<Transfer>& transfers() const override { return transfers_; }
  const std::vector<std::uint8_t>& drivers() const override { return drivers_; }
  const std::vector<ErrorEvent>& errors() const override { return errors_; }

  /// The node of a channel, and the router of that number in MwayTopology::routers.
  Top& node(std::size_t channel) { return *tops_[channel]->operator->(); }
  Top& router(std::size_t number) { return *tops_[number]->operator->(); }

 private:
  /// A channel's digits where the largest network has them.
  [[nodiscard]] std::uint64_t position_of(ChannelId channel) const {
    std::uint64_t position = 0;
    unsigned offset = 0;
    for (unsigned d = 0; d < chip_.extents.size(); ++d) {
      if (d < topology_.dimensions())
        position |= std::uint64_t{topology_.digit(channel, d)} << offset;
      offset += digit_width(chip_.extents[d]);
    }
    return position;
  }
  [[nodiscard]] std::uint64_t dest_of(TerminalId terminal) const {
    const unsigned local_offset = dest_width(chip_) - digit_width(chip_.processors);
    if (terminal >= shape_.terminals) return (std::uint64_t{1} << dest_width(chip_)) - 1;
    return position_of(topology_.channel_of(terminal)) | std::uint64_t{topology_.local_of(terminal)}
                                                             << local_offset;
  }
  [[nodiscard]] unsigned id_offset() const { return MwayHeader::kDestOffset + dest_width(chip_); }
  [[nodiscard]] std::uint64_t header(const Flit& flit) const {
    return std::uint64_t{flit.length_bytes & MwayHeader::kMaxLengthBytes}
               << MwayHeader::kLengthOffset |
           dest_of(flit.destination) << MwayHeader::kDestOffset |
           std::uint64_t{flit.message} << id_offset();
  }
  [[nodiscard]] static std::uint64_t payload_of(const Flit& flit) {
    return payload_word(flit.message, flit.index, 0) |
           std::uint64_t{payload_word(flit.message, flit.index, 1)} << 32;
  }

  void set_pins(std::size_t i) {
    Top& top = *tops_[i]->operator->();
    all_low(top);  // as are lines to chips that are not there
    set_network(top.network_n, config_.topology, 0, topology_.fault());
    set_network(top.identity_r, config_.topology, 8, topology_.fault());
    drive(top.position_n, position_of(static_cast<ChannelId>(i % shape_.channels)));
    if (i >= topology_.routers().size()) return;
    const MwayRouter& router = topology_.routers()[i];
    top.identity_r[0] |=
        identity(topology_.way(router.dimension, false), topology_.way(router.dimension, true));
    unsigned width = 0;
    for (const unsigned extent : chip_.extents) width += digit_width(extent);
    drive(top.position_r, position_of(router.low) | position_of(router.high) << width);
  }

  [[nodiscard]] bool dead(const MwayRouter& router) const {
    const MwayFault& fault = topology_.fault();
    if (fault.dead == MwayDead::kChannel)
      return router.low == fault.channel || router.high == fault.channel;
    return fault && router.low == fault.channel && router.dimension == fault.dimension;
  }

  /// Copies outputs to the inputs that they are wired to until nothing changes.
  void settle() {
    for (unsigned round = 0; round < 40; ++round) {
      bool changed = round == 0;
      const auto copy = [&changed](auto& to, const auto& from) {
        static_assert(sizeof to == sizeof from);
        if (std::memcmp(&to, &from, sizeof to) == 0) return;
        std::memcpy(&to, &from, sizeof to);
        changed = true;
      };
      for (std::size_t r = 0; r < topology_.routers().size(); ++r)
        if (!dead(topology_.routers()[r])) join(r, copy);
      if (!changed) return;
      for (auto& top : tops_) top->settle();
    }
    throw CheckFailed("the lines of the channels do not settle");
  }

  /// Both ends of a router, A and B: number `w` of a port that has two elements of `bits` bits.
  template <class Copy>
  void join(std::size_t r, const Copy& copy) {
    const MwayRouter& place = topology_.routers()[r];
    const unsigned plus = topology_.way(place.dimension, false);
    const unsigned minus = topology_.way(place.dimension, true);
    Top& chip = router(r);
    Top& a = node(place.low);
    Top& b = node(place.high);
    const auto part = [&copy](auto& to, std::uint64_t pair, unsigned end, unsigned bits) {
      const auto value = static_cast<std::remove_reference_t<decltype(to)>>(
          pair >> end * bits & ((std::uint64_t{1} << bits) - 1));
      copy(to, value);
    };
    const auto pair = [&copy](auto& to, std::uint64_t low, std::uint64_t high, unsigned bits) {
      copy(to, static_cast<std::remove_reference_t<decltype(to)>>(low | high << bits));
    };
    // From the router: on A it drives as DIM- and receives as DIM+, on B the other way round.
    for (unsigned end = 0; end < 2; ++end) {
      Top& channel = end == 0 ? a : b;
      const unsigned drives = end == 0 ? minus : plus;
      const unsigned receives = end == 0 ? plus : minus;
      part(channel.po3_n[drives], chip.po3_r, end, 1);
      part(channel.po2_n[drives], chip.po2_r, end, 1);
      part(channel.po1_n[drives], chip.po1_r, end, 1);
      part(channel.po0_n[drives], chip.po0_r, end, 1);
      part(channel.drives_n[drives], chip.drives_r, end, kPayloadBits);
      part(channel.answers_n[receives], chip.answers_r, end, kAnswerBits);
      part(channel.status_n[receives], chip.status_r, end, kStatusBits);
      copy(channel.data_n[drives], end == 0 ? chip.drives_a_r : chip.drives_b_r);
    }
    pair(chip.s3_r, a.s3_n, b.s3_n, 1);
    pair(chip.s2_r, a.s2_n, b.s2_n, 1);
    pair(chip.s1_r, a.s1_n, b.s1_n, 1);
    pair(chip.s0_r, a.s0_n, b.s0_n, 1);
    pair(chip.payload_r, a.payload_n, b.payload_n, kPayloadBits);
    pair(chip.answer_r, a.answer_n, b.answer_n, kAnswerBits);
    copy(chip.data_a_r, a.lines_n);
    copy(chip.data_b_r, b.lines_n);
    copy(chip.stat_a_r, a.stat_n);
    copy(chip.stat_b_r, b.stat_n);
  }

  void edge() {
    for (auto& top : tops_) top->tick();
  }

  void read_ready() {
    for (TerminalId t = 0; t < shape_.terminals; ++t)
      ready_[t] = static_cast<PortMask>(response(t).ready);
  }
  [[nodiscard]] ProcessorResponse response(TerminalId terminal) {
    return processor_response(
        node(topology_.channel_of(terminal)).response_n[topology_.local_of(terminal)]);
  }

  void read_channels() {
    transfers_.clear();
    for (ChannelId c = 0; c < shape_.channels; ++c) {
      Top& top = node(c);
      drivers_[c] = static_cast<std::uint8_t>(top.driver_n);
      const auto tag = static_cast<Tag>(payload_tag(top.payload_n));
      if (tag == Tag::kInvalid) continue;
      Transfer transfer;
      transfer.channel = c;
      transfer.driver = drivers_[c];
      transfer.buffer = static_cast<std::uint8_t>(payload_buffer(top.payload_n));
      transfer.tag = tag;
      transfer.acknowledged = answer_acknowledge(top.answer_n);
      if (tag == Tag::kHeader) transfer.message = message_of(top.lines_n);
      transfers_.push_back(transfer);
    }
  }
  [[nodiscard]] MessageId message_of(std::uint64_t header) const {
    return static_cast<MessageId>(header >> id_offset()) & shape_.header_id_mask;
  }

  void read_terminals() {
    deliveries_.clear();
    errors_.clear();
    read_ready();
    for (TerminalId t = 0; t < shape_.terminals; ++t) {
      const ProcessorResponse seen = response(t);
      if (seen.error != 0) errors_.push_back({t, static_cast<std::uint8_t>(seen.error)});
      const auto tag = static_cast<Tag>(seen.tag);
      if (tag == Tag::kInvalid) continue;
      const std::uint64_t data = node(topology_.channel_of(t)).eject_n[topology_.local_of(t)];
      Delivery delivery;
      delivery.terminal = t;
      delivery.driver = static_cast<std::uint8_t>(seen.driver);
      delivery.buffer = static_cast<std::uint8_t>(seen.buffer);
      delivery.tag = tag;
      if (tag == Tag::kHeader) {
        const std::uint64_t dest = data >> MwayHeader::kDestOffset;
        delivery.message = message_of(data);
        delivery.intact = (dest & ((std::uint64_t{1} << dest_width(chip_)) - 1)) == dest_of(t);
      } else {
        delivery.message = static_cast<MessageId>(data & kPayloadMessageMask);
        delivery.index = static_cast<std::uint16_t>(data >> kPayloadIndexOffset & 0xff);
        delivery.intact = payload_word(delivery.message, delivery.index, 1) == data >> 32;
      }
      deliveries_.push_back(delivery);
    }
  }

  const NetworkConfig config_;
  const TopologyConfig chip_;
  const MwayTopology topology_;
  const NetworkShape shape_;
  std::vector<std::unique_ptr<Bench<Top>>> tops_;  ///< Each has a router and a node.
  std::vector<Delivery> deliveries_;
  std::vector<Transfer> transfers_;
  std::vector<ErrorEvent> errors_;
  std::vector<std::uint8_t> drivers_;
  std::vector<PortMask> ready_;
};

}  // namespace wayfarer::mway_test
