#include <iterator>

#include <fmt/format.h>

#include "example.hpp"
#include "family/mway/config.hpp"
#include "family/mway/header.hpp"
#include "family/mway/topology.hpp"
#include "family/mway/zero_load.hpp"

using namespace wayfarer;
using namespace wayfarer::walks;

namespace {

/// A form of the channel, with m members, NB buffers in a set, c classes and Dest of `dest` bits.
struct Form {
  const char* name;
  unsigned classes;
  Stat stat;
  MwayVariant variant = MwayVariant::kPaper;

  [[nodiscard]] bool is(MwayVariant one) const { return variant == one; }
};
constexpr unsigned kMembers = 8, kBuffers = 4, kData = 128, kDest = 10;

unsigned acknowledge_lines(const Form& form) {
  if (form.is(MwayVariant::kMulticast)) return 0;
  return form.stat == Stat::kAddressed ? 0 : 2 + digit_width(kBuffers);
}
unsigned stat_lines(const Form& form) {
  if (form.is(MwayVariant::kMulticast)) return kMembers;
  if (form.stat == Stat::kCyclic) return form.classes + kBuffers;
  const unsigned lowest = form.stat == Stat::kAddressed ? form.classes * kBuffers : 0;
  const unsigned one_left = form.is(MwayVariant::kPipelined) ? kBuffers : 0;
  return kMembers * (form.classes + kBuffers + lowest + one_left);
}
unsigned address_lines(const Form& form) {
  return form.stat == Stat::kAddressed ? kMembers + kBuffers + kDest : 0;
}

/// The lines of a channel, beside the paper's sums.
std::string lines() {
  constexpr Form kForms[] = {
      {"cyclic Stat, c = 1", 1, Stat::kCyclic},
      {"c = 2", 2, Stat::kCyclic},
      {"with ages, c = 1", 1, Stat::kCyclic, MwayVariant::kAged},
      {"exact Stat, c = 1", 1, Stat::kExact},
      {"addressed, c = 1", 1, Stat::kAddressed},
      {"with stages, c = 1", 1, Stat::kAddressed, MwayVariant::kPipelined},
      {"multicast, c = 1", 1, Stat::kExact, MwayVariant::kMulticast},
      {"guard, c = 1", 1, Stat::kExact, MwayVariant::kGuarded},
  };
  std::string table = "| lines | formula | paper |", rule = "|---|---|--:|";
  for (const Form& form : kForms) {
    table += fmt::format(" {} |", form.name);
    rule += "--:|";
  }
  table += "\n" + rule + "\n";
  unsigned sums[std::size(kForms)] = {};
  const auto row = [&](const char* name, const char* formula, const char* paper, auto count) {
    table += fmt::format("| {} | {} | {} |", name, formula, paper);
    for (unsigned i = 0; i < std::size(kForms); ++i) {
      const unsigned lines = count(i);
      table += lines == 0 ? std::string(" - |") : fmt::format(" {} |", lines);
    }
    table += "\n";
  };
  const auto control = [&](const char* name, const char* formula, const char* paper, auto count) {
    row(name, formula, paper, [&](unsigned i) {
      sums[i] += count(kForms[i]);
      return count(kForms[i]);
    });
  };
  row("data", "W", "128", [](unsigned) { return kData; });
  control("Tag", "2", "2", [](const Form&) { return 2u; });
  control("Buf", "ceil(log2 NB)", "2", [](const Form&) { return digit_width(kBuffers); });
  control("Ack: taken, fills, buffer's number", "2 + ceil(log2 NB)", "2", acknowledge_lines);
  control("Pri", "ceil(log2 m)", "3", [](const Form&) { return digit_width(kMembers); });
  control("levels, above Pri", "3 with ages", "-", [](const Form& form) {
    return form.is(MwayVariant::kAged) ? MwayHeader::kAgeWidth : 0u;
  });
  control("Wait", "1 with ages", "-",
          [](const Form& form) { return form.is(MwayVariant::kAged) ? 1u : 0u; });
  control("Stat",
          "cyclic c + NB; exact m (c + NB); addressed m (c + NB + c NB), with stages m NB more; "
          "multicast m",
          "7", stat_lines);
  control("address: way, buffer, Dest", "m + NB + D", "-", address_lines);
  control("Drv's copies, in both polarities", "2 ceil(log2 m) with guard", "-",
          [](const Form& form) {
            return form.is(MwayVariant::kGuarded) ? 2 * digit_width(kMembers) : 0u;
          });
  control("Abort", "1 with guard", "-",
          [](const Form& form) { return form.is(MwayVariant::kGuarded) ? 1u : 0u; });
  control("Clk", "1", "1", [](const Form&) { return 1u; });
  row("control", "", "17", [&](unsigned i) { return sums[i]; });
  row("pins of both interfaces", "2 (W + control)", "290",
      [&](unsigned i) { return 2 * (kData + sums[i]); });
  return table;
}

}  // namespace

static const Register kMway("mway",
                            {"mesh4x4",
                             0,
                             6,
                             "routers",
                             [](ChannelId channel) { return fmt::format("channel {}", channel); },
                             [](const Case& c) {
                               const unsigned data = c.message.flits - 1;
                               const Cycle latency =
                                   zero_load_latency(c.config, c.message.from, c.message.to, data);
                               return fmt::format("d + h + A + 2 = {} + {} + {} + 2 = {}", data,
                                                  c.distance, latency - data - c.distance - 2,
                                                  latency);
                             },
                             {2, 5, 9},
                             1,
                             false,
                             {{"lines", lines()}}});
