#include "family/deflection/model.hpp"

#include "core/idle_port.hpp"
#include "family/deflection/config.hpp"
#include "family/deflection/torus.hpp"
#include "family/kit/model_base.hpp"

namespace wayfarer {
namespace {

constexpr MessageId kIdle = ~MessageId{0};

/// The part of a flit that routers use; on an idle link the message is kIdle.
struct Word {
  std::uint16_t x = 0;
  std::uint16_t y = 0;
  MessageId message = kIdle;

  [[nodiscard]] bool valid() const { return message != kIdle; }
};

/// A terminal's injection queue.
struct Queue {
  unsigned head = 0;
  unsigned level = 0;
};

/// Every node decides from the link registers at the start of the cycle and writes those of the
/// next one. All nodes are visited: one decision each is cheaper than keeping a list.
class DeflectionModel final : public kit::ModelBase, public IdlePort {
 public:
  explicit DeflectionModel(const NetworkConfig& config);
  void reset() override;
  void step() override;

  Cycle settling_cycles() const override { return kRouterCycles; }

 private:
  struct Node {
    std::uint32_t number;
    std::uint32_t x;
    std::uint32_t y;
    std::uint32_t west;   ///< The node whose link east ends here.
    std::uint32_t north;  ///< The node whose link south ends here.
  };

  void monitor(const Node& node);
  void route(const Node& node);
  void deliver(const Node& node, const Word& flit);
  void take_offers();

  [[nodiscard]] Word& queued(TerminalId terminal, unsigned position) {
    return slots_[terminal * depth_ + position % depth_];
  }

  const UnidirectionalTorus torus_;
  const unsigned depth_;
  std::vector<Word> east_;  ///< Link registers, by the node that the link leaves.
  std::vector<Word> south_;
  std::vector<Word> next_east_;
  std::vector<Word> next_south_;
  std::vector<Queue> queues_;
  std::vector<Word> slots_;  ///< Slots of all queues, `depth_` per queue.
  std::vector<std::uint8_t> stalled_;
};

DeflectionModel::DeflectionModel(const NetworkConfig& config)
    : torus_(config.topology), depth_(deflection_of(config).depth) {
  shape_.name = config.name;
  shape_.terminals = torus_.nodes();
  shape_.channels = torus_.channels();
  shape_.injection_ports = 1;
  shape_.drivers_per_channel = 2;
  shape_.flit_bytes = config.flit_bytes();
  shape_.least_data_flits = config.least_data_flits();
  make_room(torus_.nodes(), torus_.channels());
  reset();
}

void DeflectionModel::reset() {
  ModelBase::reset();
  const std::uint32_t nodes = torus_.nodes();
  east_.assign(nodes, {});
  south_.assign(nodes, {});
  next_east_.assign(nodes, {});
  next_south_.assign(nodes, {});
  queues_.assign(nodes, {});
  slots_.assign(std::size_t{nodes} * depth_, {});
  stalled_.assign(nodes, 0);
  ready_.assign(nodes, 1);
  drivers_.assign(shape_.channels, 0);
}

void DeflectionModel::step() {
  begin_step();
  Node node{};
  for (node.y = 0; node.y < torus_.rows(); ++node.y) {
    const std::uint32_t row = node.number;
    for (node.x = 0; node.x < torus_.columns(); ++node.x, ++node.number) {
      node.west = node.x == 0 ? row + torus_.columns() - 1 : node.number - 1;
      node.north = node.number < torus_.columns() ? node.number + torus_.nodes() - torus_.columns()
                                                  : node.number - torus_.columns();
      monitor(node);
      route(node);
    }
  }
  east_.swap(next_east_);
  south_.swap(next_south_);
  take_offers();
  for (const Stall& stall : stalls_) stalled_[stall.terminal] = stall.stalled;
  stalls_.clear();
}

/// A flit on a link in a dimension without hops left has been deflected: driver 1.
void DeflectionModel::monitor(const Node& node) {
  const auto show = [this](ChannelId channel, const Word& flit, bool deflected) {
    drivers_[channel] = flit.valid() && deflected;
    if (!flit.valid()) return;
    if (counting()) count(channel);
    if (!counting() || listing_ends())
      transfers_.push_back({channel, drivers_[channel], 0, Tag::kSingle, true, flit.message});
  };
  const Word& east = east_[node.number];
  const Word& south = south_[node.number];
  show(2 * node.number, east, east.x == node.x);
  show(2 * node.number + 1, south, south.y == node.y);
}

/// The south output, which is also the ejection port, goes first to the flit from the north, then
/// to the one from the west, then to the terminal; the east output to the flit from the west, then
/// to the terminal.
void DeflectionModel::route(const Node& node) {
  const Word north = south_[node.north];
  const Word west = east_[node.west];
  const bool stalled = stalled_[node.number] != 0;
  Word east;
  Word south;
  bool south_free = !north.valid();
  const auto blocked = [&](const Word& flit) { return flit.y == node.y && stalled; };
  const auto leave = [&](const Word& flit) {
    if (flit.y == node.y)
      deliver(node, flit);
    else
      south = flit;
    south_free = false;
  };

  if (north.valid()) {
    if (blocked(north))
      south = north;
    else
      leave(north);
  }
  if (west.valid()) {
    if (west.x == node.x && south_free && !blocked(west))
      leave(west);
    else
      east = west;
  }
  Queue& queue = queues_[node.number];
  if (queue.level != 0) {
    const Word& front = queued(node.number, queue.head);
    const bool eastwards = front.x != node.x;
    if (eastwards ? !east.valid() : south_free && !blocked(front)) {
      if (eastwards)
        east = front;
      else
        leave(front);
      queue.head = queue.head + 1 == depth_ ? 0 : queue.head + 1;
      --queue.level;
      ready_[node.number] = 1;
    }
  }
  next_east_[node.number] = east;
  next_south_[node.number] = south;
}

void DeflectionModel::deliver(const Node& node, const Word& flit) {
  Delivery delivery;
  delivery.terminal = node.number;
  delivery.tag = Tag::kSingle;
  delivery.message = flit.message;
  deliveries_.push_back(delivery);
}

/// Each flit is checked independently: a single flit to an existing node is legal.
void DeflectionModel::take_offers() {
  for (const Offer& offer : offers_) {
    if (offer.flit.tag != Tag::kSingle) {
      report(offer.terminal, kErrorOrder);
    } else if (offer.flit.destination >= torus_.nodes()) {
      report(offer.terminal, kErrorDestination);
    } else {
      Queue& queue = queues_[offer.terminal];
      const TerminalId to = offer.flit.destination;
      queued(offer.terminal, queue.head + queue.level) = {static_cast<std::uint16_t>(torus_.x(to)),
                                                          static_cast<std::uint16_t>(torus_.y(to)),
                                                          offer.flit.message};
      ready_[offer.terminal] = ++queue.level < depth_;
    }
  }
  offers_.clear();
  sort_errors();
}

}  // namespace

std::unique_ptr<Network> make_deflection_model(const NetworkConfig& config) {
  return std::make_unique<DeflectionModel>(config);
}

}  // namespace wayfarer
