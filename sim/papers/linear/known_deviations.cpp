#include "papers/linear/paper.hpp"

#include <map>

namespace wayfarer {
namespace {

using Deviations = std::vector<KnownDeviation>;

Deviations utilisation() {
  return {
      {MissKind::kPaperWrong,
       "With p_i = N^2 e each of N hosts uses 1/N^2 of the link, all together 1/N, which tends to "
       "0. The printed sum i/N^2 counts host i's message i-fold.",
       {{"uniform, limit (N = 36)", 0.0277, 0.0278}}}};
}

Deviations worst() {
  return {
      {MissKind::kPaperWrong,
       "Theorem 1 is wrong for unequal lengths: a message from upstream can be longer than its "
       "proof takes it to be. The rows 'repaired' have the periods that are proven.",
       {{"Theorem 1, e = 50,20,30,30, host 2", 102, 151}}},
      {MissKind::kPaperWrong,
       "Messages shorter than their way: a tail that has left a switch is held up further on, and "
       "the next message behind it, which the paper's model does not know.",
       {{"conservative, e = 1, p equal, host 2", 5, 5},
        {"greedy, e = 4 below the hops, host 5", 133, 136},
        {"greedy, e = 4 below the hops, host 6", 262, 273}}},
      {MissKind::kPaperWrong,
       "Printed deadlines hold when all hosts release at once and for no other phases: host 1 must "
       "not wait at all, but waits for a message that is just passing. The tight variant holds.",
       {{"uniform, e = 16, any phases, host 1", 17, 32}}}};
}

}  // namespace

std::vector<KnownDeviation> linear_known_deviations(const std::string& id) {
  static const std::map<std::string, Deviations> all = {{"linear-utilisation", utilisation()},
                                                        {"linear-worst", worst()}};
  const auto found = all.find(id);
  return found == all.end() ? Deviations{} : found->second;
}

}  // namespace wayfarer
