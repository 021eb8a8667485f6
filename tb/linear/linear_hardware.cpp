// Verilated client-server networks.
#include <utility>

#include "common/hardware_family.hpp"
#include "common/hardware_network.hpp"
#include "family/linear/config.hpp"
#include "family/linear/periodic_hosts.hpp"
#include "family/linear/registers.hpp"
#include "geometry/switch_tree.hpp"

namespace wayfarer {
namespace {

/// A header has the destination, the source and the message's number.
constexpr unsigned kTerminalBits = kHeaderTerminalBits / 2;
constexpr std::uint32_t kTerminalMask = (1u << kTerminalBits) - 1;

/// 32-bit words of a flit.
std::size_t words_of(const NetworkConfig& config) { return (config.flit_bits + 31) / 32; }

NetworkShape shape_of(const NetworkConfig& config) {
  NetworkShape shape;
  shape.drivers_per_channel = 2;
  shape.flit_bytes = static_cast<unsigned>(4 * words_of(config));
  shape.header_id_mask = header_id_mask(static_cast<unsigned>(32 * words_of(config)));
  shape.channel_id_mask = 0;  // buffers are queues: their order identifies a head
  shape.least_data_flits = shape.header_id_mask == (1u << kMessageIdBits) - 1 ? 0 : 1;
  return shape;
}

class LinearHardware final : public HardwareNetwork {
 public:
  LinearHardware(std::unique_ptr<Hardware> hardware, const NetworkConfig& config)
      : HardwareNetwork(std::move(hardware), config, shape_of(config), "channel_valid_o"),
        words_(words_of(config)),
        eject_valid_(hardware_->pins("eject_valid_o")),
        channel_owner_(hardware_->pins("channel_owner_o")),
        channel_acknowledge_(hardware_->pins("channel_acknowledge_o")),
        program_(hardware_->pins("program_i")),
        length_(hardware_->pins("length_i")),
        phase_(hardware_->pins("phase_i")),
        deadline_(hardware_->pins("deadline_i")),
        period_(hardware_->pins("period_i")),
        service_(hardware_->pins("service_i")),
        missed_(hardware_->pins("missed_o")),
        worst_(hardware_->pins("worst_o")),
        outstanding_(hardware_->pins("outstanding_o")) {
    reset();
  }

  bool write(std::uint32_t at, std::uint32_t address, std::uint32_t value) override {
    switch (static_cast<HostRegister>(address)) {
      case HostRegister::kFlits: length_.set(at, value); return true;
      case HostRegister::kPhase: phase_.set(at, value); return true;
      case HostRegister::kDeadline: deadline_.set(at, value); return true;
      case HostRegister::kPeriod: period_.set(at, value); break;
      case HostRegister::kService: service_.set(0, value); break;
      default: return false;
    }
    program_.set(at, 1);
    if (value != 0) ready_[at] = 0;
    programming_ = true;
    return true;
  }

  bool read(std::uint32_t at, std::uint32_t address, std::uint32_t& value) const override {
    switch (static_cast<HostRegister>(address)) {
      case HostRegister::kMissed: value = missed_[at]; return true;
      case HostRegister::kWorst: value = worst_[at]; return true;
      case HostRegister::kOutstanding: value = outstanding_[at]; return true;
      default: return false;
    }
  }

 private:
  void restart() override {
    for (std::uint32_t t = 0; t < shape_.terminals; ++t) program_.set(t, 0);
    programming_ = false;
    programmed_ = false;
    named_headers_ = shape_.header_id_mask == (1u << kMessageIdBits) - 1;
    named_data_ = true;
    restart_terminals();
  }

  void inject(TerminalId t, unsigned /*injection_port*/, const Flit& flit) override {
    load_registers();
    inject_valid_.set(t, 1);
    inject_tag_.set(t, mark_of(flit.tag));
    Lines lines(inject_data_, t);
    for (std::size_t word = 0; word < words_; ++word)
      lines.set(word, is_head(flit.tag) ? header_word(t, flit, word)
                                        : payload_word(flit.message, flit.index, word));
    offered_.push_back(t);
  }

  void stall(TerminalId terminal, bool stalled) override {
    load_registers();
    HardwareNetwork::stall(terminal, stalled);
  }

  void advance() override {
    load_registers();
    hardware_->settle();
    read_channels();
    read_deliveries();
    edge();
  }

  /// Loads all registers in one extra cycle before cycle 0, so that all hosts count from the same
  /// cycle.
  void load_registers() {
    if (!programming_) return;
    hardware_->hidden_cycle();
    for (std::uint32_t t = 0; t < shape_.terminals; ++t) program_.set(t, 0);
    programming_ = false;
    programmed_ = true;
    named_data_ = false;
  }

  static std::uint32_t header_word(TerminalId source, const Flit& flit, std::size_t word) {
    const std::uint64_t header = std::uint64_t{flit.message} << kHeaderTerminalBits |
                                 std::uint64_t{source} << kTerminalBits |
                                 (flit.destination & kTerminalMask);
    return word < 2 ? static_cast<std::uint32_t>(header >> 32 * word) : 0;
  }

  void read_header(const Lines& lines, Delivery& delivery) {
    std::uint64_t header = lines[0];
    if (words_ > 1) header |= std::uint64_t{lines[1]} << 32;
    delivery.message =
        static_cast<std::uint32_t>(header >> kHeaderTerminalBits) & shape_.header_id_mask;
    const auto source = static_cast<std::uint32_t>(header >> kTerminalBits) & kTerminalMask;
    if (named_headers_) rows_.arrives(delivery.message, source, delivery.terminal);
    delivery.intact = (header & kTerminalMask) == delivery.terminal &&
                      header >> (kHeaderTerminalBits + kMessageIdBits) == 0;
    for (std::size_t word = 2; word < words_; ++word)
      if (lines[word] != 0) delivery.intact = false;
  }

  /// Flits of the hosts' and the server's own senders repeat the first word.
  void read_data(const Lines& lines, Delivery& delivery) const {
    read_data_flit(lines, words_, delivery);
    if (!programmed_ || delivery.intact) return;
    delivery.intact = true;
    for (std::size_t word = 1; word < words_; ++word)
      if (lines[word] != lines[0]) delivery.intact = false;
  }

  void read_channels() {
    transfers_.clear();
    for (std::uint32_t c = 0; c < drivers_.size(); ++c) {
      drivers_[c] = static_cast<std::uint8_t>(channel_owner_[c]);
      if (channel_valid_[c] == 0) continue;
      transfers_.push_back(
          {c, drivers_[c], 0, tag_of_mark(channel_tag_[c]), channel_acknowledge_[c] != 0, 0, 0});
    }
  }

  void read_deliveries() {
    deliveries_.clear();
    for (std::uint32_t t = 0; t < shape_.terminals; ++t) {
      if (eject_valid_[t] == 0) continue;
      Delivery& delivery = deliveries_.emplace_back();
      delivery = {t, 0, 0, tag_of_mark(eject_tag_[t]), false};
      const Lines lines(eject_data_, t);
      if (is_head(delivery.tag))
        read_header(lines, delivery);
      else
        read_data(lines, delivery);
    }
    note_deliveries();
  }

  const std::size_t words_;
  Pins eject_valid_, channel_owner_, channel_acknowledge_;
  Pins program_, length_, phase_, deadline_, period_, service_, missed_, worst_, outstanding_;
  bool programming_ = false;  ///< Registers wait for the cycle that loads them.
  bool programmed_ = false;
};

std::unique_ptr<Network> make(std::unique_ptr<Hardware> hardware, const NetworkConfig& config,
                              unsigned /*seed*/) {
  return std::make_unique<LinearHardware>(std::move(hardware), config);
}

}  // namespace

const HardwareFamily& linear_hardware() {
  constexpr const char* kPackage = "linear_pkg";
  static const HardwareFamily family = {"linear",
                                        make,
                                        {{kPackage, "MaxHosts", kMaxHosts},
                                         {kPackage, "CountWidth", PeriodicHosts::kRegisterBits},
                                         {kPackage, "TerminalWidth", kTerminalBits},
                                         {kPackage, "SourceOffset", kTerminalBits},
                                         {kPackage, "IdentifierOffset", kHeaderTerminalBits},
                                         {kPackage, "IdentifierWidth", kMessageIdBits},
                                         {kPackage, "IndexOffset", kPayloadIndexOffset},
                                         {kPackage, "Local", kLocal},
                                         {kPackage, "Upstream", kUpstream},
                                         {kPackage, "ErrorOrder", bit_of(kErrorOrder)},
                                         {kPackage, "ErrorDestination", bit_of(kErrorDestination)}},
                                        {}};
  return family;
}

}  // namespace wayfarer
