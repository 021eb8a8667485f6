// Traffic as values: what "--pattern hotspot:3+17:20" and its like ask for, whatever the network.
// The texts of users are parsed here and nowhere below.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "config/config.hpp"
#include "core/types.hpp"

namespace wayfarer {

/// The patterns without parameters. All but client-server networks have them.
enum class PlainPattern {
  kUniform,            ///< All terminals but the source equally likely.
  kBitReversal,        ///< These three: of the terminal's number; powers of two only.
  kBitComplement,      //
  kPerfectShuffle,     //
  kTornado,            ///< Each digit of the address on by ceil(extent / 2) - 1,
  kNeighbour,          ///< or by 1.
  kHotspot1,           ///< Fulgham and Snyder: ten terminals four times as likely as the others,
  kHotspot2,           ///< or nine; networks of 256 only.
  kSingleRandom,       ///< One destination for each source, drawn uniformly with replacement.
  kRandomPermutation,  ///< The same without replacement: no two sources have one destination.
};

/// The handling of a message whose drawn destination is its source.
enum class SelfRule {
  kRedraw,  ///< Another destination is drawn.
  kSend,    ///< It passes through injection and ejection like any other.
  kDrop,    ///< It is not sent.
};

/// The terminals that have multicast groups, and the size of the groups.
struct GroupsSpec {
  unsigned source_percent =
      100;  ///< Percentage of the terminals that are sources; 0: one terminal.
  unsigned member_percent = 100;  ///< Percentage of the other terminals that are members.
  bool self = false;              ///< Members are drawn from all terminals, the source included.
};

// Who sends to whom. `self`: terminals may send to themselves; else those that would do not send.

struct PlainSpec {
  PlainPattern pattern = PlainPattern::kUniform;
  bool self = false;
};
/// Swaps the halves of the first dimensions of the address, whose extents must read the same
/// swapped.
struct TransposeSpec {
  std::optional<unsigned> dimensions;  ///< Empty: all.
  bool self = false;
};
/// A share of the messages to one of some terminals, the others uniform.
struct HotspotSpec {
  std::vector<TerminalId> terminals;  ///< At least one, all different.
  double percent = 0;
  bool self = false;
};
/// By a file of weights (traffic/matrix_pattern.hpp).
struct MatrixSpec {
  std::string file;
};
/// A destination for each message, the source included. Drawn again: as uniform, but a source's
/// load is without the share that would go to itself. Dropped: the whole load is born.
struct FullRandomSpec {
  SelfRule to_itself = SelfRule::kRedraw;
};
/// Uniform among the other terminals at most so many router hops away.
struct LocalSpec {
  unsigned hops = 0;
  bool self = false;
};
/// This percentage of a source's messages goes to its group; the others, and those of terminals
/// without a group, to any other terminal.
struct MulticastSpec {
  GroupsSpec groups;
  unsigned percent = 100;
};
/// The same groups; every source sends a message to each member.
struct CopiesSpec {
  GroupsSpec groups;
};
/// Hosts to the server, and the server to a random host with each message.
struct ClientServerSpec {
  bool responses = true;
};

struct PatternSpec {
  std::variant<PlainSpec, TransposeSpec, HotspotSpec, MatrixSpec, FullRandomSpec, LocalSpec,
               MulticastSpec, CopiesSpec, ClientServerSpec>
      which;

  [[nodiscard]] std::string name() const;  ///< Without options.
  [[nodiscard]] PatternKind kind() const;
};

// When messages are born, at a rate that the load implies.

/// In every cycle with the same probability.
struct BernoulliSpec {};
/// Message n at cycle floor((n + phase) / rate).
struct PeriodicSpec {
  enum class Phase { kRandom, kAligned, kStaggered };  ///< For each source, 0, by its number.
  Phase phase = Phase::kRandom;
};
/// Bursts of messages born a cycle apart, and pauses between them, of random lengths.
struct BurstsSpec {
  unsigned messages = 1;  ///< Mean number of messages per burst.
};
/// Sources alternate between on and off, for random lengths of at least a cycle, and send at random
/// while they are on.
struct OnOffSpec {
  double on = 1;  ///< Cycles on average; likewise:
  double off = 1;
};
/// So many messages at every source in cycle 0, whatever the rate.
struct BatchSpec {
  std::uint32_t messages = 1;
};

struct ProcessSpec {
  std::variant<BernoulliSpec, PeriodicSpec, BurstsSpec, OnOffSpec, BatchSpec> which;

  /// Whether it ends by itself, so that it has no load.
  [[nodiscard]] bool finite() const { return std::holds_alternative<BatchSpec>(which); }
};

/// Lengths of messages, equally likely; one that is there twice weighs twice as much.
struct LengthsSpec {
  std::vector<std::uint16_t> bytes;  ///< At least one.
};

/// Every message that arrives is answered.
struct ReplySpec {
  std::uint16_t bytes = 0;
  Cycle delay = 0;  ///< The reply is born delay + 1 cycles after the delivery of its request.
};

/// Collective operations of all terminals, one after the other.
struct CollectiveSpec {
  enum class Kind {
    kRingAllReduce,  ///< Every terminal ends with the reduction of all blocks; by a ring,
    kTreeAllReduce,  ///< or by a binary tree, up and down.
    kAllToAll,       ///< A block from every terminal to every other one.
    kBroadcast,      ///< A block from terminal 0 to all, by a binomial tree.
    kBarrier,        ///< No terminal goes on before all have come here; by dissemination.
  };
  struct Step {
    Kind kind = Kind::kBarrier;
    std::uint32_t bytes = 0;  ///< Of a block; a barrier has none.
  };
  std::vector<Step> steps;  ///< At least one.
};

struct TrafficSpec {
  std::optional<PatternSpec> pattern;  ///< Empty: the network's own, default_pattern.
  ProcessSpec process;
  std::optional<LengthsSpec> lengths;  ///< Empty: the configuration's length.
  std::optional<ReplySpec> reply;      ///< Empty: messages are not answered.
  /// Outstanding messages that a source may have: it sends the next one when one of them, or its
  /// reply, has arrived, rather than by the process. Empty: any number.
  std::optional<std::uint32_t> window;
  std::optional<CollectiveSpec> collective;  ///< In place of pattern, process and window.

  /// Whether it ends by itself.
  [[nodiscard]] bool finite() const { return collective || process.finite(); }
  /// Whether births are drawn at the rate of a load.
  [[nodiscard]] bool has_load() const { return !finite() && !window; }
};

/// From "hotspot:3+17:20"; the names and their options are those of `patterns`. These parsers throw
/// UsageError that names the text and what is legal.
[[nodiscard]] PatternSpec parse_pattern(const std::string& text);
/// From "onoff:50:150"; see `processes`.
[[nodiscard]] ProcessSpec parse_process(const std::string& text);
/// From "64" or "16,64,256".
[[nodiscard]] LengthsSpec parse_lengths(const std::string& text);
/// From "BYTES" or "BYTES:DELAY".
[[nodiscard]] ReplySpec parse_reply(const std::string& text);
/// From "barrier,ring-all-reduce:65536".
[[nodiscard]] CollectiveSpec parse_collective(const std::string& text);

/// The text that is parsed to the same value, without aliases and in the shortest form.
[[nodiscard]] std::string to_string(const PatternSpec& pattern);
[[nodiscard]] std::string to_string(const ProcessSpec& process);
[[nodiscard]] std::string to_string(const LengthsSpec& lengths);
[[nodiscard]] std::string to_string(const ReplySpec& reply);
[[nodiscard]] std::string to_string(const CollectiveSpec& collective);

/// The patterns, for lists and messages.
struct PatternInfo {
  std::string name;  ///< With its options: "uniform[:self]".
  std::string description;
  PatternKind kind = PatternKind::kGrid;
  std::vector<std::string> aliases = {};  ///< What other simulators call it (docs/peers.md).
};
[[nodiscard]] const std::vector<PatternInfo>& patterns();

/// The name with the same options under which `patterns` lists an alias; other names as they are.
[[nodiscard]] std::string canonical_pattern(const std::string& name_with_options);

struct ProcessInfo {
  std::string name;  ///< With its options: "batch:L".
  std::string description;
};
[[nodiscard]] const std::vector<ProcessInfo>& processes();

}  // namespace wayfarer
