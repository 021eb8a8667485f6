// Verilated hardware as a Network: the pins that the networks of all families have, and how they
// are driven and read. The adapter of each family (tb/<family>) adds what its flits look like.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/hardware.hpp"
#include "common/message_rows.hpp"
#include "common/payload.hpp"
#include "common/pins.hpp"
#include "common/toggle_counter.hpp"
#include "config/config.hpp"
#include "core/control_port.hpp"
#include "core/files.hpp"
#include "core/network.hpp"

namespace wayfarer {

/// The marks of pins of type flit_tag_t.
constexpr std::uint32_t kHeadMark = 1;
constexpr std::uint32_t kTailMark = 2;
constexpr unsigned kMarkBits = 2;
[[nodiscard]] constexpr std::uint32_t mark_of(Tag tag) {
  return (is_head(tag) ? kHeadMark : 0) | (is_tail(tag) ? kTailMark : 0);
}
[[nodiscard]] constexpr Tag tag_of_mark(std::uint32_t mark) {
  return make_tag((mark & kHeadMark) != 0, (mark & kTailMark) != 0);
}

/// A data flit's message and index; intact if the rest of its words matches them.
void read_data_flit(const Lines& lines, std::size_t words, Delivery& delivery);

class HardwareNetwork : public Network, public RegisterPort {
 public:
  [[nodiscard]] const NetworkShape& shape() const final { return shape_; }
  void reset() final;
  [[nodiscard]] const std::vector<PortMask>& injection_ready() const final { return ready_; }
  void offer(TerminalId terminal, unsigned injection_port, const Flit& flit) final;
  void stall_ejection(TerminalId terminal, bool stalled) final { stall(terminal, stalled); }
  void step() final;
  [[nodiscard]] const std::vector<Delivery>& deliveries() const final { return deliveries_; }
  [[nodiscard]] const std::vector<Transfer>& transfers() const final { return transfers_; }
  [[nodiscard]] const std::vector<std::uint8_t>& drivers() const final { return drivers_; }
  [[nodiscard]] const std::vector<ErrorEvent>& errors() const final { return errors_; }
  bool trace_to(const std::string& path, const std::vector<unsigned>& nodes = {}) final;
  [[nodiscard]] const char* build() const final { return hardware_->build(); }

  bool write(std::uint32_t /*at*/, std::uint32_t /*address*/, std::uint32_t /*value*/) override {
    return false;
  }
  bool read(std::uint32_t /*at*/, std::uint32_t /*address*/,
            std::uint32_t& /*value*/) const override {
    return false;
  }

  ~HardwareNetwork() override;
  HardwareNetwork(const HardwareNetwork&) = delete;
  HardwareNetwork& operator=(const HardwareNetwork&) = delete;

 protected:
  /// An adapter's constructor ends with a reset. `channels`: pins that have an element for each
  /// channel. `shape` needs no name, and no terminals and channels.
  HardwareNetwork(std::unique_ptr<Hardware> hardware, const NetworkConfig& config,
                  NetworkShape shape, const char* channels, ParallelPorts ports = {});

  /// Everything the adapter remembers, and the hardware, in the state of a new network.
  virtual void restart() { restart_terminals(); }
  /// Puts a flit on the pins of a terminal, and the terminal on the list `offered_`.
  virtual void inject(TerminalId terminal, unsigned injection_port, const Flit& flit) = 0;
  virtual void stall(TerminalId terminal, bool stalled) { eject_stall_.set(terminal, stalled); }
  /// A cycle.
  virtual void advance() = 0;

  void restart_terminals();

  /// Ends the cycle: withdraws the offers and reads errors and ready bits of the next cycle.
  void edge();

  /// What has been delivered, for the rows of waves: before its numbers are used again.
  void note_deliveries();

  void read_ready() {
    for (std::uint32_t t = 0; t < shape_.terminals; ++t)
      ready_[t] = static_cast<PortMask>(inject_ready_[t]);
  }

  /// For channels on which each flit is acknowledged; `drivers`: the pins with the driver of each
  /// flit. `identify(transfer)` adds the message of a head.
  template <typename Identify>
  void read_channels(const Pins& drivers, const Identify& identify) {
    transfers_.clear();
    for (std::uint32_t c = 0; c < drivers_.size(); ++c) {
      drivers_[c] = static_cast<std::uint8_t>(drivers[c]);
      if (channel_valid_[c] == 0) continue;
      const std::uint32_t mark = channel_tag_[c];
      transfers_.push_back({c, drivers_[c], 0, tag_of_mark(mark), true, 0, 0});
      if ((mark & kHeadMark) != 0) identify(transfers_.back());
    }
  }

  const std::unique_ptr<Hardware> hardware_;
  const NetworkConfig config_;
  NetworkShape shape_;
  MessageRows rows_;
  bool named_headers_ = true;  ///< A header's message number is whole.
  bool named_data_ = true;     ///< Data flits have their message's number.

  Pins inject_valid_, inject_tag_, inject_data_, inject_ready_, error_;
  Pins eject_stall_, eject_tag_, eject_data_;
  Pins channel_valid_, channel_tag_;

  std::vector<PortMask> ready_;
  std::vector<TerminalId> offered_;  ///< Terminals whose inject_valid_i is set.
  std::vector<Delivery> deliveries_;
  std::vector<Transfer> transfers_;
  std::vector<std::uint8_t> drivers_;
  std::vector<ErrorEvent> errors_;

 private:
  void stop_waves();
  [[noreturn]] void refuse_waves(int reason);

  ToggleCounter* toggles_ = nullptr;  ///< Among the network's ports; null: nothing is counted.
  std::optional<PendingFile> waves_;  ///< Being written.
  std::string waves_path_;
};

}  // namespace wayfarer
