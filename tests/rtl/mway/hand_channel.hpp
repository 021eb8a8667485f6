// Members of a channel in plain C++, around a router or a processor under test: a complete channel
// driven by the test.
#pragma once

#include <map>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "family/mway/arbiter.hpp"
#include "reference.hpp"

namespace wayfarer::mway_test {

/// Header and data words of a message; the header without Way and Class.
using Message = std::vector<std::uint32_t>;

/// The outputs of a member, also of the one under test, to its channel.
struct Member {
  unsigned priority = 0;
  Lines drives;
  bool acknowledge = false;
  bool fills = false;
  unsigned slot = 0;
  unsigned way = 0;  ///< As a receiver.
  unsigned available = 0;
  unsigned full = 0;
};

/// A member of a channel: sends queued messages from its buffers, receives messages into others and
/// drains these at random.
class Peer {
 public:
  Peer(const BankShape& shape, unsigned driver, unsigned way, unsigned seed)
      : shape_(shape),
        driver_(driver),
        way_(way),
        out_(shape),
        in_(shape),
        backlog_(shape.buffers),
        open_(shape.buffers),
        random_(seed) {}

  [[nodiscard]] unsigned driver() const { return driver_; }
  [[nodiscard]] unsigned way() const { return way_; }

  void send(unsigned to_way, unsigned to_class, const Message& message) {
    auto& lane = backlog_[random_() % shape_.buffers];
    for (unsigned i = 0; i < message.size(); ++i) {
      const unsigned tag = i == 0 ? kHeader : i + 1 == message.size() ? kTail : kBody;
      const std::uint32_t data =
          i == 0 ? (message[0] & ~31u) | to_way | to_class << kClassBit : message[i];
      lane.push_back({tag, i == 0 ? to_way : 0, i == 0 ? to_class : 0, data});
    }
  }

  /// Its outputs to the lines while `drv` drives, the priority lines read `sum` and the flit on the
  /// lines is `heard`.
  [[nodiscard]] Member puts(unsigned drv, unsigned sum, unsigned lines, const Status& status,
                            const Lines& heard) const {
    Member member;
    const auto choice = out_.choice(status);
    member.priority =
        arbiter_output(internal_priority(drv, driver_, lines), choice.has_value(), sum, lines);
    if (choice && drv == driver_) {
      const Flit& front = out_.buffer(*choice).flits.front();
      member.drives = {front.tag, driver_, *choice, front.data};
    }
    if (const auto taker = acceptor(in_, heard, way_, shape_.buffers)) {
      member.acknowledge = true;
      member.slot = *taker;
      member.fills = in_.buffer(*taker).flits.size() + 1 == shape_.depth;
    }
    member.way = way_;
    member.available = availability(in_, shape_.buffers);
    member.full = in_.full();
    return member;
  }

  void tick(const Lines& lines, const Status& status) {
    const auto taker = acceptor(in_, lines, way_, shape_.buffers);
    std::optional<Push> arrival;
    if (taker) {
      arrival = Push{
          *taker, lines.tag == kHeader, {lines.tag, 0, 0, lines.data}, lines.driver, lines.buffer};
    }
    std::optional<unsigned> drained;
    const unsigned b = random_() % shape_.buffers;
    if (random_.chance(speed_, 8) && in_.buffer(b).shows()) drained = b;
    if (drained) receive(b, in_.buffer(b).flits.front());
    Lines gone;
    gone.acknowledge = true;
    in_.tick(drained, gone, status, arrival);

    const bool sent = lines.tag != kInvalid && lines.driver == driver_;
    out_.tick(sent ? std::optional<unsigned>(lines.buffer) : std::nullopt, lines, status, load());
  }

  /// How often it drains a buffer, in eighths of the cycles.
  void set_speed(unsigned eighths) { speed_ = eighths; }
  [[nodiscard]] const std::vector<Message>& received() const { return received_; }

 private:
  std::optional<Push> load() {
    const unsigned b = random_() % shape_.buffers;
    auto& lane = backlog_[b];
    if (lane.empty() || random_.chance(1, 4)) return std::nullopt;
    const bool header = lane.front().tag == kHeader;
    const Buffer& buffer = out_.buffer(b);
    if (header ? buffer.allocated || !buffer.flits.empty() : out_.is_full(b)) return std::nullopt;
    const Flit flit = lane.front();
    lane.pop_front();
    return Push{b, header, flit, 0, 0};
  }

  void receive(unsigned b, const Flit& flit) {
    open_[b].push_back(flit.tag == kHeader ? flit.data & ~31u : flit.data);
    if (flit.tag != kTail) return;
    received_.push_back(open_[b]);
    open_[b].clear();
  }

  BankShape shape_;
  unsigned driver_;
  unsigned way_;
  Bank out_;
  Bank in_;
  std::vector<std::deque<Flit>> backlog_;
  std::vector<Message> open_;
  std::vector<Message> received_;
  Random random_;
  unsigned speed_ = 6;
};

/// A channel of peers and one member under test.
class HandChannel {
 public:
  HandChannel(const BankShape& shape, unsigned lines, unsigned ways)
      : shape_(shape), lines_(lines), ways_(ways), status_(1u << lines) {}

  Peer& add(unsigned driver, unsigned way) {
    peers_.push_back(std::make_unique<Peer>(shape_, driver, way, driver + 17 * way + 1));
    return *peers_.back();
  }
  [[nodiscard]] Peer& peer(unsigned way) {
    for (auto& peer : peers_) {
      if (peer->way() == way) return *peer;
    }
    throw std::logic_error("no such peer");
  }
  [[nodiscard]] const std::vector<std::unique_ptr<Peer>>& peers() const { return peers_; }

  /// The lines, given their previous values and the present outputs of the member under test.
  void resolve(const Member& tested) {
    status_.available.assign(1u << lines_, 0);
    status_.full.assign(1u << lines_, 0);
    show(tested);
    for (auto& peer : peers_) show(peer->puts(driver_, sum_, lines_, status_, heard_));
    unsigned sum = tested.priority;
    Lines lines = tested.drives;
    lines.driver = driver_;
    lines.acknowledge = tested.acknowledge;
    lines.fills = tested.fills;
    lines.slot = tested.slot;
    for (auto& peer : peers_) {
      const Member member = peer->puts(driver_, sum_, lines_, status_, heard_);
      sum |= member.priority;
      lines.tag |= member.drives.tag;
      lines.buffer |= member.drives.buffer;
      lines.data |= member.drives.data;
      lines.acknowledge |= member.acknowledge;
      lines.fills |= member.fills;
      lines.slot |= member.slot;
    }
    sum_ = sum;
    heard_ = lines;
  }

  void tick() {
    for (auto& peer : peers_) peer->tick(heard_, status_);
    driver_ = (driver_ - sum_) & ((1u << lines_) - 1);
    status_.turn = (status_.turn + 1) % ways_;
  }

  /// All values on the channel: settled when they no longer change.
  [[nodiscard]] std::tuple<unsigned, Lines, std::uint64_t> state() const {
    return {sum_, heard_, stat()};
  }
  [[nodiscard]] unsigned driver() const { return driver_; }
  [[nodiscard]] unsigned sum() const { return sum_; }
  [[nodiscard]] const Lines& lines() const { return heard_; }
  [[nodiscard]] std::uint64_t stat() const {
    return shape_.exact ? status_.exact_lines(lines_, shape_.buffers) : status_.cyclic_lines();
  }

 private:
  void show(const Member& member) {
    status_.available[member.way] = member.available;
    status_.full[member.way] = member.full;
  }

  BankShape shape_;
  unsigned lines_;
  unsigned ways_;
  std::vector<std::unique_ptr<Peer>> peers_;
  Status status_;
  unsigned driver_ = 0;
  unsigned sum_ = 0;
  Lines heard_;
};

/// The expected messages by place: each once, and no others.
class Ledger {
 public:
  using Place = std::pair<unsigned, unsigned>;  ///< Channel and way.

  void expect(const Message& message, Place place) { expected_[message].push_back(place); }

  /// True if `message` is expected there and has not arrived before.
  bool settle(const Message& message, Place place) {
    const auto entry = expected_.find(message);
    if (entry == expected_.end()) return false;
    auto& places = entry->second;
    for (auto it = places.begin(); it != places.end(); ++it) {
      if (*it != place) continue;
      places.erase(it);
      if (places.empty()) expected_.erase(entry);
      return true;
    }
    return false;
  }
  [[nodiscard]] std::size_t outstanding() const { return expected_.size(); }

 private:
  std::map<Message, std::vector<Place>> expected_;
};

}  // namespace wayfarer::mway_test
