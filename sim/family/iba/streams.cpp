#include "family/iba/streams.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "core/error.hpp"
#include "family/iba/config.hpp"
#include "family/iba/header.hpp"
#include "family/iba/in_band.hpp"
#include "family/iba/management.hpp"
#include "family/iba/mesh.hpp"
#include "family/iba/model.hpp"
#include "family/iba/subnet_manager.hpp"
#include "family/kit/stream_parameters.hpp"
#include "stream/entry.hpp"
#include "stream/exit.hpp"
#include "stream/messages.hpp"
#include "stream/model.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kMostPacketWords = 4095;
constexpr unsigned kMostBytes = 65535;

unsigned lowest(PortMask ports) {
  unsigned port = 0;
  while ((ports >> port & 1u) == 0) ++port;
  return port;
}

struct Message {
  TerminalId source = 0;
  unsigned copies = 1;  ///< Copies that have not arrived.
  unsigned lane = 0;    ///< Virtual lane of injection.
  std::vector<StreamData> words;
};
using Messages = MessageTable<Message>;

/// What the interfaces of a network share.
struct Shared {
  Messages messages;
  unsigned groups = 0;
  /// By source and group, terminals that a message to the group reaches.
  std::vector<std::vector<unsigned>> copies;
};

/// Terminals that a message to a group reaches from a switch on.
unsigned copies_from(const IbaMesh& mesh, const SubnetTables& tables, TerminalId at,
                     std::size_t group) {
  unsigned copies = 0;
  for (unsigned port = 0; port < kIbaPorts; ++port) {
    if ((tables.multicast[at][group] >> port & 1) == 0) continue;
    copies += port == 0 ? 1
                        : copies_from(mesh, tables, mesh.neighbour(at, static_cast<IbaPort>(port)),
                                      group);
  }
  return copies;
}

/// iba_stream_entry and iba_stream_exit.
class Terminal final : public StreamTerminal {
 public:
  Terminal(TerminalId terminal, const NetworkShape& shape, const StreamSizes& sizes,
           std::shared_ptr<Shared> shared)
      : terminal_(terminal),
        lanes_(shape.injection_ports),
        whole_packets_(shape.segment_flits == 0),
        flit_bytes_(shape.flit_bytes),
        terminals_(shape.terminals),
        shared_(std::move(shared)),
        entry_(sizes, shape.terminals + shared_->groups),
        exit_(lanes_ * (whole_packets_ ? 2 : shape.terminals), sizes.max_words),
        arriving_(lanes_) {}

  void reset() override {
    shared_->messages.clear();
    entry_.reset();
    exit_.reset();
    arriving_.assign(lanes_, {});
    open_ = taken_ = false;
  }

  [[nodiscard]] bool ready() const override { return entry_.ready(); }
  [[nodiscard]] std::uint8_t drop() const override { return entry_.drop(); }
  [[nodiscard]] const StreamWord* output() const override { return exit_.output(); }
  [[nodiscard]] bool idle() const override {
    return shared_->messages.empty() && entry_.idle() && exit_.idle();
  }

  void drive(Network& network) override {
    network.stall_ejection(terminal_, exit_.stalls());
    taken_ = false;
    if (!entry_.valid()) return;
    const PortMask ready = network.injection_ready()[terminal_];
    if (open_ ? (ready >> lane_ & 1u) == 0 : ready == 0) return;
    Flit flit;
    if (open_) {
      flit.tag = entry_.last() ? Tag::kTail : Tag::kBody;
      flit.index = static_cast<std::uint16_t>(entry_.place() + 1);
    } else {
      const StreamEntry::Message& message = entry_.front();
      lane_ = lowest(ready);
      const bool to_group = message.destination >= terminals_;
      const TerminalId group = message.destination - terminals_;
      copies_ = to_group ? shared_->copies[terminal_][group] : 1;
      message_ = shared_->messages.add({terminal_, copies_, lane_, message.words});
      flit.tag = Tag::kHeader;
      flit.destination = to_group ? kFirstMulticastDestination + group : message.destination;
      flit.length_bytes = static_cast<std::uint16_t>(message.words.size() * flit_bytes_);
    }
    flit.message = message_;
    taken_ = true;
    network.offer(terminal_, lane_, flit);
  }

  void step(const StreamInput& input, const Delivery* first, const Delivery* last) override {
    if (first != last) {
      const StreamExit::Flit flit = arrived(*first);
      exit_.step(&flit, input.ready);
    } else {
      exit_.step(nullptr, input.ready);
    }
    const bool pop = taken_ && open_;
    if (taken_) open_ = !open_ || !entry_.last();
    if (pop && !open_ && copies_ == 0) shared_->messages.remove(message_);  // a switch discards it
    if (input.offered == nullptr) return entry_.step(nullptr, pop);
    StreamWord word = *input.offered;
    word.terminal = number_of(word.terminal);
    entry_.step(&word, pop);
  }

 private:
  /// On a virtual lane.
  struct Arriving {
    unsigned second = 0;  ///< 1: the message takes the lane's second slot.
    unsigned words = 0;   ///< Words of the message, which is one packet.
  };

  /// TDEST as the number of a terminal or, after these, of a group.
  [[nodiscard]] TerminalId number_of(TerminalId destination) const {
    constexpr TerminalId kNone = 0xffff;
    if (destination < kFirstMulticastLid) return destination < terminals_ ? destination : kNone;
    const TerminalId group = destination - kFirstMulticastLid;
    return group < shared_->groups ? terminals_ + group : kNone;
  }

  /// A delivered flit, in its slot.
  StreamExit::Flit arrived(const Delivery& delivery) {
    Arriving& lane = arriving_[delivery.buffer];
    StreamExit::Flit flit;
    flit.header = is_head(delivery.tag);
    if (flit.header) {
      lane.words = 0;
      return flit;
    }
    Message& message = shared_->messages.at(delivery.message);
    flit.source = message.source;
    const unsigned place = whole_packets_ ? lane.words++ : delivery.place;
    if (((place + 1) & 0xff) != delivery.index) throw std::logic_error("data flits out of order");
    flit.data = message.words.at(place);
    if (whole_packets_) {
      flit.slot = 2 * delivery.buffer + lane.second;
      flit.last = is_tail(delivery.tag);
      if (flit.last) lane.second ^= 1;
    } else {
      flit.slot = message.source * lanes_ + message.lane;
      flit.last = delivery.last;
    }
    if (flit.last && --message.copies == 0) shared_->messages.remove(delivery.message);
    return flit;
  }

  const TerminalId terminal_;
  const unsigned lanes_;
  const bool whole_packets_;  // a message is a packet
  const unsigned flit_bytes_;
  const unsigned terminals_;
  const std::shared_ptr<Shared> shared_;
  StreamEntry entry_;
  StreamExit exit_;
  std::vector<Arriving> arriving_;
  bool open_ = false;  // the front message's header has left
  unsigned lane_ = 0;
  MessageId message_ = 0;
  unsigned copies_ = 1;
  bool taken_ = false;  // the flit that `drive` offered
};

/// What iba_streams checks.
void check(const NetworkConfig& config, const StreamSizes& sizes) {
  const IbaConfig& router = iba_of(config);
  const unsigned mtu = segment_flits(config);
  const unsigned packet = router.mtu_bytes / config.flit_bytes();
  const unsigned most =
      std::min(kMostBytes / config.flit_bytes(),
               mtu == 0 ? std::min(kMostPacketWords, packet)
                        : std::min(kMostStreamWords, IbaHeader::kMostPackets * mtu));
  check_stream_sizes(config.name, sizes, most);
  const unsigned longest = largest_packet_flits(config);
  if (router.depth < longest)
    throw UsageError(
        fmt::format("{}: router.depth = {}: a message of {} words has packets of {} "
                    "flits; legal: {} to 1024, or traffic.message_bytes = {}",
                    config.name, router.depth, sizes.max_words, longest, longest,
                    sizes.max_words * config.flit_bytes()));
  if (router.levels_by != LevelsBy::kMessage)
    throw UsageError(
        fmt::format("{}: traffic.levels_by = \"terminal\": the messages of a stream take the "
                    "service levels in turn; legal: message",
                    config.name));
  if (router.lifetime != 0 || router.hop_limit != 0 || router.replication == Replication::kLockstep)
    throw UsageError(fmt::format(
        "{}: router.lifetime = {}, router.hop_limit = {}: networks with streams discard "
        "no packets and start them by 'branches' or 'all-or-nothing'; legal: 0",
        config.name, router.lifetime, router.hop_limit));
}

/// The longest message is that of the streams.
NetworkConfig sized_for(const NetworkConfig& config, const StreamSizes& sizes) {
  NetworkConfig sized = config;
  sized.message_bytes = sizes.max_words * config.flit_bytes();
  return sized;
}

}  // namespace

unsigned iba_bring_up_cycles(const NetworkConfig& config) {
  const IbaMesh mesh(config.topology);
  const unsigned clear =
      std::max({mesh.switches() + 1, iba_of(config).groups, unsigned{kServiceLevels}});
  const unsigned lanes = iba_of(config).virtual_lanes > 1 ? kServiceLevels * kIbaPorts : 0;
  const unsigned entries = mesh.switches() + lanes;  // of each switch
  const bool in_band = iba_of(config).in_band;
  const auto transfer = [&](TerminalId at) {
    return in_band ? in_band_cycles(mesh.x(at) + mesh.y(at)) : 2;
  };
  // The first transfer waits for the clearing, and ends so many cycles after it.
  unsigned cycles = clear + (in_band ? 3 : 1) - transfer(0);
  for (TerminalId at = 0; at < mesh.switches(); ++at) cycles += entries * transfer(at);
  return cycles;
}

std::unique_ptr<StreamNetwork> make_iba_streams(const NetworkConfig& config,
                                                const StreamSizes& sizes,
                                                const std::vector<MulticastGroup>& groups) {
  const NetworkConfig sized = sized_for(config, sizes);
  check(sized, sizes);
  const SubnetTables tables = make_subnet_tables(sized, groups);
  const auto shared = std::make_shared<Shared>();
  shared->groups = iba_of(sized).groups;
  const IbaMesh mesh(sized.topology);
  for (TerminalId source = 0; source < mesh.switches(); ++source) {
    auto& copies = shared->copies.emplace_back();
    for (std::size_t group = 0; group < shared->groups; ++group)
      copies.push_back(copies_from(mesh, tables, source, group));
  }
  return std::make_unique<StreamModel>(
      make_iba_model(sized), Ejection::kThisCycle,
      [=](TerminalId terminal, const NetworkShape& shape) {
        return std::make_unique<Terminal>(terminal, shape, sizes, shared);
      },
      // Turns of arbitration tables are counted in cycles.
      iba_of(sized).arbitration == Arbitration::kRoundRobin ? Rest::kSettles : Rest::kRestless,
      StreamStart{iba_bring_up_cycles(sized), [=](Network& network) {
                    load_subnet_tables(tables, *network.find<Management>());
                  }});
}

RtlParameters iba_stream_parameters(const NetworkConfig& config, const RtlParameters& network,
                                    const StreamSizes& sizes) {
  const IbaConfig& router = iba_of(config);
  if (router.arbitration == Arbitration::kWeights)
    throw UsageError(fmt::format(
        "{}: router.arbitration = tables: hardware with streams gets weights by its management "
        "port only; legal: round-robin, or the cycle model",
        config.name));
  return stream_parameters(network,
                           {"Columns", "Rows", "VirtualLanes", "AllOrNothing", "Depth", "Age",
                            "ArbitrationEntries", "InBand", "Groups", "FlitWidth"},
                           sizes,
                           {{"Mtu", fmt::format("{}", segment_flits(sized_for(config, sizes)))},
                            {"LaneUse", fmt::format("{}", static_cast<unsigned>(router.lane_use))},
                            {"ServiceLevels", fmt::format("{}", router.service_levels)}});
}

}  // namespace wayfarer
