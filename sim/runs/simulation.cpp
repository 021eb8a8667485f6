#include "runs/simulation.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/error.hpp"
#include "core/lockstep.hpp"
#include "core/text.hpp"
#include "family/registry.hpp"
#include "runs/no_traffic.hpp"

namespace wayfarer {
namespace {

constexpr double kPrecision = 0.05;  ///< Of the mean latency in a run that has converged.

/// Checked, and with the warm-up that they imply.
SimulationOptions checked(SimulationOptions options, bool finite) {
  options.warmup = warmup_of(options, finite);
  if (options.warmup != kNever && *options.warmup >= options.cycles)
    throw UsageError(fmt::format("warm-up of {} cycles; legal: less than the run's {} cycles",
                                 *options.warmup, options.cycles));
  for (const auto& [name, probability] :
       {std::pair("stall", options.stall_probability), std::pair("gap", options.gap_probability)})
    if (!(probability >= 0 && probability < 1))
      throw UsageError(fmt::format("{} probability {:g}; legal: 0 to below 1", name, probability));
  return options;
}

}  // namespace

Cycle warmup_of(const SimulationOptions& options, bool finite) {
  if (options.warmup) return *options.warmup;
  return finite ? 0 : options.cycles * 3 / 10;
}

Cycle more_cycles(const SimulationResult& result) {
  const LatencySummary& latency = result.measured.latency;
  if (latency.count == 0 || !std::isfinite(latency.half_width)) return 0;
  const double ratio = latency.half_width / (kPrecision * latency.mean);
  const double missing = static_cast<double>(result.measured.cycles) * (ratio * ratio - 1);
  const double unit = std::pow(10, std::floor(std::log10(std::max(missing, 10.0))) - 1);
  return static_cast<Cycle>(std::ceil(missing / unit) * unit);
}

Simulation::Simulation(Network& network, const NetworkConfig& config, Workload workload,
                       const SimulationOptions& options)
    : network_(network),
      options_(checked(options, workload.process->finite())),
      config_(config),
      workload_(std::move(workload)),
      sources_(network.shape(), workload_, messages_),
      stalls_(network.shape().terminals, options.stall_probability, options.seed),
      scoreboard_(network.shape(), messages_,
                  options.check_order ? Scoreboard::Order::kPerPair : Scoreboard::Order::kAny,
                  workload_.pattern->groups(),
                  config.own->packets_in_order() && config.own->lost_after() == kNever),
      statistics_(network.shape()),
      watchdog_(options.watchdog_limit,
                [this](ChannelId channel) { return name_of_channel(channel); }),
      lost_after_(config.own->lost_after()) {
  result_.build = network.build();
  result_.rate = workload_.rate;
  sources_.set_gaps(options.gap_probability, options.seed);
  sources_.set_connected(family_of(config).connected(config));
  if (workload_.responder) {
    responder_ = workload_.responder();
    responder_->begin(answers_);
    add_answers();
  }
  network_.reset();
  if (!options_.prepare)
    options_.prepare = family_of(config).prepare(config, workload_.pattern->groups());
  options_.prepare(network_);
  if (options_.by_driver)
    statistics_.count_drivers();
  else
    counted_ = network_.count_transfers(statistics_.channel_flits());
  if (options_.warmup == 0) begin_measurement();
  if (auto* const lockstep = network_.find<LockstepNetwork>())
    lockstep->set_names(
        {[this](ChannelId channel) { return name_of_channel(channel); },
         [this](MessageId id, MessageId mask) { return name_of_message(id, mask); }});
}

Simulation::~Simulation() {
  network_.count_transfers(nullptr);
  if (auto* const lockstep = network_.find<LockstepNetwork>()) lockstep->set_names({});
}

const NetworkMap& Simulation::map() {
  if (!map_) map_ = family_of(config_).map(config_);
  return *map_;
}

std::string Simulation::name_of_channel(ChannelId channel) {
  const std::vector<MapChannel>& channels = map().channels;
  return channel_text(channel, channel < channels.size() ? channels[channel].ends : ChannelEnds{});
}

/// All messages in flight whose numbers have these bits: heads may carry few of them.
std::string Simulation::name_of_message(MessageId id, MessageId mask) const {
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

EventRecorder& Simulation::record() {
  if (!events_) {
    config_.own->use_seed(options_.seed);
    paths_ = family_of(config_).paths(config_, options_.prepare);
    events_ =
        std::make_unique<EventRecorder>(network_.shape(), *paths_, workload_.pattern->groups());
    events_->add(event_check_);
    sources_.set_observer(events_.get());
    if (!options_.by_driver)
      counted_ = network_.count_transfers(statistics_.channel_flits(), Listed::kEnds);
  }
  return *events_;
}

bool Simulation::finished() const {
  return result_.interrupted || now_ >= options_.cycles || complete();
}

void Simulation::send() {
  trace_waves();
  stalls_.apply(network_, now_);
  if (events_) events_->begin(now_);
  offered_before_ = sources_.offered_flits();
  sources_.offer(network_, now_);
}

void Simulation::receive() {
  for (const Delivery& delivery : network_.deliveries()) {
    const bool ends = loses() && delivery.tag == Tag::kSingle && !delivery.intact;
    if (ends && scoreboard_.cut(delivery)) continue;
    if (const MessageRecord* message = scoreboard_.check(delivery, now_)) deliver(*message);
  }
}

void Simulation::observe() {
  statistics_.observe(network_, now_, sources_.offered_flits() - offered_before_, counted_);
  if (options_.series) series_.add_flits(now_, network_.deliveries().size());
  if (events_) events_->observe(network_);
  refuse_errors();
  if (loses()) note_silence();
}

void Simulation::note_silence() {
  const bool silent =
      network_.moves() == 0 && network_.deliveries().empty() && network_.errors().empty();
  silent_ = silent ? silent_ + 1 : 0;
}

void Simulation::advance() {
  ++now_;
  if (!measuring_ && warm()) begin_measurement();
}

void Simulation::deliver(const MessageRecord& message) {
  statistics_.complete(message, now_);
  if (options_.series) series_.add_message(now_, now_ - message.birth + 1);
  if (responder_) {
    if (workload_.replies)
      statistics_.complete_exchange(message, now_, responder_->request_birth(message));
    responder_->deliver(message, now_, answers_);
    add_answers();
  }
  if (!measuring_) warmup_.add(static_cast<double>(now_ - message.birth + 1));
  result_.last_delivery = now_;
}

void Simulation::add_answers() {
  for (const Answer& answer : answers_) sources_.add(answer);
  answers_.clear();
}

void Simulation::trace_waves() {
  if (options_.waves.path.empty()) return;
  if (now_ == options_.waves.from && !network_.trace_to(options_.waves.path, options_.waves.nodes))
    throw UsageError("this engine has no waves; legal with waves: --engine rtl or both");
  if (now_ == options_.waves.to) network_.trace_to("");
}

/// The sources send nothing illegal: whatever a terminal refuses is a fault of the engine, except
/// what the network may discard.
void Simulation::refuse_errors() {
  refused_ += network_.errors().size();
  const unsigned discards = loses() ? kErrorRoute | kErrorSequence | kErrorLifetime : 0;
  for (const ErrorEvent& event : network_.errors())
    if ((event.causes & ~discards) != 0)
      throw CheckFailed(fmt::format("cycle {}: terminal {} refused a legal flit (causes {:#x})",
                                    now_, event.terminal, event.causes));
}

/// A detected warm-up that does not end takes half of the run; finite traffic, whose end may come
/// first, has none then.
bool Simulation::warm() const {
  if (options_.warmup != kNever) return now_ >= *options_.warmup;
  if (workload_.process->finite()) return warmup_.settled();
  return warmup_.settled() || now_ >= options_.cycles / 2;
}

bool Simulation::complete() const {
  return workload_.process->finite() && sources_.exhausted() &&
         (messages_.in_flight() == 0 || silent_ > lost_after_);
}

/// Messages in source queues and network at this moment.
std::uint64_t Simulation::population() const {
  return sources_.backlog(now_) + messages_.in_flight();
}

void Simulation::begin_measurement() {
  measuring_ = true;
  result_.warmup = now_;
  statistics_.begin(now_);
  population_before_ = population();
  answers_before_ = sources_.born_answers();
}

SimulationResult Simulation::finish() {
  if (!options_.waves.path.empty()) network_.trace_to("");
  expect_traffic();
  // Ended in its warm-up: finite traffic is measured from the first cycle.
  if (!measuring_ && !workload_.process->finite()) begin_measurement();
  watchdog_.scan(messages_, now_);
  result_.cycles = now_;
  result_.measured = statistics_.finish(now_, sources_.senders(), map().existing_channels());
  if (options_.series) result_.series = series_.windows(now_, network_.shape().terminals);
  result_.oldest_in_flight = watchdog_.oldest_in_flight();
  result_.delivered_messages = scoreboard_.delivered_messages();
  result_.delivered_copies = scoreboard_.delivered_copies();
  measure_offered();
  if (events_) expect_events();
  if (complete()) {
    result_.lost_packets = messages_.in_flight();
    if (result_.lost_packets == 0) scoreboard_.expect_all_delivered(now_);
    expect_silence();
    const std::string unsent = responder_ ? responder_->never_sent() : "";
    if (!unsent.empty()) throw CheckFailed(unsent);
  }
  return result_;
}

/// The events are those of the run, whichever files they go to.
void Simulation::expect_events() const {
  event_check_.expect({sources_.fronted_messages(), sources_.started_messages(),
                       scoreboard_.delivered_packets(), scoreboard_.finished_packets(),
                       scoreboard_.delivered_messages(), refused_});
}

void Simulation::expect_traffic() const {
  if (result_.interrupted || sources_.started_messages() > 0) return;
  std::string why = why_no_message(workload_, config_.terminals(), options_.cycles);
  if (why.empty())
    why = fmt::format(
        "in {} cycles, the sources had no message for the network, or the network took none", now_);
  throw NoTraffic(why);
}

/// What comes when nothing is missing any more is a copy too many.
void Simulation::expect_silence() {
  constexpr unsigned kSilent = 16;  ///< Cycles: more than a flit needs from a link to the next.
  unsigned silent = 0;
  network_.count_transfers(nullptr);
  for (Cycle later = now_; silent < kSilent; ++later) {
    network_.step();
    receive();
    silent = network_.transfers().empty() ? silent + 1 : 0;
    if (later - now_ > options_.watchdog_limit)
      throw CheckFailed(
          fmt::format("cycle {}: flits still move {} cycles after the last message was delivered",
                      later, later - now_));
  }
}

void Simulation::measure_offered() {
  const std::uint64_t after = population();
  const double growth = static_cast<double>(after) - static_cast<double>(population_before_);
  const double born = static_cast<double>(result_.measured.latency.count) + growth;
  const double terminal_cycles =
      static_cast<double>(result_.measured.cycles) * network_.shape().terminals;
  if (terminal_cycles > 0) {
    const auto answers = static_cast<double>(sources_.born_answers() - answers_before_);
    const double flits = workload_.lengths->mean_flits(
        {network_.shape().flit_bytes, network_.shape().least_data_flits, workload_.packet_bytes});
    result_.offered_messages = born / terminal_cycles;
    result_.offered_flits = (born - answers) / terminal_cycles * flits;
    if (responder_) result_.offered_flits += answers / terminal_cycles * responder_->mean_flits();
  }
  if (born > 0) result_.growth = growth / born;
  result_.verdict = judge(growth, static_cast<double>(after + population_before_));
}

/// Saturated: more than 0.6 % of what was born piled up (Fulgham and Snyder's test), and more than
/// the noise of two counts of messages explains (three standard deviations).
Verdict Simulation::judge(double growth, double populations) const {
  constexpr double kGrowth = 0.006;
  const LatencySummary& latency = result_.measured.latency;
  if (result_.interrupted) return Verdict::kInterrupted;
  if (workload_.process->finite()) return complete() ? Verdict::kCompleted : Verdict::kIncomplete;
  if (result_.growth > kGrowth && growth > 3 * std::sqrt(populations)) return Verdict::kSaturated;
  const bool precise = latency.count > 0 && latency.half_width <= kPrecision * latency.mean;
  return precise ? Verdict::kConverged : Verdict::kImprecise;
}

}  // namespace wayfarer
