#include "wayfarer_systemc/station.hpp"

#include <utility>

#include <fmt/format.h>

#include "wayfarer_systemc/reports.hpp"

namespace wayfarer::sysc {

TlmNetwork::Station::Station(TlmNetwork& network, TerminalId terminal)
    : network_(network),
      terminal_(terminal),
      arbitrate_(fmt::format("arbitrate_{}", terminal).c_str()),
      serve_(fmt::format("serve_{}", terminal).c_str()) {
  TargetSocket& initiators = network_.target_socket[terminal_];
  initiators.register_nb_transport_fw(this, &Station::forward);
  initiators.register_b_transport(this, &Station::block);
  initiators.register_transport_dbg(this, &Station::debug);
  initiators.register_get_direct_mem_ptr(this, &Station::direct);
  network_.initiator_socket[terminal_].register_nb_transport_bw(this, &Station::backward);
}

void TlmNetwork::Station::elaborate() {
  const int bound = network_.target_socket[terminal_].bound();
  for (int socket = 0; socket < bound; ++socket) {
    network_.initiators_.emplace_back();
    network_.initiators_.back().terminal = terminal_;
    network_.initiators_.back().socket = socket;
    initiators_.push_back(&network_.initiators_.back());
  }
  sc_core::sc_spawn_options method;
  method.spawn_method();
  method.dont_initialize();
  method.set_sensitivity(&arbitrate_);
  sc_core::sc_spawn([this] { send(); }, fmt::format("send_terminal_{}", terminal_).c_str(),
                    &method);
  const std::size_t targets = network_.initiator_socket[terminal_].size();
  if (targets > 1)
    SC_REPORT_ERROR(report::kMap, fmt::format("{}: terminal {} has {} targets; legal: one",
                                              network_.name(), terminal_, targets)
                                      .c_str());
  if (targets == 0) return;
  sc_core::sc_spawn([this] { serve(); }, fmt::format("serve_terminal_{}", terminal_).c_str());
}

tlm::tlm_sync_enum TlmNetwork::Station::forward(int socket, Payload& payload, Phase& phase,
                                                sc_core::sc_time& delay) {
  return network_.forward(*initiators_[static_cast<std::size_t>(socket)], payload, phase, delay);
}

tlm::tlm_sync_enum TlmNetwork::Station::backward(int /*socket*/, Payload& payload, Phase& phase,
                                                 sc_core::sc_time& delay) {
  return network_.backward(payload, phase, delay);
}

void TlmNetwork::Station::block(int socket, Payload& payload, sc_core::sc_time& delay) {
  network_.block(*initiators_[static_cast<std::size_t>(socket)], payload, delay);
}

unsigned TlmNetwork::Station::debug(int /*socket*/, Payload& payload) {
  return network_.debug(payload);
}

bool TlmNetwork::Station::direct(int /*socket*/, Payload& payload, tlm::tlm_dmi& dmi) {
  dmi.init();
  dmi.set_start_address(0);
  dmi.set_end_address(~sc_dt::uint64{0});
  dmi.allow_none();
  payload.set_dmi_allowed(false);
  SC_REPORT_INFO_VERB(
      report::kDmi,
      fmt::format("{}: no direct memory interface: accesses take the network's time",
                  network_.name())
          .c_str(),
      sc_core::SC_HIGH);
  return false;
}

void TlmNetwork::Station::add_reply(Transaction& transaction) {
  replies_.push_back(&transaction);
  arbitrate();
}

void TlmNetwork::Station::send() {
  while (!replies_.empty()) {
    Transaction& reply = *replies_.front();
    replies_.pop_front();
    network_.send(reply);
  }
  const std::size_t count = initiators_.size();
  for (std::size_t i = 0, first = first_; i < count; ++i)
    if (network_.inject(*initiators_[(first + i) % count])) first_ = (first + i + 1) % count;
}

void TlmNetwork::Station::add(Transaction& transaction) {
  sink_.push_back(&transaction);
  if (sink_.size() > network_.sink_room())
    network_.error(report::kPhase, transaction, "more requests than are outstanding");
  if (network_.options_.sinks == Sinks::kNone) port_->close(true);
  call_target();
}

void TlmNetwork::Station::accepted(const Transaction& transaction) {
  if (requesting_ != &transaction) return;
  requesting_ = nullptr;
  call_target();
  if (requesting_ == nullptr && port_ != nullptr) port_->close(false);
}

void TlmNetwork::Station::clear() {
  sink_.clear();
  replies_.clear();
  if (port_ == nullptr) return;
  port_->clear();
  if (requesting_ == nullptr) port_->close(false);
}

/// One request at a time, in the order of arrival.
void TlmNetwork::Station::call_target() {
  while (requesting_ == nullptr && !sink_.empty()) {
    Transaction& transaction = *sink_.front();
    sink_.pop_front();
    requesting_ = &transaction;
    network_.move(transaction, At::kTarget);
    Payload& payload = *transaction.payload;
    payload.set_address(transaction.address - transaction.base);
    if (transaction.blocking()) return serve_.notify(sc_core::SC_ZERO_TIME);
    Phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay;
    switch (target().nb_transport_fw(payload, phase, delay)) {
      case tlm::TLM_ACCEPTED: break;
      case tlm::TLM_UPDATED: network_.from_targets_.notify(payload, phase, delay); break;
      case tlm::TLM_COMPLETED:
        transaction.completed = true;
        network_.from_targets_.notify(payload, tlm::BEGIN_RESP, delay);
    }
    return;
  }
}

/// The thread in which b_transport is called.
void TlmNetwork::Station::serve() {
  for (;;) {
    sc_core::wait(serve_);
    Transaction& transaction = *requesting_;
    sc_core::sc_time delay;
    target().b_transport(*transaction.payload, delay);
    if (delay != sc_core::SC_ZERO_TIME) sc_core::wait(delay);
    network_.target_has_answered(transaction);
  }
}

}  // namespace wayfarer::sysc
