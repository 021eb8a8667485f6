// Cycle model of rtl/axi4/axi4_order.sv: the messages of threads that have no reply yet.
#pragma once

#include <vector>

#include "axi4/config.hpp"

namespace wayfarer {

class Axi4Order {
 public:
  explicit Axi4Order(const Axi4Config& config)
      : limit_(config.outstanding), threads_(config.threads) {}

  void reset() { threads_.assign(threads_.size(), {}); }

  [[nodiscard]] bool empty(unsigned thread) const { return threads_[thread].count == 0; }
  [[nodiscard]] bool may(unsigned thread, TerminalId destination) const {
    const Thread& t = threads_[thread];
    return t.count == 0 || (t.count < limit_ && t.destination == destination);
  }
  void start(unsigned thread, TerminalId destination) {
    ++threads_[thread].count;
    threads_[thread].destination = destination;
  }
  void end(unsigned thread) { --threads_[thread].count; }

 private:
  struct Thread {
    unsigned count = 0;
    TerminalId destination = 0;
  };

  unsigned limit_;
  std::vector<Thread> threads_;
};

}  // namespace wayfarer
