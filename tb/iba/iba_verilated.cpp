// The shared library of one verilated mesh of InfiniBand switches: the C interface to the pins of
// `iba_network`. Built once for each configuration (tb/common/verilated_build.cpp), which comes as
// the header wayfarer_network_config.hpp.
#include <algorithm>
#include <utility>
#include <vector>

#include "Viba.h"
#include "Viba___024root.h"
#include "Viba_iba_pkg.h"
#include "common/verilated_terminals.hpp"
#include "family/iba/config.hpp"
#include "family/iba/header.hpp"
#include "family/iba/management.hpp"
#include "family/iba/ports.hpp"
#include "wayfarer_network_config.hpp"

namespace {

using namespace wayfarer;

using Package = Viba_iba_pkg;
static_assert(1u << Package::Head == kHeadMark);
static_assert(1u << Package::Tail == kTailMark);
static_assert(1u << Package::ErrorOrder == kErrorOrder);
static_assert(1u << Package::ErrorLength == kErrorLength);
static_assert(1u << Package::ErrorRoute == kErrorRoute);
static_assert(1u << Package::ErrorSequence == kErrorSequence);
static_assert(1u << Package::ErrorLifetime == kErrorLifetime);
static_assert(Package::LaneOffset == IbaHeader::kLaneOffset);
static_assert(Package::ServiceLevelOffset == IbaHeader::kServiceLevelOffset);
static_assert(Package::DestinationOffset == IbaHeader::kDestinationOffset);
static_assert(Package::SourceOffset == IbaHeader::kSourceOffset);
static_assert(Package::LengthOffset == IbaHeader::kLengthOffset);
static_assert(Package::LastOffset == IbaHeader::kLastOffset);
static_assert(Package::StreamOffset == IbaHeader::kStreamOffset);
static_assert(Package::NumberOffset == IbaHeader::kNumberOffset);
static_assert(Package::IdentifierOffset == IbaHeader::kIdentifierOffset);
static_assert(Package::MostPackets == IbaHeader::kMostPackets);
static_assert(Package::HopsOffset == IbaHeader::kHopsOffset);
static_assert(Package::Forwarding == static_cast<unsigned>(IbaTable::kForwarding));
static_assert(Package::Multicast == static_cast<unsigned>(IbaTable::kMulticast));
static_assert(Package::Lanes == static_cast<unsigned>(IbaTable::kLanes));
static_assert(Package::Counters == static_cast<unsigned>(IbaTable::kCounters));
static_assert(Package::ArbitrationOffset == kArbitrationOffset);
static_assert(Package::NoLimit == kNoLimit);
static_assert(Package::MaxTurns == kMostTurns);
static_assert(Package::HopWidth == 2);
static_assert(Package::HopCountWidth == 6);
static_assert(Package::PathOffset == 65);
static_assert(Package::UnknownPort == kUnknownPort);
static_assert(Package::FirstMulticast == kFirstMulticastLid);
static_assert(Package::MaxSwitches == kMaxSwitches);

/// A header's fields (IbaHeader) on the data lines; spare bits are 0.
struct Header {
  std::uint32_t lane = 0;
  std::uint32_t level = 0;        ///< Service level.
  std::uint32_t destination = 0;  ///< DLID.
  std::uint32_t source = 0;       ///< SLID.
  std::uint32_t data_flits = 0;
  MessageId message = 0;
  std::uint32_t segment = 0;  ///< Written by endpoints that segment: last, stream, number.
  std::uint32_t hops = 0;     ///< Counted by switches with a hop limit.

  static constexpr std::uint32_t kLongest = 0xfff;
  static constexpr std::uint32_t kLongestMessage = 0x1fff;
  static constexpr unsigned kWord = 32;
  static constexpr unsigned kMessageWord = IbaHeader::kIdentifierOffset / kWord;
  static constexpr unsigned kHopsShift = IbaHeader::kHopsOffset % kWord;

  [[nodiscard]] std::uint32_t word(unsigned number) const {
    constexpr unsigned kSourceBits = kWord - IbaHeader::kSourceOffset;
    if (number == 0)
      return lane << IbaHeader::kLaneOffset | level << IbaHeader::kServiceLevelOffset |
             destination << IbaHeader::kDestinationOffset | source << IbaHeader::kSourceOffset;
    if (number == 1)
      return source >> kSourceBits | data_flits << (IbaHeader::kLengthOffset - kWord) |
             segment << (IbaHeader::kLastOffset - kWord);
    return number == kMessageWord ? message | hops << kHopsShift : 0;
  }

  template <typename Lines>
  static Header read(const Lines& lines) {
    const std::uint32_t low = get_word(lines, 0);
    const std::uint32_t high = get_word(lines, 1);
    const std::uint64_t both = std::uint64_t{high} << kWord | low;
    const auto field = [both](unsigned offset, std::uint32_t mask) {
      return static_cast<std::uint32_t>(both >> offset) & mask;
    };
    return {field(IbaHeader::kLaneOffset, 0xf),
            field(IbaHeader::kServiceLevelOffset, 0xf),
            field(IbaHeader::kDestinationOffset, 0xffff),
            field(IbaHeader::kSourceOffset, 0xffff),
            field(IbaHeader::kLengthOffset, kLongest),
            get_word(lines, kMessageWord) & ((1u << kMessageIdBits) - 1),
            field(IbaHeader::kLastOffset, 0x7ff),
            get_word(lines, kMessageWord) >> kHopsShift};
  }
};

class VerilatedIba : public VerilatedTerminals<Viba> {
 public:
  static constexpr std::uint32_t kChannels =
      extent_of<decltype(std::declval<Viba>().channel_valid_o)>;

  VerilatedIba()
      : VerilatedTerminals(kChannels),
        config_(network_config()),
        words_(config_.flit_bits / 32),
        longest_(segments() ? Header::kLongestMessage : Header::kLongest) {
    reset();
  }

  void reset() {
    top_->psel_i = 0;
    top_->penable_i = 0;
    stalls_.clear();
    headers_sent_.assign(kTerminals, 0);
    transfer_ = {};
    lost_ = false;
    reset_terminals();
    while (top_->inject_ready_o[0] == 0) top_.hidden_cycle();  // the tables clear themselves
    read_ready();
  }

  void offer(const wayfarer_offer& offer) {
    const std::uint32_t t = offer.terminal;
    if ((ready_[t] >> offer.injection_port & 1) == 0) return;
    const std::uint32_t mark = mark_of(offer.tag);
    top_->inject_valid_i[t] = 1;
    top_->inject_lane_i[t] = offer.injection_port;
    top_->inject_tag_i[t] = mark;
    offered_.push_back(t);
    const bool head = (mark & kHeadMark) != 0;
    const std::uint32_t level = head ? iba_of(config_).level_of(t, headers_sent_[t]++) : 0;
    const Header header{offer.injection_port,
                        level,
                        offer.destination + 1,
                        t + 1,
                        std::min(config_.data_flits(offer.length_bytes), longest_),
                        offer.message};
    for (unsigned word = 0; word < words_; ++word)
      set_word(top_->inject_data_i[t], word,
               head ? header.word(word) : payload_word(offer.message, offer.index, word));
  }

  /// The pin changes with the coming step: hidden cycles must not see it.
  void stall(std::uint32_t terminal, bool stalled) { stalls_.push_back({terminal, stalled}); }

  void step(wayfarer_step& step) {
    for (const auto& [terminal, stalled] : stalls_) top_->eject_stall_i[terminal] = stalled;
    stalls_.clear();
    drive_transfer();
    top_.settle();
    look_at_transfer();
    read_channels(top_->channel_lane_o, [this](wayfarer_transfer& head) {
      constexpr std::uint32_t kLinks = kChannels / kTerminals;
      const Header header = Header::read(
          top_->rootp->iba_network__DOT__out_data[head.channel / kLinks][head.channel % kLinks]);
      head.message = header.message;
      head.packet = header.segment >> (IbaHeader::kNumberOffset - IbaHeader::kLastOffset);
    });
    read_deliveries();
    edge();
    step = result();
  }

  /// An APB transfer, in hidden cycles: in an idle network they change nothing else. A network that
  /// is not idle refuses writes, and reads are a look at the port's data lines without a cycle;
  /// in-band it refuses them, too.
  bool write_register(std::uint32_t at, std::uint32_t address, std::uint32_t value) {
    if (at == kTransfers) return write_transfer(static_cast<TransferRegister>(address), value);
    return transfer(true, at, address, value);
  }
  bool read_register(std::uint32_t at, std::uint32_t address, std::uint32_t& value) {
    if (at == kTransfers) {
      value = read_transfer(static_cast<TransferRegister>(address));
      return true;
    }
    if (transfer(false, at, address, value)) return true;
    if (iba_of(config_).in_band) return false;
    top_->paddr_i = at << kSwitchOffset | address;
    top_->eval();
    value = top_->prdata_o;
    return true;
  }

 private:
  [[nodiscard]] bool segments() const { return segment_flits(config_) != 0; }

  static constexpr unsigned kSwitchOffset = 18;
  static_assert(kTableAddressShift == 16, "two bits of table above the entry's 16");

  bool transfer(bool write, std::uint32_t at, std::uint32_t address, std::uint32_t& value) {
    if (top_->idle_o == 0 || !offered_.empty() || transfer_.phase != Phase::kNone) return false;
    const std::uint32_t last = transfer_.value;
    transfer_ = {Phase::kSetup, write, at, address, value};
    constexpr unsigned kLongest = 1000;  // more than in-band over the longest path
    for (unsigned cycle = 0; transfer_.phase != Phase::kNone && cycle < kLongest; ++cycle) {
      drive_transfer();
      top_->eval();
      look_at_transfer();
      top_.hidden_cycle();
    }
    lost_ = transfer_.phase != Phase::kNone;
    value = std::exchange(transfer_.value, last);
    transfer_.phase = Phase::kNone;
    drive_transfer();
    return !lost_;
  }

  /// Those of APB.
  enum class Phase : std::uint8_t { kNone, kSetup, kAccess };
  /// A transfer under way, and what the last one in steps has read.
  struct Transfer {
    Phase phase = Phase::kNone;
    bool write = false;
    std::uint32_t at = 0;
    std::uint32_t address = 0;
    std::uint32_t value = 0;
  };

  bool write_transfer(TransferRegister which, std::uint32_t value) {
    if (transfer_.phase != Phase::kNone) return false;
    switch (which) {
      case TransferRegister::kSwitch: transfer_.at = value; break;
      case TransferRegister::kAddress: transfer_.address = value; break;
      case TransferRegister::kValue: transfer_.value = value; break;
      default: transfer_.write = value != 0; transfer_.phase = Phase::kSetup;
    }
    return true;
  }

  [[nodiscard]] std::uint32_t read_transfer(TransferRegister which) const {
    switch (which) {
      case TransferRegister::kBusy: return transfer_.phase != Phase::kNone ? 1 : 0;
      case TransferRegister::kLost: return lost_ ? 1 : 0;
      default: return transfer_.value;
    }
  }

  void drive_transfer() {
    top_->psel_i = transfer_.phase != Phase::kNone;
    top_->penable_i = transfer_.phase == Phase::kAccess;
    if (transfer_.phase != Phase::kSetup) return;
    top_->pwrite_i = transfer_.write;
    top_->paddr_i = transfer_.at << kSwitchOffset | transfer_.address;
    top_->pwdata_i = transfer_.value;
  }

  void look_at_transfer() {
    if (transfer_.phase == Phase::kAccess && top_->pready_o != 0) {
      transfer_.phase = Phase::kNone;
      transfer_.value = top_->prdata_o;
    } else if (transfer_.phase == Phase::kSetup) {
      transfer_.phase = Phase::kAccess;
    }
  }

  void read_header(const Lines& lines, wayfarer_delivery& delivery) const {
    const Header header = Header::read(lines);
    delivery.message = header.message;
    delivery.intact =
        header.lane == delivery.buffer && (segments() || header.segment == 0) &&
        header.level < iba_of(config_).service_levels && header.hops <= iba_of(config_).hop_limit &&
        header.source >= 1 && header.source <= kTerminals &&
        (header.destination >= kFirstMulticastLid || header.destination == delivery.terminal + 1);
    for (unsigned word = 0; word < words_; ++word)
      if (get_word(lines, word) != header.word(word)) delivery.intact = 0;
  }

  void read_deliveries() {
    deliveries_.clear();
    for (std::uint32_t t = 0; t < kTerminals; ++t) {
      const std::uint32_t arrival = top_->eject_o[t];  // iba_pkg::arrival_t
      if ((arrival >> 17 & 1) == 0) continue;
      const std::uint32_t mark = arrival >> 15 & 3;
      wayfarer_delivery& delivery = deliveries_.emplace_back();
      delivery = {t, 0, top_->eject_lane_o[t], tag_of(mark),     0,
                  0, 0, arrival >> 2 & 0x1fff, arrival >> 1 & 1, arrival & 1};
      if ((mark & kHeadMark) != 0)
        read_header(top_->eject_data_o[t], delivery);
      else
        read_data_flit(top_->eject_data_o[t], 0, words_, delivery);
    }
    note_deliveries();
  }

  const NetworkConfig config_;
  const unsigned words_;                                ///< 32-bit words of a flit.
  const std::uint32_t longest_;                         ///< Data flits that a header can say.
  std::vector<std::pair<std::uint32_t, bool>> stalls_;  ///< For the coming step.
  std::vector<std::uint32_t> headers_sent_;             ///< By terminal.
  Transfer transfer_;
  bool lost_ = false;  ///< The last transfer in hidden cycles did not end.
};

wayfarer_verilated make_table() {
  const NetworkConfig config = network_config();
  wayfarer_shape shape{};
  shape.terminals = VerilatedIba::kTerminals;
  shape.channels = VerilatedIba::kChannels;
  shape.injection_ports = iba_of(config).virtual_lanes;
  shape.parallel_ports = 0;
  shape.drivers_per_channel = iba_of(config).virtual_lanes;
  shape.flit_bytes = config.flit_bytes();
  shape.segment_flits = segment_flits(config);
  shape.buffers_per_driver = 1;
  shape.header_id_mask = shape.segment_flits != 0 ? 0 : (1u << kMessageIdBits) - 1;
  shape.channel_id_mask = (1u << kMessageIdBits) - 1;
  shape.least_data_flits = config.least_data_flits();
  wayfarer_verilated table = verilated_table<VerilatedIba>(shape);
  add_registers<VerilatedIba>(table);
  return table;
}

}  // namespace

extern "C" const wayfarer_verilated* wayfarer_verilated_network() {
  static const wayfarer_verilated table = make_table();
  return &table;
}
