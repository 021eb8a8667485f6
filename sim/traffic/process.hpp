// When messages are born: one small interface, every arrival process behind one factory.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/types.hpp"
#include "traffic/spec.hpp"

namespace wayfarer {

class Process {
 public:
  virtual ~Process() = default;

  /// Cycle in which the source's message `sequence` is born, kNever when there is none. `previous`
  /// is the birth of the message before it (ignored for sequence 0). Births never decrease: a
  /// source's queue is implicit, the next birth is drawn when the message before has left it.
  [[nodiscard]] virtual Cycle next_birth(TerminalId source, std::uint32_t sequence,
                                         Cycle previous) const = 0;

  /// The process ends by itself, so that a run may go on until everything is delivered.
  [[nodiscard]] virtual bool finite() const { return false; }
};

/// `rate` is in messages per terminal and cycle; a batch ignores it. Throws UsageError for rates
/// out of range.
[[nodiscard]] std::unique_ptr<Process> make_process(const ProcessSpec& spec, double rate,
                                                    std::uint32_t terminals, std::uint64_t seed);

/// The same with a rate for each terminal. Throws UsageError that names the terminal.
[[nodiscard]] std::unique_ptr<Process> make_process(const ProcessSpec& spec,
                                                    const std::vector<double>& rates,
                                                    std::uint64_t seed);

}  // namespace wayfarer
