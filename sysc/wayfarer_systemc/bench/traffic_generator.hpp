// A terminal that sends the messages of a workload.
#pragma once

#include <systemc>

#include "core/random.hpp"
#include "traffic/workload.hpp"
#include "wayfarer_systemc/analysis_port.hpp"
#include "wayfarer_systemc/bench/messages.hpp"
#include "wayfarer_systemc/network.hpp"

namespace wayfarer::sysc {

/// Messages have the destinations, births and lengths of the program's traffic (docs/traffic.md),
/// and random data. A source's queue is unlimited.
class TrafficGenerator final : public sc_core::sc_module {
 public:
  sc_core::sc_port<Network::SendIf> out{"out"};
  AnalysisPort<SentMessage> sent{"sent"};  ///< Before the first word.

  struct Options {
    TerminalId terminal = 0;
    Workload workload;
    unsigned flit_bits = 128;
    sc_core::sc_time period;
    std::uint64_t seed = 1;  ///< Seed of the data.
  };

  TrafficGenerator(const sc_core::sc_module_name& name, Options options)
      : sc_module(name), options_(std::move(options)) {
    SC_THREAD(run);
  }

 private:
  SC_HAS_PROCESS(TrafficGenerator);

  void run() {
    const Workload& workload = options_.workload;
    const TerminalId source = options_.terminal;
    if (workload.pattern->silent(source)) return;
    SentMessage message;
    message.source = source;
    for (;; ++message.number) {
      message.birth = workload.process->next_birth(source, message.number, message.birth);
      if (message.birth == kNever) return;
      message.destination = workload.pattern->destination(source, message.number);
      if (message.destination != kNoTerminal) send(message);
    }
  }

  /// Between the edges, so that the edge which ends the cycle of birth is the first one.
  void send(SentMessage& message) {
    const sc_core::sc_time born = (static_cast<double>(message.birth) + 0.5) * options_.period;
    if (born > sc_core::sc_time_stamp()) sc_core::wait(born - sc_core::sc_time_stamp());
    const unsigned bytes = options_.workload.lengths->bytes(message.source, message.number);
    message.words.resize(std::max(data_flits(bytes, options_.flit_bits / 8, 1), 1u));
    Random random(options_.seed, message.source, Purpose::kTest, message.number);
    for (StreamData& word : message.words) {
      word = StreamData{random.bits()} << 64 | random.bits();
      if (options_.flit_bits < 128) word &= (StreamData{1} << options_.flit_bits) - 1;
    }
    sent.write(message);
    for (std::size_t i = 0; i < message.words.size(); ++i)
      out->write({message.words[i], message.destination, i + 1 == message.words.size()});
  }

  const Options options_;
};

}  // namespace wayfarer::sysc
