// Managers and memories at the AXI4 ports of a network, with random traffic, gaps and
// back-pressure; they check that every transaction is carried out once, in order, and answered as
// it should be.
//
// A page of 4096 bytes belongs to one manager and one thread, so that the beats of its writes
// arrive in order. What a memory reads, and which of its beats fail, is a hash of the beat's
// address.
#pragma once

#include <catch2/catch.hpp>

#include <algorithm>
#include <deque>
#include <map>
#include <vector>

#include "axi4/config.hpp"
#include "axi4/signals.hpp"
#include "flits.hpp"

namespace wayfarer::module_test {

constexpr unsigned kAxiSlaveError = 2;

/// What a run of agents does: in so many of 8 cycles.
struct Axi4Rates {
  unsigned seed = 1;
  unsigned offer = 4;    ///< A burst, data of a write, or an answer is offered,
  unsigned take = 4;     ///< and what is offered is taken.
  unsigned refused = 1;  ///< So many of 16 bursts are refused.
  unsigned cycles = 3000;
};

inline std::uint64_t hash_of(std::uint64_t value) {
  value = (value ^ value >> 31) * 0x9e3779b97f4a7c15ull;
  value = (value ^ value >> 29) * 0xbf58476d1ce4e5b9ull;
  return value ^ value >> 32;
}

/// The address of a beat of an INCR burst.
inline std::uint64_t beat_address(const Axi4Address& a, unsigned beat) {
  return beat == 0 ? a.address : (a.address >> a.size << a.size) + (std::uint64_t{beat} << a.size);
}

/// A memory's data and response at an address.
struct Axi4Content {
  unsigned data_bits;
  [[nodiscard]] std::uint64_t data(std::uint64_t address) const {
    return hash_of(address) >> (64 - data_bits);
  }
  [[nodiscard]] static unsigned read_response(std::uint64_t address) {
    return hash_of(address + 1) % 16 == 0 ? kAxiSlaveError : kAxiOkay;
  }
  [[nodiscard]] static unsigned write_response(std::uint64_t address) {
    return hash_of(address + 2) % 16 == 0 ? kAxiSlaveError : kAxiOkay;
  }
};

/// Beats of writes that are on their way, by page.
using Axi4Written = std::map<std::uint64_t, std::deque<std::pair<std::uint64_t, Axi4Beat>>>;

class Axi4ManagerAgent {
 public:
  Axi4ManagerAgent(const Axi4Config& config, unsigned number, Axi4Written& written)
      : config_(config), number_(number), written_(written) {}

  /// What it drives in a cycle; `more`: new bursts, too.
  const Axi4Manager& drive(Random& random, const Axi4Rates& rates, bool more) {
    if (more && writes_.size() < 3 && random.chance(rates.offer, 8)) new_write(random, rates);
    if (!signals_.ar && more && random.chance(rates.offer, 8)) {
      signals_.ar = draw(random, rates);
      expect_read(*signals_.ar);
    }
    if (!signals_.aw && !writes_.empty() && random.chance(rates.offer, 8)) {
      signals_.aw = writes_.front();
      writes_.pop_front();
    }
    if (!signals_.w && !beats_.empty() && random.chance(rates.offer, 8)) {
      signals_.w = beats_.front();
      beats_.pop_front();
    }
    signals_.b_ready = random.chance(rates.take, 8);
    signals_.r_ready = random.chance(rates.take, 8);
    return signals_;
  }

  /// The end of the cycle.
  void clock(const Axi4Subordinate& port) {
    if (port.aw_ready) signals_.aw.reset();
    if (port.w_ready) signals_.w.reset();
    if (port.ar_ready) signals_.ar.reset();
    if (port.b && signals_.b_ready) take(*port.b);
    if (port.r && signals_.r_ready) take(*port.r);
  }

  [[nodiscard]] bool idle() const {
    const auto empty = [](const auto& queues) {
      return std::all_of(queues.begin(), queues.end(),
                         [](const auto& queue) { return queue.second.empty(); });
    };
    return writes_.empty() && beats_.empty() && !signals_.aw && !signals_.w && !signals_.ar &&
           empty(reads_due_) && empty(writes_due_);
  }

  [[nodiscard]] unsigned answered() const { return answered_; }
  [[nodiscard]] unsigned denied() const { return denied_; }

 private:
  [[nodiscard]] bool refused(const Axi4Address& a) const {
    return (a.burst != kAxiIncr && a.length != 0) || (8u << a.size) > config_.data_bits ||
           std::none_of(config_.map.begin(), config_.map.end(), [&](const Axi4Region& region) {
             return (a.address & region.mask) == region.base;
           });
  }

  [[nodiscard]] Axi4Address draw(Random& random, const Axi4Rates& rates) const {
    Axi4Address a;
    a.id = random.below(1u << config_.id_bits);
    unsigned widest = 0;
    while ((16u << widest) <= config_.data_bits) ++widest;
    a.size = random.chance(3, 4) ? widest : random.below(widest + 1);
    const Axi4Region& region = config_.map[random.below(static_cast<unsigned>(config_.map.size()))];
    const std::uint64_t page = number_ * 4 + a.id % 4 % config_.threads;
    const unsigned offset = random.below(4096);
    a.address = region.base + (page << 12) + offset;
    const unsigned most = std::min(256u, (4096 - (offset >> a.size << a.size)) >> a.size);
    a.length = random.chance(1, 16) ? random.below(most) : random.below(std::min(most, 6u));
    a.cache = random.below(16);
    a.prot = random.below(8);
    a.qos = random.below(16);
    if (a.length == 0) a.burst = random.below(3);
    if (!random.chance(rates.refused, 16)) return a;
    switch (random.below(3)) {
      case 0: {  // above the regions
        const std::uint64_t drawn = std::uint64_t{random()} << 32 | random();
        a.address |= drawn >> (64 - config_.address_bits) >> 18 << 18;
        a.address |= std::uint64_t{1} << (config_.address_bits - 1);
        break;
      }
      case 1: a.burst = 2 * random.below(2); break;
      default:
        a.size = std::min(7u, widest + 1 + random.below(3));
        a.length = 0;
        break;
    }
    return a;
  }

  void new_write(Random& random, const Axi4Rates& rates) {
    const Axi4Address a = draw(random, rates);
    const bool refuse = refused(a);
    unsigned response = refuse ? kAxiDecodeError : kAxiOkay;
    for (unsigned i = 0; i <= a.length; ++i) {
      const std::uint64_t address = beat_address(a, i);
      Axi4Beat beat;
      beat.data = hash_of(std::uint64_t{random()} << 32 | random()) >> (64 - config_.data_bits);
      beat.strobes = random.below(1u << config_.data_bits / 8);
      beat.last = i == a.length;
      beats_.push_back(beat);
      if (refuse) continue;
      written_[address >> 12].emplace_back(address, beat);
      response = std::max(response, Axi4Content::write_response(address));
    }
    writes_.push_back(a);
    writes_due_[a.id].push_back(response);
    denied_ += refuse;
  }

  void expect_read(const Axi4Address& a) {
    const bool refuse = refused(a);
    const Axi4Content content{config_.data_bits};
    for (unsigned i = 0; i <= a.length; ++i) {
      const std::uint64_t address = beat_address(a, i);
      Axi4Read beat{a.id, 0, kAxiDecodeError, i == a.length};
      if (!refuse) {
        beat.data = content.data(address);
        beat.response = Axi4Content::read_response(address);
      }
      reads_due_[a.id].push_back(beat);
    }
    denied_ += refuse;
  }

  void take(const Axi4Write& b) {
    auto& due = writes_due_[b.id];
    REQUIRE_FALSE(due.empty());
    REQUIRE(b.response == due.front());
    due.pop_front();
    ++answered_;
  }

  void take(const Axi4Read& r) {
    auto& due = reads_due_[r.id];
    REQUIRE_FALSE(due.empty());
    REQUIRE(r.data == due.front().data);
    REQUIRE(r.response == due.front().response);
    REQUIRE(r.last == due.front().last);
    due.pop_front();
    answered_ += r.last;
  }

  const Axi4Config& config_;
  const unsigned number_;
  Axi4Written& written_;
  Axi4Manager signals_;
  std::deque<Axi4Address> writes_;
  std::deque<Axi4Beat> beats_;
  std::map<unsigned, std::deque<Axi4Read>> reads_due_;
  std::map<unsigned, std::deque<unsigned>> writes_due_;
  unsigned answered_ = 0;
  unsigned denied_ = 0;
};

/// The memory at terminal `number`, or of all terminals, which answers in order.
class Axi4MemoryAgent {
 public:
  static constexpr unsigned kAllTerminals = ~0u;

  Axi4MemoryAgent(const Axi4Config& config, unsigned number, Axi4Written& written)
      : config_(config), number_(number), written_(written) {}

  const Axi4Subordinate& drive(Random& random, const Axi4Rates& rates) {
    signals_.aw_ready = random.chance(rates.take, 8);
    signals_.w_ready = random.chance(rates.take, 8);
    signals_.ar_ready = random.chance(rates.take, 8);
    if (!signals_.b && !answers_.empty() && random.chance(rates.offer, 8)) {
      signals_.b = answers_.front();
      answers_.pop_front();
    }
    if (!signals_.r && !beats_.empty() && random.chance(rates.offer, 8)) {
      signals_.r = beats_.front();
      beats_.pop_front();
    }
    return signals_;
  }

  void clock(const Axi4Manager& port) {
    if (port.b_ready) signals_.b.reset();
    if (port.r_ready) signals_.r.reset();
    if (port.aw && signals_.aw_ready) {
      check(*port.aw);
      writes_.push_back(*port.aw);
    }
    if (port.w && signals_.w_ready) data_.push_back(*port.w);
    if (port.ar && signals_.ar_ready) read(*port.ar);
    while (!writes_.empty() && !data_.empty()) write();
  }

 private:
  void check(const Axi4Address& a) const {
    REQUIRE(a.id == 0);
    REQUIRE(a.burst == kAxiIncr);
    REQUIRE(a.length < config_.beats);
    const auto region =
        std::find_if(config_.map.begin(), config_.map.end(),
                     [&](const Axi4Region& r) { return (a.address & r.mask) == r.base; });
    REQUIRE(region != config_.map.end());
    REQUIRE((number_ == kAllTerminals || region->target == number_));
  }

  void read(const Axi4Address& a) {
    check(a);
    const Axi4Content content{config_.data_bits};
    for (unsigned i = 0; i <= a.length; ++i) {
      const std::uint64_t address = beat_address(a, i);
      beats_.push_back(
          {0, content.data(address), Axi4Content::read_response(address), i == a.length});
    }
  }

  /// The next beat of the front write.
  void write() {
    const Axi4Address& a = writes_.front();
    const Axi4Beat beat = data_.front();
    data_.pop_front();
    const std::uint64_t address = beat_address(a, written_beats_);
    auto& due = written_[address >> 12];
    REQUIRE_FALSE(due.empty());
    REQUIRE(due.front().first == address);
    REQUIRE(due.front().second.data == beat.data);
    REQUIRE(due.front().second.strobes == beat.strobes);
    due.pop_front();
    response_ = std::max(response_, Axi4Content::write_response(address));
    REQUIRE(beat.last == (written_beats_ == a.length));
    ++written_beats_;
    if (!beat.last) return;
    answers_.push_back({0, response_});
    response_ = kAxiOkay;
    written_beats_ = 0;
    writes_.pop_front();
  }

  const Axi4Config& config_;
  const unsigned number_;
  Axi4Written& written_;
  Axi4Subordinate signals_;
  std::deque<Axi4Address> writes_;
  std::deque<Axi4Beat> data_;
  std::deque<Axi4Read> beats_;
  std::deque<Axi4Write> answers_;
  unsigned written_beats_ = 0;
  unsigned response_ = kAxiOkay;
};

}  // namespace wayfarer::module_test
