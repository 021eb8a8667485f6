// The shared library of one verilated client-server network: the C interface to the pins of
// `linear_network`. Built once for each configuration (tb/common/verilated_build.cpp).
#include "Vlinear.h"
#include "Vlinear_linear_pkg.h"
#include "common/verilated_terminals.hpp"
#include "family/linear/config.hpp"
#include "family/linear/periodic_hosts.hpp"
#include "family/linear/registers.hpp"
#include "geometry/switch_tree.hpp"

namespace {

using namespace wayfarer;

using Package = Vlinear_linear_pkg;
static_assert(Package::MaxHosts == kMaxHosts);
static_assert(Package::CountWidth == PeriodicHosts::kRegisterBits);
static_assert(Package::IdentifierWidth == kMessageIdBits);
static_assert(Package::IdentifierOffset == kHeaderTerminalBits);
static_assert(Package::IndexOffset == kPayloadIndexOffset);
static_assert(Package::Local == kLocal && Package::Upstream == kUpstream);
static_assert(1u << Package::ErrorOrder == kErrorOrder);
static_assert(1u << Package::ErrorDestination == kErrorDestination);

class VerilatedLinear : public VerilatedTerminals<Vlinear> {
 public:
  VerilatedLinear() : VerilatedTerminals(kChannels) { reset(); }

  void reset() {
    for (std::uint32_t t = 0; t < kTerminals; ++t) top_->program_i[t] = 0;
    programming_ = false;
    programmed_ = false;
    named_headers_ = kHeaderIdMask == (1u << kMessageIdBits) - 1;
    named_data_ = true;
    reset_terminals();
  }

  bool write_register(std::uint32_t at, std::uint32_t address, std::uint32_t value) {
    switch (static_cast<HostRegister>(address)) {
      case HostRegister::kFlits: top_->length_i[at] = value; return true;
      case HostRegister::kPhase: top_->phase_i[at] = value; return true;
      case HostRegister::kDeadline: top_->deadline_i[at] = value; return true;
      case HostRegister::kPeriod: top_->period_i[at] = value; break;
      case HostRegister::kService: top_->service_i = value; break;
      default: return false;
    }
    top_->program_i[at] = 1;
    if (value != 0) ready_[at] = 0;
    programming_ = true;
    return true;
  }

  bool read_register(std::uint32_t at, std::uint32_t address, std::uint32_t& value) const {
    switch (static_cast<HostRegister>(address)) {
      case HostRegister::kMissed: value = top_->missed_o[at]; return true;
      case HostRegister::kWorst: value = top_->worst_o[at]; return true;
      case HostRegister::kOutstanding: value = top_->outstanding_o[at]; return true;
      default: return false;
    }
  }

  void offer(const wayfarer_offer& offer) {
    load_registers();
    const std::uint32_t t = offer.terminal;
    top_->inject_valid_i[t] = 1;
    top_->inject_tag_i[t] = static_cast<CData>(mark_of(offer.tag));
    const bool header = (mark_of(offer.tag) & kHeadMark) != 0;
    auto& lines = top_->inject_data_i[t];
    for (std::size_t word = 0; word < kWords; ++word)
      set_word(lines, word,
               header ? header_word(offer, word) : payload_word(offer.message, offer.index, word));
    offered_.push_back(t);
  }

  void stall(std::uint32_t terminal, bool stalled) {
    load_registers();
    VerilatedTerminals::stall(terminal, stalled);
  }

  void step(wayfarer_step& result) {
    load_registers();
    top_.settle();
    read_channels();
    read_deliveries();
    edge();
    result = this->result();
  }

  static constexpr std::uint32_t kChannels =
      extent_of<decltype(std::declval<Vlinear>().channel_valid_o)>;
  static constexpr std::size_t kWords = word_count<Lines>();
  static constexpr std::uint32_t kHeaderIdMask = header_id_mask(32 * kWords);

 private:
  /// Loads all registers in one extra cycle before cycle 0, so that all hosts count from the same
  /// cycle.
  void load_registers() {
    if (!programming_) return;
    top_.hidden_cycle();
    for (std::uint32_t t = 0; t < kTerminals; ++t) top_->program_i[t] = 0;
    programming_ = false;
    programmed_ = true;
    named_data_ = false;
  }

  static std::uint32_t header_word(const wayfarer_offer& offer, std::size_t word) {
    const std::uint64_t header = std::uint64_t{offer.message} << Package::IdentifierOffset |
                                 std::uint64_t{offer.terminal} << Package::SourceOffset |
                                 (offer.destination & ((1u << Package::TerminalWidth) - 1));
    return word < 2 ? static_cast<std::uint32_t>(header >> 32 * word) : 0;
  }

  void read_header(const Lines& lines, wayfarer_delivery& delivery) {
    std::uint64_t header = get_word(lines, 0);
    if (kWords > 1) header |= std::uint64_t{get_word(lines, 1)} << 32;
    delivery.message =
        static_cast<std::uint32_t>(header >> Package::IdentifierOffset) & kHeaderIdMask;
    const std::uint32_t source = static_cast<std::uint32_t>(header >> Package::SourceOffset) &
                                 ((1u << Package::TerminalWidth) - 1);
    if (named_headers_) rows_.arrives(delivery.message, source, delivery.terminal);
    delivery.intact = (header & ((1u << Package::TerminalWidth) - 1)) == delivery.terminal &&
                      header >> (Package::IdentifierOffset + kMessageIdBits) == 0;
    for (std::size_t word = 2; word < kWords; ++word)
      if (get_word(lines, word) != 0) delivery.intact = 0;
  }

  /// Flits of the hosts' and the server's own senders repeat the first word.
  void read_data(const Lines& lines, wayfarer_delivery& delivery) const {
    read_data_flit(lines, 0, kWords, delivery);
    if (!programmed_ || delivery.intact != 0) return;
    delivery.intact = 1;
    for (std::size_t word = 1; word < kWords; ++word)
      if (get_word(lines, word) != get_word(lines, 0)) delivery.intact = 0;
  }

  void read_channels() {
    transfers_.clear();
    for (std::uint32_t c = 0; c < kChannels; ++c) {
      drivers_[c] = top_->channel_owner_o[c];
      if (top_->channel_valid_o[c] == 0) continue;
      transfers_.push_back({c, top_->channel_owner_o[c], 0, tag_of(top_->channel_tag_o[c]),
                            top_->channel_acknowledge_o[c], 0, 0});
    }
  }

  void read_deliveries() {
    deliveries_.clear();
    for (std::uint32_t t = 0; t < kTerminals; ++t) {
      if (top_->eject_valid_o[t] == 0) continue;
      wayfarer_delivery& delivery = deliveries_.emplace_back();
      delivery = {t, 0, 0, tag_of(top_->eject_tag_o[t]), 0, 0, 0};
      if ((top_->eject_tag_o[t] & kHeadMark) != 0)
        read_header(top_->eject_data_o[t], delivery);
      else
        read_data(top_->eject_data_o[t], delivery);
    }
    note_deliveries();
  }

  bool programming_ = false;  ///< Registers wait for the cycle that loads them.
  bool programmed_ = false;
};

wayfarer_verilated make_table() {
  wayfarer_shape shape{};
  shape.terminals = VerilatedLinear::kTerminals;
  shape.channels = VerilatedLinear::kChannels;
  shape.injection_ports = 1;
  shape.drivers_per_channel = 2;
  shape.flit_bytes = VerilatedLinear::kWords * 4;
  shape.buffers_per_driver = 1;
  shape.header_id_mask = VerilatedLinear::kHeaderIdMask;
  shape.channel_id_mask = 0;  // buffers are queues: their order identifies a head
  shape.least_data_flits = shape.header_id_mask == (1u << kMessageIdBits) - 1 ? 0 : 1;
  wayfarer_verilated table = verilated_table<VerilatedLinear>(shape);
  add_registers<VerilatedLinear>(table);
  return table;
}

}  // namespace

extern "C" const wayfarer_verilated* wayfarer_verilated_network() {
  static const wayfarer_verilated table = make_table();
  return &table;
}
