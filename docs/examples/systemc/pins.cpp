// The pins of a 2x2 m-way mesh with streams: a message from terminal 0 to terminal 3.
#include <iostream>

#include <systemc>

#include "Vmesh2x2_pins.h"

constexpr int kTerminals = 4;

struct Bench : sc_core::sc_module {
  sc_core::sc_clock clock{"clock", sc_core::sc_time(1, sc_core::SC_NS), 0.5,
                          sc_core::sc_time(1, sc_core::SC_NS)};
  sc_core::sc_signal<bool> running{"running"};
  template <typename Value>
  using Signals = sc_core::sc_vector<sc_core::sc_signal<Value>>;
  Signals<bool> in_valid{"in_valid", kTerminals}, in_ready{"in_ready", kTerminals},
      in_last{"in_last", kTerminals}, out_valid{"out_valid", kTerminals},
      out_ready{"out_ready", kTerminals}, out_last{"out_last", kTerminals};
  Signals<std::uint32_t> in_data{"in_data", kTerminals}, in_dest{"in_dest", kTerminals},
      out_data{"out_data", kTerminals}, out_id{"out_id", kTerminals}, drop{"drop", kTerminals};
  Vmesh2x2_pins network{"network"};

  explicit Bench(const sc_core::sc_module_name& name) : sc_module(name) {
    network.clk_i(clock);
    network.rst_ni(running);
    for (int t = 0; t < kTerminals; ++t) {
      network.s_axis_tvalid_i[t](in_valid[t]);
      network.s_axis_tready_o[t](in_ready[t]);
      network.s_axis_tdata_i[t](in_data[t]);
      network.s_axis_tdest_i[t](in_dest[t]);
      network.s_axis_tlast_i[t](in_last[t]);
      network.m_axis_tvalid_o[t](out_valid[t]);
      network.m_axis_tready_i[t](out_ready[t]);
      network.m_axis_tdata_o[t](out_data[t]);
      network.m_axis_tid_o[t](out_id[t]);
      network.m_axis_tlast_o[t](out_last[t]);
      network.drop_o[t](drop[t]);
    }
    SC_THREAD(send);
    SC_METHOD(receive);
    sensitive << clock.posedge_event();
    dont_initialize();
  }

 private:
  SC_HAS_PROCESS(Bench);

  void send() {
    wait(clock.posedge_event());
    running.write(true);
    for (std::uint32_t word = 1; word <= 2; ++word) {
      in_valid[0].write(true);
      in_data[0].write(word);
      in_dest[0].write(3);
      in_last[0].write(word == 2);
      do wait(clock.posedge_event());
      while (!in_ready[0].read());
    }
    in_valid[0].write(false);
  }

  void receive() {
    out_ready[3].write(true);
    if (out_valid[3].read() && out_ready[3].read())
      std::cout << sc_core::sc_time_stamp() << ": word " << out_data[3].read() << " from terminal "
                << out_id[3].read() << (out_last[3].read() ? ", the last\n" : "\n");
  }
};

int sc_main(int, char*[]) {
  Bench bench("bench");
  sc_core::sc_trace_file* const waves = sc_core::sc_create_vcd_trace_file("pins");
  sc_core::sc_trace(waves, bench.clock, "clock");
  sc_core::sc_trace(waves, bench.out_valid[3], "out_valid");
  sc_core::sc_trace(waves, bench.out_data[3], "out_data");
  sc_core::sc_start(40, sc_core::SC_NS);
  sc_core::sc_close_vcd_trace_file(waves);
  return 0;
}
