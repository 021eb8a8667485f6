#include "traffic/trace.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <queue>
#include <sstream>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/files.hpp"
#include "core/text.hpp"

namespace wayfarer {
namespace {

constexpr std::size_t kPartBytes = 1 << 16;

TraceMessage parse_line(const std::string& line, const std::string& origin, std::uint64_t row,
                        const TraceLimits& limits) {
  const auto place = [&] { return fmt::format("{}:{}", origin, row); };
  const auto count = 1 + std::count(line.begin(), line.end(), ',');
  if (count != 4)
    throw UsageError(fmt::format("{}: {} fields; legal: {}", place(), count, kTraceColumns));
  const std::vector<std::string> fields = split(line, ',');
  // Texts for messages are made for the lines that are wrong.
  const auto number = [&](std::size_t field, const char* name, std::uint64_t high) {
    const std::optional<std::uint64_t> value = whole_number(fields[field]);
    if (value && *value <= high) return *value;
    return parse_unsigned(fields[field], fmt::format("{}: {}", place(), name), 0, high);
  };
  TraceMessage message;
  message.cycle = number(0, "cycle", kNever - 1);
  message.source = static_cast<TerminalId>(number(1, "source", limits.terminals - 1));
  message.destination = static_cast<TerminalId>(number(2, "destination", limits.terminals - 1));
  message.bytes = static_cast<std::uint16_t>(number(3, "bytes", limits.max_bytes));
  const TerminalId server = limits.terminals - 1;
  if (limits.client_server && (message.source == server) == (message.destination == server))
    throw UsageError(
        fmt::format("{}: from {} to {} in a client-server network; legal: from a host "
                    "to the server, terminal {}, or from it to a host",
                    place(), message.source, message.destination, server));
  return message;
}

/// The trace by source; pattern, process and lengths of its replay share one object.
class Replay final : public Pattern, public Process, public Lengths {
 public:
  Replay(const Trace& trace, std::uint32_t terminals) : messages_(terminals) {
    for (const TraceMessage& message : trace) messages_[message.source].push_back(message);
  }
  TerminalId destination(TerminalId source, std::uint32_t sequence) const override {
    return messages_[source][sequence].destination;
  }
  bool silent(TerminalId source) const override { return messages_[source].empty(); }
  Cycle next_birth(TerminalId source, std::uint32_t sequence, Cycle) const override {
    return sequence < messages_[source].size() ? messages_[source][sequence].cycle : kNever;
  }
  bool finite() const override { return true; }
  std::uint16_t bytes(TerminalId source, std::uint32_t sequence) const override {
    return messages_[source][sequence].bytes;
  }
  double mean_flits(const FlitFormat& format) const override {
    return mean([&format](unsigned bytes) { return message_flits(bytes, format); });
  }
  double mean_bytes() const override {
    return mean([](unsigned bytes) { return bytes; });
  }
  unsigned greatest_bytes() const override {
    unsigned greatest = 0;
    for (const Trace& messages : messages_)
      for (const TraceMessage& message : messages)
        greatest = std::max<unsigned>(greatest, message.bytes);
    return greatest;
  }

 private:
  /// The mean size of all messages; 0 if there are none.
  template <typename Size>
  [[nodiscard]] double mean(Size&& size) const {
    double sum = 0;
    double count = 0;
    for (const Trace& messages : messages_) {
      for (const TraceMessage& message : messages) sum += size(message.bytes);
      count += static_cast<double>(messages.size());
    }
    return count > 0 ? sum / count : 0;
  }

  std::vector<Trace> messages_;
};

/// The messages of all sources in order of birth, those of one cycle in order of source.
class Births {
 public:
  Births(const Workload& workload, std::uint32_t terminals, Cycle cycles)
      : workload_(workload), cycles_(cycles) {
    for (TerminalId source = 0; source < terminals; ++source)
      if (!workload.pattern->silent(source)) push({0, source, 0});
  }

  /// The next message; false after the last one.
  bool take(TraceMessage& message) {
    while (!next_.empty()) {
      const Next next = next_.top();
      next_.pop();
      push({next.birth, next.source, next.sequence + 1});
      const TerminalId destination = workload_.pattern->destination(next.source, next.sequence);
      if (destination == kNoTerminal) continue;
      message = {next.birth, next.source, destination,
                 workload_.lengths->bytes(next.source, next.sequence)};
      return true;
    }
    return false;
  }

 private:
  struct Next {
    Cycle birth = 0;
    TerminalId source = 0;
    std::uint32_t sequence = 0;

    friend bool operator>(const Next& a, const Next& b) {
      return std::tie(a.birth, a.source) > std::tie(b.birth, b.source);
    }
  };

  /// Adds the source's message of that sequence number; `birth` is that of the message before it.
  void push(Next next) {
    next.birth = workload_.process->next_birth(next.source, next.sequence, next.birth);
    if (next.birth < cycles_) next_.push(next);
  }

  const Workload& workload_;
  Cycle cycles_;
  std::priority_queue<Next, std::vector<Next>, std::greater<>> next_;  ///< One a source.
};

}  // namespace

TraceLimits trace_limits(const NetworkConfig& config) {
  const std::vector<PatternKind> kinds = config.own->pattern_kinds();
  return {config.terminals(), config.max_message_bytes(),
          std::find(kinds.begin(), kinds.end(), PatternKind::kClientServer) != kinds.end()};
}

Trace parse_trace(std::istream& text, const std::string& origin, const TraceLimits& limits) {
  constexpr std::size_t kMostMessages = 100'000'000;
  Trace trace;
  each_line(text, origin, [&](const std::string& line, std::uint64_t number) {
    if (line.empty() || line.front() == '#' || line == kTraceColumns) return;
    if (trace.size() == kMostMessages)
      throw UsageError(fmt::format("{}:{}: more than {} messages; legal: a shorter trace", origin,
                                   number, kMostMessages));
    trace.push_back(parse_line(line, origin, number, limits));
  });
  std::stable_sort(trace.begin(), trace.end(), [](const TraceMessage& a, const TraceMessage& b) {
    return std::tie(a.cycle, a.source) < std::tie(b.cycle, b.source);
  });
  return trace;
}

Trace parse_trace(const std::string& text, const std::string& origin, const TraceLimits& limits) {
  std::istringstream lines(text);
  return parse_trace(lines, origin, limits);
}

Trace read_trace(const std::string& path, const TraceLimits& limits) {
  std::ifstream file = open_text(path, fmt::format("a file of lines {}", kTraceColumns));
  return parse_trace(file, path, limits);
}

void TraceLines::add(const TraceMessage& message) {
  fmt::format_to(std::back_inserter(text_), "{},{},{},{}\n", message.cycle, message.source,
                 message.destination, message.bytes);
  ++count_;
  if (text_.size() >= kPartBytes) flush();
}

void TraceLines::flush() {
  write_(text_);
  text_.clear();
}

void write_trace(const Workload& workload, std::uint32_t terminals, Cycle cycles,
                 const WritePart& write) {
  if (!workload.pattern->groups().empty())
    throw UsageError("a trace names terminals, not groups; legal: patterns without multicast");
  Births births(workload, terminals, cycles);
  TraceLines lines(write);
  TraceMessage message;
  while (births.take(message)) lines.add(message);
  lines.flush();
}

Workload make_trace_workload(const Trace& trace, std::uint32_t terminals, unsigned packet_bytes) {
  const auto replay = std::make_shared<const Replay>(trace, terminals);
  return {replay, replay, replay, packet_bytes};
}

}  // namespace wayfarer
