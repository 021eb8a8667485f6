// The distributed arbiter of Mudawwar, Figure 4, as functions: the paper's table, the rule that
// extends it to any number of lines, and the definition both must agree with.
#pragma once

#include <cstdint>

namespace wayfarer {

/// Internal priority of member i while `driver` drives: (driver - i) modulo 2^lines.
[[nodiscard]] constexpr unsigned internal_priority(unsigned driver, unsigned member,
                                                   unsigned lines) {
  return (driver - member) & ((1u << lines) - 1);
}

/// A requester's output on the three lines while they read `sum`: Figure 4's table, row by row.
[[nodiscard]] unsigned figure4_output(unsigned priority, bool request, unsigned sum);

/// The same for any number of lines: drive bit j of my priority unless one of my higher zero bits
/// reads 1 on the lines.
[[nodiscard]] unsigned arbiter_output(unsigned priority, bool request, unsigned sum,
                                      unsigned lines);

struct Settled {
  unsigned sum = 0;     ///< The settled value of the wired OR.
  unsigned rounds = 0;  ///< Rounds in which the value changed.
};

using ArbiterOutput = unsigned (*)(unsigned priority, bool request, unsigned sum, unsigned lines);

/// Wired OR of all members' outputs while the lines read `sum`; bit i of `requests` is member i's.
[[nodiscard]] unsigned wired_or(ArbiterOutput output, unsigned driver, std::uint32_t requests,
                                unsigned sum, unsigned lines);

/// Lets the lines settle from zero. Throws CheckFailed when they do not.
[[nodiscard]] Settled settle(ArbiterOutput output, unsigned driver, std::uint32_t requests,
                             unsigned lines);

/// The definition: the highest internal priority of a requester, 0 without requests.
[[nodiscard]] unsigned highest_priority(unsigned driver, std::uint32_t requests, unsigned lines);

/// Arbitrations until a persistent request of a member that does not drive is granted, in the worst
/// case over all drivers and all behaviours of the others, on a channel with 2 to 16 ways.
[[nodiscard]] unsigned worst_wait(unsigned ways);

}  // namespace wayfarer
