#include "papers/linear/paper.hpp"

#include <map>

namespace wayfarer {
namespace {

using Deviations = std::vector<KnownDeviation>;

Deviations worst() {
  return {
      {"Theorem 1 is wrong for unequal lengths: a message from upstream can be longer than its "
       "proof takes it to be. The rows 'repaired' have the periods that are proven.",
       {{"Theorem 1, e = 50,20,30,30, host 2", 102, 151}}},
      {"Messages shorter than their way: a tail that has left a switch is held up further on, and "
       "the next message behind it, which the paper's model does not know.",
       {{"conservative, e = 1, p equal, host 2", 5, 5},
        {"greedy, e = 4 below the hops, host 5", 133, 136},
        {"greedy, e = 4 below the hops, host 6", 262, 273}}},
      {"Printed deadlines hold when all hosts release at once and for no other phases: host 1 must "
       "not wait at all, but waits for a message that is just passing. The tight variant holds.",
       {{"uniform, e = 16, any phases, host 1", 17, 32}}}};
}

}  // namespace

std::vector<KnownDeviation> linear_known_deviations(const std::string& id) {
  static const std::map<std::string, Deviations> all = {{"linear-worst", worst()}};
  const auto found = all.find(id);
  return found == all.end() ? Deviations{} : found->second;
}

}  // namespace wayfarer
