// Rationale: a network fits between parts that others have written. Accellera's initiators and
// targets of the 1-, 2- and 4-phase examples (Debian's libsystemc-doc), unchanged: their traffic
// generators write and read back, and end the program at the first wrong byte.
#define REPORT_DEFINE_GLOBALS
#include "reporting.h"

#include "at_target_1_phase.h"
#include "at_target_2_phase.h"
#include "at_target_4_phase.h"
#include "initiator_top.h"

#include <catch2/catch.hpp>

#include "../cosim/stream_networks.hpp"
#include "apart.hpp"
#include "protocol_checker.hpp"
#include "wayfarer_systemc/tlm_network.hpp"

using namespace wayfarer;
using namespace wayfarer::systemc_test;

namespace {

constexpr sc_dt::uint64 kTarget = 0x10000000;  // the distance of their addresses

std::string run_examples(const std::string& family) {
  REPORT_SET_ENABLES(false, true, true, true);
  collect_reports();
  const NetworkConfig config = stream_network(family);
  sysc::TlmOptions options;
  options.period = sc_core::sc_time(1, sc_core::SC_NS);
  sysc::TlmNetwork network("network", config, options);
  const auto ns = [](double time) { return sc_core::sc_time(time, sc_core::SC_NS); };
  at_target_1_phase one("one", 201, "socket", 4096, 4, ns(10), ns(50), ns(30));
  at_target_2_phase two("two", 202, "socket", 4096, 4, ns(10), ns(50), ns(30));
  at_target_4_phase four("four", 204, "socket", 4096, 4, ns(10), ns(50), ns(30));
  initiator_top a("a", 101, 0x100, kTarget + 0x100, 2);
  initiator_top b("b", 102, kTarget + 0x200, 2 * kTarget + 0x200, 2);
  initiator_top c("c", 103, 2 * kTarget + 0x300, 0x300, 2);
  std::string faults;
  ProtocolChecker checkers[] = {{"check_a", faults},   {"check_b", faults},
                                {"check_c", faults},   {"check_one", faults},
                                {"check_two", faults}, {"check_four", faults}};
  const TerminalId at[] = {0, 1, 1, 2, 3, 4};
  initiator_top* const initiators[] = {&a, &b, &c};
  tlm::tlm_target_socket<>* const targets[] = {&one.m_memory_socket, &two.m_memory_socket,
                                               &four.m_memory_socket};
  for (unsigned i = 0; i < 3; ++i) {
    initiators[i]->initiator_socket.bind(checkers[i].from);
    checkers[i].to.bind(network.target_socket[at[i]]);
    network.initiator_socket[at[3 + i]].bind(checkers[3 + i].from);
    checkers[3 + i].to.bind(*targets[i]);
    network.set_target_range(at[3 + i], i * kTarget, 4096);
  }
  sc_core::sc_start();  // until their traffic has ended
  for (const ProtocolChecker& checker : checkers) {
    if (checker.in_flight() != 0) faults += "transactions in flight\n";
    if (checker.transactions() < 40)
      faults += std::to_string(checker.transactions()) + " transactions\n";
  }
  // They have nothing but warnings to say where a socket gets no END_RESP delay and the like.
  return faults + collected_reports();
}

}  // namespace

TEST_CASE("Accellera's initiators and targets of 1, 2 and 4 phases", "[systemc][tlm]") {
  for (const char* const family : {"mway", "wormhole", "iba"}) {
    INFO(family);
    CHECK(apart([&] { return run_examples(family); }) == "");
  }
}
