// Two programs on a 4x4 m-way mesh, at terminals 0 and 5: a question and its answer.
#include <iostream>

#include <systemc>

#include "wayfarer_systemc/network.hpp"

using wayfarer::StreamWord;

struct Asker : sc_core::sc_module {
  sc_core::sc_port<sc_core::sc_fifo_out_if<StreamWord>> out{"out"};
  sc_core::sc_port<sc_core::sc_fifo_in_if<StreamWord>> in{"in"};

  explicit Asker(const sc_core::sc_module_name& name) : sc_module(name) { SC_THREAD(run); }

 private:
  SC_HAS_PROCESS(Asker);
  void run() {
    out->write({40, 5, false});  // data, destination, last word of the message
    out->write({2, 5, true});
    const StreamWord answer = in->read();
    std::cout << sc_core::sc_time_stamp() << ": terminal " << answer.terminal << " says "
              << static_cast<unsigned>(answer.data) << "\n";
  }
};

struct Adder : sc_core::sc_module {
  sc_core::sc_port<sc_core::sc_fifo_out_if<StreamWord>> out{"out"};
  sc_core::sc_port<sc_core::sc_fifo_in_if<StreamWord>> in{"in"};

  explicit Adder(const sc_core::sc_module_name& name) : sc_module(name) { SC_THREAD(run); }

 private:
  SC_HAS_PROCESS(Adder);
  void run() {
    for (wayfarer::StreamData sum = 0;;) {
      const StreamWord word = in->read();
      sum += word.data;
      if (!word.last) continue;
      out->write({sum, word.terminal, true});  // the source of the question
      sum = 0;
    }
  }
};

int sc_main(int argc, char* argv[]) {
  wayfarer::sysc::NetworkOptions options;
  options.engine = wayfarer::parse_engine(argc > 1 ? argv[1] : "model");
  options.period = sc_core::sc_time(1, sc_core::SC_NS);
  wayfarer::sysc::Network network("network", "mesh4x4", options);
  Asker asker("asker");
  Adder adder("adder");
  asker.out(network.send[0]);
  asker.in(network.receive[0]);
  adder.out(network.send[5]);
  adder.in(network.receive[5]);
  sc_core::sc_start(1, sc_core::SC_US);
  return 0;
}
