#include "family/wormhole/streams.hpp"

#include <deque>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "core/error.hpp"
#include "family/mesh/header.hpp"
#include "family/wormhole/config.hpp"
#include "family/wormhole/model.hpp"
#include "family/wormhole/romm_source.hpp"
#include "stream/entry.hpp"
#include "stream/messages.hpp"
#include "stream/reassembly.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kMostWords = 4096;

/// What the interfaces of a network share.
struct Shared {
  Shared(const NetworkConfig& config)
      : topology(config.topology, HalfWay::kStraight),
        routing(romm_routing(config)),
        seed(wormhole_of(config).seed == 0 ? 1 : wormhole_of(config).seed),
        headers(topology.nodes()) {}

  const Grid topology;
  const RommRouting routing;
  const std::uint32_t seed;
  StreamMessages messages;
  std::vector<PhaseSets> headers;  ///< By terminal, of the message that starts in this cycle.
};

/// wormhole_stream_exit.
class Exit {
 public:
  Exit(unsigned ports, unsigned max_words) : ports_(ports), reassembly_(2 * ports, max_words) {}

  void reset() {
    ports_.assign(ports_.size(), {});
    pointer_ = 0;
    reassembly_.reset();
  }

  [[nodiscard]] const StreamWord* output() const { return reassembly_.output(); }
  [[nodiscard]] bool stalls() const {
    for (const Port& port : ports_)
      if (port.arrived.size() >= kDepth - 1) return true;
    return false;
  }

  /// One clock; `first` to `last` are the terminal's deliveries.
  void step(StreamMessages& messages, const Delivery* first, const Delivery* last, bool ready) {
    send(messages, ready);
    for (; first != last; ++first) ports_[first->buffer].arrived.push_back(*first);
  }

 private:
  static constexpr std::size_t kDepth = 4;

  struct Port {
    std::deque<Delivery> arrived;
    unsigned second = 0;  ///< 1: the message takes the port's second slot.
    unsigned words = 0;   ///< Of the message, which have been sent to the slot.
  };

  /// Takes the front flit of the next queue in round robin, unless its slot is occupied.
  void send(StreamMessages& messages, bool ready) {
    const auto count = static_cast<unsigned>(ports_.size());
    unsigned number = pointer_;
    for (unsigned i = 0; i < count && ports_[number].arrived.empty(); ++i)
      number = (number + 1) % count;
    Port& port = ports_[number];
    if (port.arrived.empty()) return reassembly_.step(nullptr, ready);
    pointer_ = (number + 1) % count;
    const Delivery flit = port.arrived.front();
    const unsigned slot = 2 * number + port.second;
    if (is_head(flit.tag)) {
      port.words = 0;
      port.arrived.pop_front();
      return reassembly_.step(nullptr, ready);
    }
    if (!reassembly_.ready(slot)) return reassembly_.step(nullptr, ready);
    port.arrived.pop_front();
    const StreamMessage& message = messages.at(flit.message);
    const bool last = is_tail(flit.tag);
    const StreamReassembly::Arrival word = {slot, port.words, message.source,
                                            message.words.at(port.words), last};
    ++port.words;
    if ((port.words & 0xff) != flit.index) throw std::logic_error("data flits out of order");
    reassembly_.step(&word, ready);
    if (!last) return;
    port.second ^= 1;
    messages.remove(flit.message);
  }

  std::vector<Port> ports_;
  unsigned pointer_ = 0;
  StreamReassembly reassembly_;
};

/// wormhole_stream_entry and wormhole_stream_exit.
class Terminal final : public StreamTerminal {
 public:
  Terminal(TerminalId terminal, const NetworkShape& shape, unsigned ejection_ports,
           const StreamSizes& sizes, std::shared_ptr<Shared> shared)
      : terminal_(terminal),
        flit_bytes_(shape.flit_bytes),
        shared_(std::move(shared)),
        entry_(sizes, shape.terminals),
        source_(shared_->topology, shared_->routing, terminal,
                romm_source_seed(shared_->seed, terminal)),
        exit_(ejection_ports, sizes.max_words) {}

  void reset() override {
    shared_->messages.clear();
    entry_.reset();
    source_.reset();
    exit_.reset();
    open_ = header_goes_ = word_goes_ = false;
  }

  [[nodiscard]] bool ready() const override { return entry_.ready(); }
  [[nodiscard]] std::uint8_t drop() const override { return entry_.drop(); }
  [[nodiscard]] const StreamWord* output() const override { return exit_.output(); }

  void drive(Network& network) override {
    network.stall_ejection(terminal_, exit_.stalls());
    const PortMask ready = network.injection_ready()[terminal_];
    header_goes_ = source_.valid() && ready != 0;
    word_goes_ = open_ && (ready >> port_ & 1u) != 0;
    if (!header_goes_ && !word_goes_) return;
    Flit flit;
    if (word_goes_) {
      flit.tag = entry_.last() ? Tag::kTail : Tag::kBody;
      flit.index = static_cast<std::uint16_t>(entry_.place() + 1);
    } else {
      const StreamEntry::Message& message = entry_.front();
      for (port_ = 0; (ready >> port_ & 1u) == 0;) ++port_;
      message_ = shared_->messages.add({terminal_, message.words});
      shared_->headers[terminal_] = source_.phases();
      flit.tag = Tag::kHeader;
      flit.destination = message.destination;
      flit.length_bytes = static_cast<std::uint16_t>(message.words.size() * flit_bytes_);
    }
    flit.message = message_;
    network.offer(terminal_, port_, flit);
  }

  void step(const StreamInput& input, const Delivery* first, const Delivery* last) override {
    exit_.step(shared_->messages, first, last, input.ready);
    const NodeId destination = entry_.valid() ? entry_.front().destination : 0;
    source_.step(entry_.valid() && !open_ ? &destination : nullptr, header_goes_);
    if (header_goes_) open_ = true;
    if (word_goes_) open_ = !entry_.last();
    entry_.step(input.offered, word_goes_);
  }

 private:
  const TerminalId terminal_;
  const unsigned flit_bytes_;
  const std::shared_ptr<Shared> shared_;
  StreamEntry entry_;
  RommSource source_;
  Exit exit_;
  bool open_ = false;  // the front message's header has left
  unsigned port_ = 0;
  MessageId message_ = 0;
  // Of this cycle.
  bool header_goes_ = false;
  bool word_goes_ = false;
};

/// What wormhole_streams checks.
void check(const NetworkConfig& config, const StreamSizes& sizes) {
  if (sizes.max_words < 1 || sizes.max_words > kMostWords || sizes.entry_depth < sizes.max_words)
    throw UsageError(
        fmt::format("{}: messages of {} words, queues of {}; legal: 1 to {}, and "
                    "queues of as many or more",
                    config.name, sizes.max_words, sizes.entry_depth, kMostWords));
  const unsigned needed = needed_vc_classes(config);
  if (wormhole_of(config).vc_classes != needed)
    throw UsageError(
        fmt::format("{}: router.vc_classes = {}: networks with streams have one class "
                    "of virtual channels for each phase and dateline class; legal: {}",
                    config.name, wormhole_of(config).vc_classes, needed));
  unsigned source = 1;
  while ((1u << source) < config.topology.nodes()) ++source;
  const unsigned bits = VcHeader(config).message_offset() + source;
  if (config.flit_bits < bits)
    throw UsageError(fmt::format("{}: flit.bits = {}: a header with its source needs {}",
                                 config.name, config.flit_bits, bits));
}

}  // namespace

std::unique_ptr<StreamNetwork> make_wormhole_streams(const NetworkConfig& config,
                                                     const StreamSizes& sizes) {
  check(config, sizes);
  const auto shared = std::make_shared<Shared>(config);
  const RouteSource routes = [shared](NodeId source, NodeId) { return shared->headers[source]; };
  return std::make_unique<StreamNetwork>(
      make_wormhole_model(config, 16, routes), Ejection::kThisCycle,
      [=](TerminalId terminal, const NetworkShape& shape) {
        return std::make_unique<Terminal>(terminal, shape, wormhole_of(config).ejection_ports,
                                          sizes, shared);
      });
}

}  // namespace wayfarer
