// Cycle model of rtl/axi4/axi4_exit.sv: a subordinate's side of a network.
#pragma once

#include <deque>

#include "axi4/config.hpp"
#include "axi4/signals.hpp"
#include "stream/stream_register.hpp"
#include "stream/word.hpp"

namespace wayfarer {

class Axi4Exit {
 public:
  explicit Axi4Exit(const Axi4Config& config) : config_(config) { check_axi4(config); }

  void reset();

  // Outputs, from registers.
  [[nodiscard]] Axi4Manager port() const;
  [[nodiscard]] std::optional<StreamWord> reply() const;
  [[nodiscard]] bool request_ready() const;
  [[nodiscard]] bool drop() const { return drop_; }

  /// One clock. `request`: the word on the network of requests, or null.
  void step(const Axi4Subordinate& subordinate, const StreamWord* request, bool reply_ready);

 private:
  enum class State { kIdle, kRead, kWrite };

  /// To whom an answer goes.
  struct Order {
    TerminalId terminal = 0;
    unsigned id = 0;
    bool final = false;
  };

  void send(bool ends);
  void take_request(const Axi4Subordinate& subordinate, const StreamWord* request);

  const Axi4Config config_;
  bool inside_ = false;
  StreamRegister<Axi4Address> read_, write_;
  StreamRegister<Axi4Beat> data_;
  std::deque<Order> reads_, writes_;
  StreamRegister<Axi4Read> beats_;
  std::deque<unsigned> responses_;
  State state_ = State::kIdle;
  bool write_first_ = false;
  bool drop_ = false;
};

}  // namespace wayfarer
