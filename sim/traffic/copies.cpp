#include "traffic/copies.hpp"

#include <utility>

namespace wayfarer {

Copies::Copies(std::shared_ptr<const Process> process, std::shared_ptr<const Lengths> lengths,
               std::uint32_t copies)
    : process_(std::move(process)), lengths_(std::move(lengths)), copies_(copies) {}

Cycle Copies::next_birth(TerminalId source, std::uint32_t sequence, Cycle previous) const {
  if (sequence % copies_ != 0) return previous;
  return process_->next_birth(source, sequence / copies_, previous);
}

std::uint16_t Copies::bytes(TerminalId source, std::uint32_t sequence) const {
  return lengths_->bytes(source, sequence / copies_);
}

double Copies::mean_flits(const FlitFormat& format) const { return lengths_->mean_flits(format); }

}  // namespace wayfarer
