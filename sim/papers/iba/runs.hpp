// Runs of one message a source on the 16x16 mesh, and the claims on their times: what the
// experiments on Figures 8 to 16 share.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "family/iba/multicast_bounds.hpp"
#include "papers/iba/paper.hpp"

namespace wayfarer::iba_runs {

constexpr unsigned kLargestPacket = 8192;  ///< As in the paper, one packet; InfiniBand has 4096.

/// Groups as the patterns take them: sources and members in percent.
struct Case {
  const char* name;
  const char* groups;
};
constexpr Case kOneSource = {"one source", "one:100"};
constexpr Case kMultiSource = {"multi-source", "40:40"};
constexpr Case kAllSource = {"all-source", "100:100"};
constexpr Case kCases[] = {kOneSource, kMultiSource, kAllSource};

/// Virtual lanes, and the shipped configuration with them.
struct Lanes {
  const char* name;
  const char* config;
  unsigned levels = 0;  ///< Not 0: so many service levels, each on one lane.
};
constexpr Lanes kOneLane = {"1 VL", "iba16x16-1vl"};
constexpr Lanes kTwoShared = {"2 VL shared", "iba16x16-2vl-shared"};
constexpr Lanes kTwoDedicated = {"2 VL dedicated", "iba16x16-2vl-dedicated"};
constexpr Lanes kFourShared = {"4 VL shared", "iba16x16-4vl-shared"};
constexpr Lanes kFourDedicated = {"4 VL dedicated", "iba16x16-4vl-dedicated"};
constexpr Lanes kTwoByLevel = {"2 VL by level", "iba16x16-2vl-shared", 2};
constexpr Lanes kFourByLevel = {"4 VL by level", "iba16x16-4vl-shared", 4};

constexpr unsigned kSizes[] = {32, 128, 512, 2048, 8192};
constexpr unsigned kSmall = 128;      ///< The largest of these in the figures' left halves.
using Sizes = std::vector<unsigned>;  ///< Bytes of a message, of which all cells were run.

/// The paper names no size of the switches' buffers. Its figures have messages of all sizes on one
/// network, which must have room for the largest; its "two packets using the same buffer" can also
/// be read as a buffer of one packet, whose size is then the message's.
enum class Buffers { kOneSwitch, kOnePacket };
constexpr Buffers kBuffers[] = {Buffers::kOneSwitch, Buffers::kOnePacket};

enum class Sending { kUnicast, kBranches, kAllOrNothing };
constexpr Sending kSendings[] = {Sending::kUnicast, Sending::kBranches, Sending::kAllOrNothing};

[[nodiscard]] std::string to_string(Sending sending);

/// What a run's figure shows, in cycles.
enum class Ordinate {
  kLastDelivery,  ///< From the start to the last delivery.
  kMeanLatency,   ///< Mean over messages, from birth to the last copy; unicast: over copies.
};

[[nodiscard]] std::string to_string(Ordinate ordinate);
[[nodiscard]] std::string cell_name(const Case& which, const Lanes& lanes, unsigned bytes);

/// The runs, each simulated once, however many claims use it.
class Runs {
 public:
  explicit Runs(std::uint64_t seed, Buffers buffers = Buffers::kOneSwitch)
      : seed_(seed), buffers_(buffers) {}

  [[nodiscard]] Buffers buffers() const { return buffers_; }

  void add(const std::string& groups, const Lanes& lanes, unsigned bytes, Sending sending);
  void add(const std::string& groups, const Lanes& lanes, unsigned bytes) {
    for (const Sending sending : {Sending::kUnicast, Sending::kBranches})
      add(groups, lanes, bytes, sending);
  }

  /// Cycles until the last delivery.
  [[nodiscard]] std::uint64_t cycles(const std::string& groups, const Lanes& lanes, unsigned bytes,
                                     Sending sending) const;
  [[nodiscard]] double value(const std::string& groups, const Lanes& lanes, unsigned bytes,
                             Sending sending, Ordinate ordinate) const;
  /// Speed-up of multicast over unicast.
  [[nodiscard]] double speedup(const std::string& groups, const Lanes& lanes, unsigned bytes) const;
  [[nodiscard]] MulticastBounds bounds(const std::string& groups, unsigned bytes,
                                       bool copies) const;

  std::vector<Point> points;
  PointResults results;

 private:
  using Key = std::tuple<std::string, std::string, unsigned, Sending>;

  std::uint64_t seed_;
  Buffers buffers_;
  std::map<Key, std::size_t> index_;
};

/// Counts how often a claim holds.
class ClaimCount {
 public:
  void add(bool holds) {
    held_ += holds ? 1 : 0;
    ++all_;
  }
  /// With one switch for all messages a claim, with buffers of one packet a note.
  void report(Reproduction& result, const std::string& cell, Buffers buffers) const;
  /// Where the paper claims nothing.
  void note(Reproduction& result, const std::string& cell, Buffers buffers) const;

 private:
  unsigned held_ = 0;
  unsigned all_ = 0;
};

/// How often the first of each pair of lanes takes no more cycles than the second, for all cases
/// and those of the sizes that are from `low` to `high`.
[[nodiscard]] ClaimCount no_slower(const Runs& runs, const Sizes& sizes, Sending sending,
                                   unsigned low, unsigned high,
                                   const std::vector<std::pair<Lanes, Lanes>>& better);

/// The claims on shared and dedicated lanes: of small messages only, since "this observation is not
/// clear when the data size is large".
void claim_shared(Reproduction& result, const Runs& runs, const Sizes& sizes,
                  const std::string& cell, Sending sending,
                  const std::vector<std::pair<Lanes, Lanes>>& better);

}  // namespace wayfarer::iba_runs
