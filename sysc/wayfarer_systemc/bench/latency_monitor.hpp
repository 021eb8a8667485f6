// The latency of messages.
#pragma once

#include <systemc>
#include <tlm>

#include "stats/histogram.hpp"
#include "wayfarer_systemc/bench/messages.hpp"

namespace wayfarer::sysc {

/// Latencies of the messages that arrive from a cycle on.
class LatencyMonitor final : public sc_core::sc_module,
                             public tlm::tlm_analysis_if<DeliveredMessage> {
 public:
  LatencyMonitor(const sc_core::sc_module_name& name, Cycle from) : sc_module(name), from_(from) {}

  void write(const DeliveredMessage& message) override {
    if (message.arrival < from_) return;
    histogram_.add(message.latency());
    sum_ += message.latency();
  }

  /// In cycles; 0 without messages.
  [[nodiscard]] double mean() const {
    return messages() == 0 ? 0 : static_cast<double>(sum_) / static_cast<double>(messages());
  }
  [[nodiscard]] std::uint64_t messages() const { return histogram_.total(); }
  [[nodiscard]] const Histogram& histogram() const { return histogram_; }

 private:
  const Cycle from_;
  Histogram histogram_;
  std::uint64_t sum_ = 0;
};

}  // namespace wayfarer::sysc
