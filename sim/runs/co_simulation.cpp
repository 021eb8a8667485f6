#include "runs/co_simulation.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/error.hpp"
#include "family/registry.hpp"
#include "traffic/responder_workload.hpp"

namespace wayfarer {

CoSimulation::CoSimulation(std::unique_ptr<Network> network, const NetworkConfig& config,
                           HarnessOptions options)
    : network_(std::move(network)),
      harness_(*network_, config, responder_workload(config, false, {}), std::move(options)),
      limits_(trace_limits(config)),
      connected_(family_of(config).connected(config)),
      channel_flits_(network_->shape().channels) {
  harness_.on_message([this](const MessageRecord& part) { complete(part); });
  counted_ = network_->count_transfers(channel_flits_.data());
}

void CoSimulation::check(const SentMessage& message, Cycle at) const {
  for (const auto& [what, terminal] :
       {std::pair("source", message.source), std::pair("destination", message.destination)})
    if (terminal >= limits_.terminals)
      throw UsageError(fmt::format("{} {}; legal: 0 to {}", what, terminal, limits_.terminals - 1));
  const TerminalId server = limits_.terminals - 1;
  if (limits_.client_server && (message.source == server) == (message.destination == server))
    throw UsageError(fmt::format(
        "a message from {} to {}; legal: from a host to the server, {}, or from it to a host",
        message.source, message.destination, server));
  if (connected_ && !connected_(message.source, message.destination))
    throw UsageError(fmt::format(
        "a message from {} to {}, between which the network has no route; legal: connected "
        "terminals",
        message.source, message.destination));
  if (message.bytes > 0 && limits_.max_bytes == 0)
    throw UsageError(
        fmt::format("a message of {} bytes; legal: 0, as messages of this network have no data",
                    message.bytes));
  if (at < now())
    throw UsageError(
        fmt::format("a message due in cycle {}; legal: {}, the next one, or later", at, now()));
}

void CoSimulation::send(const SentMessage& message, Cycle at) {
  check(message, at);
  if (next_number_ == kNoAnswer)
    throw UsageError("more than 2^32 - 2 messages; legal: so many in one co-simulation");
  const std::uint32_t longest = std::max(limits_.max_bytes, 1u);
  Open open;
  static_cast<SentMessage&>(open.message) = message;
  open.message.sent = at;
  open.message.started = kNever;
  std::uint32_t left = message.bytes;
  do {
    const std::uint32_t part = std::min(left, longest);
    harness_.add(
        {at, message.source, message.destination, next_number_, static_cast<std::uint16_t>(part)});
    ++open.missing;
    left -= part;
  } while (left != 0);
  open_.emplace(next_number_++, open);
  ++sent_;
}

void CoSimulation::complete(const MessageRecord& part) {
  const auto found = open_.find(part.answer);
  Open& open = found->second;
  open.message.started = std::min(open.message.started, part.start);
  if (--open.missing != 0) return;
  open.message.delivered = now();
  done_.push_back(open.message);
  open_.erase(found);
  ++delivered_;
}

void CoSimulation::run_cycle() {
  if (!fault_.empty()) throw CheckFailed(fault_);
  try {
    harness_.offer(*network_);
    harness_.step();
    harness_.receive();
    harness_.refuse_errors();
    harness_.watch();
    if (!counted_)
      for (const Transfer& transfer : network_->transfers())
        channel_flits_[transfer.channel] += transfer.acknowledged;
    harness_.advance();
  } catch (const std::exception& fault) {
    fault_ = fault.what();
    throw;
  }
}

/// Those that an observer has thrown at are not reported again.
void CoSimulation::report() {
  while (reported_ < done_.size()) {
    const DeliveredMessage message = done_[reported_++];
    if (observer_) observer_(message);
  }
  done_.clear();
  reported_ = 0;
}

bool CoSimulation::step_to(Cycle end, bool to_delivery) {
  if (stepping_) throw UsageError("step or advance within an observer; legal there: send");
  struct Stepping {
    explicit Stepping(bool& flag) : flag_(flag) { flag_ = true; }
    ~Stepping() { flag_ = false; }
    bool& flag_;
  } const stepping(stepping_);
  bool some = !done_.empty();
  report();
  while (now() < end && !(some && to_delivery)) {
    run_cycle();
    harness_.skip_idle(end);
    some = some || !done_.empty();
    report();
  }
  return some;
}

void CoSimulation::step(Cycle cycles) { (void)step_to(now() + cycles, false); }

bool CoSimulation::advance(Cycle end) { return step_to(end, true); }

Cycle CoSimulation::next_event() const {
  return harness_.idle() ? harness_.sources().next_answer() : now();
}

}  // namespace wayfarer
