#include "wayfarer_systemc/terminal.hpp"

#include <string>
#include <typeinfo>

#include "wayfarer_systemc/network.hpp"

namespace wayfarer::sysc {

Terminal::Terminal(Network& network, const char* name)
    : network_(network),
      taken_((std::string(name) + "_taken").c_str()),
      shown_((std::string(name) + "_shown").c_str()) {}

bool Terminal::nb_write(const StreamWord& word) {
  if (num_free() == 0) return false;
  word_ = word;
  offers_ = true;
  network_.wake();
  return true;
}

void Terminal::write(const StreamWord& word) {
  while (!nb_write(word)) sc_core::wait(taken_);
}

bool Terminal::nb_read(StreamWord& word) {
  if (num_available() == 0) return false;
  word = arrived_;
  reads_ = true;
  return true;
}

void Terminal::read(StreamWord& word) {
  while (!nb_read(word)) sc_core::wait(shown_);
}

StreamWord Terminal::read() {
  StreamWord word;
  read(word);
  return word;
}

void Terminal::register_port(sc_core::sc_port_base& port, const char* interface_name) {
  const std::string bound = interface_name;
  const bool writes = bound == typeid(sc_core::sc_fifo_out_if<StreamWord>).name() ||
                      bound == typeid(sc_core::sc_fifo_blocking_out_if<StreamWord>).name() ||
                      bound == typeid(sc_core::sc_fifo_nonblocking_out_if<StreamWord>).name();
  bool& used = writes ? written_ : read_;
  if (used)
    SC_REPORT_ERROR(writes ? sc_core::SC_ID_MORE_THAN_ONE_FIFO_WRITER_
                           : sc_core::SC_ID_MORE_THAN_ONE_FIFO_READER_,
                    port.name());
  used = true;
}

}  // namespace wayfarer::sysc
