// Cycle model of rtl/axi4/axi4_entry.sv: a manager's side of a network.
#pragma once

#include <deque>

#include "axi4/address.hpp"
#include "axi4/answers.hpp"
#include "axi4/config.hpp"
#include "axi4/order.hpp"
#include "axi4/signals.hpp"
#include "stream/stream_register.hpp"
#include "stream/word.hpp"

namespace wayfarer {

class Axi4Entry {
 public:
  explicit Axi4Entry(Axi4Config config);
  // Parts refer to the configuration.
  Axi4Entry(const Axi4Entry&) = delete;
  Axi4Entry& operator=(const Axi4Entry&) = delete;

  void reset();

  // Outputs, from registers.
  [[nodiscard]] Axi4Subordinate port() const;
  [[nodiscard]] std::optional<StreamWord> request() const;
  [[nodiscard]] bool reply_ready() const { return reply_.ready(); }

  /// One clock. `reply`: the word on the network of replies, or null.
  void step(const Axi4Manager& manager, bool request_ready, const StreamWord* reply);

 private:
  enum class State { kIdle, kReadHeader, kWriteHeader, kWriteData };

  /// What is decided in a cycle.
  struct Moves {
    bool read_start = false, write_start = false;
    bool read_next = false, write_next = false;
    bool drop = false;  // a data word of a refused write
    std::optional<Axi4Address> deny_read, deny_write;
  };

  [[nodiscard]] Moves decide(bool request_ready) const;
  void start(const Moves& moves);
  void move_on(bool taken);
  void take_reply(const Axi4Manager& manager, const Moves& moves, const StreamWord* reply);

  const Axi4Config config_;
  Axi4AddressChannel read_, write_;
  std::deque<Axi4Beat> data_;
  Axi4Order reads_, writes_;
  Axi4Answers answers_;
  StreamRegister<Axi4Answers::Word> reply_;
  State state_ = State::kIdle;
  bool write_first_ = false;
  unsigned left_ = 0;
  unsigned dropped_ = 0;
};

}  // namespace wayfarer
