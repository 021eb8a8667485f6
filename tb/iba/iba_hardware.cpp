// Verilated meshes of InfiniBand switches.
#include <algorithm>
#include <utility>
#include <vector>

#include "common/hardware_family.hpp"
#include "common/hardware_network.hpp"
#include "family/iba/config.hpp"
#include "family/iba/header.hpp"
#include "family/iba/management.hpp"
#include "family/iba/mesh.hpp"
#include "family/iba/ports.hpp"

namespace wayfarer {
namespace {

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

  static Header read(const Lines& lines) {
    const std::uint32_t low = lines[0];
    const std::uint32_t high = lines[1];
    const std::uint64_t both = std::uint64_t{high} << kWord | low;
    const auto field = [both](unsigned offset, std::uint32_t mask) {
      return static_cast<std::uint32_t>(both >> offset) & mask;
    };
    return {field(IbaHeader::kLaneOffset, 0xf),
            field(IbaHeader::kServiceLevelOffset, 0xf),
            field(IbaHeader::kDestinationOffset, 0xffff),
            field(IbaHeader::kSourceOffset, 0xffff),
            field(IbaHeader::kLengthOffset, kLongest),
            lines[kMessageWord] & ((1u << kMessageIdBits) - 1),
            field(IbaHeader::kLastOffset, 0x7ff),
            lines[kMessageWord] >> kHopsShift};
  }
};

NetworkShape shape_of(const NetworkConfig& config) {
  NetworkShape shape;
  shape.injection_ports = iba_of(config).virtual_lanes;
  shape.drivers_per_channel = iba_of(config).virtual_lanes;
  shape.flit_bytes = config.flit_bytes();
  shape.segment_flits = segment_flits(config);
  if (shape.segment_flits != 0) shape.header_id_mask = 0;
  shape.least_data_flits = config.least_data_flits();
  return shape;
}

class IbaHardware final : public HardwareNetwork {
 public:
  IbaHardware(std::unique_ptr<Hardware> hardware, const NetworkConfig& config)
      : HardwareNetwork(std::move(hardware), config, shape_of(config), "channel_valid_o"),
        words_(config.flit_bits / 32),
        longest_(segments() ? Header::kLongestMessage : Header::kLongest),
        inject_lane_(hardware_->pins("inject_lane_i")),
        eject_(hardware_->pins("eject_o")),
        eject_lane_(hardware_->pins("eject_lane_o")),
        channel_lane_(hardware_->pins("channel_lane_o")),
        link_data_(hardware_->pins("channel_data_o")),
        idle_(hardware_->pins("idle_o")),
        psel_(hardware_->pins("psel_i")),
        penable_(hardware_->pins("penable_i")),
        pwrite_(hardware_->pins("pwrite_i")),
        paddr_(hardware_->pins("paddr_i")),
        pwdata_(hardware_->pins("pwdata_i")),
        pready_(hardware_->pins("pready_o")),
        prdata_(hardware_->pins("prdata_o")) {
    reset();
  }

  /// An APB transfer, in hidden cycles: in an idle network they change nothing else. A network that
  /// is not idle refuses writes, and reads are a look at the port's data lines without a cycle;
  /// in-band it also refuses reads.
  bool write(std::uint32_t at, std::uint32_t address, std::uint32_t value) override {
    if (at == kTransfers) return write_transfer(static_cast<TransferRegister>(address), value);
    return transfer(true, at, address, value);
  }
  bool read(std::uint32_t at, std::uint32_t address, std::uint32_t& value) const override {
    return const_cast<IbaHardware*>(this)->look(at, address, value);
  }

 private:
  void restart() override {
    for (std::size_t i = 0; i < psel_.size(); ++i) {
      psel_.set(i, 0);
      penable_.set(i, 0);
    }
    stalls_.clear();
    headers_sent_.assign(shape_.terminals, 0);
    transfer_ = {};
    lost_ = false;
    restart_terminals();
    while (inject_ready_[0] == 0) hardware_->hidden_cycle();  // the tables clear themselves
    read_ready();
  }

  void inject(TerminalId t, unsigned injection_port, const Flit& flit) override {
    if ((ready_[t] >> injection_port & 1) == 0) return;
    const std::uint32_t mark = mark_of(flit.tag);
    inject_valid_.set(t, 1);
    inject_lane_.set(t, injection_port);
    inject_tag_.set(t, mark);
    offered_.push_back(t);
    const bool head = (mark & kHeadMark) != 0;
    const std::uint32_t level = head ? iba_of(config_).level_of(t, headers_sent_[t]++) : 0;
    const Header header{injection_port,
                        level,
                        flit.destination + 1,
                        t + 1,
                        std::min(config_.data_flits(flit.length_bytes), longest_),
                        flit.message};
    Lines lines(inject_data_, t);
    for (unsigned word = 0; word < words_; ++word)
      lines.set(word, head ? header.word(word) : payload_word(flit.message, flit.index, word));
  }

  /// The pin changes with the coming step: hidden cycles must not see it.
  void stall(TerminalId terminal, bool stalled) override { stalls_.push_back({terminal, stalled}); }

  void advance() override {
    for (const auto& [terminal, stalled] : stalls_) eject_stall_.set(terminal, stalled ? 1 : 0);
    stalls_.clear();
    drive_transfer();
    hardware_->settle();
    look_at_transfer();
    read_channels(channel_lane_, [this](Transfer& head) {
      const Header header = Header::read({link_data_, head.channel});
      head.message = header.message;
      head.packet = static_cast<std::uint16_t>(header.segment >>
                                               (IbaHeader::kNumberOffset - IbaHeader::kLastOffset));
    });
    read_deliveries();
    edge();
  }

  bool look(std::uint32_t at, std::uint32_t address, std::uint32_t& value) {
    if (at == kTransfers) {
      value = read_transfer(static_cast<TransferRegister>(address));
      return true;
    }
    if (transfer(false, at, address, value)) return true;
    if (iba_of(config_).in_band) return false;
    paddr_.set(port(at), port_address(at, address));
    hardware_->settle();
    value = answer(at);
    return true;
  }

  [[nodiscard]] bool segments() const { return segment_flits(config_) != 0; }

  static constexpr unsigned kSwitchOffset = 18;
  static_assert(kTableAddressShift == 16, "two bits of table above the entry's 16");

  bool transfer(bool write, std::uint32_t at, std::uint32_t address, std::uint32_t& value) {
    if (!idle() || !offered_.empty() || transfer_.phase != Phase::kNone) return false;
    const std::uint32_t last = transfer_.value;
    transfer_ = {Phase::kSetup, write, at, address, value};
    constexpr unsigned kLongest = 1000;  // more than in-band over the longest path
    for (unsigned cycle = 0; transfer_.phase != Phase::kNone && cycle < kLongest; ++cycle) {
      drive_transfer();
      hardware_->settle();
      look_at_transfer();
      hardware_->hidden_cycle();
    }
    lost_ = transfer_.phase != Phase::kNone;
    value = std::exchange(transfer_.value, last);
    transfer_.phase = Phase::kNone;
    drive_transfer();
    return !lost_;
  }

  /// The phases of APB.
  enum class Phase : std::uint8_t { kNone, kSetup, kAccess };
  /// A transfer under way, and what the last one in steps has read.
  struct ApbTransfer {
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

  /// The network has one management port, or as tiles one at each switch.
  [[nodiscard]] std::size_t port(std::uint32_t at) const {
    return paddr_.size() == 1 ? 0 : std::min<std::size_t>(at, paddr_.size() - 1);
  }
  [[nodiscard]] std::uint32_t port_address(std::uint32_t at, std::uint32_t address) const {
    return paddr_.size() == 1 ? at << kSwitchOffset | address : address;
  }
  /// Whether the network's port is ready; a switch that does not exist answers at once, with 0.
  [[nodiscard]] bool answers(std::uint32_t at) const {
    return exists(at) ? pready_[port(at)] != 0 : true;
  }
  [[nodiscard]] std::uint32_t answer(std::uint32_t at) const {
    return exists(at) ? prdata_[port(at)] : 0;
  }
  [[nodiscard]] bool exists(std::uint32_t at) const {
    return paddr_.size() == 1 || at < paddr_.size();
  }
  [[nodiscard]] bool idle() const {
    for (std::size_t i = 0; i < idle_.size(); ++i)
      if (idle_[i] == 0) return false;
    return true;
  }

  void drive_transfer() {
    const std::size_t at = port(transfer_.at);
    if (selected_ != at) {
      psel_.set(selected_, 0);
      penable_.set(selected_, 0);
      selected_ = at;
    }
    psel_.set(at, exists(transfer_.at) && transfer_.phase != Phase::kNone ? 1 : 0);
    penable_.set(at, exists(transfer_.at) && transfer_.phase == Phase::kAccess ? 1 : 0);
    if (transfer_.phase != Phase::kSetup) return;
    pwrite_.set(at, transfer_.write);
    paddr_.set(at, port_address(transfer_.at, transfer_.address));
    pwdata_.set(at, transfer_.value);
  }

  void look_at_transfer() {
    if (transfer_.phase == Phase::kAccess && answers(transfer_.at)) {
      transfer_.phase = Phase::kNone;
      transfer_.value = answer(transfer_.at);
    } else if (transfer_.phase == Phase::kSetup) {
      transfer_.phase = Phase::kAccess;
    }
  }

  void read_header(const Lines& lines, Delivery& delivery) const {
    const Header header = Header::read(lines);
    delivery.message = header.message;
    delivery.intact =
        header.lane == delivery.buffer && (segments() || header.segment == 0) &&
        header.level < iba_of(config_).service_levels && header.hops <= iba_of(config_).hop_limit &&
        header.source >= 1 && header.source <= shape_.terminals &&
        (header.destination >= kFirstMulticastLid || header.destination == delivery.terminal + 1);
    for (unsigned word = 0; word < words_; ++word)
      if (lines[word] != header.word(word)) delivery.intact = false;
  }

  void read_deliveries() {
    deliveries_.clear();
    for (std::uint32_t t = 0; t < shape_.terminals; ++t) {
      const std::uint32_t arrival = eject_[t];  // iba_pkg::arrival_t
      if ((arrival >> 17 & 1) == 0) continue;
      const std::uint32_t mark = arrival >> 15 & 3;
      Delivery& delivery = deliveries_.emplace_back();
      delivery = {t,
                  0,
                  static_cast<std::uint8_t>(eject_lane_[t]),
                  tag_of_mark(mark),
                  false,
                  0,
                  0,
                  static_cast<std::uint16_t>(arrival >> 2 & 0x1fff),
                  (arrival >> 1 & 1) != 0,
                  (arrival & 1) != 0};
      const Lines lines(eject_data_, t);
      if ((mark & kHeadMark) != 0)
        read_header(lines, delivery);
      else
        read_data_flit(lines, words_, delivery);
    }
    note_deliveries();
  }

  const unsigned words_;                                ///< 32-bit words of a flit.
  const std::uint32_t longest_;                         ///< Data flits that a header can say.
  std::vector<std::pair<std::uint32_t, bool>> stalls_;  ///< For the coming step.
  std::vector<std::uint32_t> headers_sent_;             ///< By terminal.
  ApbTransfer transfer_;
  std::size_t selected_ = 0;  ///< The management port last driven.
  bool lost_ = false;         ///< The last transfer in hidden cycles did not end.
  Pins inject_lane_, eject_, eject_lane_, channel_lane_, link_data_, idle_;
  Pins psel_, penable_, pwrite_, paddr_, pwdata_, pready_, prdata_;
};

TilePlan tiles(const NetworkConfig& config, bool /*trusted*/) {
  const IbaMesh mesh(config.topology);
  TilePlan plan;
  plan.tiles = mesh.switches();
  for (TerminalId node = 0; node < mesh.switches(); ++node) {
    std::uint64_t used = 1;  // the endpoint's port
    for (unsigned link = 0; link + 1 < kIbaPorts; ++link) {
      const auto port = static_cast<IbaPort>(link + 1);
      if (!mesh.has_link(node, port)) continue;
      used |= std::uint64_t{1} << (link + 1);
      const TerminalId next = mesh.neighbour(node, port);
      const unsigned back = static_cast<unsigned>(IbaMesh::opposite(port)) - 1;
      for (const auto& [output, input] :
           {std::pair("flit_o", "flit_i"), std::pair("lane_o", "lane_i"),
            std::pair("channel_data_o", "data_i"), std::pair("credit_o", "credit_i")})
        plan.links.push_back({{node, output, link}, {next, input, back}});
    }
    plan.constants.push_back({{node, "used_i"}, used});
  }
  return plan;
}

std::string no_tiles(const NetworkConfig& config) {
  return iba_of(config).in_band
             ? "with router.management = \"in-band\" one manager is connected to the links of all switches"
             : "";
}

std::unique_ptr<Network> make(std::unique_ptr<Hardware> hardware, const NetworkConfig& config,
                              unsigned /*seed*/) {
  return std::make_unique<IbaHardware>(std::move(hardware), config);
}

}  // namespace

const HardwareFamily& iba_hardware() {
  constexpr const char* kPackage = "iba_pkg";
  static const HardwareFamily family = {
      "iba",
      make,
      {
          {kPackage, "Head", bit_of(kHeadMark)},
          {kPackage, "Tail", bit_of(kTailMark)},
          {kPackage, "ErrorOrder", bit_of(kErrorOrder)},
          {kPackage, "ErrorLength", bit_of(kErrorLength)},
          {kPackage, "ErrorRoute", bit_of(kErrorRoute)},
          {kPackage, "ErrorSequence", bit_of(kErrorSequence)},
          {kPackage, "ErrorLifetime", bit_of(kErrorLifetime)},
          {kPackage, "LaneOffset", IbaHeader::kLaneOffset},
          {kPackage, "ServiceLevelOffset", IbaHeader::kServiceLevelOffset},
          {kPackage, "DestinationOffset", IbaHeader::kDestinationOffset},
          {kPackage, "SourceOffset", IbaHeader::kSourceOffset},
          {kPackage, "LengthOffset", IbaHeader::kLengthOffset},
          {kPackage, "LastOffset", IbaHeader::kLastOffset},
          {kPackage, "StreamOffset", IbaHeader::kStreamOffset},
          {kPackage, "NumberOffset", IbaHeader::kNumberOffset},
          {kPackage, "IdentifierOffset", IbaHeader::kIdentifierOffset},
          {kPackage, "MostPackets", IbaHeader::kMostPackets},
          {kPackage, "HopsOffset", IbaHeader::kHopsOffset},
          {kPackage, "Forwarding", static_cast<std::uint64_t>(IbaTable::kForwarding)},
          {kPackage, "Multicast", static_cast<std::uint64_t>(IbaTable::kMulticast)},
          {kPackage, "Lanes", static_cast<std::uint64_t>(IbaTable::kLanes)},
          {kPackage, "Counters", static_cast<std::uint64_t>(IbaTable::kCounters)},
          {kPackage, "ArbitrationOffset", kArbitrationOffset},
          {kPackage, "NoLimit", kNoLimit},
          {kPackage, "MaxTurns", kMostTurns},
          {kPackage, "HopWidth", 2},
          {kPackage, "HopCountWidth", 6},
          {kPackage, "PathOffset", 65},
          {kPackage, "UnknownPort", kUnknownPort},
          {kPackage, "FirstMulticast", kFirstMulticastLid},
          {kPackage, "MaxSwitches", kMaxSwitches},
      },
      {{"out_data", "channel_data_o"}},
      tiles,
      10,
      no_tiles};
  return family;
}

}  // namespace wayfarer
