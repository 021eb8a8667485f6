#include "axi4/network.hpp"

#include <stdexcept>
#include <utility>

namespace wayfarer {

Axi4Network::Axi4Network(std::unique_ptr<StreamNetwork> requests,
                         std::unique_ptr<StreamNetwork> replies, const Axi4Config& config,
                         const std::vector<Ports>& ports)
    : requests_(std::move(requests)), replies_(std::move(replies)), terminals_(ports.size()) {
  if (requests_->terminals() != ports.size() || replies_->terminals() != ports.size())
    throw std::invalid_argument("the networks differ in terminals");
  for (std::size_t t = 0; t < ports.size(); ++t) {
    if (ports[t].manager) terminals_[t].entry.emplace(config);
    if (ports[t].subordinate) terminals_[t].exit.emplace(config);
  }
}

void Axi4Network::reset() {
  requests_->reset();
  replies_->reset();
  for (Terminal& terminal : terminals_) {
    if (terminal.entry) terminal.entry->reset();
    if (terminal.exit) terminal.exit->reset();
  }
}

Axi4Subordinate Axi4Network::to_manager(TerminalId t) const {
  return terminals_[t].entry ? terminals_[t].entry->port() : Axi4Subordinate{};
}

Axi4Manager Axi4Network::to_subordinate(TerminalId t) const {
  return terminals_[t].exit ? terminals_[t].exit->port() : Axi4Manager{};
}

bool Axi4Network::drop(TerminalId t) const {
  return (terminals_[t].exit && terminals_[t].exit->drop()) || replies_->drop(t) != 0;
}

void Axi4Network::offer(TerminalId t) {
  const Terminal& terminal = terminals_[t];
  if (terminal.entry) {
    if (const auto word = terminal.entry->request()) requests_->offer(t, *word);
  }
  if (terminal.exit) {
    if (const auto word = terminal.exit->reply()) replies_->offer(t, *word);
  }
  requests_->set_ready(t, !terminal.exit || terminal.exit->request_ready());
  replies_->set_ready(t, !terminal.entry || terminal.entry->reply_ready());
}

void Axi4Network::step() {
  for (TerminalId t = 0; t < terminals_.size(); ++t) {
    Terminal& terminal = terminals_[t];
    offer(t);
    if (terminal.entry)
      terminal.entry->step(terminal.manager, requests_->ready(t), replies_->output(t));
    if (terminal.exit)
      terminal.exit->step(terminal.subordinate, requests_->output(t), replies_->ready(t));
  }
  requests_->step();
  replies_->step();
}

}  // namespace wayfarer
