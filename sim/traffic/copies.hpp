// Messages sent several times, one copy after the other.
#pragma once

#include <cstdint>
#include <memory>

#include "traffic/lengths.hpp"
#include "traffic/process.hpp"

namespace wayfarer {

/// Turns each message of a process into `copies` with the same birth and length.
class Copies final : public Process, public Lengths {
 public:
  Copies(std::shared_ptr<const Process> process, std::shared_ptr<const Lengths> lengths,
         std::uint32_t copies);

  Cycle next_birth(TerminalId source, std::uint32_t sequence, Cycle previous) const override;
  bool finite() const override { return process_->finite(); }
  std::uint16_t bytes(TerminalId source, std::uint32_t sequence) const override;
  double mean_flits(const FlitFormat& format) const override;
  double mean_bytes() const override { return lengths_->mean_bytes(); }
  unsigned greatest_bytes() const override { return lengths_->greatest_bytes(); }

 private:
  std::shared_ptr<const Process> process_;
  std::shared_ptr<const Lengths> lengths_;
  std::uint32_t copies_;
};

}  // namespace wayfarer
