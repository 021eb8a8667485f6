// Two engines with one network interface, compared in every cycle.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/network.hpp"

namespace wayfarer {

/// How a run names what the engines show by numbers. Empty members: by these numbers.
struct LockstepNames {
  std::function<std::string(ChannelId)> channel;
  /// Only the bits of the number that the mask names are known.
  std::function<std::string(MessageId, MessageId mask)> message;
};

/// Where the engines differ; at most one member is set.
struct LockstepPlace {
  std::optional<ChannelId> channel;
  std::optional<TerminalId> terminal;
};

/// The first difference between the engines.
class LockstepMismatch : public CheckFailed {
 public:
  LockstepMismatch(Cycle cycle, const std::string& what, const LockstepPlace& place = {})
      : CheckFailed(what), cycle_(cycle), place_(place) {}
  /// Cycles since reset, the first being 0.
  [[nodiscard]] Cycle cycle() const { return cycle_; }
  [[nodiscard]] const LockstepPlace& place() const { return place_; }

 private:
  Cycle cycle_;
  LockstepPlace place_;
};

/// Throws LockstepMismatch with both values.
[[noreturn]] void report_difference(Cycle cycle, const std::string& what,
                                    const std::string& reference, const std::string& device,
                                    const LockstepPlace& place = {});

/// A control port of both engines: forwards every call to both and compares their answers once it
/// is attached by LockstepNetwork::compare_with.
class LockstepPort {
 public:
  virtual ~LockstepPort() = default;
  virtual void reset() {}
  /// After each step.
  virtual void compare(Cycle /*cycle*/) {}
};

/// Gives both engines the same input. After every step it compares acceptance, deliveries, errors
/// and the channel records, and calls the attached LockstepPorts; the first difference throws
/// LockstepMismatch naming cycle, node or channel, and both values. The caller sees the reference's
/// values.
class LockstepNetwork final : public Network {
 public:
  LockstepNetwork(std::unique_ptr<Network> reference, std::unique_ptr<Network> device);

  const NetworkShape& shape() const override { return reference_->shape(); }
  void reset() override;
  const std::vector<PortMask>& injection_ready() const override {
    return reference_->injection_ready();
  }
  void offer(TerminalId terminal, unsigned injection_port, const Flit& flit) override {
    reference_->offer(terminal, injection_port, flit);
    device_->offer(terminal, injection_port, flit);
  }
  void stall_ejection(TerminalId terminal, bool stalled) override {
    reference_->stall_ejection(terminal, stalled);
    device_->stall_ejection(terminal, stalled);
  }
  void step() override;
  /// The parts of a step, for a bench that steps each engine in a module of its own: both engines,
  /// in either order, then `compare`.
  void step_reference() { reference_->step(); }
  void step_device();
  void compare();
  const std::vector<Delivery>& deliveries() const override { return reference_->deliveries(); }
  const std::vector<Transfer>& transfers() const override { return reference_->transfers(); }
  const std::vector<std::uint8_t>& drivers() const override { return reference_->drivers(); }
  const std::vector<ErrorEvent>& errors() const override { return reference_->errors(); }
  bool trace_to(const std::string& path, const std::vector<unsigned>& nodes = {}) override {
    return device_->trace_to(path, nodes);
  }

  [[nodiscard]] const char* build() const override { return device_->build(); }

  [[nodiscard]] Network& reference() { return *reference_; }
  [[nodiscard]] Network& device() { return *device_; }
  [[nodiscard]] Cycle cycle() const { return cycle_; }
  /// For the texts of differences.
  void set_names(LockstepNames names) { names_ = std::move(names); }
  /// Calls the port after each reset and step. It must live as long as the network.
  void compare_with(LockstepPort& port) { compared_.push_back(&port); }
  /// For ports whose use changes the terminals' ready bits.
  void compare_ready() const;

 private:
  void compare_step() const;
  template <typename Record>
  void compare_records(const char* what, const std::vector<Record>& reference,
                       const std::vector<Record>& device) const;
  [[nodiscard]] std::string describe(const Transfer& transfer) const;
  [[nodiscard]] std::string describe(const Delivery& delivery) const;
  [[nodiscard]] static std::string describe(const ErrorEvent& error);
  [[nodiscard]] std::string name_of_channel(ChannelId channel) const;
  [[nodiscard]] std::string name_of_message(MessageId id, MessageId mask) const;

  std::unique_ptr<Network> reference_;
  std::unique_ptr<Network> device_;
  std::vector<LockstepPort*> compared_;
  LockstepNames names_;
  Cycle cycle_ = 0;
};

}  // namespace wayfarer
