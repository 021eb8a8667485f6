#include "papers/romm/paper.hpp"

#include <map>

namespace wayfarer {
namespace {

using Deviations = std::vector<KnownDeviation>;

Deviations depth() {
  return {
      {MissKind::kUnknown,
       "With depth 4 the two take equally long: 4-PHASE has no handicap here that deeper buffers "
       "could remove. Why they help 2-PHASE more is unknown.",
       {{"torus16x16 single-random: 4phase over 2phase, a message in a buffer", 1.05, 1.15}}}};
}

Deviations headers() {
  return {
      {MissKind::kCauseKnown,
       "The header is one of 17 flits, and 2-PHASE is 14 % behind with it, 7 % without. The rest "
       "is choice: a message of DIMORDER takes either of two virtual channels, one of 2-PHASE that "
       "of its phase. With one, DIMORDER is the slower.",
       {{"mesh16x16 full-random 2phase, one header flit, over dimorder", 1.03, 1.1}}},
      {MissKind::kCauseKnown,
       "As on the mesh, a part only: DIMORDER's second virtual channel counts for more than the "
       "header. With one, it is the slower.",
       {{"torus4x4x4 full-random 2phase, one header flit, over dimorder", 1.2, 1.35},
        {"torus4x4x4 full-random 3phase, one header flit, over dimorder", 1.05, 1.18}}}};
}

Deviations table1() {
  return {
      {MissKind::kPaperWrong,
       "The formula wants source and destination to differ in all pairs of dimensions; one pair "
       "is enough, as the enumeration shows.",
       {{"4x4x4x4, d = 4, transpose, VALIANT: longest", 22, 22}}}};
}

Deviations table4() {
  return {
      {MissKind::kPaperWrong,
       "For more phases than dimensions the printed form does not hold, by enumeration: "
       "displacements that are cut crowd the middle. Section 6 says so itself of bit-complement: "
       "\"both VALIANT and 4-PHASE split displacements across phases which results in driving more "
       "messages towards the center\".",
       {{"16x16, bit-complement, 4-PHASE", 14.914286, 14.914286},
        {"8x8, random, 4-PHASE", 2.302778, 2.302778},
        {"4x4x4, random, 4-PHASE", 1.21875, 1.21875}}},
      {MissKind::kPaperWrong,
       "VALIANT's transpose load is K/4 (2 - N^-1/2), not (K - 1)/2, for even K: enumeration and "
       "formula agree (formula repaired).",
       {{"16x16, transpose, VALIANT", 7.75, 7.75},
        {"4x4x4x4, transpose, VALIANT", 1.9375, 1.9375},
        {"5x5, transpose, VALIANT", 2.16, 2.16},
        {"Table 7, flits: VALIANT", 6587.5, 6587.5}}},
      {MissKind::kPaperWrong,
       "The product's denominator is 2j - 2i + 1, which shows from d = 6 on: enumeration and "
       "formula agree. The paper's column takes the printed term as 2j - i; taken as a "
       "superscript, as the text sets it, it gives .857 and 5.14, which are wrong, too.",
       {{"2x2x2x2x2x2, transpose, 6-PHASE", 0.9, 0.9},
        {"4x4x4x4x4x4, transpose, 6-PHASE", 6.3, 6.3}}}};
}

Deviations table5() {
  return {{MissKind::kPaperWrong,
           "By Theorem 2 one phase on a torus needs two virtual channels, as the table has it for "
           "the 16x16 torus. The dependency graph of this small torus has no cycle even with one.",
           {{"torus4x4x4 dimorder: virtual channels required", 2, 2}}}};
}

Deviations table6() {
  return {
      {MissKind::kReadingOpen,
       "The paper does not say which L its slopes cover, and a message of VALIANT costs more the "
       "more there are: 648 cycles in the first 20 messages of a node, 705 in the last 50 "
       "(romm-fig5).",
       {{"mesh16x16 valiant bit-complement", 680, 700}}},
      {MissKind::kReadingOpen,
       "As there: with a single destination the busiest link's excess falls with L. From 50 to 100 "
       "messages a message costs 50.5 cycles, within 10 % (romm-fig7). A run varies by 8 cycles, so "
       "that two means of 32 runs differ by chance by up to 4.",
       {{"torus4x4x4 2phase single-random", 51, 57}}},
      {MissKind::kCauseKnown,
       "Two ratios are above 3 (bit-complement and transpose on the torus), as in the paper's own "
       "table. The third is 1.87, of single-random there, for which the paper's values give 2.01: "
       "2-PHASE takes 159 cycles for its 146, within the table's 10 %.",
       {{"VALIANT over 2-PHASE, 2-D networks", 5, 5}}},
      {MissKind::kReadingOpen,
       "The paper's own table gives 1.52 to 2.21. The least ratio here is that of single-random "
       "with 2-PHASE, the cell above.",
       {{"VALIANT over 2-PHASE and 3-PHASE, 3-D torus", 1.35, 1.5}}}};
}

}  // namespace

std::vector<KnownDeviation> romm_known_deviations(const std::string& id) {
  static const std::map<std::string, Deviations> all = {
      {"romm-depth", depth()},   {"romm-headers", headers()}, {"romm-table1", table1()},
      {"romm-table4", table4()}, {"romm-table5", table5()},   {"romm-table6", table6()}};
  const auto found = all.find(id);
  return found == all.end() ? Deviations{} : found->second;
}

}  // namespace wayfarer
