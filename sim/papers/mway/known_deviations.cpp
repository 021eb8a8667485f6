#include "papers/mway/paper.hpp"

#include <map>

namespace wayfarer {
namespace {

using Deviations = std::vector<KnownDeviation>;

Deviations fig1() {
  return {
      {MissKind::kPaperWrong,
       "The printed number of a torus's routers contradicts Figure 1, which has 18: it is n k^n.",
       {{"3-ary 5-way torus: routers, n k^(n-1) as printed", 18, 18}}}};
}

Deviations fig10() {
  return {
      {MissKind::kCauseKnown,
       "Some sources starve around saturation, and the mean suffers: nothing in the paper bounds "
       "how long a header waits. With ages of headers the rate is .0514 (mway-starvation).",
       {{"7D-HCxP4 peak ejection", 0.048, 0.0495}}},
      {MissKind::kCauseKnown,
       "The order is the paper's; 'close' is a word, held against 10 %. The same starvation: the 4-D "
       "mesh profits from uneven acceptance, the hypercube, being symmetric, does not. With ages of "
       "headers the ratio is .918 (mway-starvation).",
       {{"8D-HCxP2 over 8x4x4x4xP1", 0.86, 0.9}}}};
}

Deviations fig9() {
  return {
      {MissKind::kCauseKnown,
       "The ring of priorities skews the map: the corner (0, 0) carries 8 to 10 % and (15, 15) 15 "
       "to 17 % with each of eight seeds. A free buffer of a router is contested by the traffic that "
       "passes through and by the processor, and the first of them in the ring after the last driver "
       "wins it. The ring always turns the same way, and DIM+ and DIM- are not equally far from the "
       "processor, so that one direction wins more often; losses add up along a column. "
       "mway-starvation has the proof: with the ring reversed, or DIM+ and DIM- exchanged, the map "
       "is mirrored, and with ages of headers it is even.",
       {{"corners (least)", 0.08, 0.1}}}};
}

}  // namespace

std::vector<KnownDeviation> mway_known_deviations(const std::string& id) {
  static const std::map<std::string, Deviations> all = {
      {"mway-fig1", fig1()}, {"mway-fig10", fig10()}, {"mway-fig9", fig9()}};
  const auto found = all.find(id);
  return found == all.end() ? Deviations{} : found->second;
}

}  // namespace wayfarer
