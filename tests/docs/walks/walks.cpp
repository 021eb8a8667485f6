// One message alone in a small network of each family: which flit moves over which channel in
// which cycle, and how long messages of other lengths take over other distances.
//
//   walks FAMILY
//
// prints the generated blocks of docs/<family>.md, which tests/docs/walks.py compares. Throws when
// a cycle model differs from the family's closed form.
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "example.hpp"
#include "family/registry.hpp"

using namespace wayfarer;
using namespace wayfarer::walks;

namespace {

constexpr unsigned kDistances[] = {1, 2, 4, 6};

Example example_of(const std::string& family) {
  const auto found = examples().find(family);
  if (found == examples().end())
    throw UsageError(fmt::format("'{}' is no family with a walk", family));
  return found->second;
}

/// The cycles in which the flits of the message pass a place, in their order.
using Passes = std::vector<Cycle>;

struct Record {
  Passes offered;
  std::vector<std::pair<ChannelId, Passes>> channels;  ///< In the order in which it enters them.
  Passes delivered;

  [[nodiscard]] Cycle latency() const { return delivered.back() - offered.front() + 1; }
};

Passes& passes_of(Record& record, ChannelId channel) {
  for (auto& [known, passes] : record.channels)
    if (known == channel) return passes;
  return record.channels.emplace_back(channel, Passes()).second;
}

Record follow(Network& network, const LoneMessage& message) {
  Record record;
  for (Cycle now = 0; record.delivered.size() < message.flits; ++now) {
    if (now == 1000) throw CheckFailed("a lone message does not arrive");
    if (record.offered.size() < message.flits &&
        (network.injection_ready()[message.from] & 1) != 0) {
      network.offer(message.from, 0, flit_of(message, unsigned(record.offered.size())));
      record.offered.push_back(now);
    }
    network.step();
    for (const Transfer& transfer : network.transfers())
      if (transfer.acknowledged) passes_of(record, transfer.channel).push_back(now);
    for (const Delivery& delivery : network.deliveries()) {
      if (delivery.terminal != message.to || !delivery.intact)
        throw CheckFailed("a lone message's flit is delivered elsewhere, or damaged");
      record.delivered.push_back(now);
    }
  }
  return record;
}

std::string flit_name(std::size_t number, std::size_t flits) {
  if (flits == 1) return "F";
  return number == 0 ? "H" : number + 1 == flits ? "T" : fmt::format("D{}", number);
}

class Walks {
 public:
  explicit Walks(const std::string& name)
      : example_(example_of(name)),
        config_(load_config(find_config(example_.configuration))),
        network_(make_model(config_)) {}

  void print() {
    fmt::print("<!-- latency -->\n{}<!-- /latency -->\n<!-- walk -->\n{}<!-- /walk -->\n",
               latencies(), walk());
    for (const auto& [name, text] : example_.blocks)
      fmt::print("<!-- {0} -->\n{1}<!-- /{0} -->\n", name, text);
  }

 private:
  /// Sends the message through the empty network and holds its latency against the closed form.
  std::pair<Record, Case> send(TerminalId from, TerminalId to, unsigned flits) {
    const LoneMessage message{from, to, flits, (flits - 1) * network_->shape().flit_bytes};
    network_->reset();
    find_family(config_.family()).prepare(config_, {})(*network_);
    Record record = follow(*network_, message);
    const Case sent{config_, message, unsigned(record.channels.size()) - example_.first_channel};
    const std::string form = example_.closed_form(sent);
    if (form.substr(form.rfind(' ') + 1) != std::to_string(record.latency()))
      throw CheckFailed(fmt::format("{}: {} flits from {} to {} take {} cycles, not {}",
                                    config_.name, flits, from, to, record.latency(), form));
    return {std::move(record), sent};
  }

  std::string walk() {
    const auto [record, sent] =
        send(example_.from, example_.to, example_.lengths[example_.lengths.size() / 2]);
    std::string text =
        fmt::format("```\n{}: {} flit{} from terminal {} to terminal {}, {} {}\n\n", config_.name,
                    sent.message.flits, sent.message.flits == 1 ? "" : "s", example_.from,
                    example_.to, sent.distance, example_.over);
    const Cycle cycles = record.delivered.back() + 1;
    const auto row = [&](const std::string& name, auto cell) {
      std::string line = fmt::format("{:<24}", name);
      for (Cycle now = 0; now < cycles; ++now) line += fmt::format("{:<4}", cell(now));
      text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    };
    const auto passes = [&](const std::string& name, const Passes& at) {
      row(name, [&](Cycle now) {
        const auto found = std::find(at.begin(), at.end(), now);
        return found == at.end() ? "." : flit_name(std::size_t(found - at.begin()), at.size());
      });
    };
    row("cycle", [](Cycle now) { return std::to_string(now); });
    passes(fmt::format("offered at terminal {}", example_.from), record.offered);
    for (const auto& [channel, at] : record.channels) passes(example_.channel_name(channel), at);
    passes(fmt::format("delivered at terminal {}", example_.to), record.delivered);
    return text + fmt::format("\nlatency, first and last cycle counted: {}\n```\n",
                              example_.closed_form(sent));
  }

  /// Least and greatest of all pairs of terminals at a distance.
  std::string latencies() {
    std::map<std::pair<unsigned, unsigned>, std::pair<Cycle, Cycle>> found;
    for (TerminalId from = 0; from < network_->shape().terminals; ++from)
      for (TerminalId to = 0; to < network_->shape().terminals; ++to)
        for (const unsigned flits : example_.lengths) {
          if (from == to || (example_.to_last_only && to + 1 != network_->shape().terminals))
            continue;
          const auto [record, sent] = send(from, to, flits);
          auto& [least, most] =
              found.try_emplace({sent.distance, flits}, kNever, Cycle{0}).first->second;
          least = std::min(least, record.latency());
          most = std::max(most, record.latency());
        }
    std::string head = fmt::format("| {} |", example_.over), rule = "|--:|", rows;
    for (const unsigned flits : example_.lengths) {
      head += fmt::format(" {} flit{} |", flits, flits == 1 ? "" : "s");
      rule += "--:|";
    }
    for (const unsigned distance : kDistances) {
      if (found.count({distance, example_.lengths[0]}) == 0) continue;
      rows += fmt::format("| {} |", distance);
      for (const unsigned flits : example_.lengths) {
        const auto [least, most] = found.at({distance, flits});
        rows +=
            least == most ? fmt::format(" {} |", least) : fmt::format(" {} to {} |", least, most);
      }
      rows += "\n";
    }
    return head + "\n" + rule + "\n" + rows;
  }

  Example example_;
  NetworkConfig config_;
  std::unique_ptr<Network> network_;
};

}  // namespace

int main(int count, char** arguments) {
  try {
    if (count != 2) throw UsageError("usage: walks FAMILY");
    Walks(arguments[1]).print();
  } catch (const UsageError& error) {
    fmt::print(stderr, "walks: {}\n", error.what());
    return 2;
  } catch (const CheckFailed& error) {
    fmt::print(stderr, "walks: {}\n", error.what());
    return 1;
  }
}
