#include "family/linear/ports.hpp"

#include <memory>
#include <vector>

#include <fmt/format.h>

#include "family/linear/periodic_hosts.hpp"
#include "family/linear/registers.hpp"

namespace wayfarer {
namespace {

class HostRegisters final : public PeriodicHosts {
 public:
  HostRegisters(RegisterPort& registers, TerminalId server)
      : registers_(registers), server_(server) {}

  void program(TerminalId host, const HostProgram& program) override {
    write(host, HostRegister::kFlits, program.flits);
    write(host, HostRegister::kPhase, program.phase);
    write(host, HostRegister::kDeadline, program.deadline);
    write(host, HostRegister::kPeriod, program.period);
  }
  void program_server(std::uint32_t service) override {
    write(server_, HostRegister::kService, service);
  }
  HostStatus status(TerminalId host) const override {
    return {read(host, HostRegister::kMissed) != 0, read(host, HostRegister::kWorst),
            read(host, HostRegister::kOutstanding)};
  }
  bool lapsed() const override { return read(server_, HostRegister::kMissed) != 0; }

 private:
  void write(TerminalId at, HostRegister address, std::uint32_t value) {
    (void)registers_.write(at, static_cast<std::uint32_t>(address), value);
  }
  [[nodiscard]] std::uint32_t read(TerminalId at, HostRegister address) const {
    std::uint32_t value = 0;
    (void)registers_.read(at, static_cast<std::uint32_t>(address), value);
    return value;
  }

  RegisterPort& registers_;
  TerminalId server_;
};

std::string describe(TerminalId host, const HostStatus& s) {
  return fmt::format("host {}: worst response {}, {} outstanding, {}", host, s.worst, s.outstanding,
                     s.missed ? "missed" : "not missed");
}

class HostsInLockstep final : public PeriodicHosts, public LockstepPort {
 public:
  explicit HostsInLockstep(LockstepNetwork& network)
      : network_(network),
        reference_(*network.reference().find<PeriodicHosts>()),
        device_(*network.device().find<PeriodicHosts>()) {}

  void program(TerminalId host, const HostProgram& program) override {
    reference_.program(host, program);
    device_.program(host, program);
    programmed_.push_back(host);
    network_.compare_ready();
  }
  void program_server(std::uint32_t service) override {
    reference_.program_server(service);
    device_.program_server(service);
    network_.compare_ready();
  }
  HostStatus status(TerminalId host) const override { return reference_.status(host); }
  bool lapsed() const override { return reference_.lapsed(); }

  void reset() override { programmed_.clear(); }
  void compare(Cycle cycle) override {
    const auto describe_server = [](bool lapsed) {
      return std::string("the server has ") + (lapsed ? "held a request up" : "taken all requests");
    };
    if (reference_.lapsed() != device_.lapsed())
      report_difference(cycle, "guarantees", describe_server(reference_.lapsed()),
                        describe_server(device_.lapsed()));
    for (const TerminalId host : programmed_) {
      const HostStatus a = reference_.status(host);
      const HostStatus b = device_.status(host);
      if (!(a == b))
        report_difference(cycle, "deadline monitors", describe(host, a), describe(host, b));
    }
  }

 private:
  LockstepNetwork& network_;
  PeriodicHosts& reference_;
  PeriodicHosts& device_;
  std::vector<TerminalId> programmed_;  ///< Hosts whose monitors are compared.
};

}  // namespace

void attach_periodic_hosts(Network& rtl) {
  rtl.attach(std::make_unique<HostRegisters>(*rtl.find<RegisterPort>(), rtl.shape().terminals - 1));
}

void attach_periodic_hosts_in_lockstep(LockstepNetwork& network) {
  auto hosts = std::make_unique<HostsInLockstep>(network);
  network.compare_with(*hosts);
  network.attach(std::move(hosts));
}

}  // namespace wayfarer
