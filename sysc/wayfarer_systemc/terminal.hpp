// The channel of one terminal: what its user writes and reads between two clock edges.
#pragma once

#include <systemc>

#include "stream/network.hpp"

namespace wayfarer::sysc {

class Network;

/// Both ends of a terminal in sc_fifo's own interfaces, so that sc_port<sc_fifo_out_if<StreamWord>>
/// and sc_port<sc_fifo_in_if<StreamWord>> bind to it. There are no buffers but those of the
/// network:
///
///   write    TVALID from the next edge until TREADY; then data_read_event, and num_free is 1 again
///   read     TREADY at the next edge; num_available is 0 until the network shows another word,
///            which data_written_event tells
///
/// Calls take effect at the next clock edge. Those of processes that the edge itself starts take
/// effect at that edge, in whatever order the kernel runs them, since the network steps in the
/// update phase.
class Terminal final : public sc_core::sc_fifo_out_if<StreamWord>,
                       public sc_core::sc_fifo_in_if<StreamWord> {
 public:
  Terminal(Network& network, const char* name);

  // sc_fifo_out_if
  bool nb_write(const StreamWord& word) override;
  void write(const StreamWord& word) override;
  [[nodiscard]] int num_free() const override { return offers_ || closed_ ? 0 : 1; }
  [[nodiscard]] const sc_core::sc_event& data_read_event() const override { return taken_; }

  // sc_fifo_in_if
  bool nb_read(StreamWord& word) override;
  void read(StreamWord& word) override;
  StreamWord read() override;
  [[nodiscard]] int num_available() const override { return shows_ && !reads_ ? 1 : 0; }
  [[nodiscard]] const sc_core::sc_event& data_written_event() const override { return shown_; }

  /// One writer and one reader, as sc_fifo has.
  void register_port(sc_core::sc_port_base& port, const char* interface_name) override;

 private:
  friend class Network;

  Network& network_;
  sc_core::sc_event taken_, shown_;
  bool written_ = false, read_ = false;  // a port is bound
  bool offers_ = false;                  // word_ is on s_axis
  bool takes_ = false;                   // which the coming step takes
  bool closed_ = false;                  // in reset
  bool shows_ = false;                   // arrived_ is on m_axis
  bool reads_ = false;                   // and has been read
  bool ready_ = false;                   // TREADY of m_axis, as the engine has it
  StreamWord word_, arrived_;
};

}  // namespace wayfarer::sysc
