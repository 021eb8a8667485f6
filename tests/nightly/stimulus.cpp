#include "stimulus.hpp"

#include <algorithm>
#include <iterator>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/error.hpp"
#include "core/files.hpp"
#include "core/text.hpp"
#include "family/iba/in_band.hpp"
#include "family/linear/periodic_hosts.hpp"
#include "family/mway/clocked/clocks.hpp"
#include "family/mway/guarded/upsets.hpp"
#include "family/mway/multicast/groups.hpp"

namespace wayfarer {
namespace {

constexpr std::size_t kAnyCount = ~std::size_t{0};

struct KindText {
  const char* name;
  const char* numbers;
  std::size_t count;
};

/// In the order of Input::Kind.
constexpr KindText kKinds[] = {
    {"offer", "terminal port tag index message destination length_bytes", 7},
    {"stall", "terminal stalled", 2},
    {"program", "host period flits phase deadline", 5},
    {"server", "service", 1},
    {"table", "at table entry value", 4},
    {"transfer", "write at table entry value", 5},
    {"no-groups", "", 0},
    {"member", "group source terminal", 3},
    {"upset-driver", "channel member bits", 3},
    {"upset-mapping", "channel member buffer bit", 4},
    {"clocks", "period and first edge of each channel", kAnyCount},
    {"edges", "channels", kAnyCount},
};

constexpr const char* kEnd = "end";

const KindText& text_of(Input::Kind kind) { return kKinds[static_cast<unsigned>(kind)]; }

void add_member(MwayGroups& port, std::size_t group, TerminalId source, TerminalId member) {
  std::vector<MulticastGroup> groups = port.groups();
  if (groups.size() <= group) groups.resize(group + 1);
  groups[group].source = source;
  groups[group].members.push_back(member);
  port.set_groups(std::move(groups));
}

/// All equal.
void reset_clocks(MwayClocks& port) {
  port.set_clocks(std::vector<MwayClock>(port.clocks().size()));
}

void set_clocks(MwayClocks& port, const std::vector<std::uint64_t>& numbers) {
  std::vector<MwayClock> clocks(port.clocks().size());
  if (numbers.size() != 2 * clocks.size())
    throw UsageError(fmt::format("clocks: {} numbers; legal: period and first edge of {} channels",
                                 numbers.size(), clocks.size()));
  for (std::size_t channel = 0; channel < clocks.size(); ++channel)
    clocks[channel] = {static_cast<std::uint32_t>(numbers[2 * channel]),
                       static_cast<std::uint32_t>(numbers[2 * channel + 1])};
  port.set_clocks(std::move(clocks));
}

void apply(const Input& input, Network& network) {
  const std::vector<std::uint64_t>& n = input.numbers;
  const auto number = [&n](std::size_t i) { return static_cast<std::uint32_t>(n[i]); };
  switch (input.kind) {
    case Input::Kind::kOffer:
      network.offer(number(0), number(1),
                    {static_cast<Tag>(n[2]), static_cast<std::uint16_t>(n[3]), number(4), number(5),
                     static_cast<std::uint16_t>(n[6])});
      return;
    case Input::Kind::kStall: network.stall_ejection(number(0), n[1] != 0); return;
    case Input::Kind::kProgram:
      network.find<PeriodicHosts>()->program(number(0),
                                             {number(1), number(2), number(3), number(4)});
      return;
    case Input::Kind::kServer: network.find<PeriodicHosts>()->program_server(number(0)); return;
    case Input::Kind::kTable:
      network.find<Management>()->write(number(0), static_cast<IbaTable>(n[1]), number(2),
                                        number(3));
      return;
    case Input::Kind::kTransfer:
      // With fewer cycles than recorded the one before may be under way.
      if (auto* const in_band = network.find<InBandManagement>(); !in_band->busy())
        in_band->begin({n[0] != 0, number(1), static_cast<IbaTable>(n[2]), number(3), number(4)});
      return;
    case Input::Kind::kNoGroups: network.find<MwayGroups>()->set_groups({}); return;
    case Input::Kind::kMember:
      add_member(*network.find<MwayGroups>(), number(0), number(1), number(2));
      return;
    case Input::Kind::kUpsetDriver:
      network.find<MwayUpsets>()->upset_driver(number(0), number(1), number(2));
      return;
    case Input::Kind::kUpsetMapping:
      network.find<MwayUpsets>()->upset_mapping(number(0), number(1), number(2), number(3));
      return;
    case Input::Kind::kClocks: set_clocks(*network.find<MwayClocks>(), n); return;
    case Input::Kind::kEdges: network.find<MwayClocks>()->set_edges({n.begin(), n.end()}); return;
  }
}

Input parse_line(const std::string& line, const std::string& place) {
  std::istringstream words(line);
  std::vector<std::string> parts(std::istream_iterator<std::string>(words), {});
  if (parts.size() < 2)
    throw UsageError(fmt::format("{}: '{}'; legal: CYCLE KIND NUMBERS", place, line));
  const auto whole = [&](const std::string& text) {
    return parse_unsigned(text, place + ": number", 0, kNever - 1);
  };
  Input input;
  input.cycle = whole(parts[0]);
  const auto kind = std::find_if(std::begin(kKinds), std::end(kKinds),
                                 [&](const KindText& k) { return k.name == parts[1]; });
  if (kind == std::end(kKinds)) {
    std::string legal;
    for (const KindText& each : kKinds) legal += fmt::format("{}, ", each.name);
    throw UsageError(fmt::format("{}: input '{}'; legal: {}{}", place, parts[1], legal, kEnd));
  }
  if (kind->count != kAnyCount && parts.size() != kind->count + 2)
    throw UsageError(
        fmt::format("{}: {} numbers; legal: {}", place, parts.size() - 2, kind->numbers));
  input.kind = static_cast<Input::Kind>(kind - std::begin(kKinds));
  std::transform(parts.begin() + 2, parts.end(), std::back_inserter(input.numbers), whole);
  return input;
}

}  // namespace

void replay(const Stimulus& stimulus, Network& network) {
  network.reset();
  if (auto* const groups = network.find<MwayGroups>()) groups->set_groups({});
  if (auto* const clocks = network.find<MwayClocks>()) reset_clocks(*clocks);
  auto input = stimulus.inputs.begin();
  for (Cycle cycle = 0; cycle < stimulus.cycles; ++cycle) {
    for (; input != stimulus.inputs.end() && input->cycle == cycle; ++input) apply(*input, network);
    network.step();
  }
}

std::string to_text(const Stimulus& stimulus) {
  std::string text;
  for (const KindText& kind : kKinds)
    text += fmt::format("# CYCLE {} {}\n", kind.name, kind.numbers);
  for (const Input& input : stimulus.inputs)
    text += fmt::format("{} {} {}\n", input.cycle, text_of(input.kind).name,
                        fmt::join(input.numbers, " "));
  return text + fmt::format("{} {}\n", stimulus.cycles, kEnd);
}

Stimulus read_stimulus(const std::string& path) {
  std::istringstream lines(read_text(path, "a stimulus file"));
  Stimulus stimulus;
  std::string line;
  for (unsigned number = 1; std::getline(lines, line); ++number) {
    if (line.empty() || line.front() == '#') continue;
    const std::string place = fmt::format("{}:{}", path, number);
    const std::size_t blank = line.find(' ');
    if (blank != std::string::npos && line.substr(blank + 1) == kEnd) {
      stimulus.cycles = parse_unsigned(line.substr(0, blank), place + ": cycles", 1, kNever - 1);
      return stimulus;
    }
    stimulus.inputs.push_back(parse_line(line, place));
  }
  throw UsageError(fmt::format("{}: ends without a line 'CYCLES {}'", path, kEnd));
}

namespace {

/// A port of the recorded network that records what the inner network's port gets.
template <typename Port>
class Recorded : public Port {
 public:
  using Inside = Port;
  Recorded(RecordingNetwork& network, Port& inside) : network_(network), inside_(inside) {}

 protected:
  RecordingNetwork& network_;
  Port& inside_;
};

class RecordedHosts final : public Recorded<PeriodicHosts> {
 public:
  using Recorded::Recorded;
  void program(TerminalId host, const HostProgram& program) override {
    network_.record(Input::Kind::kProgram,
                    {host, program.period, program.flits, program.phase, program.deadline});
    inside_.program(host, program);
  }
  void program_server(std::uint32_t service) override {
    network_.record(Input::Kind::kServer, {service});
    inside_.program_server(service);
  }
  HostStatus status(TerminalId host) const override { return inside_.status(host); }
  bool lapsed() const override { return inside_.lapsed(); }
};

class RecordedManagement final : public Recorded<Management> {
 public:
  using Recorded::Recorded;
  void write(std::uint32_t at, IbaTable table, std::uint32_t entry, std::uint32_t value) override {
    network_.record(Input::Kind::kTable, {at, static_cast<std::uint64_t>(table), entry, value});
    inside_.write(at, table, entry, value);
  }
  std::uint32_t read(std::uint32_t at, IbaTable table, std::uint32_t entry) override {
    return inside_.read(at, table, entry);
  }
};

class RecordedInBand final : public Recorded<InBandManagement> {
 public:
  using Recorded::Recorded;
  void begin(const ManagementTransfer& transfer) override {
    network_.record(Input::Kind::kTransfer,
                    {transfer.write ? 1u : 0u, transfer.at,
                     static_cast<std::uint64_t>(transfer.table), transfer.entry, transfer.value});
    inside_.begin(transfer);
  }
  bool busy() const override { return inside_.busy(); }
  std::uint32_t value() const override { return inside_.value(); }
};

class RecordedGroups final : public Recorded<MwayGroups> {
 public:
  using Recorded::Recorded;

 private:
  void use(const std::vector<MulticastGroup>& groups) override {
    network_.record(Input::Kind::kNoGroups, {});
    for (std::size_t group = 0; group < groups.size(); ++group)
      for (const TerminalId member : groups[group].members)
        network_.record(Input::Kind::kMember, {group, groups[group].source, member});
    inside_.set_groups(groups);
  }
};

class RecordedUpsets final : public Recorded<MwayUpsets> {
 public:
  using Recorded::Recorded;
  bool upset_driver(ChannelId channel, unsigned member, unsigned bits) override {
    network_.record(Input::Kind::kUpsetDriver, {channel, member, bits});
    return inside_.upset_driver(channel, member, bits);
  }
  bool upset_mapping(ChannelId channel, unsigned member, unsigned buffer, unsigned bit) override {
    network_.record(Input::Kind::kUpsetMapping, {channel, member, buffer, bit});
    return inside_.upset_mapping(channel, member, buffer, bit);
  }
};

class RecordedClocks final : public Recorded<MwayClocks> {
 public:
  RecordedClocks(RecordingNetwork& network, MwayClocks& inside) : Recorded(network, inside) {
    set_clocks(inside.clocks());
  }
  void set_edges(const std::vector<ChannelId>& channels) override {
    network_.record(Input::Kind::kEdges, {channels.begin(), channels.end()});
    inside_.set_edges(channels);
  }

 private:
  void use(const std::vector<MwayClock>& clocks) override {
    std::vector<std::uint64_t> numbers;
    for (const MwayClock& clock : clocks)
      numbers.insert(numbers.end(), {clock.period, clock.first});
    network_.record(Input::Kind::kClocks, std::move(numbers));
    inside_.set_clocks(clocks);
  }
};

template <typename RecordedPort>
void record_port(RecordingNetwork& network, Network& inside) {
  if (auto* const port = inside.find<typename RecordedPort::Inside>())
    network.attach(std::make_unique<RecordedPort>(network, *port));
}

}  // namespace

RecordingNetwork::RecordingNetwork(std::unique_ptr<Network> inside) : inside_(std::move(inside)) {
  record_port<RecordedHosts>(*this, *inside_);
  record_port<RecordedManagement>(*this, *inside_);
  record_port<RecordedInBand>(*this, *inside_);
  record_port<RecordedGroups>(*this, *inside_);
  record_port<RecordedUpsets>(*this, *inside_);
  record_port<RecordedClocks>(*this, *inside_);
}

void RecordingNetwork::record(Input::Kind kind, std::vector<std::uint64_t> numbers) {
  recorded_.inputs.push_back({recorded_.cycles, kind, std::move(numbers)});
}

void RecordingNetwork::reset() {
  recorded_ = {};
  inside_->reset();
  // Groups and clocks stay over a reset.
  if (auto* const groups = find<MwayGroups>()) groups->set_groups(groups->groups());
  if (auto* const clocks = find<MwayClocks>()) clocks->set_clocks(clocks->clocks());
}

void RecordingNetwork::offer(TerminalId terminal, unsigned injection_port, const Flit& flit) {
  record(Input::Kind::kOffer, {terminal, injection_port, static_cast<std::uint64_t>(flit.tag),
                               flit.index, flit.message, flit.destination, flit.length_bytes});
  inside_->offer(terminal, injection_port, flit);
}

void RecordingNetwork::stall_ejection(TerminalId terminal, bool stalled) {
  record(Input::Kind::kStall, {terminal, stalled ? 1u : 0u});
  inside_->stall_ejection(terminal, stalled);
}

void RecordingNetwork::step() {
  ++recorded_.cycles;
  ++all_cycles_;
  inside_->step();
}

}  // namespace wayfarer
