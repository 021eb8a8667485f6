// Whole messages at a terminal of a Network, in both directions.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include <systemc>

#include "stream/word.hpp"

namespace wayfarer::sysc {

class MessagePort final : public sc_core::sc_module {
 public:
  sc_core::sc_port<sc_core::sc_fifo_out_if<StreamWord>> out{"out"};
  sc_core::sc_port<sc_core::sc_fifo_in_if<StreamWord>> in{"in"};

  using Sent = std::function<void(std::uint32_t)>;
  using Received = std::function<void(const std::vector<StreamWord>&)>;

  MessagePort(const sc_core::sc_module_name& name, Sent sent, Received received);

  /// What is sent before what.
  struct Rank {
    unsigned priority = 0;        ///< The highest one goes first.
    const void* owner = nullptr;  ///< Nothing passes what has the same owner; null: none.
  };

  /// Sends the words of some messages after those of earlier calls, except those of a lower rank of
  /// which no word has been written. `sent` is called with the number when the network has taken
  /// the last one.
  void send(std::uint32_t number, std::vector<StreamWord> words, const Rank& rank);
  /// While closed, no word is read: the network stalls.
  void close(bool closed);
  /// Forgets what is to be sent, and the message that is arriving.
  void clear();

 private:
  SC_HAS_PROCESS(MessagePort);
  void end_of_elaboration() override;
  void push();
  void pull();

  struct Batch {
    std::uint32_t number = 0;
    std::vector<StreamWord> words;
    Rank rank;
    std::size_t next = 0;  // to be written
  };

  const Sent sent_;
  const Received received_;
  sc_core::sc_event start_{"start"};
  sc_core::sc_event resume_{"resume"};
  std::deque<Batch> batches_;
  std::vector<StreamWord> arriving_;
  bool closed_ = false;
};

}  // namespace wayfarer::sysc
