// Zhou et al., Figures 8 to 16, with "shared lanes" read as InfiniBand has them: every message has
// a service level, which names one virtual lane, and the levels are spread over the lanes. The
// claims on lanes are checked under this reading, beside the one of iba-multicast, where a packet
// takes any free lane.
#include <fmt/format.h>

#include "core/error.hpp"
#include "papers/iba/runs.hpp"

namespace wayfarer {
namespace {

using namespace iba_runs;

constexpr Lanes kLanes[] = {kOneLane,     kTwoByLevel, kTwoShared,    kTwoDedicated,
                            kFourByLevel, kFourShared, kFourDedicated};

void add_row(Reproduction& result, const Runs& runs, const Case& which, unsigned bytes,
             Sending sending) {
  const auto cycles = [&](const Lanes& lanes) {
    return runs.cycles(which.groups, lanes, bytes, sending);
  };
  result.note(
      fmt::format("{}, {} B, {}", which.name, bytes, to_string(sending)),
      fmt::format("1 VL {}; 2 VL by level {}, any {}, dedicated {}; 4 VL {}, {}, {}",
                  cycles(kOneLane), cycles(kTwoByLevel), cycles(kTwoShared), cycles(kTwoDedicated),
                  cycles(kFourByLevel), cycles(kFourShared), cycles(kFourDedicated)));
}

Reproduction run(const EngineFactory& engines, const ReproductionOptions& options) {
  Sizes sizes;
  for (const unsigned bytes : kSizes)
    if (fmt::format("{} B", bytes).find(options.only) != std::string::npos) sizes.push_back(bytes);
  if (sizes.empty())
    throw UsageError(
        fmt::format("no size's name contains '{}'; legal: 32 B, 128 B, 512 B, 2048 B, "
                    "8192 B",
                    options.only));
  Reproduction result;
  result.id = "iba-levels";
  for (const Buffers buffers : kBuffers) {
    Runs runs(options.seed, buffers);
    for (const Case& which : kCases)
      for (const Lanes& lanes : kLanes)
        for (const unsigned bytes : sizes) runs.add(which.groups, lanes, bytes);
    runs.results = run_all(engines, runs.points, options);
    for (const Sending sending : {Sending::kUnicast, Sending::kBranches}) {
      if (buffers == Buffers::kOneSwitch)
        for (const Case& which : kCases)
          for (const unsigned bytes : sizes) add_row(result, runs, which, bytes, sending);
      const std::string name = to_string(sending);
      const ClaimCount more = no_slower(runs, sizes, sending, 0, kLargestPacket,
                                        {{kTwoByLevel, kOneLane}, {kFourByLevel, kTwoByLevel}});
      // Remark 3: "For unicast schemes, we can get better performance if we use more virtual
      // lanes." Of multicast it says nothing.
      if (sending == Sending::kUnicast)
        more.report(result, name + ": more VLs by level no slower", buffers);
      else
        more.note(result, name + ": more VLs by level no slower", buffers);
      claim_shared(result, runs, sizes, name + ": VLs by level no slower than dedicated, ", sending,
                   {{kTwoByLevel, kTwoDedicated}, {kFourByLevel, kFourDedicated}});
    }
    result.points.insert(result.points.end(), runs.points.begin(), runs.points.end());
    result.results.insert(result.results.end(), runs.results.begin(), runs.results.end());
  }
  result.conditions = {{"engine", "model"},
                       {"seed", options.seed},
                       {"flit_bytes", 16},
                       {"service_levels", "as many as virtual lanes"},
                       {"measured", "cycles until the last delivery, one message a source"}};
  result.summarize("");
  return result;
}

}  // namespace

Experiment iba_levels() {
  Experiment experiment{"iba-levels", "virtual lanes by service level", run};
  experiment.selectable = true;
  return experiment;
}

}  // namespace wayfarer
