// A program that writes and reads a memory over a 4x4 m-way mesh.
#define SC_INCLUDE_DYNAMIC_PROCESSES  // tlm_utils needs it
#include <cstring>
#include <iostream>

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <systemc>
#include <tlm>

#include "wayfarer_systemc/tlm_network.hpp"

struct Program : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<Program> socket{"socket"};

  explicit Program(const sc_core::sc_module_name& name) : sc_module(name) { SC_THREAD(run); }

 private:
  SC_HAS_PROCESS(Program);
  void run() {
    char text[] = "over the mesh";
    access(tlm::TLM_WRITE_COMMAND, text);
    std::memset(text, 0, sizeof text);
    access(tlm::TLM_READ_COMMAND, text);
    std::cout << "read: " << text << "\n";
  }

  void access(tlm::tlm_command command, char (&text)[14]) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(0x8000'0010);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(text));
    payload.set_data_length(sizeof text);
    payload.set_streaming_width(sizeof text);
    auto* const journey = new wayfarer::sysc::Journey;  // the payload deletes it
    payload.set_extension(journey);
    sc_core::sc_time delay;
    socket->b_transport(payload, delay);
    sc_core::wait(delay);
    std::cout << payload.get_response_string() << ": " << journey->request_words
              << " words there by " << journey->arrived << ", " << journey->reply_words
              << " back by " << journey->reply_arrived << "\n";
  }
};

struct Memory : sc_core::sc_module {
  tlm_utils::simple_target_socket<Memory> socket{"socket"};

  explicit Memory(const sc_core::sc_module_name& name) : sc_module(name) {
    socket.register_b_transport(this, &Memory::access);
  }

 private:
  void access(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    unsigned char* const at = bytes_ + payload.get_address();
    if (payload.is_write())
      std::memcpy(at, payload.get_data_ptr(), payload.get_data_length());
    else
      std::memcpy(payload.get_data_ptr(), at, payload.get_data_length());
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    delay += sc_core::sc_time(20, sc_core::SC_NS);
  }

  unsigned char bytes_[4096] = {};
};

int sc_main(int argc, char* argv[]) {
  wayfarer::sysc::TlmOptions options;
  options.period = sc_core::sc_time(1, sc_core::SC_NS);
  if (argc > 1 && std::string(argv[1]) == "estimate")
    options.timing = wayfarer::sysc::Timing::kEstimate;
  else if (argc > 1)
    options.engine = wayfarer::parse_engine(argv[1]);
  wayfarer::sysc::TlmNetwork network("network", "mesh4x4", options);
  Program program("program");
  Memory memory("memory");
  program.socket.bind(network.target_socket[0]);
  network.initiator_socket[15].bind(memory.socket);
  network.set_target_range(15, 0x8000'0000, 4096);
  sc_core::sc_start(1, sc_core::SC_US);
  return 0;
}
