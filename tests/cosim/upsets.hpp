// Random traffic in a guarded m-way network while what it guards is upset.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "config/config.hpp"
#include "core/error.hpp"
#include "core/network.hpp"
#include "core/random.hpp"
#include "family/mway/config.hpp"
#include "family/mway/guarded/upsets.hpp"
#include "family/mway/header.hpp"
#include "family/mway/topology.hpp"

namespace wayfarer {

/// What is known of a message of a run.
struct UpsetMessage {
  TerminalId destination = 0;
  unsigned flits = 0;     ///< Data flits.
  bool given_up = false;  ///< By its sender.
  unsigned headers = 0, data = 0, tails = 0, aborts = 0;
};

struct Upsetting {
  std::uint64_t seed = 1;
  Cycle cycles = 2000;
  unsigned drivers = 0;   ///< Upsets of copies of Drv in 1000 cycles and channels.
  unsigned mappings = 0;  ///< Upsets of mappings, likewise.
  unsigned aborts = 0;    ///< Messages in 1000 that their senders give up.
};

struct UpsetOutcome {
  std::vector<UpsetMessage> messages;
  unsigned drivers = 0, mappings = 0;  ///< Upsets.
};

/// Random traffic with upsets, then none until the network is empty.
class UpsetRun {
 public:
  UpsetRun(Network& network, const NetworkConfig& config, const Upsetting& options)
      : network_(network),
        config_(config),
        options_(options),
        topology_(config.topology, mway_of(config).fault),
        buffer_lines_(digit_width(mway_of(config).buffers)),
        id_mask_(header_id_mask(config)),
        senders_(config.terminals() * mway_of(config).buffers) {}

  UpsetOutcome run() {
    network_.reset();
    Cycle now = 0;
    while (now < options_.cycles) cycle(now++, true);
    constexpr Cycle kQuiet = 500;  // longer than any sender waits before its next flit
    for (Cycle quiet = 0; quiet < kQuiet; ++quiet) {
      cycle(now++, false);
      if (!network_.transfers().empty()) quiet = 0;
    }
    for (const PortMask ready : network_.injection_ready())
      check(ready == (1u << mway_of(config_).buffers) - 1, "an injection buffer is not free");
    return outcome_;
  }

 private:
  struct Sender {
    std::size_t message = 0;
    unsigned flit = 0;  ///< The next one; 0: the header.
    bool open = false;
  };

  void cycle(Cycle now, bool busy) {
    Random random(options_.seed, 0, Purpose::kTest, now);
    for (TerminalId t = 0; t < config_.terminals(); ++t) {
      network_.stall_ejection(t, busy && random.below(8) == 0);
      offer(t, random, busy);
    }
    if (busy) upset(random);
    network_.step();
    for (const Delivery& delivery : network_.deliveries()) take(delivery);
  }

  void offer(TerminalId t, Random& random, bool busy) {
    const unsigned port = random.below(mway_of(config_).buffers);
    Sender& sender = senders_[t * mway_of(config_).buffers + port];
    if ((network_.injection_ready()[t] >> port & 1) == 0) return;
    if (!sender.open) {
      if (!busy || random.below(3) == 0) return;
      const std::size_t number = outcome_.messages.size();
      if (!under_way_.emplace(id_of(number), number).second) return;
      sender = {number, 0, true};
      UpsetMessage& message = outcome_.messages.emplace_back();
      message.destination = random.below(config_.terminals());
      message.flits = 1 + random.below(5);
      message.given_up = random.below(1000) < options_.aborts;
    }
    const UpsetMessage& message = outcome_.messages[sender.message];
    Flit flit;
    flit.message = id_of(sender.message);
    flit.destination = message.destination;
    flit.length_bytes = static_cast<std::uint16_t>(message.flits * config_.flit_bytes());
    flit.tag = sender.flit == 0               ? Tag::kHeader
               : sender.flit == message.flits ? Tag::kTail
                                              : Tag::kBody;
    flit.index = static_cast<std::uint16_t>(sender.flit == 0 ? 0 : sender.flit - 1);
    if (message.given_up && sender.flit != 0 && (flit.tag == Tag::kTail || random.below(3) == 0))
      flit.tag = Tag::kInvalid;
    network_.offer(t, port, flit);
    sender.open = flit.tag == Tag::kHeader || flit.tag == Tag::kBody;
    ++sender.flit;
  }

  void upset(Random& random) {
    MwayUpsets& port = *network_.find<MwayUpsets>();
    for (ChannelId channel = 0; channel < topology_.channels(); ++channel) {
      const unsigned member = random.below(topology_.ways());
      if (random.below(1000) < options_.drivers)
        outcome_.drivers += port.upset_driver(
            channel, member, 1 + random.below((1u << topology_.priority_lines()) - 1));
      if (random.below(1000) < options_.mappings)
        outcome_.mappings +=
            port.upset_mapping(channel, member, random.below(mway_of(config_).buffers),
                               random.below(topology_.priority_lines() + buffer_lines_));
    }
  }

  /// Messages of one driver and buffer arrive one after the other.
  void take(const Delivery& delivery) {
    const auto from = std::tuple(delivery.terminal, delivery.driver, delivery.buffer);
    if (delivery.tag == Tag::kHeader) {
      check(open_.count(from) == 0, "a message arrives within another");
      open_[from] = delivery.message;
      UpsetMessage& message = message_of(delivery.message);
      check(message.destination == delivery.terminal, "a message is at another terminal");
      ++message.headers;
      return;
    }
    check(open_.count(from) == 1, "a data flit arrives without a message");
    UpsetMessage& message = message_of(open_[from]);
    bool aborted = false;
    for (const ErrorEvent& event : network_.errors())
      aborted |= event.terminal == delivery.terminal && (event.causes & kErrorAborted) != 0;
    if (delivery.tag == Tag::kTail) {
      ++message.tails;
      message.aborts += aborted;
    }
    if (!aborted) {
      check(delivery.intact && delivery.message == open_[from] && delivery.index == message.data,
            "a data flit is not the next one of its message");
      ++message.data;
    }
    if (delivery.tag != Tag::kTail) return;
    under_way_.erase(open_[from]);
    open_.erase(from);
  }

  [[nodiscard]] MessageId id_of(std::size_t message) const {
    return static_cast<MessageId>(message) & id_mask_;
  }

  UpsetMessage& message_of(MessageId id) {
    const auto found = under_way_.find(id);
    check(found != under_way_.end(), "a flit is of no message under way");
    return outcome_.messages[found->second];
  }

  static void check(bool holds, const char* otherwise) {
    if (!holds) throw CheckFailed(std::string("GuardedRecovers: ") + otherwise);
  }

  Network& network_;
  const NetworkConfig& config_;
  const Upsetting options_;
  const MwayTopology topology_;
  const unsigned buffer_lines_;  ///< Width of a buffer's number.
  const MessageId id_mask_;      ///< A short header has room for the low bits only.
  std::vector<Sender> senders_;
  std::map<MessageId, std::size_t> under_way_;  ///< Numbers of messages, by identifier.
  std::map<std::tuple<TerminalId, unsigned, unsigned>, MessageId> open_;
  UpsetOutcome outcome_;
};

/// Every message arrives once: whole, or aborted with the flits before. Returns how many upsets
/// have aborted. Throws CheckFailed.
inline unsigned check_arrivals(const UpsetOutcome& outcome) {
  unsigned aborted = 0;
  for (std::size_t i = 0; i < outcome.messages.size(); ++i) {
    const UpsetMessage& message = outcome.messages[i];
    const bool whole = message.aborts == 0 && message.data == message.flits;
    if (message.headers != 1 || message.tails != 1 || !(whole || message.aborts == 1) ||
        (message.given_up && whole))
      throw CheckFailed(fmt::format(
          "GuardedRecovers: message {}: {} headers, {} of {} data flits, "
          "{} tails, {} aborted; legal: once, whole or aborted",
          i, message.headers, message.data, message.flits, message.tails, message.aborts));
    aborted += message.aborts != 0 && !message.given_up;
  }
  return aborted;
}

/// Both of the above; in lockstep also throws LockstepMismatch.
inline void run_upsets(Network& network, const NetworkConfig& config, const Upsetting& options) {
  const UpsetOutcome outcome = UpsetRun(network, config, options).run();
  if (check_arrivals(outcome) > outcome.mappings)
    throw CheckFailed("GuardedRecovers: more messages are aborted than mappings are upset");
}

}  // namespace wayfarer
