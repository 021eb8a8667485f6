#include "wayfarer_systemc/tlm_network.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "common/engines.hpp"
#include "family/registry.hpp"
#include "wayfarer_systemc/make_engine.hpp"
#include "wayfarer_systemc/reports.hpp"
#include "wayfarer_systemc/station.hpp"

namespace wayfarer::sysc {
namespace {

using sc_core::sc_time;
using sc_core::SC_ZERO_TIME;

Journey* journey_of(const Transaction& transaction) {
  return transaction.payload->get_extension<Journey>();
}

bool overlap(const Transaction& a, const Transaction& b) {
  return a.destination == b.destination && a.address <= b.last && b.address <= a.last;
}

}  // namespace

TlmNetwork::TlmNetwork(const sc_core::sc_module_name& name, const std::string& config,
                       const TlmOptions& options)
    : TlmNetwork(name, read_config(name, config), options) {}

TlmNetwork::TlmNetwork(const sc_core::sc_module_name& name, const NetworkConfig& config,
                       const TlmOptions& options)
    : TlmNetwork(name, config,
                 options.timing == Timing::kCycles ? make_engine(name, config, options) : nullptr,
                 options) {}

TlmNetwork::TlmNetwork(const sc_core::sc_module_name& name, const NetworkConfig& config,
                       std::unique_ptr<StreamNetwork> engine, const TlmOptions& options)
    : sc_module(name),
      config_(config),
      options_(options),
      keeps_order_(family_of(config).streams_keep_order),
      wire_(config.flit_bytes(), sizes_of(config, options).max_words),
      estimate_(make_engine(name, config, model_options(options))),
      hops_(config),
      from_initiators_("from_initiators", this, &TlmNetwork::from_initiator),
      from_targets_("from_targets", this, &TlmNetwork::from_target) {
  build(std::move(engine));
}

TlmNetwork::~TlmNetwork() = default;

void TlmNetwork::build(std::unique_ptr<StreamNetwork> engine) {
  if (wire_.room() == 0 || options_.outstanding == 0)
    SC_REPORT_ERROR(report::kNetwork,
                    fmt::format("{}: messages of {} words of {} bytes, {} outstanding; legal: more "
                                "than {} bytes, and 1 outstanding transaction or more",
                                name(), sizes_of(config_, options_).max_words, config_.flit_bytes(),
                                options_.outstanding, Wire::kPartBytes)
                        .c_str());
  if (options_.timing == Timing::kEstimate && options_.period == SC_ZERO_TIME)
    SC_REPORT_ERROR(
        report::kNetwork,
        fmt::format("{}: an estimate without a period; legal: a period", name()).c_str());
  const unsigned count = config_.terminals();
  target_socket.init(count);
  initiator_socket.init(count);
  for (TerminalId t = 0; t < count; ++t) stations_.push_back(std::make_unique<Station>(*this, t));
  if (options_.timing == Timing::kEstimate) return;
  network_ = std::make_unique<Network>("network", std::move(engine), options_.period);
  network_->clock.bind(clock);
  network_->reset.bind(reset);
  for (TerminalId t = 0; t < count; ++t) {
    ports_.push_back(std::make_unique<MessagePort>(
        fmt::format("port_{}", t).c_str(), [this](std::uint32_t number) { sent(number); },
        [this](const std::vector<StreamWord>& message) { received(message); }));
    ports_[t]->out.bind(network_->send[t]);
    ports_[t]->in.bind(network_->receive[t]);
    stations_[t]->connect(*ports_[t]);
  }
  SC_METHOD(on_reset);
  sensitive << network_->reset_event();
  dont_initialize();
}

void TlmNetwork::end_of_elaboration() {
  if (!network_ && (clock.size() != 0 || reset.size() != 0))
    SC_REPORT_ERROR(report::kNetwork, fmt::format("{}: an estimate has neither clock nor reset; "
                                                  "legal: ports that are not bound",
                                                  name())
                                          .c_str());
  for (const auto& station : stations_) station->elaborate();
  map_.each_terminal([this](TerminalId terminal) {
    if (!stations_[terminal]->has_target())
      SC_REPORT_ERROR(
          report::kMap,
          fmt::format("{}: terminal {} has addresses and no target", name(), terminal).c_str());
  });
}

void TlmNetwork::set_target_range(TerminalId terminal, sc_dt::uint64 base, sc_dt::uint64 size,
                                  bool relative) {
  const std::string fault = terminal < terminals() ? map_.add(terminal, base, size, relative)
                                                   : fmt::format("terminal {}; legal: 0 to {}",
                                                                 terminal, terminals() - 1);
  if (!fault.empty()) SC_REPORT_ERROR(report::kMap, fmt::format("{}: {}", name(), fault).c_str());
}

void TlmNetwork::set_default_target(TerminalId terminal) {
  if (terminal >= terminals())
    SC_REPORT_ERROR(
        report::kMap,
        fmt::format("{}: terminal {}; legal: 0 to {}", name(), terminal, terminals() - 1).c_str());
  map_.set_default(terminal);
}

void TlmNetwork::refuse(Payload& payload, tlm::tlm_response_status status, const char* type,
                        const std::string& text) const {
  payload.set_response_status(status);
  SC_REPORT_WARNING(type, fmt::format("{}: {}", name(), text).c_str());
}

void TlmNetwork::error(const char* type, const Transaction& transaction,
                       const std::string& text) const {
  SC_REPORT_ERROR(
      type, fmt::format("{}: {} {:#x} of terminal {} at terminal {}: {}", name(),
                        transaction.payload->is_write() ? "write" : "read", transaction.address,
                        transaction.source, transaction.destination, text)
                .c_str());
}

/// Checks a payload and finds its target; null: its response says what is wrong.
std::unique_ptr<Transaction> TlmNetwork::accept(Initiator& initiator, Payload& payload) {
  const unsigned length = payload.get_data_length();
  const auto reject = [&](tlm::tlm_response_status status, const char* type,
                          const std::string& text) {
    refuse(payload, status, type, fmt::format("terminal {}: {}", initiator.terminal, text));
    return nullptr;
  };
  if (length == 0 || payload.get_streaming_width() == 0)
    return reject(tlm::TLM_BURST_ERROR_RESPONSE, report::kPayload,
                  fmt::format("{} bytes in a stream of width {}; legal: 1 or more", length,
                              payload.get_streaming_width()));
  if (payload.get_data_ptr() == nullptr && payload.get_command() != tlm::TLM_IGNORE_COMMAND)
    return reject(tlm::TLM_GENERIC_ERROR_RESPONSE, report::kPayload, "no data pointer");
  if (payload.get_byte_enable_ptr() != nullptr && payload.get_byte_enable_length() == 0)
    return reject(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE, report::kPayload, "0 byte enables");
  auto transaction = std::make_unique<Transaction>();
  const unsigned touched = std::min(length, payload.get_streaming_width());
  std::string fault;
  const auto place = map_.find(payload.get_address(), touched, fault);
  if (!place) return reject(tlm::TLM_ADDRESS_ERROR_RESPONSE, report::kMap, fault);
  if (!estimate_.time(initiator.terminal, place->terminal, 1, 1) ||
      !estimate_.time(place->terminal, initiator.terminal, 1, 1))
    return reject(tlm::TLM_ADDRESS_ERROR_RESPONSE, report::kMap,
                  fmt::format("no route to terminal {} and back", place->terminal));
  if (wire_.messages(request_bytes(payload, 0).size() + length) >= Wire::kReply)
    return reject(tlm::TLM_BURST_ERROR_RESPONSE, report::kPayload,
                  fmt::format("{} bytes, in too many messages", length));
  transaction->payload = &payload;
  transaction->initiator = &initiator;
  transaction->source = initiator.terminal;
  transaction->destination = place->terminal;
  transaction->address = payload.get_address();
  transaction->base = place->base;
  transaction->last = payload.get_address() + touched - 1;
  if (Journey* const journey = journey_of(*transaction)) {
    transaction->priority = journey->priority;
    *journey = {};
    journey->priority = transaction->priority;
    journey->source = initiator.terminal;
    journey->destination = place->terminal;
    journey->hops = hops_.between(initiator.terminal, place->terminal);
    journey->begun = sc_core::sc_time_stamp();
  }
  return transaction;
}

Transaction& TlmNetwork::keep(std::unique_ptr<Transaction> transaction) {
  Transaction& kept = *transaction;
  while (transactions_.count(next_number_) != 0) ++next_number_;
  kept.number = next_number_++;
  by_payload_[kept.payload] = &kept;
  transactions_[kept.number] = std::move(transaction);
  move(kept, At::kWaiting);
  return kept;
}

void TlmNetwork::move(Transaction& transaction, At at) {
  transaction.at = at;
  if (observed.bound()) observed.write(transaction);
}

Transaction* TlmNetwork::find(const Payload& payload) const {
  const auto found = by_payload_.find(&payload);
  return found == by_payload_.end() ? nullptr : found->second;
}

// Calls of initiators.

tlm::tlm_sync_enum TlmNetwork::forward(Initiator& initiator, Payload& payload, Phase& phase,
                                       sc_time& delay) {
  const auto object = [&](const char* text) {
    SC_REPORT_ERROR(report::kPhase,
                    fmt::format("{}: terminal {}: {}", name(), initiator.terminal, text).c_str());
    payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
    return tlm::TLM_COMPLETED;
  };
  Transaction* const known = find(payload);
  if (phase == tlm::BEGIN_REQ) {
    if (!payload.has_mm()) return object("nb_transport of a payload without a memory manager");
    if (known != nullptr) return object("BEGIN_REQ of a transaction that has not ended");
    if (initiator.requesting != nullptr) return object("BEGIN_REQ before END_REQ of the last one");
    auto transaction = accept(initiator, payload);
    if (!transaction) return tlm::TLM_COMPLETED;
    payload.acquire();
    initiator.requesting = &keep(std::move(transaction));
    from_initiators_.notify(payload, phase, delay);
    return tlm::TLM_ACCEPTED;
  }
  if (phase == tlm::END_RESP) {
    if (known == nullptr || initiator.responses.empty() || initiator.responses.front() != known)
      return object("END_RESP without BEGIN_RESP");
    from_initiators_.notify(payload, phase, delay);
    return tlm::TLM_COMPLETED;
  }
  if (phase == tlm::END_REQ || phase == tlm::BEGIN_RESP)
    return object("a phase that is the target's");
  return tlm::TLM_ACCEPTED;  // ignorable
}

void TlmNetwork::from_initiator(Payload& payload, const Phase& phase) {
  Transaction* const transaction = find(payload);
  Initiator& initiator = *transaction->initiator;
  if (phase == tlm::BEGIN_REQ) {
    initiator.waiting.push_back(transaction);
    return stations_[initiator.terminal]->arbitrate();
  }
  initiator.responses.pop_front();
  if (!initiator.responses.empty()) begin_response(initiator);
  end(*transaction);
}

void TlmNetwork::block(Initiator& initiator, Payload& payload, sc_time& delay) {
  auto accepted = accept(initiator, payload);
  if (!accepted) return;
  if (options_.timing == Timing::kEstimate) return block_for_estimate(*accepted, delay);
  if (delay != SC_ZERO_TIME) sc_core::wait(delay);
  delay = SC_ZERO_TIME;
  sc_core::sc_event done;
  accepted->done = &done;
  Transaction& transaction = keep(std::move(accepted));
  initiator.waiting.push_back(&transaction);
  stations_[initiator.terminal]->arbitrate();
  sc_core::wait(done);
  end(transaction);
}

/// Without the kernel, in the caller's own time.
void TlmNetwork::block_for_estimate(const Transaction& transaction, sc_time& delay) {
  Payload& payload = *transaction.payload;
  const TerminalId from = transaction.source, to = transaction.destination;
  const auto take = [&](const LoneTime& lone, sc_time& injected, sc_time& arrived) {
    const sc_time start = last_edge(sc_core::sc_time_stamp() + delay);
    injected = start + lone.injected * options_.period;
    arrived = start + lone.arrived * options_.period;
    delay = arrived - sc_core::sc_time_stamp();
  };
  Journey ignored;
  Journey* const attached = journey_of(transaction);
  Journey& journey = attached != nullptr ? *attached : ignored;
  journey.begun += delay;
  const std::size_t request = request_bytes(payload, transaction.address).size();
  journey.request_words = wire_.words(request);
  take(lone(from, to, request), journey.injected, journey.arrived);
  payload.set_address(transaction.address - transaction.base);
  stations_[to]->target().b_transport(payload, delay);
  payload.set_address(transaction.address);
  const std::size_t reply = reply_bytes(payload).size();
  journey.reply_words = wire_.words(reply);
  take(lone(to, from, reply), journey.reply_injected, journey.reply_arrived);
}

unsigned TlmNetwork::debug(Payload& payload) {
  std::string fault;
  const auto place =
      map_.find(payload.get_address(), std::max(payload.get_data_length(), 1u), fault);
  if (!place) {
    refuse(payload, tlm::TLM_ADDRESS_ERROR_RESPONSE, report::kMap, fault);
    return 0;
  }
  const sc_dt::uint64 address = payload.get_address();
  payload.set_address(address - place->base);
  const unsigned bytes = stations_[place->terminal]->target().transport_dbg(payload);
  payload.set_address(address);
  return bytes;
}

// Into the network.

bool TlmNetwork::may_start(const Initiator& initiator, const Transaction& transaction) const {
  if (initiator.in_network.size() >= options_.outstanding) return false;
  return keeps_order_ ||
         std::none_of(initiator.in_network.begin(), initiator.in_network.end(),
                      [&](const Transaction* other) { return overlap(*other, transaction); });
}

/// Sends the initiator's next requests, if they may start. Returns whether any did.
bool TlmNetwork::inject(Initiator& initiator) {
  const std::size_t before = initiator.in_network.size();
  while (!initiator.waiting.empty() && may_start(initiator, *initiator.waiting.front())) {
    Transaction& transaction = *initiator.waiting.front();
    initiator.waiting.pop_front();
    initiator.in_network.push_back(&transaction);
    move(transaction, At::kRequest);
    send(transaction);
  }
  return initiator.in_network.size() != before;
}

TerminalId TlmNetwork::sender_of(const Transaction& transaction) const {
  return transaction.at == At::kRequest ? transaction.source : transaction.destination;
}

TerminalId TlmNetwork::receiver_of(const Transaction& transaction) const {
  return transaction.at == At::kRequest ? transaction.destination : transaction.source;
}

/// Sends the request or the reply.
void TlmNetwork::send(Transaction& transaction) {
  const bool reply = transaction.at == At::kReply;
  const Payload& payload = *transaction.payload;
  transaction.sent = reply ? reply_bytes(payload) : request_bytes(payload, transaction.address);
  transaction.received.assign(transaction.sent.size(), 0);
  transaction.messages_left = wire_.messages(transaction.sent.size());
  const unsigned words = wire_.words(transaction.sent.size());
  if (Journey* const journey = journey_of(transaction))
    (reply ? journey->reply_words : journey->request_words) = words;
  if (!network_) return send_for_estimate(transaction);
  ports_[sender_of(transaction)]->send(
      transaction.number,
      wire_.write(transaction.number, reply, receiver_of(transaction), transaction.sent),
      {transaction.priority, reply ? nullptr : transaction.initiator});
}

sc_time TlmNetwork::last_edge(const sc_time& time) const {
  return sc_time::from_value(time.value() / options_.period.value() * options_.period.value());
}

LoneTime TlmNetwork::lone(TerminalId from, TerminalId to, std::size_t bytes) {
  return *estimate_.time(from, to, wire_.words(bytes), sizes_of(config_, options_).max_words);
}

void TlmNetwork::send_for_estimate(Transaction& transaction) {
  const LoneTime time =
      lone(sender_of(transaction), receiver_of(transaction), transaction.sent.size());
  const sc_time start = last_edge(sc_core::sc_time_stamp());
  agenda_.add(start + time.injected * options_.period,
              [this, number = transaction.number] { sent(number); });
  agenda_.add(start + time.arrived * options_.period,
              [this, &transaction] { arrived(transaction); });
}

/// The network has taken a request or a reply.
void TlmNetwork::sent(std::uint32_t number) {
  Transaction& transaction = *transactions_.at(number);
  Journey* const journey = journey_of(transaction);
  if (transaction.at == At::kReply) {
    if (journey != nullptr) journey->reply_injected = sc_core::sc_time_stamp();
    return end_target_response(transaction);
  }
  if (journey != nullptr) journey->injected = sc_core::sc_time_stamp();
  Initiator& initiator = *transaction.initiator;
  if (initiator.requesting != &transaction) return;
  initiator.requesting = nullptr;
  Phase phase = tlm::END_REQ;
  sc_time delay;
  stations_[initiator.terminal]
      ->initiator(initiator.socket)
      .nb_transport_bw(*transaction.payload, phase, delay);
}

// Out of the network.

void TlmNetwork::received(const std::vector<StreamWord>& message) {
  const Part part = wire_.part_of(message);
  const auto found = transactions_.find(part.transaction);
  if (found == transactions_.end()) {
    SC_REPORT_ERROR(report::kData, fmt::format("{}: a message of no transaction", name()).c_str());
    return;
  }
  Transaction& transaction = *found->second;
  wire_.read(message, part, transaction.received);
  if (--transaction.messages_left != 0) return;
  if (transaction.received != transaction.sent)
    error(report::kData, transaction, "its flits carry other bytes than its payload");
  arrived(transaction);
}

void TlmNetwork::arrived(Transaction& transaction) {
  if (transaction.at == At::kReply) return respond(transaction);
  if (Journey* const journey = journey_of(transaction)) journey->arrived = sc_core::sc_time_stamp();
  stations_[transaction.destination]->add(transaction);
}

// Calls of targets.

tlm::tlm_sync_enum TlmNetwork::backward(Payload& payload, const Phase& phase,
                                        const sc_time& delay) {
  if (phase != tlm::END_REQ && phase != tlm::BEGIN_RESP) {
    if (phase == tlm::BEGIN_REQ || phase == tlm::END_RESP)
      SC_REPORT_ERROR(
          report::kPhase,
          fmt::format("{}: a target sent a phase that is the initiator's", name()).c_str());
    return tlm::TLM_ACCEPTED;  // ignorable
  }
  Transaction* const transaction = find(payload);
  if (transaction == nullptr || transaction->at != At::kTarget) {
    SC_REPORT_ERROR(
        report::kPhase,
        fmt::format("{}: a phase of a transaction that the target does not have", name()).c_str());
    return tlm::TLM_ACCEPTED;
  }
  from_targets_.notify(payload, phase, delay);
  return tlm::TLM_ACCEPTED;
}

void TlmNetwork::from_target(Payload& payload, const Phase& phase) {
  Transaction* const transaction = find(payload);
  if (transaction == nullptr || transaction->at != At::kTarget) return;  // END_REQ came late
  if (phase == tlm::BEGIN_RESP) return target_has_answered(*transaction);
  stations_[transaction->destination]->accepted(*transaction);
}

void TlmNetwork::target_has_answered(Transaction& transaction) {
  transaction.payload->set_address(transaction.address);
  move(transaction, At::kReply);
  transaction.answered = !transaction.blocking() && !transaction.completed;
  stations_[transaction.destination]->accepted(transaction);
  if (!transaction.reset) return stations_[transaction.destination]->add_reply(transaction);
  end_target_response(transaction);
  respond(transaction);
}

void TlmNetwork::end_target_response(Transaction& transaction) {
  if (!std::exchange(transaction.answered, false)) return;
  Phase phase = tlm::END_RESP;
  sc_time delay;
  stations_[transaction.destination]->target().nb_transport_fw(*transaction.payload, phase, delay);
}

// Back to the initiator.

void TlmNetwork::respond(Transaction& transaction) {
  move(transaction, At::kResponding);
  if (transaction.reset) transaction.payload->set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
  if (Journey* const journey = journey_of(transaction))
    journey->reply_arrived = sc_core::sc_time_stamp();
  if (transaction.blocking()) return transaction.done->notify(SC_ZERO_TIME);
  Initiator& initiator = *transaction.initiator;
  initiator.responses.push_back(&transaction);
  if (initiator.responses.size() == 1) begin_response(initiator);
}

/// Begins the response of the first one in the queue. It implies END_REQ.
void TlmNetwork::begin_response(Initiator& initiator) {
  Transaction& transaction = *initiator.responses.front();
  if (initiator.requesting == &transaction) initiator.requesting = nullptr;
  Payload& payload = *transaction.payload;
  Phase phase = tlm::BEGIN_RESP;
  sc_time delay;
  const tlm::tlm_sync_enum status = stations_[initiator.terminal]
                                        ->initiator(initiator.socket)
                                        .nb_transport_bw(payload, phase, delay);
  if (status == tlm::TLM_COMPLETED || (status == tlm::TLM_UPDATED && phase == tlm::END_RESP))
    from_initiators_.notify(payload, tlm::END_RESP, delay);
}

void TlmNetwork::end(Transaction& transaction) {
  Initiator& initiator = *transaction.initiator;
  auto& in_network = initiator.in_network;
  in_network.erase(std::find(in_network.begin(), in_network.end(), &transaction));
  Payload& payload = *transaction.payload;
  const bool blocking = transaction.blocking();
  move(transaction, At::kEnded);
  by_payload_.erase(&payload);
  transactions_.erase(transaction.number);
  if (!blocking) payload.release();
  if (!initiator.waiting.empty()) stations_[initiator.terminal]->arbitrate();
}

/// Messages in the network are lost; those that have not been injected wait on.
void TlmNetwork::on_reset() {
  for (const auto& station : stations_) station->clear();
  std::vector<Transaction*> lost;
  for (const auto& [number, transaction] : transactions_) {
    if (transaction->at == At::kTarget) transaction->reset = true;
    if (transaction->at == At::kRequest || transaction->at == At::kReply)
      lost.push_back(transaction.get());
  }
  std::sort(lost.begin(), lost.end(),
            [](const Transaction* a, const Transaction* b) { return a->number < b->number; });
  for (Transaction* const transaction : lost) {
    transaction->reset = true;
    if (transaction->at == At::kReply) end_target_response(*transaction);
    respond(*transaction);
  }
}

}  // namespace wayfarer::sysc
