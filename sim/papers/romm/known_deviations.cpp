#include "papers/romm/paper.hpp"

#include <map>

namespace wayfarer {
namespace {

using Deviations = std::vector<KnownDeviation>;

Deviations fig5() {
  return {
      {"A message of VALIANT costs more the more there are: 654 cycles in the first 50 of a node, "
       "705 in the next 50. The paper does not give its L; over all 100 it is within 10 % "
       "(romm-table6).",
       {"valiant bit-complement: slope, cycles per message"}}};
}

Deviations fig6() {
  return {
      {"A message of VALIANT costs more the more there are: 349 cycles in the first 50 of a node, "
       "383 in the next 50. The paper does not give its L; over all 100 it is within 10 % "
       "(romm-table6).",
       {"valiant bit-complement: slope, cycles per message"}},
      {"With random destinations the busiest link's excess grows more slowly than L: DIMORDER has "
       "100 cycles per message in the first 50 and 89 in the next. Over all 100 it is within 10 % "
       "of the paper (romm-table6), and 4-PHASE takes 1.098 times as long.",
       {"dimorder full-random: slope, cycles per message", "full-random: 4phase over dimorder"}}};
}

Deviations table1() {
  return {
      {"The formula counts a message to its own node, one link more than any other can need.",
       {"8x8, d = 2, random, VALIANT: longest", "5x5, d = 2, random, VALIANT: longest",
        "4x4x4, d = 2, random, VALIANT: longest"}},
      {"K/2 is for even K.", {"5x5, d = 2, bit-complement, minimal: average"}},
      {"The formula wants source and destination to differ in all pairs of dimensions; one pair is "
       "enough.",
       {"4x4x4x4, d = 4, transpose, VALIANT: longest"}}};
}

Deviations table4() {
  return {
      {"For more phases than dimensions the printed form does not hold: displacements that are cut "
       "crowd the middle.",
       {"16x16, bit-complement, 4-PHASE", "5x5, bit-complement, 4-PHASE", "8x8, random, 4-PHASE",
        "4x4x4, random, 4-PHASE"}},
      {"VALIANT's transpose load is K/4 (2 - N^-1/2), not (K - 1)/2, for even K.",
       {"16x16, transpose, VALIANT", "4x4x4x4, transpose, VALIANT", "5x5, transpose, VALIANT",
        "Table 7, flits: VALIANT"}},
      {"K/2 is for even K.",
       {"5x5, bit-complement, DIMORDER", "5x5, bit-complement, 2-PHASE",
        "5x5, bit-complement, VALIANT"}},
      {"The formula counts messages to oneself.",
       {"8x8, random, VALIANT", "4x4x4, random, VALIANT"}},
      {"The product's denominator is 2j - 2i + 1, which shows from d = 6 on.",
       {"2x2x2x2x2x2, transpose, 6-PHASE", "4x4x4x4x4x4, transpose, 6-PHASE"}}};
}

Deviations table6() {
  return {
      {"Single-random with several phases on this small torus is slower in every reading of the "
       "router that was tried. The paper does not give L or its destinations. Without the first 50 "
       "messages it is 51.7, within 10 %: the slope in romm-fig7.",
       {"torus4x4x4 2phase single-random"}}};
}

}  // namespace

std::vector<KnownDeviation> romm_known_deviations(const std::string& id) {
  static const std::map<std::string, Deviations> all = {
      {"romm-fig5", fig5()},
      {"romm-fig6", fig6()},
      {"romm-table1", table1()},
      {"romm-table4", table4()},
      {"romm-table6", table6()}};
  const auto found = all.find(id);
  return found == all.end() ? Deviations{} : found->second;
}

}  // namespace wayfarer
