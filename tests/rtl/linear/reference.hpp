// Switches, branches and streams of the linear network in plain C++, with queues for buffers, as
// the reference of the module tests. Written from the modules' contracts, not from their code.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <random>
#include <vector>

#include "flits.hpp"

namespace wayfarer::linear_test {

enum Mark : unsigned { kBody = 0, kHead = 1, kTail = 2, kSingle = kHead | kTail };

/// Inputs of a switch, outputs of a branch.
constexpr unsigned kLocal = 0;
constexpr unsigned kUpstream = 1;

/// Causes on an error port.
constexpr unsigned kErrorOrder = 1;
constexpr unsigned kErrorDestination = 2;

struct Flit {
  unsigned mark = kBody;
  std::uint64_t data = 0;

  [[nodiscard]] bool head() const { return (mark & kHead) != 0; }
  [[nodiscard]] bool tail() const { return (mark & kTail) != 0; }
  friend bool operator==(const Flit& a, const Flit& b) {
    return a.mark == b.mark && a.data == b.data;
  }
};
using Offer = std::optional<Flit>;

/// linear_pkg's layout of a header and of a data flit, in flits of 64 bits. Flits of 32 bits are
/// their lower halves.
constexpr std::uint64_t header(unsigned destination, unsigned source, unsigned identifier) {
  return std::uint64_t{identifier} << 16 | source << 8 | destination;
}
constexpr unsigned source_of(std::uint64_t header) { return header >> 8 & 255u; }
constexpr unsigned identifier_of(std::uint64_t header) { return header >> 16 & 0xff'ffffu; }
constexpr std::uint32_t data_word(unsigned identifier, unsigned index) {
  return index << 24 | identifier;
}
constexpr std::uint64_t data_flit(unsigned identifier, unsigned index) {
  return std::uint64_t{data_word(identifier, index)} << 32 | data_word(identifier, index);
}

/// The flits of a message in the format of the network's own senders.
inline std::vector<Flit> message(unsigned destination, unsigned source, unsigned identifier,
                                 unsigned flits) {
  std::vector<Flit> all{{kHead, header(destination, source, identifier)}};
  for (unsigned k = 1; k < flits; ++k) all.push_back({kBody, data_flit(identifier, k)});
  all.back().mark |= kTail;
  return all;
}

/// The same with random bits where a client's message may have any, the same for all of an
/// identifier.
inline std::vector<Flit> client_message(unsigned destination, unsigned source, unsigned identifier,
                                        unsigned flits) {
  constexpr unsigned kHeaderBits = 40;
  std::vector<Flit> all = message(destination, source, identifier, flits);
  for (unsigned k = 0; k < flits; ++k) {
    const std::uint64_t random = module_test::mixed(std::uint64_t{identifier} << 32 | k);
    if (k == 0)
      all[k].data |= random << kHeaderBits;
    else
      all[k].data = random;
  }
  return all;
}

inline Flit lower_half(const Flit& flit) { return {flit.mark, flit.data & 0xffff'ffffu}; }

/// Random numbers as `unsigned`.
class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  unsigned operator()() { return static_cast<unsigned>(engine_()); }
  bool chance(unsigned numerator, unsigned denominator) {
    return (*this)() % denominator < numerator;
  }

 private:
  std::mt19937 engine_;
};

struct BufferShape {
  unsigned depth = 1;
  bool refill = true;
};

/// A buffer that records the arrival of its front flit at the front.
class Buffer {
 public:
  explicit Buffer(const BufferShape& shape) : shape_(shape) {}

  [[nodiscard]] bool empty() const { return flits_.empty(); }
  [[nodiscard]] const Flit& front() const { return flits_.front(); }
  [[nodiscard]] std::uint64_t since() const { return since_; }
  [[nodiscard]] bool ready(bool emptied) const {
    return flits_.size() < shape_.depth || (shape_.refill && emptied);
  }
  /// The end of cycle `now`.
  void tick(std::uint64_t now, bool pop, const Offer& offered) {
    const bool push = offered && ready(pop);
    if (pop) flits_.pop_front();
    if (push) flits_.push_back(*offered);
    if (pop || (push && flits_.size() == 1)) since_ = now + 1;
  }

 private:
  BufferShape shape_;
  std::deque<Flit> flits_;
  std::uint64_t since_ = 0;
};

/// linear_switch.
class Switch {
 public:
  Switch(const BufferShape& shape, bool upstream_first)
      : buffers_{Buffer(shape), Buffer(shape)}, upstream_first_(upstream_first) {}

  /// The input whose flit is at the output.
  [[nodiscard]] std::optional<unsigned> owner() const {
    if (holder_) return buffers_[*holder_].empty() ? std::nullopt : holder_;
    const Buffer& local = buffers_[kLocal];
    const Buffer& upstream = buffers_[kUpstream];
    if (upstream.empty()) return local.empty() ? std::nullopt : std::optional{kLocal};
    if (local.empty() || upstream_first_) return kUpstream;
    return local.since() < upstream.since() ? kLocal : kUpstream;
  }
  [[nodiscard]] Offer output() const {
    const auto input = owner();
    return input ? Offer{buffers_[*input].front()} : std::nullopt;
  }
  [[nodiscard]] bool ready(unsigned input, bool output_ready) const {
    return buffers_[input].ready(output_ready && owner() == input);
  }
  void tick(const std::array<Offer, 2>& offered, bool output_ready) {
    const auto input = owner();
    const auto sent = output_ready ? output() : std::nullopt;
    for (unsigned i = 0; i < 2; ++i) buffers_[i].tick(now_, sent && input == i, offered[i]);
    if (sent) holder_ = sent->tail() ? std::nullopt : input;
    ++now_;
  }

 private:
  std::array<Buffer, 2> buffers_;
  bool upstream_first_;
  std::optional<unsigned> holder_;
  std::uint64_t now_ = 0;
};

/// linear_branch.
class Branch {
 public:
  Branch(const BufferShape& shape, std::uint32_t below) : buffer_(shape), below_(below) {}

  /// The output at which the front flit is offered.
  [[nodiscard]] std::optional<unsigned> way() const {
    if (buffer_.empty()) return std::nullopt;
    if (!buffer_.front().head()) return way_;
    return below_ >> (buffer_.front().data & 255u) & 1u;
  }
  [[nodiscard]] Offer output(unsigned output) const {
    return way() == output ? Offer{buffer_.front()} : std::nullopt;
  }
  [[nodiscard]] bool ready(const std::array<bool, 2>& output_ready) const {
    const auto at = way();
    return buffer_.ready(at && output_ready[*at]);
  }
  void tick(const Offer& offered, const std::array<bool, 2>& output_ready) {
    const auto at = way();
    const bool pop = at && output_ready[*at];
    if (pop) way_ = *at;
    buffer_.tick(0, pop, offered);
  }

 private:
  Buffer buffer_;
  std::uint32_t below_;
  unsigned way_ = kLocal;
};

/// A queue of flits that a test feeds into a port, offered at random.
class Source {
 public:
  void send(const std::vector<Flit>& flits) {
    flits_.insert(flits_.end(), flits.begin(), flits.end());
  }
  [[nodiscard]] std::size_t size() const { return flits_.size(); }
  [[nodiscard]] Offer next() const { return flits_.empty() ? std::nullopt : Offer{flits_.front()}; }
  void taken() { flits_.pop_front(); }

 private:
  std::deque<Flit> flits_;
};

struct Request {
  unsigned source = 0;
  unsigned identifier = 0;
  unsigned flits = 1;
};

/// linear_responder: the pending answers of a server.
class Answers {
 public:
  explicit Answers(unsigned server) : server_(server) {}

  /// Requests whose answer has not begun.
  [[nodiscard]] std::size_t waiting() const { return waiting_.size(); }
  [[nodiscard]] bool under_way() const { return rest_.size() > 0; }
  [[nodiscard]] bool busy() const { return !waiting_.empty() || under_way(); }

  [[nodiscard]] Offer output() const {
    if (under_way()) return rest_.next();
    if (waiting_.empty() || waiting_.front().due > now_) return std::nullopt;
    return answer().front();
  }
  /// The end of a cycle: the flit at the output is taken or not, a request ends or none does.
  void tick(bool taken, const std::optional<Request>& request, unsigned service) {
    if (taken && under_way()) {
      rest_.taken();
    } else if (taken) {
      const auto all = answer();
      rest_.send({all.begin() + 1, all.end()});
      waiting_.pop_front();
    }
    if (request) {
      // A new service time takes effect once all requests with the old one are served.
      if (last_due_ <= now_) service_ = service;
      last_due_ = now_ + service_;
      waiting_.push_back({*request, last_due_});
    }
    ++now_;
  }

 private:
  struct Waiting {
    Request request;
    std::uint64_t due;
  };
  [[nodiscard]] std::vector<Flit> answer() const {
    const Request& request = waiting_.front().request;
    return message(request.source, server_, request.identifier, request.flits);
  }

  unsigned server_;
  std::deque<Waiting> waiting_;
  Source rest_;  ///< Rest of the current answer.
  unsigned service_ = 0;
  std::uint64_t last_due_ = 0;
  std::uint64_t now_ = 0;
};

/// The input that every host and every switch feeds, 2 * switch + input: linear_pkg's targets.
struct Tree {
  std::vector<unsigned> host_target;
  std::vector<unsigned> switch_target;  ///< Entry 0 is unused.

  [[nodiscard]] unsigned hosts() const { return static_cast<unsigned>(host_target.size()); }
  [[nodiscard]] unsigned switches() const { return static_cast<unsigned>(switch_target.size()); }
  /// Switches that a host's messages pass.
  [[nodiscard]] unsigned hops(unsigned host) const {
    unsigned count = 1;
    for (unsigned s = host_target[host] / 2; s != 0; s = switch_target[s] / 2) ++count;
    return count;
  }
};

inline Tree line(unsigned hosts) {
  Tree tree;
  for (unsigned h = 0; h < hosts; ++h) {
    tree.host_target.push_back(2 * h + kLocal);
    tree.switch_target.push_back(h == 0 ? 0 : 2 * (h - 1) + kUpstream);
  }
  return tree;
}

/// "((1 (2 -)) ((3 4) 5))": CMakeLists.txt has the same tree as parameters.
inline Tree bush() { return {{2, 4, 8, 9, 7}, {0, 0, 3, 1, 6}}; }

}  // namespace wayfarer::linear_test
