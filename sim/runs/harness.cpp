#include "runs/harness.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/error.hpp"
#include "core/lockstep.hpp"
#include "core/text.hpp"
#include "family/registry.hpp"

namespace wayfarer {
namespace {

HarnessOptions checked(HarnessOptions options) {
  for (const auto& [name, probability] :
       {std::pair("stall", options.stall_probability), std::pair("gap", options.gap_probability)})
    if (!(probability >= 0 && probability < 1))
      throw UsageError(fmt::format("{} probability {:g}; legal: 0 to below 1", name, probability));
  return options;
}

}  // namespace

Harness::Harness(Network& network, const NetworkConfig& config, const Workload& workload,
                 HarnessOptions options)
    : network_(network),
      config_(config),
      options_(checked(std::move(options))),
      sources_(network.shape(), workload, messages_),
      stalls_(network.shape().terminals, options_.stall_probability, options_.seed),
      scoreboard_(network.shape(), messages_,
                  options_.check_order ? Scoreboard::Order::kPerPair : Scoreboard::Order::kAny,
                  workload.pattern->groups(),
                  config.own->packets_in_order() && config.own->lost_after() == kNever),
      watchdog_(options_.watchdog_limit,
                [this](ChannelId channel) { return name_of_channel(channel); }),
      lost_after_(config.own->lost_after()) {
  sources_.set_gaps(options_.gap_probability, options_.seed);
  if (config_.own->message_classes() > 1)
    sources_.set_classes([this](TerminalId source, std::uint64_t header) {
      return config_.own->message_class(source, header);
    });
  sources_.set_connected(family_of(config).connected(config));
  network_.reset();
  if (options_.stall_probability <= 0 && !loses()) idle_ = network_.find<IdlePort>();
  if (!options_.prepare)
    options_.prepare = family_of(config).prepare(config, workload.pattern->groups());
  options_.prepare(network_);
  if (auto* const lockstep = network_.find<LockstepNetwork>())
    lockstep->set_names(
        {[this](ChannelId channel) { return name_of_channel(channel); },
         [this](MessageId id, MessageId mask) { return name_of_message(id, mask); }});
}

Harness::~Harness() {
  network_.count_transfers(nullptr);
  if (auto* const lockstep = network_.find<LockstepNetwork>()) lockstep->set_names({});
}

const NetworkMap& Harness::map() {
  if (!map_) map_ = family_of(config_).map(config_);
  return *map_;
}

std::string Harness::name_of_channel(ChannelId channel) {
  const std::vector<MapChannel>& channels = map().channels;
  return channel_text(channel, channel < channels.size() ? channels[channel].ends : ChannelEnds{});
}

/// All messages in flight whose numbers have these bits: heads may carry few of them.
std::string Harness::name_of_message(MessageId id, MessageId mask) const {
  constexpr std::size_t kNamed = 4;
  std::vector<std::uint64_t> numbers;
  for (const MessageRecord& record : messages_.records()) {
    const auto slot = static_cast<MessageId>(&record - messages_.records().data());
    if (record.in_flight && ((MessageTable::id_of(slot, record) ^ id) & mask) == 0)
      numbers.push_back(record.number);
  }
  std::sort(numbers.begin(), numbers.end());
  if (numbers.empty()) return fmt::format("the message {:#x} on data lines", id & mask);
  if (numbers.size() > kNamed) return fmt::format("one of {} messages", numbers.size());
  return fmt::format("message {}", fmt::join(numbers, " or "));
}

const MessageRecord* Harness::check(const Delivery& delivery) {
  const bool ends = loses() && delivery.tag == Tag::kSingle && !delivery.intact;
  if (ends && scoreboard_.cut(delivery)) return nullptr;
  return scoreboard_.check(delivery, now_);
}

bool Harness::open_messages() {
  whole_ = network_.find<MessagePort>();
  if (whole_ != nullptr) whole_->open();
  return whole_ != nullptr;
}

void Harness::receive() {
  if (whole_ != nullptr) {
    for (const CompletedMessage& each : whole_->completed()) {
      const MessageRecord* const message = scoreboard_.check(each, now_);
      if (message != nullptr && completed_) completed_(*message);
    }
    taken_flits_ += whole_->delivered();
    if (taken_flits_ < scoreboard_.delivered_flits())
      throw CheckFailed(fmt::format(
          "cycle {}: terminals took {} flits, but {} messages of {} flits are complete", now_,
          taken_flits_, scoreboard_.delivered_messages(), scoreboard_.delivered_flits()));
  }
  for (const Delivery& delivery : network_.deliveries()) {
    const MessageRecord* const message = check(delivery);
    if (message != nullptr && completed_) completed_(*message);
  }
}

Cycle Harness::skip_idle(Cycle end) {
  if (idle_ == nullptr) return 0;
  if (!idle()) return idle_cycles_ = 0;
  if (idle_cycles_ < idle_->settling_cycles()) {
    ++idle_cycles_;
    return 0;
  }
  const Cycle next = std::min(end, sources_.next_birth(now_));
  if (next <= now_ + 1) return 0;
  const Cycle skipped = next - 1 - now_;
  idle_->skip(skipped);
  now_ += skipped;
  return skipped;
}

void Harness::note_silence() {
  const bool silent =
      network_.moves() == 0 && network_.deliveries().empty() && network_.errors().empty();
  silent_ = silent ? silent_ + 1 : 0;
}

/// The sources send nothing illegal: whatever a terminal refuses is a fault of the engine, except
/// what the network may discard.
void Harness::refuse_errors() {
  refused_ += network_.errors().size();
  const unsigned discards = loses() ? kErrorRoute | kErrorSequence | kErrorLifetime : 0;
  for (const ErrorEvent& event : network_.errors())
    if ((event.causes & ~discards) != 0)
      throw CheckFailed(fmt::format("cycle {}: terminal {} refused a legal flit (causes {:#x})",
                                    now_, event.terminal, event.causes));
}

Cycle Harness::oldest_in_flight() {
  watchdog_.scan(messages_, now_);
  return watchdog_.oldest_in_flight();
}

std::uint64_t Harness::expect_end() {
  const std::uint64_t lost = messages_.in_flight();
  if (lost == 0) scoreboard_.expect_all_delivered(now_);
  if (whole_ != nullptr && taken_flits_ != scoreboard_.delivered_flits())
    throw CheckFailed(fmt::format("cycle {}: terminals took {} flits; the messages have {}", now_,
                                  taken_flits_, scoreboard_.delivered_flits()));
  expect_silence();
  return lost;
}

/// A flit that comes when nothing is missing any more is a copy too many.
void Harness::expect_silence() {
  constexpr unsigned kSilent = 16;  ///< Cycles: more than a flit needs from a link to the next.
  unsigned silent = 0;
  network_.count_transfers(nullptr);
  for (Cycle later = now_; silent < kSilent; ++later) {
    network_.step();
    receive();
    silent = network_.transfers().empty() ? silent + 1 : 0;
    if (later - now_ > options_.watchdog_limit)
      throw CheckFailed(
          fmt::format("cycle {}: flits move {} cycles after the last message's "
                      "delivery",
                      later, later - now_));
  }
}

}  // namespace wayfarer
