// Random instances of the linear network: lines and trees of 1 to 9 hosts, with their messages.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/random.hpp"
#include "family/linear/periodic_hosts.hpp"
#include "geometry/switch_tree.hpp"

namespace wayfarer {

class RandomLinear {
 public:
  RandomLinear(std::uint64_t seed, std::uint64_t number)
      : random_(seed, 0, Purpose::kTest, number) {}

  [[nodiscard]] unsigned below(unsigned bound) { return random_.below(bound); }

  /// A network of `least` to 9 hosts; every third one a line.
  [[nodiscard]] std::string tree(unsigned least = 1) {
    const unsigned hosts = least + below(10 - least);
    if (hosts == 1 || below(3) == 0) return line_text(hosts);
    return below_switch(1, hosts);
  }

  [[nodiscard]] std::vector<Cycle> lengths(unsigned hosts, unsigned longest) {
    std::vector<Cycle> lengths;
    const unsigned limit = 1 + below(longest);
    for (unsigned host = 0; host < hosts; ++host) lengths.push_back(1 + below(limit));
    return lengths;
  }

  /// Periods around the capacity of the server's link, from overload to light load; some equal.
  [[nodiscard]] std::vector<HostProgram> programs(unsigned hosts, unsigned longest) {
    std::vector<HostProgram> programs(hosts);
    const std::vector<Cycle> flits = lengths(hosts, longest);
    unsigned sum = 0;
    for (const Cycle length : flits) sum += static_cast<unsigned>(length);
    const bool equal = below(3) == 0;
    const unsigned spread = 1 + below(3 * sum);
    for (unsigned host = 0; host < hosts; ++host) {
      programs[host].flits = static_cast<std::uint32_t>(flits[host]);
      programs[host].period = equal ? sum : sum / 2 + 1 + below(spread);
    }
    shuffle_phases(programs);
    return programs;
  }

  void shuffle_phases(std::vector<HostProgram>& programs) {
    for (HostProgram& program : programs) program.phase = below(program.period);
  }

 private:
  std::string below_switch(unsigned first, unsigned count) {
    if (count == 1) return fmt::format(below(4) == 0 ? "(- {})" : "({} -)", first);
    const unsigned local = 1 + below(count - 1);
    // Not as arguments, whose order is the compiler's: results of experiments depend on it.
    const std::string upstream = input(first + local, count - local);
    return fmt::format("({} {})", input(first, local), upstream);
  }

  std::string input(unsigned first, unsigned count) {
    if (count == 1 && below(4) != 0) return fmt::format("{}", first);
    return below_switch(first, count);
  }

  Random random_;
};

}  // namespace wayfarer
