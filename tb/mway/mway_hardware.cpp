// Verilated m-way networks.
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "common/hardware_family.hpp"
#include "common/hardware_network.hpp"
#include "common/whole_hardware.hpp"
#include "family/mway/clocked/clocks.hpp"
#include "family/mway/config.hpp"
#include "family/mway/guarded/upsets.hpp"
#include "family/mway/header.hpp"
#include "geometry/multicast_group.hpp"

namespace wayfarer {
namespace {

NetworkShape shape_of(const NetworkConfig& config) {
  NetworkShape shape;
  shape.injection_ports = mway_of(config).buffers;
  shape.drivers_per_channel = MwayTopology(config.topology).ways();
  shape.flit_bytes = config.flit_bytes();
  shape.buffers_per_driver = mway_of(config).buffers;
  shape.header_id_mask = header_id_mask(config);
  shape.channel_id_mask = shape.header_id_mask;
  shape.least_data_flits = 1;
  return shape;
}

/// All but the clocks.
class MwayHardware : public HardwareNetwork {
 protected:
  MwayHardware(std::unique_ptr<Hardware> hardware, const NetworkConfig& config)
      : HardwareNetwork(std::move(hardware), config, shape_of(config), "channel_tag_o"),
        words_(config.flit_bits / 32),
        header_id_offset_(header_id_offset(config)),
        header_id_mask_(header_id_mask(config)),
        multicast_(has_groups(mway_of(config).variant)),
        inject_buffer_(hardware_->pins("inject_buffer_i")),
        eject_driver_(hardware_->pins("eject_driver_o")),
        eject_buffer_(hardware_->pins("eject_buffer_o")),
        channel_driver_(hardware_->pins("channel_driver_o")),
        channel_buffer_(hardware_->pins("channel_buffer_o")),
        channel_acknowledge_(hardware_->pins("channel_acknowledge_o")),
        line_data_(hardware_->pins("line_data_o")) {
    named_headers_ = header_id_mask_ == (1u << kMessageIdBits) - 1;
  }

  void inject(TerminalId t, unsigned injection_port, const Flit& flit) override {
    inject_valid_.set(t, 1);
    inject_buffer_.set(t, injection_port);
    inject_tag_.set(t, static_cast<std::uint32_t>(flit.tag));
    const bool header = flit.tag == Tag::kHeader;
    if (header && multicast_) make_destinations(flit.destination);
    Lines lines(inject_data_, t);
    for (std::size_t word = 0; word < words_; ++word)
      lines.set(word,
                header ? header_word(t, flit, word) : payload_word(flit.message, flit.index, word));
    offered_.push_back(t);
  }

  /// The widest flit has 512 bits.
  static constexpr std::size_t kMostWords = 16;
  using Words = std::array<std::uint32_t, kMostWords>;

  /// Flips bits of a register in what drives a channel as one of its members.
  bool upset(std::uint32_t channel, std::uint32_t address, std::uint32_t value) {
    const unsigned member = address & ((1u << kUpsetMemberBits) - 1);
    const unsigned kind = address >> kUpsetMemberBits;
    const MwayTopology topology(config_.topology, mway_of(config_).fault);
    RegisterPlace place = member_of(topology, channel, member);
    if (place.in_network.empty()) return false;
    if (kind == kUpsetDriver) {
      place.inside = ".u_arbiter";
      place.name = "driver_q";
      return hardware_->flip(place, value);
    }
    if (member >= topology.processor_way(0)) return false;
    const unsigned lines = topology.priority_lines();
    const bool of_buffer = value >= lines;
    place.inside = ".gen_one_receiver.u_set.u_buffers.gen_guard.u_bank.gen_buffer[" +
                   std::to_string(kind - kUpsetMapping) + "].gen_used.u_buffer";
    place.name = of_buffer ? "driver_buffer_q" : "driver_q";
    return hardware_->flip(place, 1u << (of_buffer ? value - lines : value));
  }

  /// A processor, or the interface of a router; no place if there is none.
  [[nodiscard]] static RegisterPlace member_of(const MwayTopology& topology, std::uint32_t channel,
                                               unsigned member) {
    const std::string node = "gen_channel[" + std::to_string(channel) + "].";
    if (member >= topology.processor_way(0)) {
      const std::string processor = "u_node.gen_processor[" +
                                    std::to_string(member - topology.processor_way(0)) +
                                    "].u_processor";
      return {channel, node + processor, processor, "", ""};
    }
    for (const MwayRouter& router : topology.routers()) {
      const bool plus = router.high == channel && topology.way(router.dimension, false) == member;
      const bool minus = router.low == channel && topology.way(router.dimension, true) == member;
      if (!plus && !minus) continue;
      return {channel,
              "gen_channel[" + std::to_string(router.low) + "].gen_dimension[" +
                  std::to_string(router.dimension) + "].gen_router.u_router.u_interface_" +
                  (plus ? "b" : "a"),
              "gen_router[" + std::to_string(member) + "].gen_interface.u_interface", "", ""};
    }
    return {};
  }

  /// Dest with a bit for each destination; none for a group that does not exist, or has members
  /// beyond Dest.
  void make_destinations(std::uint32_t destination) {
    const std::uint32_t group = destination - kFirstMulticastDestination;
    const unsigned width = destinations_width(config_.topology);
    destinations_ = {};
    if (is_multicast(destination)) {
      if (group < groups_.size()) destinations_ = groups_[group];
      for (unsigned word = 0; word < words_; ++word) {
        const unsigned bits = width > 32 * word ? width - 32 * word : 0;
        if (bits < 32 && destinations_[word] >> bits != 0) destinations_ = {};
      }
    } else if (destination < width) {
      destinations_[destination / 32] = 1u << destination % 32;
    }
  }
  /// A word of bits that begin at `offset` of the lines.
  [[nodiscard]] std::uint32_t shifted(const Words& bits, unsigned offset, std::size_t word) const {
    const std::size_t skipped = offset / 32;
    if (word < skipped) return 0;
    const std::uint64_t high = word - skipped < words_ ? bits[word - skipped] : 0;
    const std::uint64_t low = word > skipped ? bits[word - skipped - 1] : 0;
    return static_cast<std::uint32_t>((high << 32 | low) << offset % 32 >> 32);
  }
  /// Up to 32 bits from `offset` on.
  [[nodiscard]] std::uint32_t bits_at(const Lines& lines, unsigned offset) const {
    const std::size_t word = offset / 32;
    const std::uint64_t low = word < words_ ? lines[word] : 0;
    const std::uint64_t high = word + 1 < words_ ? lines[word + 1] : 0;
    return static_cast<std::uint32_t>((high << 32 | low) >> offset % 32);
  }

  [[nodiscard]] std::uint32_t header_word(TerminalId source, const Flit& flit,
                                          std::size_t word) const {
    // The injection set fills in Way and Class.
    if (multicast_) {
      const Words length = {(flit.length_bytes & MwayHeader::kMaxLengthBytes)
                            << MwayHeader::kLengthOffset};
      return length[word] | shifted(destinations_, MwayHeader::kDestOffset, word) |
             shifted({flit.message & header_id_mask_}, header_id_offset_, word);
    }
    const unsigned __int128 header =
        static_cast<unsigned __int128>(flit.length_bytes & MwayHeader::kMaxLengthBytes)
            << MwayHeader::kLengthOffset |
        static_cast<unsigned __int128>(
            encode_dest(config_, source / config_.topology.processors, flit.destination))
            << MwayHeader::kDestOffset |
        static_cast<unsigned __int128>(flit.message & header_id_mask_) << header_id_offset_;
    return word < 4 ? static_cast<std::uint32_t>(header >> 32 * word) : 0;
  }

  /// Header on a channel's lines, which may have an address above the data, or on a terminal's.
  [[nodiscard]] unsigned __int128 header_of(const Lines& lines) const {
    unsigned __int128 header = 0;
    for (std::size_t word = 0; word < words_ && word < 4; ++word)
      header |= static_cast<unsigned __int128>(lines[word]) << 32 * word;
    return header;
  }
  /// The identifier after the fields.
  [[nodiscard]] std::uint32_t message_of(unsigned __int128 header) const {
    return static_cast<std::uint32_t>(header >> header_id_offset_) & header_id_mask_;
  }

  /// Reads the identifier, and checks that Dest still names this terminal.
  void read_header(const Lines& lines, Delivery& delivery) const {
    if (multicast_) {
      delivery.message = bits_at(lines, header_id_offset_) & header_id_mask_;
      delivery.intact = (bits_at(lines, MwayHeader::kDestOffset + delivery.terminal) & 1) != 0;
      return;
    }
    const unsigned __int128 header = header_of(lines);
    delivery.message = message_of(header);
    const auto dest = static_cast<std::uint64_t>(header >> MwayHeader::kDestOffset);
    const unsigned width = dest_width(config_);
    const std::uint64_t mask = width == 64 ? ~0ull : (1ull << width) - 1;
    const ChannelId here = delivery.terminal / config_.topology.processors;
    delivery.intact = decode_dest(config_, here, dest & mask) == delivery.terminal;
    for (std::size_t word = 4; word < words_; ++word) {
      if (lines[word] != 0) delivery.intact = false;
    }
  }

  void read_channel(std::uint32_t c) {
    drivers_[c] = static_cast<std::uint8_t>(channel_driver_[c]);
    const auto tag = static_cast<Tag>(channel_tag_[c]);
    if (tag == Tag::kInvalid) return;
    const Lines lines(line_data_, c);
    MessageId message = 0;
    if (tag == Tag::kHeader)
      message = multicast_ ? bits_at(lines, header_id_offset_) & header_id_mask_
                           : message_of(header_of(lines));
    transfers_.push_back({c, drivers_[c], static_cast<std::uint8_t>(channel_buffer_[c]), tag,
                          channel_acknowledge_[c] != 0, message, 0});
  }

  void read_delivery(std::uint32_t t) {
    const auto tag = static_cast<Tag>(eject_tag_[t]);
    if (tag == Tag::kInvalid) return;
    Delivery& delivery = deliveries_.emplace_back();
    delivery = {t, static_cast<std::uint8_t>(eject_driver_[t]),
                static_cast<std::uint8_t>(eject_buffer_[t]), tag, false};
    const Lines lines(eject_data_, t);
    if (tag == Tag::kHeader)
      read_header(lines, delivery);
    else
      read_data_flit(lines, words_, delivery);
  }

  const std::size_t words_;  ///< 32-bit words of a flit.
  const unsigned header_id_offset_;
  const std::uint32_t header_id_mask_;
  const bool multicast_;
  std::vector<Words> groups_;
  Words destinations_ = {};
  Pins inject_buffer_, eject_driver_, eject_buffer_;
  Pins channel_driver_, channel_buffer_, channel_acknowledge_, line_data_;
};

class OneClock final : public MwayHardware {
 public:
  OneClock(std::unique_ptr<Hardware> hardware, const NetworkConfig& config)
      : MwayHardware(std::move(hardware), config),
        eject_aborted_(hardware_->pins("eject_aborted_o")) {
    reset();
  }

  /// With a guard, upsets a register (upsets.hpp), else the destinations of a group, 32 at each
  /// address.
  bool write(std::uint32_t group, std::uint32_t address, std::uint32_t value) override {
    if (mway_of(config_).variant == MwayVariant::kGuarded) return upset(group, address, value);
    if (group >= groups_.size()) groups_.resize(group + 1);
    groups_[group][address % words_] = value;
    return true;
  }

 private:
  void advance() override {
    transfers_.clear();  // the channels settled with the state at the start of this cycle
    for (std::uint32_t c = 0; c < shape_.channels; ++c) read_channel(c);
    hardware_->settle();
    edge();
    deliveries_.clear();
    for (std::uint32_t t = 0; t < shape_.terminals; ++t) read_delivery(t);
    if (mway_of(config_).variant == MwayVariant::kGuarded) read_aborts();
    note_deliveries();
  }

  /// Tails of aborted messages have no data, and are flagged.
  void read_aborts() {
    const Pins& aborted = eject_aborted_;
    for (Delivery& delivery : deliveries_) {
      if (aborted[delivery.terminal] == 0) continue;
      delivery.message = delivery.index = 0;
      delivery.intact = true;
    }
    auto& errors = errors_;
    for (std::uint32_t t = 0; t < shape_.terminals; ++t) {
      if (aborted[t] == 0) continue;
      const auto after = std::find_if(errors.begin(), errors.end(),
                                      [t](const auto& error) { return error.terminal >= t; });
      if (after != errors.end() && after->terminal == t)
        after->causes |= kErrorAborted;
      else
        errors.insert(after, {t, kErrorAborted});
    }
  }

  Pins eject_aborted_;
};

/// Verilated whole: each channel has a clock.
class ChannelClocks final : public MwayHardware {
  using Edge = ClockSchedule::Edge;

 public:
  ChannelClocks(std::unique_ptr<WholeHardware> hardware, const NetworkConfig& config)
      : MwayHardware(std::move(hardware), config),
        top_(static_cast<WholeHardware&>(*hardware_)),
        channel_clk_(top_.pins("channel_clk_i")),
        reset_(top_.pins("arst_ni")),
        clocks_(shape_.channels),
        schedule_(shape_.channels) {
    reset();
  }

  /// Writes a register of channel `at`.
  bool write(std::uint32_t at, std::uint32_t address, std::uint32_t value) override {
    switch (static_cast<ClockRegister>(address)) {
      case ClockRegister::kPeriod: clocks_[at].period = value; break;
      case ClockRegister::kFirst: clocks_[at].first = value; break;
      case ClockRegister::kEdge: marked_.push_back(at); break;
    }
    if (marked_.empty())
      schedule_.set_clocks(clocks_);
    else
      schedule_.set_edges(marked_);
    show_ready();
    return true;
  }

 private:
  void restart() override {
    for (std::uint32_t t = 0; t < shape_.terminals; ++t) {
      inject_valid_.set(t, 0);
      eject_stall_.set(t, 0);
    }
    offered_.clear();
    rows_.forget();
    top_.begin_reset();
    // Two cycles of each channel's reset, which begins and ends two cycles late.
    constexpr unsigned kHeld = 4;
    for (unsigned cycle = 0; cycle < kHeld + 2; ++cycle) {
      reset_.set(0, cycle >= kHeld ? 1 : 0);
      set_all(0);
      top_.eval();
      set_all(1);
      top_.eval();
    }
    set_all(0);
    top_.eval();
    top_.end_reset();
    std::fill(drivers_.begin(), drivers_.end(), std::uint8_t{0});
    schedule_.restart();
    show_ready();
  }

  void advance() override {
    transfers_.clear();
    deliveries_.clear();
    errors_.clear();
    schedule_.each_instant([this](const Edge* first, const Edge* end) { edges(first, end); });
    offered_.clear();
    const auto by_channel = [](const auto& a, const auto& b) { return a.channel < b.channel; };
    const auto by_terminal = [](const auto& a, const auto& b) { return a.terminal < b.terminal; };
    std::sort(transfers_.begin(), transfers_.end(), by_channel);
    std::sort(deliveries_.begin(), deliveries_.end(), by_terminal);
    std::sort(errors_.begin(), errors_.end(), by_terminal);
    note_deliveries();
    top_.end_cycle();
    marked_.clear();
    schedule_.advance();
    show_ready();
  }

  [[nodiscard]] std::uint32_t processors() const { return config_.topology.processors; }

  void set_all(unsigned value) {
    for (std::uint32_t c = 0; c < shape_.channels; ++c) channel_clk_.set(c, value);
  }

  void edges(const Edge* first, const Edge* end) {
    top_.fall(first->time);  // and the inputs settle
    for (const Edge* edge = first; edge != end; ++edge) {
      read_channel(edge->channel);
      channel_clk_.set(edge->channel, 1);
    }
    top_.rise(first->time);
    for (const Edge* edge = first; edge != end; ++edge) {
      channel_clk_.set(edge->channel, 0);
      const std::uint32_t terminal = edge->channel * processors();
      for (std::uint32_t t = terminal; t < terminal + processors(); ++t) {
        inject_valid_.set(t, 0);
        read_delivery(t);
        if (error_[t] != 0) errors_.push_back({t, static_cast<std::uint8_t>(error_[t])});
      }
    }
  }

  /// No port is ready in a step in which its channel has no edge.
  void show_ready() {
    top_.eval();
    for (std::uint32_t t = 0; t < shape_.terminals; ++t)
      ready_[t] =
          static_cast<PortMask>(schedule_.has_edge(t / processors()) ? inject_ready_[t] : 0);
  }

  WholeHardware& top_;
  Pins channel_clk_, reset_;
  std::vector<MwayClock> clocks_;
  ClockSchedule schedule_;
  std::vector<ChannelId> marked_;  ///< Channels that have an edge in the coming step.
};

/// A tile is a channel with the interfaces that drive it (mway_tile.sv).
TilePlan tiles(const NetworkConfig& config, bool trusted) {
  const MwayTopology topology(config.topology, mway_of(config).fault);
  TilePlan plan;
  plan.tiles = config.topology.nodes();
  for (ChannelId channel = 0; channel < plan.tiles; ++channel) {
    plan.constants.push_back({{channel, "position_i"},
                              encode_dest(config.topology, channel * config.topology.processors)});
    plan.constants.push_back({{channel, "directed_i"}, trusted ? 1u : 0u});
  }
  // The interface of a router that drives `to` as number `own`, and is `other` at `from`.
  const auto join = [&](ChannelId to, unsigned own, ChannelId from, unsigned other) {
    plan.constants.push_back({{to, "present_i", own}, 1});
    plan.links.push_back({{from, "driver_o", other}, {to, "other_driver_i", own}});
    plan.links.push_back({{from, "payload_o", own}, {to, "other_payload_i", own}});
    plan.links.push_back({{from, "data_o", own}, {to, "other_data_i", own}});
    plan.links.push_back({{to, "other_answer_o", own}, {from, "answer_i", own}});
    plan.links.push_back({{to, "other_status_o", own}, {from, "status_i", own}});
  };
  for (const MwayRouter& router : topology.routers()) {
    const unsigned plus = topology.way(router.dimension, false);
    const unsigned minus = topology.way(router.dimension, true);
    join(router.high, plus, router.low, minus);
    join(router.low, minus, router.high, plus);
  }
  return plan;
}

std::string no_tiles(const NetworkConfig& config) {
  return mway_of(config).variant == MwayVariant::kClocked
             ? "with router.variant = clocked the edges of a cycle have an order of their own"
             : "";
}

std::unique_ptr<Network> make(std::unique_ptr<Hardware> hardware, const NetworkConfig& config,
                              unsigned /*seed*/) {
  if (mway_of(config).variant != MwayVariant::kClocked)
    return std::make_unique<OneClock>(std::move(hardware), config);
  return std::make_unique<ChannelClocks>(
      std::unique_ptr<WholeHardware>(static_cast<WholeHardware*>(hardware.release())), config);
}

}  // namespace

const HardwareFamily& mway_hardware() {
  constexpr const char* kPackage = "mway_pkg";
  static const HardwareFamily family = {"mway",
                                        make,
                                        {{kPackage, "WayWidth", MwayHeader::kWayWidth},
                                         {kPackage, "ClassBit", MwayHeader::kClassBit},
                                         {kPackage, "LengthOffset", MwayHeader::kLengthOffset},
                                         {kPackage, "LengthWidth", MwayHeader::kLengthWidth},
                                         {kPackage, "DestOffset", MwayHeader::kDestOffset},
                                         {kPackage, "AgeWidth", MwayHeader::kAgeWidth},
                                         {kPackage, "ErrorOrder", bit_of(kErrorOrder)},
                                         {kPackage, "ErrorDestination", bit_of(kErrorDestination)},
                                         {kPackage, "ErrorLength", bit_of(kErrorLength)}},
                                        {{"line_data", "line_data_o"}},
                                        tiles,
                                        0.15,
                                        no_tiles};
  return family;
}

}  // namespace wayfarer
