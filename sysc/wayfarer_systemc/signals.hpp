// Adapters between signals with the names of AXI4-Stream and the ports of a Network. All outputs
// are registers.
#pragma once

#include <systemc>

#include "stream/word.hpp"

namespace wayfarer::sysc {

/// At most 128 bits.
[[nodiscard]] inline StreamData to_stream_data(const sc_dt::sc_bv_base& bits) {
  StreamData data = 0;
  for (int word = 0; word < bits.size(); ++word)
    data |= StreamData{bits.get_word(word) & 0xffff'ffff} << 32 * word;
  return data;
}

template <int Bits>
[[nodiscard]] sc_dt::sc_bv<Bits> to_bits(StreamData data) {
  static_assert(Bits % 32 == 0 && Bits <= 128, "flits have 32, 64 or 128 bits");
  sc_dt::sc_bv<Bits> bits;
  for (int word = 0; word < bits.size(); ++word)
    bits.set_word(word, static_cast<std::uint32_t>(data >> 32 * word));
  return bits;
}

/// From signals to Network::send. A word that is taken at an edge (TVALID and TREADY) is on the
/// network's stream at that edge, as if the signals were its pins. TREADY is a register: one more
/// word is kept here when the network becomes busy.
template <int Bits>
class SignalsToPort final : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clock{"clock"};
  sc_core::sc_in<bool> tvalid{"tvalid"};
  sc_core::sc_out<bool> tready{"tready"};
  sc_core::sc_in<sc_dt::sc_bv<Bits>> tdata{"tdata"};
  sc_core::sc_in<sc_dt::sc_uint<16>> tdest{"tdest"};
  sc_core::sc_in<bool> tlast{"tlast"};
  sc_core::sc_port<sc_core::sc_fifo_out_if<StreamWord>> to{"to"};

  explicit SignalsToPort(const sc_core::sc_module_name& name) : sc_module(name) {
    SC_METHOD(rise);
    sensitive << clock.pos();
    dont_initialize();
  }

 private:
  SC_HAS_PROCESS(SignalsToPort);

  void rise() {
    if (kept_ && to->nb_write(word_)) kept_ = false;
    if (tvalid->read() && tready->read()) {
      word_ = {to_stream_data(tdata->read()), static_cast<TerminalId>(tdest->read()),
               tlast->read()};
      kept_ = !to->nb_write(word_);
    }
    tready->write(!kept_);
  }

  StreamWord word_;
  bool kept_ = false;
};

/// From Network::receive to signals, a cycle later than on the network's stream.
template <int Bits>
class PortToSignals final : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clock{"clock"};
  sc_core::sc_out<bool> tvalid{"tvalid"};
  sc_core::sc_in<bool> tready{"tready"};
  sc_core::sc_out<sc_dt::sc_bv<Bits>> tdata{"tdata"};
  sc_core::sc_out<sc_dt::sc_uint<16>> tid{"tid"};
  sc_core::sc_out<bool> tlast{"tlast"};
  sc_core::sc_port<sc_core::sc_fifo_in_if<StreamWord>> from{"from"};

  explicit PortToSignals(const sc_core::sc_module_name& name) : sc_module(name) {
    SC_METHOD(rise);
    sensitive << clock.pos();
    dont_initialize();
  }

 private:
  SC_HAS_PROCESS(PortToSignals);

  void rise() {
    if (tvalid->read() && !tready->read()) return;
    StreamWord word;
    const bool valid = from->nb_read(word);
    tvalid->write(valid);
    if (!valid) return;
    tdata->write(to_bits<Bits>(word.data));
    tid->write(word.terminal);
    tlast->write(word.last);
  }
};

}  // namespace wayfarer::sysc
