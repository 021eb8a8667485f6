// When messages are born: one small interface, every arrival process behind one factory.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/types.hpp"

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

struct ProcessInfo {
  std::string name;  ///< With its options: "batch:L".
  std::string description;
};
[[nodiscard]] const std::vector<ProcessInfo>& processes();

/// Makes a process from its name and options. `rate` is in messages per terminal and cycle.
///   bernoulli            in every cycle a message is born with probability `rate` (at most 1)
///   periodic[:aligned|:staggered]   message n at cycle floor((n + phase) / rate); the phase is
///                        random for each source, 0 for all, or terminal / terminals
///   bursts:M             bursts of M messages on average, born a cycle apart, and pauses of random
///                        lengths between them, both geometric
///   onoff:ON:OFF         every source alternates between on and off, for ON and OFF cycles on
///   average
///                        (both geometric, at least 1), and sends at random while it is on
///   batch:L              L messages at every source in cycle 0; `rate` is ignored
/// Throws UsageError for unknown names and options and rates out of range.
[[nodiscard]] std::unique_ptr<Process> make_process(const std::string& name_with_options,
                                                    double rate, std::uint32_t terminals,
                                                    std::uint64_t seed);

/// The same with a rate for each terminal. Throws UsageError that names the terminal.
[[nodiscard]] std::unique_ptr<Process> make_process(const std::string& name_with_options,
                                                    const std::vector<double>& rates,
                                                    std::uint64_t seed);

}  // namespace wayfarer
