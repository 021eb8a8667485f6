#include "papers/fs/paper.hpp"

#include <map>

namespace wayfarer {
namespace {

using Deviations = std::vector<KnownDeviation>;

const char* const kTwoChannels =
    "A header waits on one of the two virtual channels, as the paper says of oblivious "
    "algorithms. How this one is chosen it does not say: ours is the lowest one that is free "
    "when the header becomes eligible, so that the second one is used. On the mesh the paper's "
    "input-driven router with two virtual channels saturates at the load of its router with one, "
    "except with random traffic.";
const char* const kOneChannel =
    "With one virtual channel the mesh saturates early, since an output buffer has room only "
    "when it is empty: the paper speaks of empty output buffers, each for exactly one message, "
    "and once of a buffer that has room. With room behind a message that is leaving (output_room "
    "= draining) all cells with one virtual channel are within .05: fs-readings.";
const char* const kTriplex =
    "The report that defines the minimal triplex router is not at hand; the rule used is the one "
    "of those tried that fits best. With random order ours saturates later.";

Deviations fig1() {
  return {{MissKind::kUnknown,
           "With complement output-driven sustains 36 % at load 1.0, input-driven 26 %, but its "
           "latency is lower by 23 %. The paper calls latencies after saturation less predictable, "
           "and the oblivious router an exception since its throughput stays higher.",
           {{"latency of the oblivious output-driven router at load 1.0", 1, 1}}}};
}

Deviations fig2() {
  return {
      {MissKind::kReadingOpen,
       "With transpose the adaptive output-driven routers are 5.7 and 5.8 % slower at .15; the paper "
       "gives no number for curves that are indistinguishable in its figure.",
       {{"latency of input- and output-driven, up to a third of the load of saturation", 2, 2}}},
      {MissKind::kReadingOpen,
       "Two oblivious routers, whose input- and output-driven variants saturate at the same load "
       "here, are 2.5 % (transpose) and 3.9 % (hot spot 1) slower output-driven at that load. One "
       "step below they are not.",
       {{"latency of output-driven where input-driven saturates", 2, 2}}}};
}

Deviations table1() {
  return {{MissKind::kReadingOpen,
           "At .60 queues grow by 1.0 %: the threshold of saturation, 0.6 % here, "
           "decides, and the paper does not give it.",
           {{"torus16x16-star, input-driven, bit reversal", 0.6, 0.6}}}};
}

Deviations table2() {
  return {
      {MissKind::kReadingOpen,
       kOneChannel,
       {{"mesh16x16-oblivious-1vc, output-driven, random", 0.8, 0.8}}},
      {MissKind::kReadingOpen,
       kTwoChannels,
       {{"mesh16x16-oblivious, input-driven, bit reversal", 0.55, 0.6},
        {"mesh16x16-oblivious, input-driven, perfect shuffle", 0.8, 0.85},
        {"mesh16x16-oblivious, input-driven, transpose", 0.55, 0.6},
        {"mesh16x16-oblivious, output-driven, bit reversal", 0.55, 0.6}}},
      {MissKind::kUnknown,
       "Two cells of *-channels, random and transpose, saturate one step earlier output-driven. "
       "Choices with equal chances removed three of the five reversals that choices by XOR had. "
       "Tried without effect on these: independent random numbers in place of the LFSR, room in "
       "draining buffers (fs-readings), and the order of the outputs (fs-orders).",
       {{"output-driven against input-driven", 2, 2}}}};
}

Deviations table3() {
  return {{MissKind::kReadingOpen,
           kTwoChannels,
           {{"mesh16x16-oblivious, input-driven-random, bit reversal", 0.55, 0.6},
            {"mesh16x16-oblivious, input-driven-random, perfect shuffle", 0.8, 0.85},
            {"mesh16x16-oblivious, input-driven-random, transpose", 0.55, 0.6}}},
          {MissKind::kReadingOpen,
           kTriplex,
           {{"torus16x16-triplex, input-driven-random, random", 0.9, 0.95},
            {"torus16x16-triplex, input-driven-random, hot spot 1", 0.85, 0.9}}}};
}

}  // namespace

std::vector<KnownDeviation> fs_known_deviations(const std::string& id) {
  static const std::map<std::string, Deviations> all = {{"fs-fig1", fig1()},
                                                        {"fs-fig2", fig2()},
                                                        {"fs-table1", table1()},
                                                        {"fs-table2", table2()},
                                                        {"fs-table3", table3()}};
  const auto found = all.find(id);
  return found == all.end() ? Deviations{} : found->second;
}

}  // namespace wayfarer
