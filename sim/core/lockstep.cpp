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
  return fmt::format(
      "channel {}: driver {} buffer {} {}{}, {}", t.channel, t.driver, t.buffer, tag_name(t.tag),
      is_head(t.tag) ? fmt::format(" of message {}, packet {}", t.message, t.packet) : "",
      t.acknowledged ? "acknowledged" : "refused");
}

std::string describe(const ErrorEvent& e) {
  return fmt::format("terminal {}: causes {:#x}", e.terminal, e.causes);
}

LockstepPlace place_of(const Transfer& t) { return {t.channel, {}}; }
LockstepPlace place_of(const Delivery& d) { return {{}, d.terminal}; }
LockstepPlace place_of(const ErrorEvent& e) { return {{}, e.terminal}; }

template <typename Record>
void compare(Cycle cycle, const char* what, const std::vector<Record>& reference,
             const std::vector<Record>& device) {
  if (reference == device) return;
  const auto [a, b] =
      std::mismatch(reference.begin(), reference.end(), device.begin(), device.end());
  report_difference(cycle, what, a == reference.end() ? "nothing more" : describe(*a),
                    b == device.end() ? "nothing more" : describe(*b),
                    place_of(a == reference.end() ? *b : *a));
}

}  // namespace

void report_difference(Cycle cycle, const std::string& what, const std::string& reference,
                       const std::string& device, const LockstepPlace& place) {
  throw LockstepMismatch(
      cycle,
      fmt::format("LockstepEquality: cycle {}: {} differ\n  model:    {}\n  hardware: {}", cycle,
                  what, reference, device),
      place);
}

LockstepNetwork::LockstepNetwork(std::unique_ptr<Network> reference,
                                 std::unique_ptr<Network> device)
    : reference_(std::move(reference)), device_(std::move(device)) {
  const NetworkShape& a = reference_->shape();
  const NetworkShape& b = device_->shape();
  if (a.terminals != b.terminals || a.channels != b.channels ||
      a.injection_ports != b.injection_ports || a.parallel_ports != b.parallel_ports ||
      a.drivers_per_channel != b.drivers_per_channel || a.flit_bytes != b.flit_bytes ||
      a.buffers_per_driver != b.buffers_per_driver || a.header_id_mask != b.header_id_mask ||
      a.channel_id_mask != b.channel_id_mask || a.least_data_flits != b.least_data_flits ||
      a.segment_flits != b.segment_flits) {
    throw CheckFailed(fmt::format("lockstep: model {} and RTL {} have different shapes", a.name,
                                  b.name));
  }
}

void LockstepNetwork::reset() {
  reference_->reset();
  device_->reset();
  cycle_ = 0;
  for (LockstepPort* const port : compared_) port->reset();
  compare_ready();
}

void LockstepNetwork::step() {
  reference_->step();
  try {
    device_->step();
  } catch (const CheckFailed& fault) {  // an assertion of the RTL
    throw LockstepMismatch(cycle_, fmt::format("cycle {}: {}", cycle_, fault.what()));
  }
  compare_step();
  compare_ready();
  for (LockstepPort* const port : compared_) port->compare(cycle_);
  ++cycle_;
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
  report_difference(cycle_, "current drivers", fmt::format("channel {}: {}", at, a[at]),
                    fmt::format("channel {}: {}", at, b[at]), {static_cast<ChannelId>(at), {}});
}

void LockstepNetwork::compare_ready() const {
  const auto& a = reference_->injection_ready();
  const auto& b = device_->injection_ready();
  if (a == b) return;
  const auto at = static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin()).first -
                                           a.begin());
  report_difference(cycle_, "ready injection ports", fmt::format("terminal {}: {:#b}", at, a[at]),
                    fmt::format("terminal {}: {:#b}", at, b[at]),
                    {{}, static_cast<TerminalId>(at)});
}

}  // namespace wayfarer
