#include "core/lockstep.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace wayfarer {
namespace {

std::string describe(const Delivery& d) {
  return fmt::format(
      "terminal {} <- driver {} buffer {}: {} of message {}, index {}, place {}{}{}{}", d.terminal,
      d.driver, d.buffer, tag_name(d.tag), d.message, d.index, d.place, d.first ? ", first" : "",
      d.last ? ", last" : "", d.intact ? "" : ", damaged");
}

std::string describe(const Transfer& t) {
  return fmt::format("channel {}: driver {} buffer {} {}, {}", t.channel, t.driver, t.buffer,
                     tag_name(t.tag), t.acknowledged ? "acknowledged" : "refused");
}

std::string describe(const ErrorEvent& e) {
  return fmt::format("terminal {}: causes {:#x}", e.terminal, e.causes);
}

std::string describe(TerminalId host, const HostStatus& s) {
  return fmt::format("host {}: worst response {}, {} outstanding, {}", host, s.worst, s.outstanding,
                     s.missed ? "missed" : "not missed");
}

[[noreturn]] void report(Cycle cycle, const std::string& what, const std::string& reference,
                         const std::string& device) {
  throw LockstepMismatch(
      cycle, fmt::format("LockstepEquality: cycle {}: {} differ\n  model: {}\n  RTL:   {}", cycle,
                         what, reference, device));
}

template <typename Record>
void compare(Cycle cycle, const char* what, const std::vector<Record>& reference,
             const std::vector<Record>& device) {
  if (reference == device) return;
  const auto [a, b] =
      std::mismatch(reference.begin(), reference.end(), device.begin(), device.end());
  report(cycle, what, a == reference.end() ? "nothing more" : describe(*a),
         b == device.end() ? "nothing more" : describe(*b));
}

}  // namespace

LockstepNetwork::LockstepNetwork(std::unique_ptr<Network> reference,
                                 std::unique_ptr<Network> device)
    : reference_(std::move(reference)), device_(std::move(device)) {
  const NetworkShape& a = reference_->shape();
  const NetworkShape& b = device_->shape();
  if (a.terminals != b.terminals || a.channels != b.channels || a.lanes != b.lanes ||
      a.parallel_lanes != b.parallel_lanes || a.drivers_per_channel != b.drivers_per_channel ||
      a.flit_bytes != b.flit_bytes || a.header_id_mask != b.header_id_mask ||
      a.least_data_flits != b.least_data_flits || a.segment_flits != b.segment_flits) {
    throw CheckFailed(fmt::format("lockstep: model {} and RTL {} have different shapes", a.name,
                                  b.name));
  }
}

void LockstepNetwork::reset() {
  reference_->reset();
  device_->reset();
  cycle_ = 0;
  programmed_.clear();
  compare_ready();
}

void LockstepNetwork::step() {
  reference_->step();
  device_->step();
  compare_step();
  compare_ready();
  compare_hosts();
  ++cycle_;
}

Management* LockstepNetwork::management() {
  const bool both = reference_->management() != nullptr && device_->management() != nullptr;
  return both ? this : nullptr;
}

void LockstepNetwork::write(std::uint32_t at, IbaTable table, std::uint32_t entry,
                            std::uint32_t value) {
  reference_->management()->write(at, table, entry, value);
  device_->management()->write(at, table, entry, value);
}

std::uint32_t LockstepNetwork::read(std::uint32_t at, IbaTable table, std::uint32_t entry) {
  const std::uint32_t a = reference_->management()->read(at, table, entry);
  const std::uint32_t b = device_->management()->read(at, table, entry);
  if (a != b)
    report(cycle_, fmt::format("switch {}, table {}, entry {}:", at, table_name(table), entry),
           fmt::format("{:#x}", a), fmt::format("{:#x}", b));
  return a;
}

PeriodicHosts* LockstepNetwork::periodic_hosts() {
  const bool both = reference_->periodic_hosts() != nullptr && device_->periodic_hosts() != nullptr;
  return both ? this : nullptr;
}

void LockstepNetwork::program(TerminalId host, const HostProgram& program) {
  reference_->periodic_hosts()->program(host, program);
  device_->periodic_hosts()->program(host, program);
  programmed_.push_back(host);
  compare_ready();
}

void LockstepNetwork::program_server(std::uint32_t service) {
  reference_->periodic_hosts()->program_server(service);
  device_->periodic_hosts()->program_server(service);
  compare_ready();
}

void LockstepNetwork::compare_hosts() const {
  for (const TerminalId host : programmed_) {
    const HostStatus a = reference_->periodic_hosts()->status(host);
    const HostStatus b = device_->periodic_hosts()->status(host);
    if (!(a == b)) report(cycle_, "deadline monitors", describe(host, a), describe(host, b));
  }
}

void LockstepNetwork::compare_step() const {
  compare(cycle_, "channels", reference_->transfers(), device_->transfers());
  compare(cycle_, "deliveries", reference_->deliveries(), device_->deliveries());
  compare(cycle_, "error ports", reference_->errors(), device_->errors());
  const auto& a = reference_->drivers();
  const auto& b = device_->drivers();
  if (a == b) return;
  const auto at = static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin()).first -
                                           a.begin());
  report(cycle_, "current drivers", fmt::format("channel {}: {}", at, a[at]),
         fmt::format("channel {}: {}", at, b[at]));
}

void LockstepNetwork::compare_ready() const {
  const auto& a = reference_->injection_ready();
  const auto& b = device_->injection_ready();
  if (a == b) return;
  const auto at = static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin()).first -
                                           a.begin());
  report(cycle_, "ready lanes", fmt::format("terminal {}: {:#b}", at, a[at]),
         fmt::format("terminal {}: {:#b}", at, b[at]));
}

}  // namespace wayfarer
