// Checks the base protocol of TLM-2.0 between an initiator and a target, in both directions.
#pragma once

#include <cstring>
#include <map>
#include <string>
#include <vector>

#include <systemc>
// tlm_utils needs it.
#include <sysc/kernel/sc_dynamic_processes.h>
#include <tlm_utils/passthrough_target_socket.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <tlm>

namespace wayfarer::systemc_test {

/// Phases in order, one request and one response at a time, attributes and data that stay while
/// they must, statuses, references, and annotated times that do not go back.
class ProtocolChecker final : public sc_core::sc_module {
 public:
  tlm_utils::passthrough_target_socket<ProtocolChecker> from{"from"};
  tlm_utils::simple_initiator_socket<ProtocolChecker> to{"to"};

  ProtocolChecker(const sc_core::sc_module_name& name, std::string& faults)
      : sc_module(name), faults_(faults) {
    from.register_nb_transport_fw(this, &ProtocolChecker::forward);
    from.register_b_transport(this, &ProtocolChecker::block);
    from.register_transport_dbg(this, &ProtocolChecker::debug);
    from.register_get_direct_mem_ptr(this, &ProtocolChecker::direct);
    to.register_nb_transport_bw(this, &ProtocolChecker::backward);
  }

  [[nodiscard]] std::size_t in_flight() const { return flights_.size(); }
  /// That have ended.
  [[nodiscard]] unsigned transactions() const { return transactions_; }

 private:
  using Payload = tlm::tlm_generic_payload;
  using Phase = tlm::tlm_phase;
  using Time = sc_core::sc_time;

  struct Flight {
    unsigned phase = 0;  // the last one of the four, from 1 on
    Time time;           // of it, annotation included
    tlm::tlm_command command;
    unsigned char* data;
    unsigned char* enables;
    unsigned length, enable_length, width;
    std::vector<unsigned char> written;
  };

  void fault(const std::string& text) {
    if (faults_.size() < 2000) faults_ += std::string(name()) + ": " + text + "\n";
  }
  void expect(bool holds, const char* text) {
    if (!holds) fault(text);
  }

  static unsigned number_of(const Phase& phase) {
    if (phase == tlm::BEGIN_REQ) return 1;
    if (phase == tlm::END_REQ) return 2;
    if (phase == tlm::BEGIN_RESP) return 3;
    return phase == tlm::END_RESP ? 4 : 0;
  }

  Flight snapshot(const Payload& payload) {
    Flight flight;
    flight.command = payload.get_command();
    flight.data = payload.get_data_ptr();
    flight.enables = payload.get_byte_enable_ptr();
    flight.length = payload.get_data_length();
    flight.enable_length = payload.get_byte_enable_length();
    flight.width = payload.get_streaming_width();
    if (payload.is_write()) flight.written.assign(flight.data, flight.data + flight.length);
    return flight;
  }

  void unchanged(const Payload& payload, const Flight& flight) {
    expect(payload.get_command() == flight.command && payload.get_data_ptr() == flight.data &&
               payload.get_byte_enable_ptr() == flight.enables &&
               payload.get_data_length() == flight.length &&
               payload.get_byte_enable_length() == flight.enable_length &&
               payload.get_streaming_width() == flight.width,
           "an attribute has changed in flight");
    expect(flight.written.empty() ||
               std::memcmp(flight.written.data(), flight.data, flight.length) == 0,
           "the data of a write have changed in flight");
  }

  /// A phase, called or returned.
  void pass(Payload& payload, const Phase& phase, const Time& delay) {
    const unsigned number = number_of(phase);
    if (number == 0) return;
    const Time time = sc_core::sc_time_stamp() + delay;
    if (number == 1) {
      expect(flights_.count(&payload) == 0, "BEGIN_REQ of a transaction in flight");
      expect(requesting_ == nullptr, "BEGIN_REQ before END_REQ of the last one");
      expect(payload.has_mm() && payload.get_ref_count() >= 1, "no references");
      expect(payload.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE,
             "a status at BEGIN_REQ");
      flights_[&payload] = snapshot(payload);
      requesting_ = &payload;
    }
    const auto found = flights_.find(&payload);
    if (found == flights_.end()) return fault("a phase of a transaction that is not in flight");
    Flight& flight = found->second;
    expect(number == flight.phase + 1 || (number == 3 && flight.phase == 1), "phases out of order");
    expect(time >= flight.time, "a time before the last phase's");
    flight.phase = number;
    flight.time = time;
    unchanged(payload, flight);
    if (number >= 2 && requesting_ == &payload) requesting_ = nullptr;
    if (number == 3) {
      expect(responding_ == nullptr, "BEGIN_RESP before END_RESP of the last one");
      expect(payload.get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE,
             "no status at BEGIN_RESP");
      responding_ = &payload;
    }
    if (number == 4) finish(payload);
  }

  void finish(Payload& payload) {
    if (requesting_ == &payload) requesting_ = nullptr;
    if (responding_ == &payload) responding_ = nullptr;
    expect(payload.get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE, "no status at the end");
    expect(payload.get_ref_count() >= 1, "no reference at the end");
    flights_.erase(&payload);
    ++transactions_;
  }

  void returned(tlm::tlm_sync_enum status, const Phase& before, Payload& payload,
                const Phase& phase, const Time& delay) {
    if (status == tlm::TLM_UPDATED) {
      expect(number_of(phase) > number_of(before), "TLM_UPDATED without a later phase");
      pass(payload, phase, delay);
    }
    if (status == tlm::TLM_COMPLETED && flights_.count(&payload) != 0) finish(payload);
  }

  tlm::tlm_sync_enum forward(Payload& payload, Phase& phase, Time& delay) {
    const Phase before = phase;
    expect(before == tlm::BEGIN_REQ || before == tlm::END_RESP, "a target's phase forward");
    pass(payload, phase, delay);
    const tlm::tlm_sync_enum status = to->nb_transport_fw(payload, phase, delay);
    returned(status, before, payload, phase, delay);
    return status;
  }

  tlm::tlm_sync_enum backward(Payload& payload, Phase& phase, Time& delay) {
    const Phase before = phase;
    expect(before == tlm::END_REQ || before == tlm::BEGIN_RESP, "an initiator's phase backward");
    pass(payload, phase, delay);
    const tlm::tlm_sync_enum status = from->nb_transport_bw(payload, phase, delay);
    returned(status, before, payload, phase, delay);
    return status;
  }

  void block(Payload& payload, Time& delay) {
    expect(payload.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE,
           "a status before b_transport");
    const Time before = sc_core::sc_time_stamp() + delay;
    const Flight flight = snapshot(payload);
    to->b_transport(payload, delay);
    unchanged(payload, flight);
    expect(payload.get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE,
           "no status after b_transport");
    expect(sc_core::sc_time_stamp() + delay >= before, "b_transport goes back in time");
  }

  unsigned debug(Payload& payload) { return to->transport_dbg(payload); }
  bool direct(Payload& payload, tlm::tlm_dmi& dmi) { return to->get_direct_mem_ptr(payload, dmi); }

  std::string& faults_;
  std::map<const Payload*, Flight> flights_;
  const Payload* requesting_ = nullptr;
  const Payload* responding_ = nullptr;
  unsigned transactions_ = 0;
};

}  // namespace wayfarer::systemc_test
