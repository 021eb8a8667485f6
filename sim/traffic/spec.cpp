#include "traffic/spec.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/error.hpp"
#include "core/text.hpp"
#include "geometry/grid.hpp"
#include "traffic/lengths.hpp"

namespace wayfarer {
namespace {

/// By enumerator of CollectiveSpec::Kind.
constexpr const char* kCollectives[] = {"ring-all-reduce", "tree-all-reduce", "all-to-all",
                                        "broadcast", "barrier"};

/// In the order of PlainPattern.
constexpr std::array kPlainNames = {
    "uniform",   "bit-reversal", "bit-complement", "perfect-shuffle", "tornado",
    "neighbour", "hotspot-1",    "hotspot-2",      "single-random",   "random-permutation"};

constexpr const char* name_of(PlainPattern pattern) {
  return kPlainNames[static_cast<std::size_t>(pattern)];
}

struct Row;

/// A pattern's name and options, taken apart.
struct PatternText {
  const Row& row;
  std::vector<std::string> options;  ///< Without `self`.
  bool self;

  [[noreturn]] void refuse(const std::string& why) const;
  [[noreturn]] void refuse_option(const std::string& option) const;
  [[nodiscard]] std::string what(const char* number) const;
};

struct Row {
  const char* name;
  const char* options;  ///< As users write them.
  std::size_t most;     ///< Options beside `self`.
  PatternSpec (*parse)(const PatternText&);
  const char* description;
  PatternKind kind = PatternKind::kGrid;

  [[nodiscard]] std::string usage() const { return std::string(name) + options; }
};

void PatternText::refuse(const std::string& why) const {
  throw UsageError(fmt::format("pattern '{}': {}", row.name, why));
}

void PatternText::refuse_option(const std::string& option) const {
  refuse(fmt::format("unknown option '{}'; legal: {}", option, row.usage()));
}

std::string PatternText::what(const char* number) const {
  return fmt::format("pattern '{}': {}", row.name, number);
}

template <PlainPattern pattern>
PatternSpec parse_plain(const PatternText& text) {
  return {PlainSpec{pattern, text.self}};
}

template <PlainPattern pattern>
constexpr Row plain(const char* description) {
  return {name_of(pattern), "[:self]", 0, parse_plain<pattern>, description};
}

PatternSpec parse_transpose(const PatternText& text) {
  TransposeSpec transpose{std::nullopt, text.self};
  if (!text.options.empty())
    transpose.dimensions = static_cast<unsigned>(
        parse_unsigned(text.options[0], text.what("dimensions"), 1, kMaxGridDimensions));
  return {transpose};
}

PatternSpec parse_hotspot(const PatternText& text) {
  if (text.options.size() != 2)
    text.refuse("needs terminals and their percentage of the messages, as in 'hotspot:3+17:20'");
  HotspotSpec hotspot;
  for (const std::string& number : split(text.options[0], '+')) {
    const auto terminal =
        static_cast<TerminalId>(parse_unsigned(number, text.what("terminal"), 0, ~TerminalId{0}));
    std::vector<TerminalId>& hot = hotspot.terminals;
    if (std::find(hot.begin(), hot.end(), terminal) != hot.end())
      text.refuse(fmt::format("terminal {} occurs twice; legal: once", terminal));
    hot.push_back(terminal);
  }
  hotspot.percent = parse_number(text.options[1], text.what("percentage of the messages"), 0, 100);
  hotspot.self = text.self;
  return {std::move(hotspot)};
}

PatternSpec parse_matrix_file(const PatternText& text) {
  if (text.options.empty()) text.refuse("needs a file of weights, as in 'matrix:mine.csv'");
  return {MatrixSpec{text.options[0]}};
}

PatternSpec parse_full_random(const PatternText& text) {
  const bool drop = !text.options.empty();
  if (drop && (text.options[0] != "drop" || text.self))
    text.refuse(fmt::format("unknown option '{}'; legal: drop, or self", join(text.options, ":")));
  return {FullRandomSpec{drop ? SelfRule::kDrop : text.self ? SelfRule::kSend : SelfRule::kRedraw}};
}

PatternSpec parse_local(const PatternText& text) {
  constexpr std::uint64_t kMostHops = 1u << 20;
  if (text.options.empty()) text.refuse("needs a distance in router hops, as in 'local:3'");
  return {LocalSpec{
      static_cast<unsigned>(parse_unsigned(text.options[0], text.what("distance"), 0, kMostHops)),
      text.self}};
}

unsigned parse_percent(const PatternText& text, const char* what, const std::string& number) {
  return static_cast<unsigned>(parse_unsigned(number, text.what(what) + " in percent", 1, 100));
}

GroupsSpec parse_groups(const PatternText& text) {
  if (text.options.size() < 2) text.refuse("legal: " + text.row.usage());
  const std::string& sources = text.options[0];
  return {sources == "one" ? 0 : parse_percent(text, "sources", sources),
          parse_percent(text, "members", text.options[1]), text.self};
}

PatternSpec parse_multicast(const PatternText& text) {
  MulticastSpec multicast{parse_groups(text)};
  if (text.options.size() == 3)
    multicast.percent = parse_percent(text, "messages to groups", text.options[2]);
  return {multicast};
}

PatternSpec parse_copies(const PatternText& text) { return {CopiesSpec{parse_groups(text)}}; }

PatternSpec parse_client_server(const PatternText& text) {
  const bool requests = !text.options.empty();
  if (requests && text.options[0] != "requests") text.refuse_option(text.options[0]);
  if (text.self) text.refuse_option("self");
  return {ClientServerSpec{!requests}};
}

constexpr std::array kRows = {
    plain<PlainPattern::kUniform>("all other terminals equally likely"),
    plain<PlainPattern::kBitReversal>("terminal number read backwards"),
    plain<PlainPattern::kBitComplement>("all bits inverted"),
    plain<PlainPattern::kPerfectShuffle>("rotated left by one"),
    Row{"transpose", "[:N][:self]", 1, parse_transpose,
        "(x, y) to (y, x), or the same in the first N dimensions"},
    plain<PlainPattern::kHotspot1>("ten terminals four times as likely"),
    plain<PlainPattern::kHotspot2>("nine terminals four times as likely"),
    Row{"hotspot", ":T+T:PERCENT[:self]", 2, parse_hotspot,
        "this percentage of the messages to terminals T, the others uniform"},
    Row{"matrix", ":FILE", 1, parse_matrix_file, "by a file of weights, one row per source"},
    plain<PlainPattern::kTornado>("almost halfway around each dimension"),
    plain<PlainPattern::kNeighbour>("the next node along each dimension"),
    plain<PlainPattern::kSingleRandom>("one random destination for each source"),
    plain<PlainPattern::kRandomPermutation>(
        "one random destination for each source, all different"),
    Row{"full-random", "[:self|:drop]", 1, parse_full_random,
        "a random destination for each message, itself included; messages to itself are not sent (drop: lost)"},
    Row{"local", ":D[:self]", 1, parse_local, "uniform within D router hops"},
    Row{"multicast", ":SOURCES:MEMBERS[:SHARE][:self]", 3, parse_multicast,
        "networks with groups: percent of terminals that send, or one; percent that receive; percent of multicast messages",
        PatternKind::kMulticast},
    Row{"copies", ":SOURCES:MEMBERS[:self]", 2, parse_copies,
        "networks with groups: the same groups, one message per member", PatternKind::kMulticast},
    Row{"client-server", "[:requests]", 1, parse_client_server,
        "client-server networks: hosts to the server, and its responses",
        PatternKind::kClientServer},
};

struct Alias {
  const char* name;     ///< The name in BookSim2, Garnet or Noxim,
  const char* pattern;  ///< and ours, with an option where that makes them equal.
};

constexpr std::array kAliases = {
    Alias{"uniform_random", "uniform:self"},
    Alias{"TRAFFIC_RANDOM", "uniform"},
    Alias{"bitrev", "bit-reversal"},
    Alias{"bit_reverse", "bit-reversal"},
    Alias{"TRAFFIC_BIT_REVERSAL", "bit-reversal"},
    Alias{"bitcomp", "bit-complement"},
    Alias{"bit_complement", "bit-complement"},
    Alias{"shuffle", "perfect-shuffle"},
    Alias{"TRAFFIC_SHUFFLE", "perfect-shuffle"},
    Alias{"TRAFFIC_TRANSPOSE2", "transpose"},
    Alias{"neighbor", "neighbour"},
    Alias{"randperm", "random-permutation"},
};

std::string base_name(const std::string& name_with_options) {
  return name_with_options.substr(0, name_with_options.find(':'));
}

/// Null: there is no such pattern.
const Row* find_row(const std::string& name) {
  const auto* const row =
      std::find_if(kRows.begin(), kRows.end(), [&](const Row& each) { return each.name == name; });
  return row == kRows.end() ? nullptr : row;
}

std::vector<std::string> aliases_of(const std::string& pattern) {
  std::vector<std::string> names;
  for (const Alias& alias : kAliases)
    if (base_name(alias.pattern) == pattern) names.emplace_back(alias.name);
  return names;
}

[[noreturn]] void refuse_unknown(const std::string& name) {
  std::vector<std::string> legal;
  std::vector<std::string> near;
  for (const Row& row : kRows) {
    legal.push_back(row.usage());
    near.emplace_back(row.name);
    for (const std::string& alias : aliases_of(row.name)) near.push_back(alias);
  }
  throw UsageError(fmt::format("unknown pattern '{}'; {}legal: {}", name, did_you_mean(name, near),
                               join(legal)));
}

/// The options of a name; a file's name may have colons in it.
PatternText take_apart(const Row& row, const std::string& text) {
  PatternText parts{row, {}, false};
  if (text == row.name) return parts;
  const std::string options = text.substr(text.find(':') + 1);
  parts.options = {options};
  if (row.parse == parse_matrix_file) return parts;
  parts.options = split(options, ':');
  const auto self = std::find(parts.options.begin(), parts.options.end(), "self");
  parts.self = self != parts.options.end();
  if (parts.self) parts.options.erase(self);
  return parts;
}

PeriodicSpec parse_periodic(const std::vector<std::string>& parts) {
  using Phase = PeriodicSpec::Phase;
  if (parts.size() == 1) return {};
  if (parts.size() == 2 && parts[1] == "aligned") return {Phase::kAligned};
  if (parts.size() == 2 && parts[1] == "staggered") return {Phase::kStaggered};
  throw UsageError(fmt::format("process 'periodic': unknown option '{}'; legal: aligned, staggered",
                               parts.back()));
}

BurstsSpec parse_bursts(const std::vector<std::string>& parts) {
  if (parts.size() != 2)
    throw UsageError("process 'bursts': legal: bursts:M, M messages per burst");
  return {static_cast<unsigned>(
      parse_unsigned(parts[1], "process 'bursts': messages per burst", 1, 1u << 20))};
}

OnOffSpec parse_on_off(const std::vector<std::string>& parts) {
  constexpr double kMaxPeriod = 1e9;  ///< Cycles.
  if (parts.size() != 3)
    throw UsageError("process 'onoff': legal: onoff:ON:OFF, mean cycles on and off");
  return {parse_number(parts[1], "process 'onoff': mean cycles on", 1, kMaxPeriod),
          parse_number(parts[2], "process 'onoff': mean cycles off", 1, kMaxPeriod)};
}

BatchSpec parse_batch(const std::vector<std::string>& parts) {
  if (parts.size() != 2) throw UsageError("process 'batch': legal: batch:L, L messages per source");
  return {static_cast<std::uint32_t>(
      parse_unsigned(parts[1], "process 'batch': messages per source", 1, 1u << 30))};
}

/// Writes specs as users do.
struct Writer {
  static std::string self(bool self) { return self ? ":self" : ""; }
  static std::string groups(const GroupsSpec& groups) {
    return fmt::format(":{}:{}",
                       groups.source_percent == 0 ? "one" : std::to_string(groups.source_percent),
                       groups.member_percent);
  }

  std::string operator()(const PlainSpec& plain) const {
    return name_of(plain.pattern) + self(plain.self);
  }
  std::string operator()(const TransposeSpec& transpose) const {
    const auto& dimensions = transpose.dimensions;
    return "transpose" + (dimensions ? fmt::format(":{}", *dimensions) : "") + self(transpose.self);
  }
  std::string operator()(const HotspotSpec& hotspot) const {
    return fmt::format("hotspot:{}:{}{}", fmt::join(hotspot.terminals, "+"), hotspot.percent,
                       self(hotspot.self));
  }
  std::string operator()(const MatrixSpec& matrix) const { return "matrix:" + matrix.file; }
  std::string operator()(const FullRandomSpec& random) const {
    if (random.to_itself == SelfRule::kDrop) return "full-random:drop";
    return "full-random" + self(random.to_itself == SelfRule::kSend);
  }
  std::string operator()(const LocalSpec& local) const {
    return fmt::format("local:{}{}", local.hops, self(local.self));
  }
  std::string operator()(const MulticastSpec& multicast) const {
    return "multicast" + groups(multicast.groups) +
           (multicast.percent == 100 ? "" : fmt::format(":{}", multicast.percent)) +
           self(multicast.groups.self);
  }
  std::string operator()(const CopiesSpec& copies) const {
    return "copies" + groups(copies.groups) + self(copies.groups.self);
  }
  std::string operator()(const ClientServerSpec& hosts) const {
    return hosts.responses ? "client-server" : "client-server:requests";
  }

  std::string operator()(const BernoulliSpec&) const { return "bernoulli"; }
  std::string operator()(const PeriodicSpec& periodic) const {
    constexpr const char* kPhases[] = {"", ":aligned", ":staggered"};
    return std::string("periodic") + kPhases[static_cast<std::size_t>(periodic.phase)];
  }
  std::string operator()(const BurstsSpec& bursts) const {
    return fmt::format("bursts:{}", bursts.messages);
  }
  std::string operator()(const OnOffSpec& periods) const {
    return fmt::format("onoff:{}:{}", periods.on, periods.off);
  }
  std::string operator()(const BatchSpec& batch) const {
    return fmt::format("batch:{}", batch.messages);
  }
};

}  // namespace

std::string PatternSpec::name() const { return base_name(to_string(*this)); }

PatternKind PatternSpec::kind() const { return find_row(name())->kind; }

PatternSpec parse_pattern(const std::string& text) {
  const std::string own = canonical_pattern(text);
  const Row* const row = find_row(base_name(own));
  if (row == nullptr) refuse_unknown(base_name(own));
  const PatternText parts = take_apart(*row, own);
  if (parts.options.size() > row->most) parts.refuse_option(parts.options.back());
  return row->parse(parts);
}

ProcessSpec parse_process(const std::string& text) {
  const std::vector<std::string> parts = split(text, ':');
  const std::string& name = parts.front();
  if (name == "batch") return {parse_batch(parts)};
  if (name == "bursts") return {parse_bursts(parts)};
  if (name == "onoff") return {parse_on_off(parts)};
  if (name == "periodic") return {parse_periodic(parts)};
  if (text == "bernoulli") return {};
  throw UsageError(fmt::format(
      "unknown process '{}'; {}legal: bernoulli, periodic[:aligned|:staggered], "
      "bursts:M, onoff:ON:OFF, batch:L, trace",
      text, did_you_mean(name, {"bernoulli", "periodic", "bursts", "onoff", "batch", "trace"})));
}

LengthsSpec parse_lengths(const std::string& text) {
  LengthsSpec lengths;
  for (const std::string& part : split(text, ','))
    lengths.bytes.push_back(
        static_cast<std::uint16_t>(parse_unsigned(part, "message bytes", 0, kLongestMessage)));
  return lengths;
}

ReplySpec parse_reply(const std::string& text) {
  constexpr Cycle kMaxDelay = 1'000'000'000;
  const std::vector<std::string> parts = split(text, ':');
  if (parts.size() > 2)
    throw UsageError(fmt::format("--reply '{}'; legal: BYTES or BYTES:DELAY, as in 64:20", text));
  ReplySpec reply;
  reply.bytes =
      static_cast<std::uint16_t>(parse_unsigned(parts[0], "--reply: bytes", 0, kLongestMessage));
  if (parts.size() == 2)
    reply.delay = parse_unsigned(parts[1], "--reply: delay in cycles", 0, kMaxDelay);
  return reply;
}

CollectiveSpec parse_collective(const std::string& text) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;
  constexpr std::size_t kMostSteps = 1000;
  CollectiveSpec collective;
  for (const std::string& part : split(text, ',')) {
    const std::size_t colon = part.find(':');
    const std::string name = part.substr(0, colon);
    const auto found = std::find(std::begin(kCollectives), std::end(kCollectives), name);
    const std::vector<std::string> legal(std::begin(kCollectives), std::end(kCollectives));
    if (found == std::end(kCollectives))
      throw UsageError(
          fmt::format("--collective '{}'; {}legal: {}, with bytes as in all-to-all:4096", part,
                      did_you_mean(name, legal), join(legal)));
    CollectiveSpec::Step step;
    step.kind = static_cast<CollectiveSpec::Kind>(found - std::begin(kCollectives));
    const bool barrier = step.kind == CollectiveSpec::Kind::kBarrier;
    if (barrier != (colon == std::string::npos))
      throw UsageError(
          fmt::format("--collective '{}'; legal: {}", part, barrier ? "barrier" : name + ":BYTES"));
    if (!barrier)
      step.bytes = static_cast<std::uint32_t>(
          parse_unsigned(part.substr(colon + 1), "--collective: bytes", 1, kMostBytes));
    collective.steps.push_back(step);
  }
  if (collective.steps.size() > kMostSteps)
    throw UsageError(fmt::format("--collective: {} operations; legal: at most {}",
                                 collective.steps.size(), kMostSteps));
  return collective;
}

std::string to_string(const CollectiveSpec& collective) {
  std::vector<std::string> texts;
  for (const CollectiveSpec::Step& step : collective.steps) {
    const std::string name = kCollectives[static_cast<std::size_t>(step.kind)];
    texts.push_back(step.bytes == 0 ? name : fmt::format("{}:{}", name, step.bytes));
  }
  return join(texts, ",");
}

std::string to_string(const PatternSpec& pattern) { return std::visit(Writer{}, pattern.which); }

std::string to_string(const ProcessSpec& process) { return std::visit(Writer{}, process.which); }

std::string to_string(const LengthsSpec& lengths) {
  return fmt::format("{}", fmt::join(lengths.bytes, ","));
}

std::string to_string(const ReplySpec& reply) {
  return reply.delay == 0 ? fmt::format("{}", reply.bytes)
                          : fmt::format("{}:{}", reply.bytes, reply.delay);
}

const std::vector<PatternInfo>& patterns() {
  static const std::vector<PatternInfo> list = [] {
    std::vector<PatternInfo> infos;
    for (const Row& row : kRows)
      infos.push_back({row.usage(), row.description, row.kind, aliases_of(row.name)});
    return infos;
  }();
  return list;
}

std::string canonical_pattern(const std::string& name_with_options) {
  const std::string name = base_name(name_with_options);
  for (const Alias& alias : kAliases)
    if (name == alias.name) return alias.pattern + name_with_options.substr(name.size());
  return name_with_options;
}

const std::vector<ProcessInfo>& processes() {
  static const std::vector<ProcessInfo> list = {
      {"bernoulli", "births in every cycle with a probability that gives the load"},
      {"periodic[:aligned|:staggered]", "equally spaced births, with random phases by default"},
      {"bursts:M", "bursts of M messages on average, one per cycle, with random pauses"},
      {"onoff:ON:OFF",
       "random births in random periods of ON cycles on average, then none for OFF cycles"},
      {"batch:L", "L messages at every source in cycle 0, run until all are delivered"},
      {"trace", "births from the file of --trace"},
  };
  return list;
}

}  // namespace wayfarer
