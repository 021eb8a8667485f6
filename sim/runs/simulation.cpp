#include "runs/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "core/error.hpp"
#include "family/registry.hpp"
#include "runs/no_traffic.hpp"

namespace wayfarer {
namespace {

constexpr Cycle kProgressInterval = 64;
constexpr double kPrecision = 0.05;  ///< Relative half-width of a mean latency that has converged.

/// Checked, and with the warm-up that they imply.
SimulationOptions checked(SimulationOptions options, bool finite) {
  options.warmup = warmup_of(options, finite);
  if (options.warmup != kNever && *options.warmup >= options.cycles)
    throw UsageError(fmt::format("warm-up of {} cycles; legal: less than the run's {} cycles",
                                 *options.warmup, options.cycles));
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
      workload_(std::move(workload)),
      harness_(network, config, workload_, options_),
      statistics_(network.shape()) {
  result_.build = network.build();
  result_.rate = workload_.rate;
  harness_.on_message([this](const MessageRecord& message) {
    measure(message);
    answer(message);
  });
  if (workload_.responder) {
    responder_ = workload_.responder();
    responder_->begin(answers_);
    add_answers();
  }
  if (const unsigned classes = config.own->message_classes(); classes > 1)
    statistics_.measure_classes(classes);
  if (options_.energy) statistics_.count_switching();
  if (options_.by_driver) statistics_.count_drivers();
  if (!lists_transfers()) counted_ = network_.count_transfers(statistics_.channel_flits());
  if (options_.warmup == 0) begin_measurement();
}

Simulation::~Simulation() = default;

EventRecorder& Simulation::record() {
  if (!events_) {
    NetworkConfig config = harness_.config();
    config.own->use_seed(options_.seed);
    paths_ = family_of(config).paths(config, harness_.options().prepare);
    events_ =
        std::make_unique<EventRecorder>(network_.shape(), *paths_, workload_.pattern->groups());
    events_->add(event_check_);
    harness_.sources().set_observer(events_.get());
    if (!lists_transfers())
      counted_ = network_.count_transfers(statistics_.channel_flits(), Listed::kEnds);
  }
  return *events_;
}

bool Simulation::finished() const {
  return result_.interrupted || now() >= options_.cycles || complete();
}

bool Simulation::proceed(const ProgressCallback& progress) {
  if (finished()) return false;
  if (!progress || now() < next_progress_) return true;
  next_progress_ = now() + kProgressInterval;
  if (progress(now(), options_.cycles)) return true;
  result_.interrupted = true;
  return false;
}

/// Nothing asks for single flits: no events, waves, stalls or gaps, no copies of a message, no
/// packets that wait for each other, and no messages that depend on others.
bool Simulation::whole_messages_do() const {
  const NetworkConfig& config = harness_.config();
  const char* const wanted = std::getenv("WAYFARER_INTERFACE");
  const bool single_flits =
      options_.single_flits || (wanted != nullptr && std::string(wanted) == "flits");
  return !single_flits && !lists_transfers() && !events_ && options_.waves.path.empty() &&
         options_.stall_probability <= 0 && options_.gap_probability <= 0 && !responder_ &&
         workload_.pattern->groups().empty() && config.own->lost_after() == kNever &&
         network_.shape().segment_flits == 0 &&
         workload_.lengths->greatest_bytes() <= workload_.packet_bytes;
}

void Simulation::run_cycle() {
  if (now() == 0 && whole_messages_do()) result_.whole_messages = harness_.open_messages();
  begin_cycle();
  offer(network_);
  harness_.step();
  harness_.receive();
  measure_cycle();
  record_cycle();
  harness_.refuse_errors();
  harness_.watch();
  end_cycle();
  if (!options_.every_cycle) skip_idle();
}

/// Up to the next message, or to the end of the warm-up or of the run.
void Simulation::skip_idle() {
  if (events_ || finished()) return;
  Cycle end = options_.cycles;
  if (!measuring_) end = std::min(end, options_.warmup == kNever ? end / 2 : *options_.warmup);
  const Cycle from = now();
  const Cycle skipped = harness_.skip_idle(end);
  if (skipped == 0) return;
  statistics_.observe_idle(from, skipped);
  result_.skipped_cycles += skipped;
}

void Simulation::begin_cycle() {
  trace_waves();
  if (events_) events_->begin(now());
}

void Simulation::offer(NetworkInputs& inputs) {
  offered_before_ = harness_.sources().offered_flits();
  harness_.offer(inputs);
}

void Simulation::measure_cycle() {
  const MessagePort* const whole = harness_.whole_messages();
  const std::uint64_t injected =
      whole != nullptr ? whole->injected() : harness_.sources().offered_flits() - offered_before_;
  const std::uint64_t delivered = harness_.delivered_flits();
  statistics_.observe(network_, now(), {injected, delivered}, counted_);
  if (options_.series) series_.add_flits(now(), delivered);
}

void Simulation::record_cycle() {
  if (events_) events_->observe(network_);
}

void Simulation::end_cycle() {
  harness_.advance();
  if (!measuring_ && warm()) begin_measurement();
}

void Simulation::measure(const MessageRecord& message) {
  statistics_.complete(message, now());
  if (options_.series) series_.add_message(now(), now() - message.birth + 1);
  if (workload_.replies)
    statistics_.complete_exchange(message, now(), responder_->request_birth(message));
  if (!measuring_) warmup_.add(static_cast<double>(now() - message.birth + 1));
  result_.last_delivery = now();
}

void Simulation::answer(const MessageRecord& message) {
  if (!responder_) return;
  responder_->deliver(message, now(), answers_);
  add_answers();
}

void Simulation::add_answers() {
  for (const Answer& answer : answers_) harness_.sources().add(answer);
  answers_.clear();
}

void Simulation::trace_waves() {
  if (options_.waves.path.empty()) return;
  if (now() == options_.waves.from && !network_.trace_to(options_.waves.path, options_.waves.nodes))
    throw UsageError("this engine has no waves; legal with waves: --engine rtl or both");
  if (now() == options_.waves.to) network_.trace_to("");
}

/// A detected warm-up that does not end takes half of the run; finite traffic, whose end may come
/// first, has none then.
bool Simulation::warm() const {
  if (options_.warmup != kNever) return now() >= *options_.warmup;
  if (workload_.process->finite()) return warmup_.settled();
  return warmup_.settled() || now() >= options_.cycles / 2;
}

bool Simulation::complete() const { return workload_.process->finite() && harness_.drained(); }

void Simulation::settle_counts() {
  if (MessagePort* const whole = harness_.whole_messages()) whole->settle_counts();
}

void Simulation::begin_measurement() {
  measuring_ = true;
  settle_counts();
  result_.warmup = now();
  statistics_.begin(now());
  population_before_ = harness_.population();
  answers_before_ = harness_.sources().born_answers();
  bytes_before_ = harness_.scoreboard().delivered_bytes();
  if (const auto* activity = network_.find<SwitchingActivity>())
    toggles_before_ = activity->toggles();
}

SimulationResult Simulation::finish() {
  if (!options_.waves.path.empty()) network_.trace_to("");
  expect_traffic();
  // Ended in its warm-up: finite traffic is measured from the first cycle.
  if (!measuring_ && !workload_.process->finite()) begin_measurement();
  settle_counts();
  result_.cycles = now();
  result_.measured =
      statistics_.finish(now(), harness_.sources().senders(), harness_.map().existing_channels());
  if (const auto* activity = network_.find<SwitchingActivity>())
    result_.toggles = activity->toggles() - toggles_before_;
  if (options_.series) result_.series = series_.windows(now(), network_.shape().terminals);
  result_.oldest_in_flight = harness_.oldest_in_flight();
  result_.delivered_messages = harness_.scoreboard().delivered_messages();
  result_.delivered_copies = harness_.scoreboard().delivered_copies();
  measure_offered();
  if (events_) expect_events();
  if (complete()) {
    result_.lost_packets = harness_.expect_end();
    const std::string unsent = responder_ ? responder_->never_sent() : "";
    if (!unsent.empty()) throw CheckFailed(unsent);
  }
  return result_;
}

/// The events are those of the run, whichever files they go to.
void Simulation::expect_events() const {
  event_check_.expect({harness_.sources().fronted_messages(), harness_.sources().started_messages(),
                       harness_.scoreboard().delivered_packets(),
                       harness_.scoreboard().finished_packets(),
                       harness_.scoreboard().delivered_messages(), harness_.refused()});
}

void Simulation::expect_traffic() const {
  if (result_.interrupted || harness_.sources().started_messages() > 0) return;
  std::string why = why_no_message(workload_, harness_.config().terminals(), options_.cycles);
  if (why.empty())
    why = fmt::format(
        "in {} cycles, the sources had no message for the network, or the network took none",
        now());
  throw NoTraffic(why);
}

void Simulation::measure_offered() {
  const std::uint64_t after = harness_.population();
  const double growth = static_cast<double>(after) - static_cast<double>(population_before_);
  const double born = static_cast<double>(result_.measured.latency.count) + growth;
  const double terminal_cycles =
      static_cast<double>(result_.measured.cycles) * network_.shape().terminals;
  if (terminal_cycles > 0) {
    const auto answers = static_cast<double>(harness_.sources().born_answers() - answers_before_);
    const double flits = workload_.lengths->mean_flits(
        {network_.shape().flit_bytes, network_.shape().least_data_flits, workload_.packet_bytes});
    result_.offered_messages = born / terminal_cycles;
    result_.offered_flits = (born - answers) / terminal_cycles * flits;
    result_.offered_bytes = (born - answers) / terminal_cycles * workload_.lengths->mean_bytes();
    if (responder_) {
      result_.offered_flits += answers / terminal_cycles * responder_->mean_flits();
      result_.offered_bytes += answers / terminal_cycles * responder_->mean_bytes();
    }
    const std::uint64_t bytes = harness_.scoreboard().delivered_bytes() - bytes_before_;
    result_.measured.accepted_bytes = static_cast<double>(bytes) / terminal_cycles;
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
