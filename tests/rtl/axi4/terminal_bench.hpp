// A verilated axi4_terminal beside the cycle models of its sides, compared at every port in every
// cycle. Networks are queues with gaps, from the terminal back to itself; requests seem to come
// from each of the terminals in turn.
#pragma once

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <deque>
#include <stdexcept>

#include "agents.hpp"
#include "axi4/entry.hpp"
#include "axi4/exit.hpp"
#include "bench.hpp"
#include "signals.hpp"

namespace wayfarer::module_test {

/// RTL and model differ.
struct Axi4Mismatch : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <class Top>
class TerminalBench {
 public:
  explicit TerminalBench(const Axi4Config& config, unsigned mutant = 0, Fill fill = usual_fill())
      : bench_(fill),
        config_(config),
        entry_(config),
        exit_(config),
        accepted_{0, config.map.front().base},
        manager_(config_, 0, written_),
        memory_(config_, Axi4MemoryAgent::kAllTerminals, written_) {
    bench_.argument(fmt::format("+mutant={}", mutant));
    drive_manager(bench_->s_axi_i, bench_->s_axi_wdata_i, bench_->s_axi_wstrb_i, {});
    drive_subordinate(bench_->m_axi_i, bench_->m_axi_rdata_i, {});
    drive_words();
    bench_.reset();
    entry_.reset();
    exit_.reset();
    compare();
  }

  /// Random traffic, then as many cycles as it takes until all bursts are answered.
  void run(const Axi4Rates& rates) {
    Random random(rates.seed);
    for (unsigned cycle = 0; cycle < rates.cycles; ++cycle) clock(random, rates, true);
    for (unsigned cycle = 0; !manager_.idle(); ++cycle) {
      REQUIRE(cycle < kPatience);
      clock(random, rates, false);
    }
    CHECK(requests_.empty());
    CHECK(replies_.empty());
  }

  [[nodiscard]] const Axi4ManagerAgent& manager() const { return manager_; }
  [[nodiscard]] bool assertion_failed() { return bench_.assertion_failed(); }
  Bench<Top>& rtl() { return bench_; }

  /// Offers the terminal the words that the networks carry.
  void offer() {
    offered_request_ |= !requests_.empty();
    offered_reply_ |= !replies_.empty();
  }

  /// A cycle in which the ports get these signals, and nothing enters or leaves the networks.
  void step(const Axi4Manager& manager, const Axi4Subordinate& subordinate) {
    drive_manager(bench_->s_axi_i, bench_->s_axi_wdata_i, bench_->s_axi_wstrb_i, manager,
                  cycle_ % 2 == 0 ? kRefusedAddress : accepted_);
    drive_subordinate(bench_->m_axi_i, bench_->m_axi_rdata_i, subordinate);
    drive_words();
    bench_.settle();
    compare();  // outputs do not depend on inputs
    const std::optional<StreamWord> request = entry_.request(), reply = exit_.reply();
    const bool request_in = offered_request_ && exit_.request_ready();
    const bool reply_in = offered_reply_ && entry_.reply_ready();
    entry_.step(manager, request_ready_, offered_reply_ ? &replies_.front() : nullptr);
    exit_.step(subordinate, offered_request_ ? &requests_.front() : nullptr, reply_ready_);
    bench_.tick();
    ++cycle_;
    if (request_in) requests_.pop_front();
    if (reply_in) {
      reply_begins_ = replies_.front().last;
      replies_.pop_front();
    }
    offered_request_ &= !request_in;
    offered_reply_ &= !reply_in;
    if (request && request_ready_) {
      requests_.push_back({request->data, source_, request->last});
      if (request->last) source_ = (source_ + 1) % config_.terminals;
    }
    if (reply && reply_ready_) replies_.push_back(*reply);
    compare();
  }

  [[nodiscard]] const Axi4Exit& exit() const { return exit_; }
  [[nodiscard]] const Axi4Entry& entry() const { return entry_; }
  void open_networks(bool open) { request_ready_ = reply_ready_ = open; }

 private:
  static constexpr unsigned kPatience = 100000;

  void clock(Random& random, const Axi4Rates& rates, bool more) {
    const Axi4Manager manager = manager_.drive(random, rates, more);
    const Axi4Subordinate subordinate = memory_.drive(random, rates);
    request_ready_ = random.chance(rates.take, 8);
    reply_ready_ = random.chance(rates.take, 8);
    if (!offered_reply_ && reply_begins_ && random.chance(1, 4)) advance_reply();
    offered_request_ |= !requests_.empty() && random.chance(rates.offer, 8);
    offered_reply_ |= !replies_.empty() && random.chance(rates.offer, 8);
    const Axi4Subordinate to_manager = entry_.port();
    const Axi4Manager to_memory = exit_.port();
    step(manager, subordinate);
    manager_.clock(to_manager);
    memory_.clock(to_memory);
  }

  /// Puts a message of another thread before the next reply, as if another memory had been faster.
  void advance_reply() {
    if (replies_.empty()) return;
    constexpr unsigned kId = 2;  // its place in a reply
    const auto thread = [&](const StreamWord& word) {
      return config_.thread_of(static_cast<unsigned>(word.data >> kId));
    };
    const auto first = std::find_if(replies_.begin(), replies_.end(), [&](const StreamWord& word) {
      return thread(word) != thread(replies_.front());
    });
    const auto last =
        std::find_if(first, replies_.end(), [](const StreamWord& word) { return word.last; });
    if (last != replies_.end()) std::rotate(replies_.begin(), first, last + 1);
  }

  void drive_words() {
    const auto drive = [](auto& port, auto& data, bool offered,
                          const std::deque<StreamWord>& words) {
      const StreamWord word = offered ? words.front() : StreamWord{0, 0xffff, true};
      Writer(port).put(word.terminal, 16).put(word.last, 1).put(offered, 1);
      drive_word(data, word.data);
    };
    drive(bench_->request_i, bench_->request_data_i, offered_request_, requests_);
    drive(bench_->reply_i, bench_->reply_data_i, offered_reply_, replies_);
    bench_->request_ready_i = request_ready_;
    bench_->reply_ready_i = reply_ready_;
  }

  template <class Port, class Data>
  static bool same(const Port& port, const Data& data, const std::optional<StreamWord>& word) {
    if ((bits_of(port, 17, 1) != 0) != word.has_value()) return false;
    return !word || (bits_of(port, 0, 16) == word->terminal &&
                     (bits_of(port, 16, 1) != 0) == word->last && word_of(data) == word->data);
  }

  void compare() {
    const bool same_sides =
        equal(subordinate_of(bench_->s_axi_o, bench_->s_axi_rdata_o), entry_.port()) &&
        equal(manager_of(bench_->m_axi_o, bench_->m_axi_wdata_o, bench_->m_axi_wstrb_o),
              exit_.port()) &&
        same(bench_->request_o, bench_->request_data_o, entry_.request()) &&
        same(bench_->reply_o, bench_->reply_data_o, exit_.reply()) &&
        bench_->request_ready_o == exit_.request_ready() &&
        bench_->reply_ready_o == entry_.reply_ready() && bench_->drop_o == exit_.drop();
    if (!same_sides) throw Axi4Mismatch(fmt::format("cycle {}: RTL and model differ", cycle_));
  }

  Bench<Top> bench_;
  const Axi4Config config_;
  Axi4Entry entry_;
  Axi4Exit exit_;
  const Axi4Address accepted_;  ///< While no address is valid; in turn with one that is refused.
  Axi4Written written_;
  Axi4ManagerAgent manager_;
  Axi4MemoryAgent memory_;
  std::deque<StreamWord> requests_, replies_;
  bool offered_request_ = false, offered_reply_ = false;
  bool reply_begins_ = true;  ///< The next word of the replies is a message's first.
  bool request_ready_ = false, reply_ready_ = false;
  TerminalId source_ = 0;
  unsigned cycle_ = 0;
};

}  // namespace wayfarer::module_test
