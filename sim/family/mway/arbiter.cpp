#include "family/mway/arbiter.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/error.hpp"

namespace wayfarer {

unsigned figure4_output(unsigned priority, bool request, unsigned sum) {
  const bool s2_low = (sum >> 2 & 1u) == 0;
  const bool s1_low = (sum >> 1 & 1u) == 0;
  const auto lines = [request](bool bit2, bool bit1, bool bit0) {
    return request ? unsigned{bit2} << 2 | unsigned{bit1} << 1 | unsigned{bit0} : 0u;
  };
  switch (priority) {
    case 0: return lines(false, false, false);
    case 1: return lines(false, false, s2_low && s1_low);
    case 2: return lines(false, s2_low, false);
    case 3: return lines(false, s2_low, s2_low);
    case 4: return lines(true, false, false);
    case 5: return lines(true, false, s1_low);
    case 6: return lines(true, true, false);
    default: return lines(true, true, true);
  }
}

unsigned arbiter_output(unsigned priority, bool request, unsigned sum, unsigned lines) {
  if (!request) return 0;
  unsigned output = 0;
  for (unsigned j = lines; j-- > 0;) {
    const unsigned bit = 1u << j;
    if ((priority & bit) != 0)
      output |= bit;
    else if ((sum & bit) != 0)
      break;  // a higher priority is present: drive no lower bit
  }
  return output;
}

unsigned wired_or(ArbiterOutput output, unsigned driver, std::uint32_t requests, unsigned sum,
                  unsigned lines) {
  unsigned result = 0;
  for (unsigned member = 0; member < 1u << lines; ++member)
    result |= output(internal_priority(driver, member, lines), (requests >> member & 1u) != 0, sum,
                     lines);
  return result;
}

Settled settle(ArbiterOutput output, unsigned driver, std::uint32_t requests, unsigned lines) {
  Settled state;
  for (;;) {
    const unsigned next = wired_or(output, driver, requests, state.sum, lines);
    if (next == state.sum) return state;
    state.sum = next;
    if (++state.rounds > 4 * lines)
      throw CheckFailed(fmt::format("arbiter: driver {}, requests {:#x}: the lines do not settle",
                                    driver, requests));
  }
}

unsigned highest_priority(unsigned driver, std::uint32_t requests, unsigned lines) {
  unsigned highest = 0;
  for (unsigned member = 0; member < 1u << lines; ++member)
    if ((requests >> member & 1u) != 0)
      highest = std::max(highest, internal_priority(driver, member, lines));
  return highest;
}

unsigned worst_wait(unsigned ways) {
  // Member 0 waits (all members are equivalent). While `driver` drives, another can be granted
  // before it only with a higher internal priority; those follow the driver in order, so the chain
  // is finite.
  constexpr unsigned kLines = 4;
  std::array<unsigned, 1u << kLines> wait{};  // by driver
  for (unsigned driver = ways; driver-- > 1;) {
    const unsigned own = internal_priority(driver, 0, kLines);
    wait[driver] = 1;
    for (unsigned other = 1; other < ways; ++other)
      if (internal_priority(driver, other, kLines) > own)
        wait[driver] = std::max(wait[driver], 1 + wait[other]);
  }
  return *std::max_element(wait.begin(), wait.end());
}

}  // namespace wayfarer
