#include "common/hardware_network.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "common/netlist_activity.hpp"
#include "common/register_upsets.hpp"
#include "core/error.hpp"

namespace wayfarer {
namespace {

class HardwareUpsets final : public RegisterUpsets {
 public:
  explicit HardwareUpsets(Hardware& hardware) : hardware_(hardware) {}
  [[nodiscard]] std::vector<std::uint8_t> registers() const override {
    return hardware_.registers();
  }
  void upset(std::size_t byte, std::uint8_t bits) override { hardware_.upset(byte, bits); }

 private:
  Hardware& hardware_;
};

}  // namespace

void read_data_flit(const Lines& lines, std::size_t words, Delivery& delivery) {
  const std::uint32_t identity = lines[0];
  delivery.message = identity & kPayloadMessageMask;
  delivery.index = static_cast<std::uint16_t>(identity >> kPayloadIndexOffset);
  delivery.intact = true;
  for (std::size_t word = 1; word < words; ++word)
    if (lines[word] != payload_word(delivery.message, delivery.index, word))
      delivery.intact = false;
}

HardwareNetwork::HardwareNetwork(std::unique_ptr<Hardware> hardware, const NetworkConfig& config,
                                 NetworkShape shape, const char* channels, ParallelPorts ports)
    : hardware_(std::move(hardware)),
      config_(config),
      shape_(std::move(shape)),
      rows_(config.terminals(), ports),
      inject_valid_(hardware_->pins("inject_valid_i")),
      inject_tag_(hardware_->pins("inject_tag_i")),
      inject_data_(hardware_->pins("inject_data_i")),
      inject_ready_(hardware_->pins("inject_ready_o")),
      error_(hardware_->pins("error_o")),
      eject_stall_(hardware_->pins("eject_stall_i")),
      eject_data_(hardware_->pins("eject_data_o")),
      channel_tag_(hardware_->pins("channel_tag_o")) {
  if (hardware_->has("eject_tag_o")) eject_tag_ = hardware_->pins("eject_tag_o");
  if (hardware_->has("channel_valid_o")) channel_valid_ = hardware_->pins("channel_valid_o");
  shape_.name = config.name;
  shape_.terminals = static_cast<std::uint32_t>(inject_valid_.size());
  shape_.channels = static_cast<std::uint32_t>(hardware_->pins(channels).size());
  ready_.assign(shape_.terminals, 0);
  drivers_.assign(shape_.channels, 0);
  attach(std::make_unique<HardwareUpsets>(*hardware_));
  if (!hardware_->has(kActivityPin)) return;
  auto toggles = std::make_unique<ToggleCounter>(hardware_->pins(kActivityPin));
  toggles_ = toggles.get();
  attach(std::move(toggles));
}

HardwareNetwork::~HardwareNetwork() {
  try {
    stop_waves();
  } catch (const UsageError&) {
    // The run has failed already, and says why.
  }
}

void HardwareNetwork::reset() {
  stop_waves();
  deliveries_.clear();
  transfers_.clear();
  errors_.clear();
  drivers_.assign(shape_.channels, 0);
  restart();
}

void HardwareNetwork::offer(TerminalId terminal, unsigned injection_port, const Flit& flit) {
  inject(terminal, injection_port, flit);
  rows_.inject(terminal, injection_port, flit);
}

void HardwareNetwork::step() {
  advance();
  const std::string failure = hardware_->failure();
  if (!failure.empty()) throw CheckFailed(fmt::format("RTL: {}", failure));
}

void HardwareNetwork::restart_terminals() {
  for (std::uint32_t t = 0; t < shape_.terminals; ++t) {
    inject_valid_.set(t, 0);
    eject_stall_.set(t, 0);
  }
  offered_.clear();
  rows_.forget();
  hardware_->reset();
  read_ready();
}

void HardwareNetwork::edge() {
  if (toggles_ != nullptr) {
    hardware_->settle_insides();
    toggles_->observe();
  }
  hardware_->edge();
  for (const TerminalId t : offered_) inject_valid_.set(t, 0);
  offered_.clear();
  errors_.clear();
  for (std::uint32_t t = 0; t < shape_.terminals; ++t)
    if (error_[t] != 0) errors_.push_back({t, static_cast<std::uint8_t>(error_[t])});
  read_ready();
}

void HardwareNetwork::note_deliveries() {
  for (const Delivery& delivery : deliveries_)
    if (is_head(delivery.tag) ? named_headers_ : named_data_) rows_.eject(delivery);
}

bool HardwareNetwork::trace_to(const std::string& path, const std::vector<unsigned>& nodes) {
  if (!hardware_->has_waves()) return false;
  stop_waves();
  if (path.empty()) return true;
  waves_path_ = path;
  waves_.emplace(path);
  if (!hardware_->trace(waves_->name(), nodes, rows_.rows())) refuse_waves(errno);
  return true;
}

/// The file gets its name when the library has closed it and all was written.
void HardwareNetwork::stop_waves() {
  if (!waves_) return;
  if (!hardware_->trace({}, {}, {})) refuse_waves(errno);
  waves_->commit();
  waves_.reset();
}

void HardwareNetwork::refuse_waves(int reason) {
  waves_.reset();
  throw UsageError(fmt::format(
      "{}: waves cannot be written{}{}; legal: a path with space and permission, and space in {}",
      waves_path_, reason == 0 ? "" : ": ", reason == 0 ? "" : std::strerror(reason), P_tmpdir));
}

}  // namespace wayfarer
