// A verilated traffic_terminals and its cycle model with the same inputs, compared at every port in
// every cycle, and a channel that takes the sources' words to the sinks.
#pragma once

#include "VTerminals4.h"
#include "VTerminals5.h"
#include "VTerminalsMutants.h"
#include "VTerminalsNarrow.h"
#include "bench.hpp"
#include "onchip/terminals.hpp"

#include <catch2/catch.hpp>

#include <deque>
#include <functional>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace wayfarer {

/// Terminals, Ordered, bits of a counter and parts of 32 bits in a word, as in CMakeLists.txt.
struct WideCounters {
  static constexpr unsigned kCounterBits = 32;
};
template <class Top>
struct Shape;
template <>
struct Shape<VTerminals4> : WideCounters {
  static constexpr unsigned kTerminals = 4, kParts = 1;
  static constexpr bool kOrdered = true;
};
template <>
struct Shape<VTerminals5> : WideCounters {
  static constexpr unsigned kTerminals = 5, kParts = 2;
  static constexpr bool kOrdered = false;
};
template <>
struct Shape<VTerminalsMutants> : WideCounters {
  static constexpr unsigned kTerminals = 3, kParts = 2;
  static constexpr bool kOrdered = true;
};
template <>
struct Shape<VTerminalsNarrow> {
  static constexpr unsigned kTerminals = 2, kParts = 1, kCounterBits = 18;
  static constexpr bool kOrdered = false;
};

/// RTL and model differ.
struct PairMismatch : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <class Top>
class Pair {
 public:
  static constexpr TerminalId kTerminals = Shape<Top>::kTerminals;

  explicit Pair(unsigned mutant = 0) : inputs(kTerminals), words(kTerminals), drops(kTerminals) {
    bench_.argument("+mutant=" + std::to_string(mutant));
    model.reset();
    for (int i = 0; i < 3; ++i) step_reset();
  }

  // The inputs of the coming cycle; those of terminals are cleared by `step`.
  static constexpr ApbInput kIdle{false, false, true, 0, ~0u};  ///< Would start and stop a run.
  ApbInput apb = kIdle;
  std::vector<OnchipInput> inputs;
  std::vector<std::optional<OnchipWord>> words;  ///< At the sinks.
  std::vector<std::uint8_t> drops;
  OnchipTerminals model{kTerminals, Shape<Top>::kOrdered, {}, Shape<Top>::kCounterBits};

  void step() {
    drive_inputs();
    bench_->rst_ni = 1;
    bench_.settle();
    compare();
    for (TerminalId t = 0; t < kTerminals; ++t) inputs[t].arrived = words[t] ? &*words[t] : nullptr;
    model.step(apb, inputs, drops);
    bench_.tick();
    clear_inputs();
    data_known_ = true;
    compare();
  }

  /// A cycle of reset in the middle of what goes on.
  void reset() {
    step_reset();
    model.reset();
    clear_inputs();
    apb = kIdle;
    drive_inputs();
    bench_.settle();
    data_known_ = false;
    compare();
  }

  /// One whole APB transfer; `during` is called before each of its cycles.
  std::uint32_t transfer(
      bool write, unsigned address, std::uint32_t data = 0,
      const std::function<void()>& during = [] {}) {
    apb = {true, false, write, static_cast<std::uint16_t>(address), data};
    during();
    step();
    apb.enable = true;
    during();
    failed_ = model.control().error();
    const std::uint32_t read = model.control().data();
    step();
    apb = kIdle;
    return read;
  }
  void write(unsigned address, std::uint32_t data) { transfer(true, address, data); }
  std::uint32_t read(unsigned address) { return transfer(false, address, ~0u); }
  std::uint32_t count(unsigned counter) { return read(0x100 + 4 * counter); }
  /// PSLVERR of the last transfer.
  [[nodiscard]] bool refused() const { return failed_; }
  [[nodiscard]] bool assertion_failed() { return bench_.assertion_failed(); }

 private:
  /// Of terminals.
  void clear_inputs() {
    words.assign(kTerminals, {});
    inputs.assign(kTerminals, {});
    drops.assign(kTerminals, 0);
  }

  static std::uint64_t widened(std::uint32_t word) {
    return Shape<Top>::kParts == 1 ? word : std::uint64_t{word} << 32 | word;
  }

  void drive_inputs() {
    bench_->psel_i = apb.select;
    bench_->penable_i = apb.enable;
    bench_->pwrite_i = apb.write;
    drive(bench_->paddr_i, apb.address);
    bench_->pwdata_i = apb.data;
    for (TerminalId t = 0; t < kTerminals; ++t) {
      bench_->m_axis_tready_i[t] = inputs[t].ready;
      const OnchipWord word = words[t].value_or(OnchipWord{});
      bench_->s_axis_tvalid_i[t] = words[t].has_value();
      const std::uint64_t altered = word.repeated ? 0 : std::uint64_t{1} << 45;
      drive(bench_->s_axis_tdata_i[t], widened(word.data) ^ altered);
      drive(bench_->s_axis_tid_i[t], word.terminal);
      bench_->s_axis_tlast_i[t] = word.last;
      drive(bench_->drop_i[t], drops[t]);
    }
  }

  void step_reset() {
    drive_inputs();
    bench_.reset();
  }

  /// The first port that differs, or an empty text.
  std::string difference() {
    if (!bench_->pready_o) return "pready_o";
    if (bench_->pslverr_o != model.control().error()) return "pslverr_o";
    if (data_known_ && bench_->prdata_o != model.control().data()) return "prdata_o";
    if (bench_->phase_o != static_cast<unsigned>(model.phase())) return "phase_o";
    if (bench_->failed_o != model.failed()) return "failed_o";
    for (TerminalId t = 0; t < kTerminals; ++t) {
      const OnchipWord* word = model.output(t);
      if (!bench_->s_axis_tready_o[t]) return "s_axis_tready_o";
      if (bench_->m_axis_tvalid_o[t] != (word != nullptr)) return "m_axis_tvalid_o";
      if (word == nullptr) continue;
      if (bench_->m_axis_tdata_o[t] != widened(word->data)) return "m_axis_tdata_o";
      if (bench_->m_axis_tdest_o[t] != word->terminal) return "m_axis_tdest_o";
      if (bench_->m_axis_tlast_o[t] != word->last) return "m_axis_tlast_o";
    }
    return "";
  }

  void compare() {
    if (const std::string port = difference(); !port.empty()) throw PairMismatch(port + " differs");
  }

  Bench<Top> bench_;
  bool failed_ = false;
  bool data_known_ = true;  ///< PRDATA has been read since the reset.
};

/// std::mt19937 has 32 bits in a wider type.
class Draws {
 public:
  explicit Draws(unsigned seed) : random_(seed) {}
  std::uint32_t operator()() { return static_cast<std::uint32_t>(random_()); }

 private:
  std::mt19937 random_;
};

/// Takes whole messages from sources to sinks, with random gaps and stalls, in order for each pair
/// of terminals. `fault` may alter the messages of a sink before a new one comes in.
class Channel {
 public:
  using Message = std::deque<OnchipWord>;

  Channel(TerminalId terminals, unsigned seed, unsigned stall_of_8)
      : random_(seed),
        stall_(stall_of_8),
        incomplete_(terminals),
        queues_(terminals),
        inside_(terminals) {}

  std::function<void(std::deque<Message>&)> fault;

  template <class Pair>
  void cycle(Pair& pair) {
    for (TerminalId t = 0; t < queues_.size(); ++t) {
      if (!queues_[t].empty() && (random_() % 8 >= stall_ || random_() % 2 == 0)) {
        Message& front = queues_[t].front();
        pair.words[t] = front.front();
        front.pop_front();
        if (front.empty()) queues_[t].pop_front();
        inside_[t] = !pair.words[t]->last;
      }
      pair.inputs[t].ready = random_() % 8 >= stall_;
      const OnchipWord* word = pair.model.output(t);
      if (word == nullptr || !pair.inputs[t].ready) continue;
      incomplete_[t].push_back(*word);
      incomplete_[t].back().terminal = t;
      if (!word->last) continue;
      auto& queue = queues_[word->terminal];
      queue.push_back(incomplete_[t]);
      incomplete_[t].clear();
      if (fault && queue.size() > 2) fault(queue);
    }
  }

 private:
  Draws random_;
  unsigned stall_;
  std::vector<Message> incomplete_;
  std::vector<std::deque<Message>> queues_;
  std::vector<bool> inside_;
};

/// A whole run from start to phase done.
template <class Pair>
void run(Pair& pair, Channel& channel) {
  pair.write(0, 1);
  for (unsigned cycle = 0; cycle < 100000; ++cycle) {
    channel.cycle(pair);
    pair.step();
    if (pair.model.phase() == OnchipPhase::kDone) return;
  }
  FAIL("no end");
}

}  // namespace wayfarer
