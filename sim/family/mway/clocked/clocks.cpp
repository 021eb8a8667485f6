#include "family/mway/clocked/clocks.hpp"

#include <memory>

#include "family/mway/config.hpp"

namespace wayfarer {
namespace {

class ClockRegisters final : public MwayClocks {
 public:
  explicit ClockRegisters(Network& network) : registers_(*network.find<RegisterPort>()) {}

  void set_edges(const std::vector<ChannelId>& channels) override {
    for (const ChannelId channel : channels) write(channel, ClockRegister::kEdge, 1);
  }

 private:
  void use(const std::vector<MwayClock>& clocks) override {
    for (ChannelId channel = 0; channel < clocks.size(); ++channel) {
      write(channel, ClockRegister::kPeriod, clocks[channel].period);
      write(channel, ClockRegister::kFirst, clocks[channel].first);
    }
  }
  void write(ChannelId channel, ClockRegister address, std::uint32_t value) {
    registers_.write(channel, static_cast<std::uint32_t>(address), value);
  }

  RegisterPort& registers_;
};

class ClocksInLockstep final : public MwayClocks {
 public:
  explicit ClocksInLockstep(LockstepNetwork& network)
      : network_(network),
        reference_(*network.reference().find<MwayClocks>()),
        device_(*network.device().find<MwayClocks>()) {
    set_clocks(reference_.clocks());
  }

  void set_edges(const std::vector<ChannelId>& channels) override {
    reference_.set_edges(channels);
    device_.set_edges(channels);
    network_.compare_ready();
  }

 private:
  void use(const std::vector<MwayClock>& clocks) override {
    reference_.set_clocks(clocks);
    device_.set_clocks(clocks);
    network_.compare_ready();
  }

  LockstepNetwork& network_;
  MwayClocks& reference_;
  MwayClocks& device_;
};

}  // namespace

void attach_clocks(Network& rtl, const NetworkConfig& config) {
  auto clocks = std::make_unique<ClockRegisters>(rtl);
  clocks->set_clocks(draw_clocks(config));
  rtl.attach(std::move(clocks));
}

void attach_clocks_in_lockstep(LockstepNetwork& network) {
  if (network.reference().find<MwayClocks>() != nullptr)
    network.attach(std::make_unique<ClocksInLockstep>(network));
}

}  // namespace wayfarer
