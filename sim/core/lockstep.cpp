#include "core/lockstep.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace wayfarer {
namespace {

constexpr MessageId kWholeId = (1u << kMessageIdBits) - 1;

LockstepPlace place_of(const Transfer& t) { return {t.channel, {}}; }
LockstepPlace place_of(const Delivery& d) { return {{}, d.terminal}; }
LockstepPlace place_of(const ErrorEvent& e) { return {{}, e.terminal}; }

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
    throw CheckFailed(
        fmt::format("lockstep: model {} and RTL {} have different shapes", a.name, b.name));
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
  step_reference();
  step_device();
  compare();
}

void LockstepNetwork::step_device() {
  try {
    device_->step();
  } catch (const CheckFailed& fault) {  // an assertion of the RTL
    throw LockstepMismatch(cycle_, fmt::format("cycle {}: {}", cycle_, fault.what()));
  }
}

void LockstepNetwork::compare() {
  compare_step();
  compare_ready();
  for (LockstepPort* const port : compared_) port->compare(cycle_);
  ++cycle_;
}

std::string LockstepNetwork::name_of_channel(ChannelId channel) const {
  return names_.channel ? names_.channel(channel) : fmt::format("channel {}", channel);
}

std::string LockstepNetwork::name_of_message(MessageId id, MessageId mask) const {
  return names_.message ? names_.message(id, mask) : fmt::format("message {}", id);
}

std::string LockstepNetwork::describe(const Delivery& d) const {
  const bool header = d.tag == Tag::kHeader;
  return fmt::format("terminal {} <- driver {} buffer {}: {} of {}, index {}, place {}{}{}{}",
                     d.terminal, d.driver, d.buffer, tag_name(d.tag),
                     name_of_message(d.message, header ? shape().header_id_mask : kWholeId),
                     d.index, d.place, d.first ? ", first" : "", d.last ? ", last" : "",
                     d.intact ? "" : ", damaged");
}

std::string LockstepNetwork::describe(const Transfer& t) const {
  const std::string message =
      is_head(t.tag) ? fmt::format(" of {}, packet {}",
                                   name_of_message(t.message, shape().channel_id_mask), t.packet)
                     : "";
  return fmt::format("{}: driver {} buffer {} {}{}, {}", name_of_channel(t.channel), t.driver,
                     t.buffer, tag_name(t.tag), message,
                     t.acknowledged ? "acknowledged" : "refused");
}

std::string LockstepNetwork::describe(const ErrorEvent& e) {
  return fmt::format("terminal {}: causes {:#x}", e.terminal, e.causes);
}

template <typename Record>
void LockstepNetwork::compare_records(const char* what, const std::vector<Record>& reference,
                                      const std::vector<Record>& device) const {
  if (reference == device) return;
  const auto [a, b] =
      std::mismatch(reference.begin(), reference.end(), device.begin(), device.end());
  report_difference(cycle_, what, a == reference.end() ? "nothing more" : describe(*a),
                    b == device.end() ? "nothing more" : describe(*b),
                    place_of(a == reference.end() ? *b : *a));
}

void LockstepNetwork::compare_step() const {
  compare_records("channels", reference_->transfers(), device_->transfers());
  compare_records("deliveries", reference_->deliveries(), device_->deliveries());
  compare_records("error ports", reference_->errors(), device_->errors());
  const auto& a = reference_->drivers();
  const auto& b = device_->drivers();
  if (a == b) return;
  const auto at =
      static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin()).first - a.begin());
  const std::string channel = name_of_channel(static_cast<ChannelId>(at));
  report_difference(cycle_, "current drivers", fmt::format("{}: {}", channel, a[at]),
                    fmt::format("{}: {}", channel, b[at]), {static_cast<ChannelId>(at), {}});
}

void LockstepNetwork::compare_ready() const {
  const auto& a = reference_->injection_ready();
  const auto& b = device_->injection_ready();
  if (a == b) return;
  const auto at =
      static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin()).first - a.begin());
  report_difference(cycle_, "ready injection ports", fmt::format("terminal {}: {:#b}", at, a[at]),
                    fmt::format("terminal {}: {:#b}", at, b[at]),
                    {{}, static_cast<TerminalId>(at)});
}

}  // namespace wayfarer
