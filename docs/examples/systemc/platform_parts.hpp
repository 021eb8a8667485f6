// Programs, memories and a DMA of the platform.
#pragma once

#define SC_INCLUDE_DYNAMIC_PROCESSES  // tlm_utils needs it
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <systemc>
#include <tlm>

#include "wayfarer_systemc/journey.hpp"

/// The sum and number of round trips, by memory.
struct Latency {
  sc_core::sc_time sum;
  unsigned count = 0;
};

/// A processor that runs a program: a function that reads and writes by this module.
class Processor : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Processor> socket{"socket"};
  std::map<unsigned, Latency> latency;  ///< By the terminal of the target.
  sc_core::sc_time ended;

  Processor(const sc_core::sc_module_name& name, std::function<void(Processor&)> program)
      : sc_module(name), program_(std::move(program)) {
    SC_THREAD(run);
  }

  void write(std::uint64_t to, void* data, unsigned bytes) { access(true, to, data, bytes); }
  void read(std::uint64_t from, void* data, unsigned bytes) { access(false, from, data, bytes); }
  std::uint32_t read_word(std::uint64_t from) {
    std::uint32_t word = 0;
    read(from, &word, sizeof word);
    return word;
  }
  void write_word(std::uint64_t to, std::uint32_t word) { write(to, &word, sizeof word); }

 private:
  SC_HAS_PROCESS(Processor);

  void run() {
    program_(*this);
    ended = sc_core::sc_time_stamp();
  }

  void access(bool write, std::uint64_t at, void* data, unsigned bytes) {
    tlm::tlm_generic_payload payload;
    payload.set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
    payload.set_address(at);
    payload.set_data_ptr(static_cast<unsigned char*>(data));
    payload.set_data_length(bytes);
    payload.set_streaming_width(bytes);
    auto* const journey = new wayfarer::sysc::Journey;  // the payload deletes it
    payload.set_extension(journey);
    sc_core::sc_time delay;
    socket->b_transport(payload, delay);
    sc_core::wait(delay);
    if (!payload.is_response_ok())
      SC_REPORT_ERROR("/platform", payload.get_response_string().c_str());
    Latency& of = latency[journey->destination];
    of.sum += journey->reply_arrived - journey->begun;
    ++of.count;
  }

  const std::function<void(Processor&)> program_;
};

class Memory : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Memory> socket{"socket"};

  explicit Memory(const sc_core::sc_module_name& name) : sc_module(name) {
    socket.register_b_transport(this, &Memory::access);
  }

 private:
  void access(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    unsigned char* const at = &bytes_.at(payload.get_address());
    if (payload.is_write())
      std::memcpy(at, payload.get_data_ptr(), payload.get_data_length());
    else
      std::memcpy(payload.get_data_ptr(), at, payload.get_data_length());
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    delay += sc_core::sc_time(10, sc_core::SC_NS);
  }

  std::vector<unsigned char> bytes_ = std::vector<unsigned char>(0x10000);
};

/// Copies words: register 0 is the source, 4 the destination, 8 the number of bytes, which starts
/// it and is 0 again when it has ended.
class Dma : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Dma> registers{"registers"};
  Processor master{"master", [this](Processor& bus) { run(bus); }};

  explicit Dma(const sc_core::sc_module_name& name) : sc_module(name) {
    registers.register_b_transport(this, &Dma::access);
  }

 private:
  void access(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    std::uint32_t& value = values_[payload.get_address() / 4 % 3];
    if (payload.is_write())
      std::memcpy(&value, payload.get_data_ptr(), sizeof value);
    else
      std::memcpy(payload.get_data_ptr(), &value, sizeof value);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    delay += sc_core::sc_time(2, sc_core::SC_NS);
    if (payload.is_write() && values_[2] != 0) start_.notify(delay);
  }

  void run(Processor& bus) {
    sc_core::wait(start_);
    std::uint8_t block[64];
    for (std::uint32_t at = 0; at < values_[2]; at += sizeof block) {
      bus.read(values_[0] + at, block, sizeof block);
      bus.write(values_[1] + at, block, sizeof block);
    }
    values_[2] = 0;
  }

  std::uint32_t values_[3] = {};
  sc_core::sc_event start_{"start"};
};
