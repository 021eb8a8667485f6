// The shared library of one verilated m-way network: the C interface to the pins of `mway_network`,
// or of `mway_clocks_network`.
// Built once for each configuration (tb/common/verilated_build.cpp), which comes as the header
// wayfarer_network_config.hpp.
#include "Vmway.h"
#include "Vmway___024root.h"
#include "Vmway_mway_pkg.h"

#include <algorithm>
#include <array>
#include <string>
#include <type_traits>
#include <vector>

#include "common/verilated_terminals.hpp"
#include "family/mway/clocks.hpp"
#include "family/mway/config.hpp"
#include "family/mway/header.hpp"
#include "family/mway/upsets.hpp"
#include "geometry/multicast_group.hpp"
#include "wayfarer_network_config.hpp"

namespace {

using namespace wayfarer;

using Package = Vmway_mway_pkg;
static_assert(Package::WayWidth == MwayHeader::kWayWidth);
static_assert(Package::ClassBit == MwayHeader::kClassBit);
static_assert(Package::LengthOffset == MwayHeader::kLengthOffset);
static_assert(Package::LengthWidth == MwayHeader::kLengthWidth);
static_assert(Package::DestOffset == MwayHeader::kDestOffset);
static_assert(Package::AgeWidth == MwayHeader::kAgeWidth);
static_assert(1u << Package::ErrorOrder == kErrorOrder);
static_assert(1u << Package::ErrorDestination == kErrorDestination);
static_assert(1u << Package::ErrorLength == kErrorLength);

/// The data lines of the channels, inside of either top.
template <typename Root>
auto& data_lines(Root& root, decltype(root.mway_network__DOT__line_data)* /*chosen by type*/) {
  return root.mway_network__DOT__line_data;
}
template <typename Root>
auto& data_lines(Root& root,
                 decltype(root.mway_clocks_network__DOT__line_data)* /*chosen by type*/) {
  return root.mway_clocks_network__DOT__line_data;
}

/// All but the clocks.
class VerilatedMway : public VerilatedTerminals<Vmway> {
 protected:
  VerilatedMway()
      : VerilatedTerminals(kChannels),
        config_(network_config()),
        header_id_offset_(header_id_offset(config_)),
        header_id_mask_(header_id_mask(config_)) {
    named_headers_ = header_id_mask_ == (1u << kMessageIdBits) - 1;
  }

 public:
  void offer(const wayfarer_offer& offer) {
    const std::uint32_t t = offer.terminal;
    top_->inject_valid_i[t] = 1;
    top_->inject_buffer_i[t] = static_cast<CData>(offer.injection_port);
    top_->inject_tag_i[t] = static_cast<CData>(offer.tag);
    auto& lines = top_->inject_data_i[t];
    const bool header = offer.tag == static_cast<std::uint32_t>(Tag::kHeader);
    if (header && multicast_) make_destinations(offer.destination);
    for (std::size_t word = 0; word < kWords; ++word) {
      set_word(lines, word,
               header ? header_word(offer, word) : payload_word(offer.message, offer.index, word));
    }
    offered_.push_back(t);
  }

  bool read_register(std::uint32_t /*group*/, std::uint32_t /*address*/, std::uint32_t& /*value*/) {
    return false;
  }

  static constexpr std::uint32_t kChannels =
      extent_of<decltype(std::declval<Vmway>().channel_tag_o)>;
  static constexpr std::size_t kWords = word_count<Lines>();

 protected:
  using Words = std::array<std::uint32_t, kWords>;

  /// The interface of a router that drives `channel` as `member`; empty if none does.
  [[nodiscard]] static std::string driver_of(const MwayTopology& topology, std::uint32_t channel,
                                             unsigned member) {
    for (const MwayRouter& router : topology.routers()) {
      const bool plus = router.high == channel && topology.way(router.dimension, false) == member;
      const bool minus = router.low == channel && topology.way(router.dimension, true) == member;
      if (plus || minus)
        return "gen_channel[" + std::to_string(router.low) + "].gen_dimension[" +
               std::to_string(router.dimension) + "].gen_router.u_router.u_interface_" +
               (plus ? "b" : "a");
    }
    return {};
  }

  bool upset(std::uint32_t channel, std::uint32_t address, std::uint32_t value) {
    const unsigned member = address & ((1u << kUpsetMemberBits) - 1);
    const unsigned kind = address >> kUpsetMemberBits;
    const MwayTopology topology(config_.topology, mway_of(config_).fault);
    const std::string top = "TOP.mway_network.";
    if (member >= topology.processor_way(0)) {
      const std::string processor = std::to_string(member - topology.processor_way(0));
      return kind == kUpsetDriver &&
             top_.flip(top + "gen_channel[" + std::to_string(channel) + "].u_node.gen_processor[" +
                           processor + "].u_processor.u_arbiter",
                       "driver_q", value);
    }
    const std::string driver = driver_of(topology, channel, member);
    if (driver.empty()) return false;
    if (kind == kUpsetDriver) return top_.flip(top + driver + ".u_arbiter", "driver_q", value);
    const unsigned lines = topology.priority_lines();
    const bool of_buffer = value >= lines;
    return top_.flip(
        top + driver + ".gen_one_receiver.u_set.u_buffers.gen_guard.u_bank." + "gen_buffer[" +
            std::to_string(kind - kUpsetMapping) + "].gen_used.u_buffer",
        of_buffer ? "driver_buffer_q" : "driver_q", 1u << (of_buffer ? value - lines : value));
  }

  /// Dest with a bit for each destination; none for a group that does not exist, or has members
  /// beyond Dest.
  void make_destinations(std::uint32_t destination) {
    const std::uint32_t group = destination - kFirstMulticastDestination;
    const unsigned width = destinations_width(config_.topology);
    destinations_ = {};
    if (is_multicast(destination)) {
      if (group < groups_.size()) destinations_ = groups_[group];
      for (unsigned word = 0; word < kWords; ++word) {
        const unsigned bits = width > 32 * word ? width - 32 * word : 0;
        if (bits < 32 && destinations_[word] >> bits != 0) destinations_ = {};
      }
    } else if (destination < width) {
      destinations_[destination / 32] = 1u << destination % 32;
    }
  }
  /// A word of bits that begin at `offset` of the lines.
  static std::uint32_t shifted(const Words& bits, unsigned offset, std::size_t word) {
    const std::size_t skipped = offset / 32;
    if (word < skipped) return 0;
    const std::uint64_t high = word - skipped < kWords ? bits[word - skipped] : 0;
    const std::uint64_t low = word > skipped ? bits[word - skipped - 1] : 0;
    return static_cast<std::uint32_t>((high << 32 | low) << offset % 32 >> 32);
  }
  /// Up to 32 bits from `offset` on.
  template <class AnyLines>
  static std::uint32_t bits_at(const AnyLines& lines, unsigned offset) {
    const std::size_t word = offset / 32;
    const std::uint64_t low = word < kWords ? get_word(lines, word) : 0;
    const std::uint64_t high = word + 1 < kWords ? get_word(lines, word + 1) : 0;
    return static_cast<std::uint32_t>((high << 32 | low) >> offset % 32);
  }

  std::uint32_t header_word(const wayfarer_offer& offer, std::size_t word) const {
    // The injection set fills in Way and Class.
    if (multicast_) {
      const Words length = {(offer.length_bytes & MwayHeader::kMaxLengthBytes)
                            << MwayHeader::kLengthOffset};
      return length[word] | shifted(destinations_, MwayHeader::kDestOffset, word) |
             shifted({offer.message & header_id_mask_}, header_id_offset_, word);
    }
    const unsigned __int128 header =
        static_cast<unsigned __int128>(offer.length_bytes & MwayHeader::kMaxLengthBytes)
            << MwayHeader::kLengthOffset |
        static_cast<unsigned __int128>(
            encode_dest(config_, offer.terminal / config_.topology.processors, offer.destination))
            << MwayHeader::kDestOffset |
        static_cast<unsigned __int128>(offer.message & header_id_mask_) << header_id_offset_;
    return word < 4 ? static_cast<std::uint32_t>(header >> 32 * word) : 0;
  }

  /// Of a channel's lines, which may have an address above the data, or of a terminal's.
  template <class AnyLines>
  static unsigned __int128 header_of(const AnyLines& lines) {
    unsigned __int128 header = 0;
    for (std::size_t word = 0; word < kWords && word < 4; ++word) {
      header |= static_cast<unsigned __int128>(get_word(lines, word)) << 32 * word;
    }
    return header;
  }
  /// The identifier after the fields.
  [[nodiscard]] std::uint32_t message_of(unsigned __int128 header) const {
    return static_cast<std::uint32_t>(header >> header_id_offset_) & header_id_mask_;
  }

  /// Reads the identifier, and checks that Dest still names this terminal.
  void read_header(const Lines& lines, wayfarer_delivery& delivery) const {
    if (multicast_) {
      delivery.message = bits_at(lines, header_id_offset_) & header_id_mask_;
      delivery.intact = bits_at(lines, MwayHeader::kDestOffset + delivery.terminal) & 1;
      return;
    }
    const unsigned __int128 header = header_of(lines);
    delivery.message = message_of(header);
    const auto dest = static_cast<std::uint64_t>(header >> MwayHeader::kDestOffset);
    const unsigned width = dest_width(config_);
    const std::uint64_t mask = width == 64 ? ~0ull : (1ull << width) - 1;
    const ChannelId here = delivery.terminal / config_.topology.processors;
    delivery.intact = decode_dest(config_, here, dest & mask) == delivery.terminal;
    for (std::size_t word = 4; word < kWords; ++word) {
      if (get_word(lines, word) != 0) delivery.intact = 0;
    }
  }

  void read_channel(std::uint32_t c) {
    drivers_[c] = top_->channel_driver_o[c];
    if (top_->channel_tag_o[c] == 0) return;
    const std::uint32_t tag = top_->channel_tag_o[c];
    const auto& lines = data_lines(*top_->rootp, nullptr)[c];
    const bool header = tag == static_cast<std::uint32_t>(Tag::kHeader);
    transfers_.push_back({c, top_->channel_driver_o[c], top_->channel_buffer_o[c], tag,
                          top_->channel_acknowledge_o[c],
                          !header      ? 0
                          : multicast_ ? bits_at(lines, header_id_offset_) & header_id_mask_
                                       : message_of(header_of(lines)),
                          0});
  }

  void read_delivery(std::uint32_t t) {
    const std::uint32_t tag = top_->eject_tag_o[t];
    if (tag == 0) return;
    wayfarer_delivery& delivery = deliveries_.emplace_back();
    delivery = {t, top_->eject_driver_o[t], top_->eject_buffer_o[t], tag, 0, 0, 0};
    if (tag == static_cast<std::uint32_t>(Tag::kHeader))
      read_header(top_->eject_data_o[t], delivery);
    else
      read_data_flit(top_->eject_data_o[t], 0, kWords, delivery);
  }

  const NetworkConfig config_;
  const unsigned header_id_offset_;
  const std::uint32_t header_id_mask_;
  const bool multicast_ = mway_of(config_).multicast != Multicast::kNone;
  std::vector<Words> groups_;
  Words destinations_ = {};
};

/// Templates, so that only the one for this top is compiled.
template <typename Pins>
class OneClock : public Pins {
 public:
  OneClock() { reset(); }

  void reset() { this->reset_terminals(); }

  void step(wayfarer_step& result) {
    this->transfers_.clear();  // the channels settled with the state at the start of this cycle
    for (std::uint32_t c = 0; c < Pins::kChannels; ++c) this->read_channel(c);
    this->top_.settle();
    this->edge();
    this->deliveries_.clear();
    for (std::uint32_t t = 0; t < Pins::kTerminals; ++t) this->read_delivery(t);
    if (mway_of(this->config_).guard) read_aborts();
    this->note_deliveries();
    result = this->result();
  }

  /// With a guard, upsets a register (upsets.hpp), else the destinations of a group, 32 at each
  /// address.
  bool write_register(std::uint32_t group, std::uint32_t address, std::uint32_t value) {
    if (mway_of(this->config_).guard) return this->upset(group, address, value);
    if (group >= this->groups_.size()) this->groups_.resize(group + 1);
    this->groups_[group][address % Pins::kWords] = value;
    return true;
  }

 private:
  /// Tails of aborted messages have no data, and are flagged.
  void read_aborts() {
    const auto& aborted = this->top_->eject_aborted_o;
    for (wayfarer_delivery& delivery : this->deliveries_) {
      if (aborted[delivery.terminal] == 0) continue;
      delivery.message = delivery.index = 0;
      delivery.intact = 1;
    }
    auto& errors = this->errors_;
    for (std::uint32_t t = 0; t < Pins::kTerminals; ++t) {
      if (aborted[t] == 0) continue;
      const auto after = std::find_if(errors.begin(), errors.end(),
                                      [t](const auto& error) { return error.terminal >= t; });
      if (after != errors.end() && after->terminal == t)
        after->causes |= kErrorAborted;
      else
        errors.insert(after, {t, kErrorAborted});
    }
  }
};

template <typename Pins>
class ChannelClocks : public Pins {
  using Edge = ClockSchedule::Edge;

 public:
  ChannelClocks() : clocks_(Pins::kChannels), schedule_(Pins::kChannels) { reset(); }

  void reset() {
    auto& top = this->top_;
    for (std::uint32_t t = 0; t < Pins::kTerminals; ++t) {
      top->inject_valid_i[t] = 0;
      top->eject_stall_i[t] = 0;
    }
    this->offered_.clear();
    this->rows_.forget();
    top.begin_reset();
    // Two cycles of each channel's reset, which begins and ends two cycles late.
    constexpr unsigned kHeld = 4;
    for (unsigned cycle = 0; cycle < kHeld + 2; ++cycle) {
      top->rst_ni = cycle >= kHeld ? 1 : 0;
      set_all(0);
      top->eval();
      set_all(1);
      top->eval();
    }
    set_all(0);
    top->eval();
    top.end_reset();
    std::fill(this->drivers_.begin(), this->drivers_.end(), std::uint8_t{0});
    schedule_.restart();
    show_ready();
  }

  void step(wayfarer_step& result) {
    this->transfers_.clear();
    this->deliveries_.clear();
    this->errors_.clear();
    schedule_.each_instant([this](const Edge* first, const Edge* end) { edges(first, end); });
    this->offered_.clear();
    const auto by_channel = [](const auto& a, const auto& b) { return a.channel < b.channel; };
    const auto by_terminal = [](const auto& a, const auto& b) { return a.terminal < b.terminal; };
    std::sort(this->transfers_.begin(), this->transfers_.end(), by_channel);
    std::sort(this->deliveries_.begin(), this->deliveries_.end(), by_terminal);
    std::sort(this->errors_.begin(), this->errors_.end(), by_terminal);
    this->note_deliveries();
    this->top_.end_cycle();
    marked_.clear();
    schedule_.advance();
    show_ready();
    result = this->result();
  }

  /// Of channel `at`.
  bool write_register(std::uint32_t at, std::uint32_t address, std::uint32_t value) {
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
  static constexpr std::uint32_t kProcessors = Pins::kTerminals / Pins::kChannels;

  void set_all(unsigned value) {
    for (std::uint32_t c = 0; c < Pins::kChannels; ++c)
      this->top_->channel_clk_i[c] = static_cast<CData>(value);
  }

  void edges(const Edge* first, const Edge* end) {
    auto& top = this->top_;
    top.fall(first->time);  // and the inputs settle
    for (const Edge* edge = first; edge != end; ++edge) {
      this->read_channel(edge->channel);
      top->channel_clk_i[edge->channel] = 1;
    }
    top.rise(first->time);
    for (const Edge* edge = first; edge != end; ++edge) {
      top->channel_clk_i[edge->channel] = 0;
      const std::uint32_t terminal = edge->channel * kProcessors;
      for (std::uint32_t t = terminal; t < terminal + kProcessors; ++t) {
        top->inject_valid_i[t] = 0;
        this->read_delivery(t);
        if (top->error_o[t] != 0) this->errors_.push_back({t, top->error_o[t]});
      }
    }
  }

  /// No port is ready in a step in which its channel has no edge.
  void show_ready() {
    this->top_->eval();
    for (std::uint32_t t = 0; t < Pins::kTerminals; ++t)
      this->ready_[t] = schedule_.has_edge(t / kProcessors) ? this->top_->inject_ready_o[t] : 0;
  }

  std::vector<MwayClock> clocks_;
  ClockSchedule schedule_;
  std::vector<ChannelId> marked_;  ///< Channels that have an edge in the coming step.
};

template <typename Top, typename = void>
constexpr bool kHasChannelClocks = false;
template <typename Top>
constexpr bool kHasChannelClocks<Top, std::void_t<decltype(std::declval<Top>().channel_clk_i)>> =
    true;

using Adapter = std::conditional_t<kHasChannelClocks<Vmway>, ChannelClocks<VerilatedMway>,
                                   OneClock<VerilatedMway>>;

wayfarer_verilated make_table() {
  const NetworkConfig config = network_config();
  wayfarer_shape shape{};
  shape.terminals = VerilatedMway::kTerminals;
  shape.channels = VerilatedMway::kChannels;
  shape.injection_ports = mway_of(config).buffers;
  shape.drivers_per_channel = MwayTopology(config.topology).ways();
  shape.flit_bytes = VerilatedMway::kWords * 4;
  shape.buffers_per_driver = mway_of(config).buffers;
  shape.header_id_mask = header_id_mask(config);
  shape.channel_id_mask = shape.header_id_mask;
  shape.least_data_flits = 1;
  wayfarer_verilated table = verilated_table<Adapter>(shape);
  add_registers<Adapter>(table);
  return table;
}

}  // namespace

extern "C" const wayfarer_verilated* wayfarer_verilated_network() {
  static const wayfarer_verilated table = make_table();
  return &table;
}
