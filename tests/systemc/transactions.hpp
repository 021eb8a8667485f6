// Random initiators and targets of TLM-2.0.
#pragma once

#include <algorithm>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "protocol_checker.hpp"
#include "wayfarer_systemc/tlm_network.hpp"

namespace wayfarer::systemc_test {

using Payload = tlm::tlm_generic_payload;
using Memory = std::vector<unsigned char>;

/// Executes a payload whose address is `at`, as a memory does.
inline void access(Payload& payload, Memory& memory, std::size_t at) {
  const unsigned width = std::min(payload.get_streaming_width(), payload.get_data_length());
  const unsigned char* const enables = payload.get_byte_enable_ptr();
  for (unsigned i = 0; i < payload.get_data_length(); ++i) {
    if (enables != nullptr && enables[i % payload.get_byte_enable_length()] == 0) continue;
    unsigned char& byte = memory.at(at + i % width);
    if (payload.is_write())
      byte = payload.get_data_ptr()[i];
    else if (payload.is_read())
      payload.get_data_ptr()[i] = byte;
  }
}

/// Draws that depend on the transaction and the purpose alone, not on the order of calls.
class Draws {
 public:
  explicit Draws(unsigned seed) : seed_(seed) {}
  /// Begins the draws of a transaction.
  void begin(unsigned number, unsigned purpose) {
    state_ = (std::uint64_t{seed_} << 40) + (std::uint64_t{number} << 8) + purpose;
  }
  /// SplitMix64.
  unsigned below(unsigned limit) {
    std::uint64_t bits = state_ += 0x9e3779b97f4a7c15;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
    return static_cast<unsigned>(bits >> 33) % limit;
  }
  sc_core::sc_time time(unsigned most) { return sc_core::sc_time(below(most + 1), sc_core::SC_NS); }

 private:
  const unsigned seed_;
  std::uint64_t state_ = 0;
};

struct TargetDelays {
  unsigned accept = 4;  ///< Nanoseconds at most.
  unsigned respond = 10;
};

/// A memory that answers by all ways of the base protocol. It serves requests in the order of
/// BEGIN_REQ.
class RandomTarget final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<RandomTarget> socket{"socket"};
  Memory memory;

  RandomTarget(const sc_core::sc_module_name& name, std::size_t bytes, unsigned seed,
               const TargetDelays& delays = {})
      : sc_module(name),
        memory(bytes),
        draws_(seed),
        delays_(delays),
        queue_("queue", this, &RandomTarget::later) {
    socket.register_nb_transport_fw(this, &RandomTarget::forward);
    socket.register_b_transport(this, &RandomTarget::block);
    socket.register_transport_dbg(this, &RandomTarget::debug);
  }

 private:
  using Phase = tlm::tlm_phase;
  using Time = sc_core::sc_time;

  void serve(Payload& payload) {
    if (payload.get_address() + payload.get_data_length() > memory.size() &&
        payload.get_streaming_width() >= payload.get_data_length()) {
      payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
      return;
    }
    access(payload, memory, payload.get_address());
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }

  tlm::tlm_sync_enum forward(Payload& payload, Phase& phase, Time& delay) {
    if (phase == tlm::END_RESP) {
      responding_ = false;
      payload.release();
      respond();
      return tlm::TLM_COMPLETED;
    }
    draws_.begin(number_, 0);
    number_of_[&payload] = number_++;
    serve(payload);
    const unsigned way = draws_.below(4);
    if (way == 0 && pending_.empty() && !responding_) {  // all at once
      delay += draws_.time(delays_.accept);
      return tlm::TLM_COMPLETED;
    }
    payload.acquire();
    if (way == 1) {
      delay += draws_.time(delays_.accept);
      phase = tlm::END_REQ;
      queue_.notify(payload, tlm::BEGIN_RESP, delay + draws_.time(delays_.respond));
      return tlm::TLM_UPDATED;
    }
    queue_.notify(payload, tlm::END_REQ, delay + draws_.time(delays_.accept));
    return tlm::TLM_ACCEPTED;
  }

  void later(Payload& payload, const Phase& phase) {
    draws_.begin(number_of_[&payload], phase == tlm::END_REQ ? 1 : 2);
    if (phase == tlm::END_REQ) {
      if (draws_.below(3) != 0) {  // else BEGIN_RESP implies it
        Phase end = tlm::END_REQ;
        Time delay;
        socket->nb_transport_bw(payload, end, delay);
      }
      queue_.notify(payload, tlm::BEGIN_RESP, draws_.time(delays_.respond));
      return;
    }
    pending_.push_back(&payload);
    respond();
  }

  void respond() {
    if (responding_ || pending_.empty()) return;
    Payload& payload = *pending_.front();
    pending_.pop_front();
    responding_ = true;
    draws_.begin(number_of_[&payload], 3);
    Phase phase = tlm::BEGIN_RESP;
    Time delay = draws_.time(2);
    const tlm::tlm_sync_enum status = socket->nb_transport_bw(payload, phase, delay);
    if (status == tlm::TLM_COMPLETED || status == tlm::TLM_UPDATED) {
      responding_ = false;
      payload.release();
      respond();
    }
  }

  void block(Payload& payload, Time& delay) {
    draws_.begin(number_++, 0);
    serve(payload);
    if (draws_.below(2) != 0)
      sc_core::wait(draws_.time(delays_.respond));
    else
      delay += draws_.time(delays_.respond);
  }

  unsigned debug(Payload& payload) {
    access(payload, memory, payload.get_address());
    return payload.get_data_length();
  }

  Draws draws_;
  unsigned number_ = 0;
  std::map<const Payload*, unsigned> number_of_;
  const TargetDelays delays_;
  tlm_utils::peq_with_cb_and_phase<RandomTarget> queue_;
  std::deque<Payload*> pending_;
  bool responding_ = false;
};

/// Payloads with their data, taken again when all references are gone.
class PayloadPool final : public tlm::tlm_mm_interface {
 public:
  struct Item {
    Payload payload;
    Memory data, enables, expected;
    sc_core::sc_time begun;
    unsigned number = 0;
  };

  Item& take() {
    if (free_.empty()) {
      items_.push_back(std::make_unique<Item>());
      by_payload_[&items_.back()->payload] = items_.back().get();
      items_.back()->payload.set_mm(this);
      free_.push_back(items_.back().get());
    }
    Item& item = *free_.back();
    free_.pop_back();
    item.payload.acquire();
    return item;
  }
  Item& of(Payload& payload) { return *by_payload_.at(&payload); }
  void free(Payload* payload) override {
    payload->reset();
    free_.push_back(by_payload_.at(payload));
  }
  [[nodiscard]] std::size_t taken() const { return items_.size() - free_.size(); }

 private:
  std::vector<std::unique_ptr<Item>> items_;
  std::vector<Item*> free_;
  std::map<const Payload*, Item*> by_payload_;
};

struct Traffic {
  unsigned seed = 1;
  unsigned transactions = 100;
  unsigned most_bytes = 48;
  unsigned start = 0;        ///< Nanoseconds until the first request.
  unsigned most_pause = 30;  ///< And between requests, at most.
  unsigned targets = 2;      ///< At multiples of `stride`.
  sc_dt::uint64 stride = 0x1000;
  sc_dt::uint64 base = 0;   ///< Start of the bytes in each target that are this initiator's alone.
  unsigned room = 128;      ///< Number of these bytes.
  unsigned priorities = 1;  ///< Number of these that are drawn.
};

/// Reads and writes bytes that no other initiator touches: what a read must get is known when it
/// is sent.
class RandomInitiator : public sc_core::sc_module {
 public:
  std::string log;
  std::string faults;
  unsigned ended = 0, errors = 0;

  /// Mean time of a transaction, in nanoseconds.
  [[nodiscard]] double mean_time() const { return time_.to_seconds() * 1e9 / ended; }
  [[nodiscard]] bool done() const { return ended == traffic_.transactions; }
  [[nodiscard]] std::size_t leaks() const { return pool_.taken(); }

 protected:
  RandomInitiator(const sc_core::sc_module_name& name, const Traffic& traffic)
      : sc_module(name),
        traffic_(traffic),
        draws_(traffic.seed),
        model_(traffic.targets, Memory(traffic.room)) {}

  PayloadPool::Item& next() {
    PayloadPool::Item& item = pool_.take();
    Payload& payload = item.payload;
    const unsigned target = draws_.below(traffic_.targets);
    const unsigned length = 1 + draws_.below(std::min(traffic_.most_bytes, traffic_.room));
    const unsigned at = draws_.below(traffic_.room - length + 1);
    item.data.assign(length, 0);
    const bool write = draws_.below(2) != 0;
    for (unsigned char& byte : item.data) byte = static_cast<unsigned char>(draws_.below(256));
    payload.set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
    payload.set_address(target * traffic_.stride + traffic_.base + at);
    payload.set_data_ptr(item.data.data());
    payload.set_data_length(length);
    payload.set_streaming_width(draws_.below(4) == 0 ? 1 + draws_.below(length) : length);
    payload.set_byte_enable_ptr(nullptr);
    payload.set_byte_enable_length(0);
    if (draws_.below(4) == 0) {
      item.enables.resize(1 + draws_.below(length));
      for (unsigned char& enable : item.enables) enable = draws_.below(2) != 0 ? 0xff : 0;
      payload.set_byte_enable_ptr(item.enables.data());
      payload.set_byte_enable_length(static_cast<unsigned>(item.enables.size()));
    }
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    payload.set_dmi_allowed(false);
    if (traffic_.priorities > 1) {
      auto* const journey = new sysc::Journey;
      journey->priority = draws_.below(traffic_.priorities);
      payload.set_auto_extension(journey);
    }
    // The same on a copy, now: later requests do not overtake it.
    item.expected = item.data;
    payload.set_data_ptr(item.expected.data());
    access(payload, model_[target], at);
    payload.set_data_ptr(item.data.data());
    item.begun = sc_core::sc_time_stamp();
    item.number = sent_++;
    return item;
  }

  void check(PayloadPool::Item& item) {
    ++ended;
    time_ += sc_core::sc_time_stamp() - item.begun;
    // In picoseconds.
    log += fmt::format("{} {} {}\n", item.number, item.begun.value(),
                       sc_core::sc_time_stamp().value());
    if (!item.payload.is_response_ok())
      ++errors;
    else if (item.data != item.expected)
      faults += fmt::format("{}: transaction {} at {:#x}: wrong data\n", name(), item.number,
                            item.payload.get_address());
    item.payload.release();
  }

  const Traffic traffic_;
  Draws draws_;
  PayloadPool pool_;

 private:
  std::vector<Memory> model_;  // by target
  unsigned sent_ = 0;
  sc_core::sc_time time_;
};

/// By nb_transport: requests as soon as the protocol allows, responses ended in all ways.
class AtInitiator final : public RandomInitiator {
 public:
  tlm_utils::simple_initiator_socket<AtInitiator> socket{"socket"};

  AtInitiator(const sc_core::sc_module_name& name, const Traffic& traffic)
      : RandomInitiator(name, traffic), queue_("queue", this, &AtInitiator::later) {
    socket.register_nb_transport_bw(this, &AtInitiator::backward);
    SC_THREAD(run);
  }

 private:
  SC_HAS_PROCESS(AtInitiator);
  using Phase = tlm::tlm_phase;
  using Time = sc_core::sc_time;

  void run() {
    for (unsigned i = 0; i < traffic_.transactions; ++i) {
      draws_.begin(i, 0);
      if (draws_.below(2) != 0) sc_core::wait(draws_.time(traffic_.most_pause));
      draws_.begin(i, 1);
      PayloadPool::Item& item = next();
      requesting_ = &item.payload;
      Phase phase = tlm::BEGIN_REQ;
      Time delay = draws_.below(4) == 0 ? draws_.time(5) : sc_core::SC_ZERO_TIME;
      const tlm::tlm_sync_enum status = socket->nb_transport_fw(item.payload, phase, delay);
      if (status == tlm::TLM_COMPLETED) {
        requesting_ = nullptr;
        check(item);
        continue;
      }
      while (requesting_ != nullptr) sc_core::wait(free_);
    }
  }

  tlm::tlm_sync_enum backward(Payload& payload, Phase& phase, Time& delay) {
    if (requesting_ == &payload) {
      requesting_ = nullptr;
      free_.notify(delay);
    }
    if (phase != tlm::BEGIN_RESP) return tlm::TLM_ACCEPTED;
    draws_.begin(pool_.of(payload).number, 2);
    switch (draws_.below(3)) {
      case 0:
        check(pool_.of(payload));
        delay += draws_.time(3);
        return tlm::TLM_COMPLETED;
      case 1:
        check(pool_.of(payload));
        delay += draws_.time(3);
        phase = tlm::END_RESP;
        return tlm::TLM_UPDATED;
      default: queue_.notify(payload, tlm::END_RESP, delay + draws_.time(20));
    }
    return tlm::TLM_ACCEPTED;
  }

  void later(Payload& payload, const Phase&) {
    Phase phase = tlm::END_RESP;
    Time delay;
    payload.acquire();
    socket->nb_transport_fw(payload, phase, delay);
    check(pool_.of(payload));
    payload.release();
  }

  tlm_utils::peq_with_cb_and_phase<AtInitiator> queue_;
  const Payload* requesting_ = nullptr;
  sc_core::sc_event free_{"free"};
};

/// By b_transport, with a local time that runs ahead of the kernel's by at most the quantum.
class LtInitiator final : public RandomInitiator {
 public:
  tlm_utils::simple_initiator_socket<LtInitiator> socket{"socket"};

  LtInitiator(const sc_core::sc_module_name& name, const Traffic& traffic,
              const sc_core::sc_time& quantum)
      : RandomInitiator(name, traffic), quantum_(quantum) {
    SC_THREAD(run);
  }

 private:
  SC_HAS_PROCESS(LtInitiator);

  void run() {
    sc_core::sc_time local(traffic_.start, sc_core::SC_NS);
    for (unsigned i = 0; i < traffic_.transactions; ++i) {
      draws_.begin(i, 0);
      local += draws_.time(traffic_.most_pause);
      PayloadPool::Item& item = next();
      socket->b_transport(item.payload, local);
      if (local >= quantum_) {
        sc_core::wait(local);
        local = sc_core::SC_ZERO_TIME;
      }
      check(item);
    }
  }

  const sc_core::sc_time quantum_;
};

}  // namespace wayfarer::systemc_test
