#include "wayfarer_systemc/network.hpp"

#include <utility>

#include <fmt/format.h>

#include "wayfarer_systemc/make_engine.hpp"
#include "wayfarer_systemc/reports.hpp"

namespace wayfarer::sysc {
namespace {

std::string causes_of(std::uint8_t drop) {
  static constexpr const char* kCauses[] = {
      "no such destination", "more words than a message may have",
      "a destination that is not the first word's", "a word that was withdrawn"};
  std::string text;
  for (unsigned cause = 0; cause < 4; ++cause)
    if ((drop >> cause & 1) != 0)
      text += fmt::format("{}{}", text.empty() ? "" : ", ", kCauses[cause]);
  return text;
}

}  // namespace

Network::Network(const sc_core::sc_module_name& name, const std::string& config,
                 const NetworkOptions& options)
    : Network(name, read_config(name, config), options) {}

Network::Network(const sc_core::sc_module_name& name, const NetworkConfig& config,
                 const NetworkOptions& options)
    : Network(name, make_engine(name, config, options), options.period) {}

Network::Network(const sc_core::sc_module_name& name, std::unique_ptr<StreamNetwork> engine,
                 const sc_core::sc_time& period)
    : sc_module(name), engine_(std::move(engine)), period_(period) {
  build();
  SC_METHOD(report);
  sensitive << reported_;
  dont_initialize();
}

Network::~Network() = default;

void Network::build() {
  const auto count = static_cast<unsigned>(engine_->terminals());
  engine_->reset();
  send.init(count);
  receive.init(count);
  for (unsigned t = 0; t < count; ++t) {
    terminals_.push_back(std::make_unique<Terminal>(*this, fmt::format("terminal_{}", t).c_str()));
    send[t].bind(*terminals_.back());
    receive[t].bind(*terminals_.back());
  }
  edge_ = std::make_unique<Edge>(*this);
}

void Network::end_of_elaboration() {
  const bool bound = clock.size() != 0;
  if (bound == (period_ != sc_core::SC_ZERO_TIME))
    SC_REPORT_ERROR(report::kNetwork,
                    fmt::format("{}: the port 'clock' is {}bound and the period is {}; legal: a "
                                "bound clock, or a period",
                                name(), bound ? "" : "not ", period_.to_string())
                        .c_str());
  if (bound) {
    SC_METHOD(tick);
    sensitive << clock->posedge_event();
    dont_initialize();
  } else {
    SC_METHOD(tick);
    sensitive << tick_;
    dont_initialize();
    tick_.notify(period_);
  }
  if (reset.size() == 0) return;
  SC_METHOD(wake);
  sensitive << reset->value_changed_event();
  dont_initialize();
}

Cycle Network::cycle() const {
  return period_ == sc_core::SC_ZERO_TIME ? edges_
                                          : sc_core::sc_time_stamp().value() / period_.value();
}

/// A rising edge.
void Network::tick() {
  if (period_ == sc_core::SC_ZERO_TIME) {
    ++edges_;
    if (asleep_) return;
  } else {
    tick_.notify(period_);
  }
  edge_->request();
}

/// A word is to be sent, or the reset changes. A process that runs in the first delta cycle of an
/// edge's instant runs at the edge; any later one, after it.
void Network::wake() {
  if (!asleep_) return;
  asleep_ = false;
  if (period_ == sc_core::SC_ZERO_TIME) {
    // The port's event may have started this process, and `tick` before it.
    if (clock->posedge()) edge_->request();
    return;
  }
  const sc_core::sc_time since = sc_core::sc_time_stamp() - static_cast<double>(cycle()) * period_;
  if (since == sc_core::SC_ZERO_TIME && sc_core::sc_delta_count_at_current_time() == 0 &&
      cycle() != 0)
    tick();
  else
    tick_.notify(period_ - since);
}

void Network::step() {
  if (failure_) return;
  try {
    const bool resets = reset.size() != 0 && reset->read();
    if (resets != in_reset_) clear(resets);
    if (!resets) advance();
  } catch (...) {
    failure_ = std::current_exception();
    reported_.notify(sc_core::SC_ZERO_TIME);
  }
}

/// The reset begins or has ended.
void Network::clear(bool resets) {
  in_reset_ = resets;
  if (resets) {
    engine_->reset();
    was_reset_.notify(sc_core::SC_ZERO_TIME);
  }
  for (const auto& terminal : terminals_) {
    terminal->offers_ = terminal->shows_ = terminal->reads_ = terminal->ready_ = false;
    terminal->closed_ = resets;
    if (!resets) terminal->taken_.notify(sc_core::SC_ZERO_TIME);
  }
}

void Network::advance() {
  const bool observing = observed.bound();
  const Cycle cycle_now = cycle() - 1;
  for (TerminalId t = 0; t < terminals_.size(); ++t) {
    Terminal& terminal = *terminals_[t];
    if (terminal.offers_) engine_->offer(t, terminal.word_);
    terminal.takes_ = terminal.offers_ && engine_->ready(t);
    if (terminal.reads_ != terminal.ready_) {
      terminal.ready_ = terminal.reads_;
      engine_->set_ready(t, terminal.ready_);
    }
    if (!observing) continue;
    if (terminal.takes_)
      events_.push_back({WordEvent::Direction::kSent, t, cycle_now, terminal.word_});
    if (terminal.reads_)
      events_.push_back({WordEvent::Direction::kReceived, t, cycle_now, terminal.arrived_});
  }
  engine_->step();
  for (TerminalId t = 0; t < terminals_.size(); ++t) {
    settle(*terminals_[t], engine_->output(t));
    if (const std::uint8_t drop = engine_->drop(t); drop != 0)
      drops_.push_back(fmt::format("{}: terminal {}, cycle {}: {}; the message is dropped", name(),
                                   t, cycle_now, causes_of(drop)));
  }
  if (!events_.empty() || !drops_.empty()) reported_.notify(sc_core::SC_ZERO_TIME);
  asleep_ = engine_->idle();
  if (asleep_) tick_.cancel();
}

/// A terminal after the step; `output` is what is on its m_axis.
void Network::settle(Terminal& terminal, const StreamWord* output) {
  if (terminal.takes_) {
    terminal.offers_ = false;
    terminal.taken_.notify(sc_core::SC_ZERO_TIME);
  }
  if (terminal.reads_) terminal.shows_ = terminal.reads_ = false;
  if (terminal.shows_ || output == nullptr) return;
  terminal.shows_ = true;
  terminal.arrived_ = *output;
  terminal.shown_.notify(sc_core::SC_ZERO_TIME);
}

/// Passes on what the last step has noted; outside the update phase, where reports may throw and
/// observers may do as they like.
void Network::report() {
  shown_events_.swap(events_);
  events_.clear();
  for (const WordEvent& event : shown_events_) observed.write(event);
  for (const std::string& drop : std::exchange(drops_, {}))
    SC_REPORT_WARNING(report::kDropped, drop.c_str());
  if (!failure_) return;
  try {
    std::rethrow_exception(failure_);
  } catch (const std::exception& error) {
    SC_REPORT_ERROR(report::kNetwork,
                    fmt::format("{}: cycle {}: {}", name(), cycle(), error.what()).c_str());
  }
}

}  // namespace wayfarer::sysc
