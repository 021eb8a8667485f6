// A terminal that receives messages.
#pragma once

#include <utility>

#include <systemc>

#include "core/random.hpp"
#include "wayfarer_systemc/analysis_port.hpp"
#include "wayfarer_systemc/bench/messages.hpp"
#include "wayfarer_systemc/network.hpp"

namespace wayfarer::sysc {

/// Reads a word as soon as it is there, or, with a probability, some cycles later.
class MessageSink final : public sc_core::sc_module {
 public:
  sc_core::sc_port<Network::ReceiveIf> in{"in"};
  AnalysisPort<ReceivedMessage> received{"received"};

  struct Options {
    TerminalId terminal = 0;
    double stall_probability = 0;  ///< That it waits for another cycle.
    sc_core::sc_time period;
    std::uint64_t seed = 1;
  };

  MessageSink(const sc_core::sc_module_name& name, const Options& options)
      : sc_module(name), options_(options) {
    SC_THREAD(run);
  }

 private:
  SC_HAS_PROCESS(MessageSink);

  [[nodiscard]] Cycle cycle() const {
    return sc_core::sc_time_stamp().value() / options_.period.value();
  }

  void run() {
    ReceivedMessage message;
    for (;;) {
      while (in->num_available() == 0) sc_core::wait(in->data_written_event());
      while (options_.stall_probability > 0 &&
             Random(options_.seed, options_.terminal, Purpose::kStall, cycle()).unit() <
                 options_.stall_probability)
        sc_core::wait(options_.period);
      const StreamWord word = in->read();
      message.words.push_back(word.data);
      if (!word.last) continue;
      message.source = word.terminal;
      message.at = options_.terminal;
      message.arrival = cycle();
      received.write(std::exchange(message, {}));
    }
  }

  const Options options_;
};

}  // namespace wayfarer::sysc
