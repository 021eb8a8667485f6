// Two engines behind one seam, compared in every cycle.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/network.hpp"

namespace wayfarer {

/// The first difference between the engines.
class LockstepMismatch : public CheckFailed {
 public:
  LockstepMismatch(Cycle cycle, const std::string& what) : CheckFailed(what), cycle_(cycle) {}
  /// Cycles since reset, the first being 0.
  [[nodiscard]] Cycle cycle() const { return cycle_; }

 private:
  Cycle cycle_;
};

/// Gives both engines the same input and compares acceptance, deliveries, errors and the channel
/// records after every step; the first difference throws LockstepMismatch naming cycle, node or
/// channel, and both values. What it shows the caller is the reference's.
class LockstepNetwork final : public Network, public PeriodicHosts, public Management {
 public:
  LockstepNetwork(std::unique_ptr<Network> reference, std::unique_ptr<Network> device);

  const NetworkShape& shape() const override { return reference_->shape(); }
  void reset() override;
  const std::vector<LaneMask>& injection_ready() const override {
    return reference_->injection_ready();
  }
  void offer(TerminalId terminal, unsigned lane, const Flit& flit) override {
    reference_->offer(terminal, lane, flit);
    device_->offer(terminal, lane, flit);
  }
  void stall_ejection(TerminalId terminal, bool stalled) override {
    reference_->stall_ejection(terminal, stalled);
    device_->stall_ejection(terminal, stalled);
  }
  void step() override;
  const std::vector<Delivery>& deliveries() const override { return reference_->deliveries(); }
  const std::vector<Transfer>& transfers() const override { return reference_->transfers(); }
  const std::vector<std::uint8_t>& drivers() const override { return reference_->drivers(); }
  const std::vector<ErrorEvent>& errors() const override { return reference_->errors(); }
  bool trace_to(const std::string& path) override { return device_->trace_to(path); }

  Management* management() override;
  void write(std::uint32_t at, IbaTable table, std::uint32_t entry, std::uint32_t value) override;
  /// A difference is a LockstepMismatch, too.
  std::uint32_t read(std::uint32_t at, IbaTable table, std::uint32_t entry) override;

  PeriodicHosts* periodic_hosts() override;
  void program(TerminalId host, const HostProgram& program) override;
  void program_server(std::uint32_t service) override;
  HostStatus status(TerminalId host) const override {
    return reference_->periodic_hosts()->status(host);
  }

 private:
  void compare_ready() const;
  void compare_step() const;
  void compare_hosts() const;

  std::unique_ptr<Network> reference_;
  std::unique_ptr<Network> device_;
  Cycle cycle_ = 0;
  std::vector<TerminalId> programmed_;  ///< Hosts whose monitors are compared.
};

}  // namespace wayfarer
