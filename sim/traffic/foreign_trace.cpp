#include "traffic/foreign_trace.hpp"

#include <cctype>
#include <iterator>
#include <optional>
#include <sstream>
#include <string_view>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/text.hpp"
#include "core/types.hpp"
#include "traffic/trace.hpp"

namespace wayfarer {
namespace {

constexpr std::uint64_t kMaxTerminal = 0xffff'fffe;

/// The digits at the begin of a text, removed from it.
std::string_view take_digits(std::string_view& text) {
  std::size_t count = 0;
  while (count < text.size() && std::isdigit(static_cast<unsigned char>(text[count])) != 0) ++count;
  const std::string_view digits = text.substr(0, count);
  text.remove_prefix(count);
  return digits;
}

}  // namespace

void convert_booksim(std::istream& lines, const std::string& origin, const TypeBytes& bytes,
                     const WritePart& write) {
  TraceLines trace(write);
  TraceMessage message;
  each_line(lines, origin, [&](const std::string& line, std::uint64_t row) {
    const std::string place = fmt::format("{}:{}", origin, row);
    std::istringstream words(line);
    const std::vector<std::string> fields{std::istream_iterator<std::string>(words), {}};
    if (fields.empty()) return;
    if (fields.size() != 4)
      throw UsageError(fmt::format("{}: {} numbers; legal: delay source destination type", place,
                                   fields.size()));
    const auto number = [&](std::size_t field, const char* name, std::uint64_t high) {
      return parse_unsigned(fields[field], fmt::format("{}: {}", place, name), 0, high);
    };
    message.cycle += number(0, "delay", kNever / 2);
    if (message.cycle >= kNever / 2)
      throw UsageError(fmt::format("{}: the delays add up to {} cycles; legal: below {}", place,
                                   message.cycle, kNever / 2));
    message.source = static_cast<TerminalId>(number(1, "source", kMaxTerminal));
    message.destination = static_cast<TerminalId>(number(2, "destination", kMaxTerminal));
    if (fields[3].front() == '-') return;
    message.bytes = static_cast<std::uint16_t>(bytes[number(3, "type", bytes.size() - 1)]);
    trace.add(message);
  });
  trace.flush();
}

void convert_garnet(std::istream& lines, const std::string& origin, unsigned ticks, unsigned bytes,
                    const WritePart& write) {
  constexpr std::string_view kGenerated = ": Generated packet with destination ";
  TraceLines trace(write);
  each_line(lines, origin, [&](const std::string& line, std::uint64_t row) {
    const std::string place = fmt::format("{}:{}", origin, row);
    const std::size_t at = line.find(kGenerated);
    if (at == std::string::npos) return;
    const auto number = [&](std::string_view digits, const char* name, std::uint64_t high) {
      return parse_unsigned(digits, fmt::format("{}: {}", place, name), 0, high);
    };
    std::string_view before = std::string_view(line).substr(0, at);
    before.remove_prefix(std::min(before.find_first_not_of(' '), before.size()));
    const std::string_view tick = take_digits(before);
    std::size_t digits = before.size();
    while (digits > 0 && std::isdigit(static_cast<unsigned char>(before[digits - 1])) != 0)
      --digits;
    const std::string_view source = before.substr(digits);
    std::string_view after = std::string_view(line).substr(at + kGenerated.size());
    TraceMessage message;
    message.cycle = number(tick, "tick", kNever / 2) / ticks;
    // gem5 does not number a single processor.
    message.source =
        source.empty() ? 0 : static_cast<TerminalId>(number(source, "processor", kMaxTerminal));
    message.destination =
        static_cast<TerminalId>(number(take_digits(after), "destination", kMaxTerminal));
    message.bytes = static_cast<std::uint16_t>(bytes);
    trace.add(message);
  });
  if (trace.count() == 0)
    throw UsageError(
        fmt::format("{}: no generated packet; legal: what gem5 prints with "
                    "--debug-flags=GarnetSyntheticTraffic",
                    origin));
  trace.flush();
}

}  // namespace wayfarer
