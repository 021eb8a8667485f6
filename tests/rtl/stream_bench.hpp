// A verilated network with streams beside its model: random messages, gaps, back-pressure and
// illegal input; all outputs are compared in every cycle, and messages are followed from end to
// end.
#pragma once

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <array>
#include <deque>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bench.hpp"
#include "flits.hpp"
#include "stream/network.hpp"

namespace wayfarer::module_test {

/// RTL and model differ.
struct StreamMismatch : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What a run of StreamBench sends.
struct StreamTraffic {
  unsigned seed = 1;
  unsigned offer = 4;    ///< A word is offered in so many of 8 cycles,
  unsigned take = 4;     ///< and taken in so many.
  unsigned illegal = 1;  ///< So many of 16 messages are illegal, of all kinds.
  unsigned cycles = 3000;
};

/// Whether a terminal may send to another one; empty: all to all.
using StreamReach = std::function<bool(unsigned from, unsigned to)>;

/// By cause, messages that were dropped and words withdrawn.
using StreamDrops = std::array<unsigned, 4>;

/// A port of a word, of 128 bits if it is not of an integer type.
template <class Port>
void drive_data(Port& port, StreamData data) {
  if constexpr (std::is_integral_v<Port>)
    port = static_cast<Port>(data);
  else
    for (unsigned part = 0; part < 4; ++part)
      port[part] = static_cast<std::uint32_t>(data >> 32 * part);
}

template <class Port>
StreamData data_of(const Port& port) {
  if constexpr (std::is_integral_v<Port>)
    return port;
  else {
    StreamData data = 0;
    for (unsigned part = 0; part < 4; ++part) data |= StreamData{port[part]} << 32 * part;
    return data;
  }
}

/// Bits of a network's words, where they are fewer than its port's type has.
template <class Top>
constexpr unsigned kWordBits = 128;

/// No access to the management port of networks that have one.
template <class Top>
auto no_access(Top* top) -> decltype(void(top->psel_i)) {
  top->psel_i = top->penable_i = 0;
}
inline void no_access(const void*) {}

template <class Top>
class StreamBench {
 public:
  StreamBench(StreamNetwork& model, unsigned max_words, bool ordered, unsigned mutant = 0,
              StreamReach reaches = {}, Fill fill = usual_fill())
      : bench_(fill),
        model_(model),
        terminals_(static_cast<unsigned>(model.terminals())),
        max_words_(max_words),
        ordered_(ordered),
        reaches_(std::move(reaches)) {
    bench_.argument(fmt::format("+mutant={}", mutant));
    reset();
  }

  /// One cycle of reset, at any time: messages on their way are lost.
  void reset() {
    senders_.assign(terminals_, {});
    receivers_.assign(terminals_, {});
    outstanding_ = 0;
    drops_ = expected_drops_ = {};
    for (unsigned t = 0; t < terminals_; ++t) idle(t);
    no_access(rtl());
    bench_.reset();
    model_.reset();
    compare();
    while (!model_.ready(0)) clock();
  }

  /// A destination that only one terminal sends to, and the terminals that each get a copy; in a
  /// quarter of that one's messages.
  struct Group {
    unsigned source = 0;
    unsigned destination = 0;  ///< TDEST.
    std::vector<unsigned> members;
  };
  void use_groups(std::vector<Group> groups) { groups_ = std::move(groups); }

  /// The verilated network, and a clock of both.
  Top* rtl() { return bench_.operator->(); }
  void idle_clock() { clock(); }

  /// A message of one word that no terminal expects.
  void send_one(unsigned t, const StreamWord& word) {
    put(t, word);
    clock();
  }

  /// Random traffic; messages are on their way at its end.
  Random send_some(const StreamTraffic& traffic) {
    Random random(traffic.seed);
    for (unsigned cycle = 0; cycle < traffic.cycles; ++cycle) {
      for (unsigned t = 0; t < terminals_; ++t) {
        send(random, traffic, t, true);
        take(t, random.chance(traffic.take, 8));
      }
      clock();
    }
    return random;
  }

  /// Random traffic, then as many cycles as it takes for all messages to arrive.
  void run(const StreamTraffic& traffic) {
    Random random = send_some(traffic);
    for (unsigned cycle = 0; !settled(); ++cycle) {
      REQUIRE(cycle < kPatience);
      for (unsigned t = 0; t < terminals_; ++t) {
        send(random, traffic, t, false);
        take(t, random.chance(4, 8));
      }
      clock();
    }
  }

  /// Cycles from the one in which the last word of a lone message is taken to the one in which its
  /// first word comes out, both counted.
  unsigned lone_message(unsigned from, unsigned to, unsigned words) {
    std::vector<StreamWord> message;
    for (unsigned word = 0; word < words; ++word)
      message.push_back({word + 1, to, word + 1 == words});
    while (!model_.ready(from)) clock();
    diagram_ = {};
    for (const StreamWord& word : message) {
      put(from, word);
      draw(&word, to);
      if (!word.last) clock();
    }
    expect(from, message);
    unsigned cycles = 1;
    for (; model_.output(to) == nullptr; ++cycles) {
      REQUIRE(cycles < kPatience);
      clock();
      draw(nullptr, to);
    }
    for (unsigned i = 0; i <= words; ++i) {
      take(to, true);
      clock();
      draw(nullptr, to);
    }
    REQUIRE(settled());
    return cycles;
  }

  /// The streams of the last lone message, a row each; of words their numbers, L: TLAST.
  [[nodiscard]] std::string diagram() const {
    std::string text = "cycle ";
    for (std::size_t cycle = 0; cycle < diagram_[0].size() / kCell; ++cycle)
      text += fmt::format("{:{}}", cycle, kCell);
    return text + "\ns_axis" + diagram_[0] + "\nm_axis" + diagram_[1] + "\n";
  }

  [[nodiscard]] std::size_t received() const { return received_; }
  [[nodiscard]] const StreamDrops& drops() const { return drops_; }
  [[nodiscard]] bool assertion_failed() { return bench_.assertion_failed(); }

 private:
  static constexpr unsigned kPatience = 100000;
  static constexpr unsigned kCell = 4;  // columns of a cycle in a diagram

  struct Sender {
    std::vector<StreamWord> words;  // of the current message
    std::size_t sent = 0;
    bool legal = true;
    bool offered = false;   // its next word is on the stream
    bool withdraw = false;  // offered words may be taken back
    unsigned expected_drop = 0;
  };

  /// Messages on their way: by source, in order, their words.
  struct Receiver {
    std::map<unsigned, std::deque<std::vector<StreamData>>> expected;
    std::vector<StreamData> words;
  };

  void draw(const StreamWord* in, unsigned to) {
    const auto cell = [](const StreamWord* word) {
      const std::string text =
          word == nullptr ? "-" : fmt::format("{}{}", unsigned(word->data), word->last ? "L" : "");
      return fmt::format("{:>{}}", text, kCell);
    };
    diagram_[0] += cell(in);
    diagram_[1] += cell(model_.output(to));
  }

  void idle(unsigned t) {
    bench_->s_axis_tvalid_i[t] = 0;
    drive_data(bench_->s_axis_tdata_i[t], 0);
    bench_->s_axis_tdest_i[t] = 0;
    bench_->s_axis_tlast_i[t] = 0;
    bench_->m_axis_tready_i[t] = 0;
  }

  [[nodiscard]] StreamData draw(Random& random) const {
    using Port = std::decay_t<decltype(std::declval<Top&>().s_axis_tdata_i[0])>;
    const StreamData low = std::uint64_t{random()} << 32 | random();
    if constexpr (kWordBits<Top> < 64)
      return low & ((StreamData{1} << kWordBits<Top>)-1);
    else if constexpr (std::is_integral_v<Port>)
      return static_cast<Port>(low);
    else
      return low | StreamData{std::uint64_t{random()} << 32 | random()} << 64;
  }

  [[nodiscard]] unsigned draw_destination(Random& random, unsigned from, bool legal) const {
    for (;;) {
      const unsigned to = random.below(terminals_);
      if (!reaches_ || reaches_(from, to) == legal) return to;
    }
  }

  void new_message(Random& random, const StreamTraffic& traffic, unsigned from) {
    Sender& sender = senders_[from];
    const unsigned words = 1 + random.below(max_words_);
    unsigned to = draw_destination(random, from, true);
    for (const Group& group : groups_)
      if (group.source == from && random.chance(1, 4)) to = group.destination;
    sender = {};
    for (unsigned i = 0; i < words; ++i) sender.words.push_back({draw(random), to, i + 1 == words});
    if (!random.chance(traffic.illegal, 16)) return;
    sender.legal = false;
    switch (random.below(4)) {
      case 0:  // no such terminal, near or far, or one that this terminal does not send to
        for (StreamWord& word : sender.words)
          word.terminal = random.chance(1, 2) ? terminals_ : 0xffff;
        if (reaches_ && random.chance(1, 2))
          for (StreamWord& word : sender.words)
            word.terminal = draw_destination(random, from, false);
        sender.expected_drop = kDropDestination;
        break;
      case 1:  // too long, by one word or by many
        while (sender.words.size() <= max_words_ + random.below(2 * max_words_)) {
          sender.words.back().last = false;
          sender.words.push_back({draw(random), to, true});
        }
        sender.expected_drop = kDropOversized;
        break;
      case 2:  // another destination in the middle, legal or not
        if (words == 1) {
          sender.legal = true;
          break;
        }
        sender.words[1 + random.below(words - 1)].terminal = (to + 1) % (terminals_ + 1);
        sender.expected_drop = kDropChanged;
        break;
      default:  // words are taken back
        sender.legal = true;
        sender.withdraw = true;
    }
  }

  void send(Random& random, const StreamTraffic& traffic, unsigned t, bool more) {
    Sender& sender = senders_[t];
    if (sender.sent == sender.words.size()) {
      if (!more) return;
      new_message(random, traffic, t);
    }
    if (!sender.offered && !random.chance(traffic.offer, 8)) return;
    if (sender.offered && sender.withdraw && random.chance(1, 4)) {
      sender.offered = false;
      ++expected_drops_[3];
      return;
    }
    put(t, sender.words[sender.sent]);
    sender.offered = true;
    if (!model_.ready(t)) return;
    sender.offered = false;
    if (++sender.sent < sender.words.size()) return;
    if (sender.legal) expect(t, sender.words);
    for (unsigned cause = 0; cause < 3; ++cause)
      expected_drops_[cause] += sender.expected_drop >> cause & 1;
  }

  void expect(unsigned from, const std::vector<StreamWord>& message) {
    std::vector<StreamData> words;
    for (const StreamWord& word : message) words.push_back(word.data);
    std::vector<unsigned> members = {message.front().terminal};
    for (const Group& group : groups_)
      if (group.destination == members.front()) members = group.members;
    for (const unsigned member : members) {
      receivers_[member].expected[from].push_back(words);
      ++outstanding_;
    }
  }

  void put(unsigned t, const StreamWord& word) {
    model_.offer(t, word);
    bench_->s_axis_tvalid_i[t] = 1;
    drive_data(bench_->s_axis_tdata_i[t], word.data);
    drive(bench_->s_axis_tdest_i[t], word.terminal);
    bench_->s_axis_tlast_i[t] = word.last;
  }

  void take(unsigned t, bool ready) {
    model_.set_ready(t, ready);
    bench_->m_axis_tready_i[t] = ready;
    const StreamWord* word = model_.output(t);
    if (!ready || word == nullptr) return;
    Receiver& receiver = receivers_[t];
    receiver.words.push_back(word->data);
    if (!word->last) return;
    // Every message arrives once, with its source; in order where the network promises it.
    auto& expected = receiver.expected[word->terminal];
    auto found = expected.begin();
    if (!ordered_)
      while (found != expected.end() && *found != receiver.words) ++found;
    REQUIRE(found != expected.end());
    REQUIRE(*found == receiver.words);
    expected.erase(found);
    receiver.words.clear();
    --outstanding_;
    ++received_;
  }

  void clock() {
    bench_.settle();
    compare();  // outputs do not depend on inputs
    bench_.tick();
    model_.step();
    ++cycle_;
    for (unsigned t = 0; t < terminals_; ++t) {
      bench_->s_axis_tvalid_i[t] = 0;
      for (unsigned cause = 0; cause < drops_.size(); ++cause)
        drops_[cause] += model_.drop(t) >> cause & 1u;
    }
    compare();
  }

  void compare() {
    for (unsigned t = 0; t < terminals_; ++t) {
      const StreamWord* word = model_.output(t);
      const bool equal = bench_->s_axis_tready_o[t] == model_.ready(t) &&
                         bench_->drop_o[t] == model_.drop(t) &&
                         bench_->m_axis_tvalid_o[t] == (word != nullptr) &&
                         (word == nullptr || (data_of(bench_->m_axis_tdata_o[t]) == word->data &&
                                              bench_->m_axis_tid_o[t] == word->terminal &&
                                              bench_->m_axis_tlast_o[t] == word->last));
      if (!equal)
        throw StreamMismatch(fmt::format("cycle {}, terminal {}: RTL and model differ", cycle_, t));
    }
  }

  [[nodiscard]] bool settled() const {
    if (outstanding_ != 0 || drops_ != expected_drops_) return false;
    for (const Sender& sender : senders_)
      if (sender.sent != sender.words.size()) return false;
    return true;
  }

  Bench<Top> bench_;
  StreamNetwork& model_;
  const unsigned terminals_;
  const unsigned max_words_;
  const bool ordered_;
  const StreamReach reaches_;
  std::vector<Group> groups_;
  std::vector<Sender> senders_;
  std::vector<Receiver> receivers_;
  std::size_t outstanding_ = 0;
  std::size_t received_ = 0;
  StreamDrops drops_{};
  StreamDrops expected_drops_{};
  unsigned cycle_ = 0;
  std::array<std::string, 2> diagram_;  // s_axis, m_axis
};

/// Outputs do not depend on the state before a reset of one cycle: from any random state of
/// registers and memories, and from the middle of traffic, they equal the model's in every cycle.
template <class Top, class Make>
void independent_of_state(const Make& make, unsigned max_words, bool ordered,
                          const StreamReach& reaches = {}) {
  for (unsigned fill = 1; fill <= 3; ++fill) {
    const auto model = make();
    StreamBench<Top> bench(*model, max_words, ordered, 0, reaches, Fill{static_cast<int>(fill)});
    for (unsigned resets = 0; resets < 3; ++resets) {
      bench.send_some({fill, 8, 3, 1, 150});
      bench.reset();
    }
    bench.run({fill, 8, 6, 2, 150});
    CHECK(bench.received() > 0);
    CHECK_FALSE(bench.assertion_failed());
  }
}

/// Every mutant woven into the RTL shows as a mismatch, and the original does not. `make` makes a
/// model.
template <class Top, class Make>
void find_mutants(const Make& make, unsigned max_words, bool ordered, const char* const* first,
                  const char* const* last, const StreamReach& reaches = {}) {
  const auto differs = [&](unsigned mutant) {
    const auto model = make();
    try {
      StreamBench<Top> bench(*model, max_words, ordered, mutant, reaches);
      for (const StreamTraffic& traffic : {StreamTraffic{1, 4, 4, 3, 400},
                                           {2, 8, 3, 3, 400},
                                           {3, 8, 8, 3, 800},
                                           {4, 8, 1, 3, 800}})
        bench.run(traffic);
    } catch (const StreamMismatch&) {
      return true;
    }
    return false;
  };
  CHECK_FALSE(differs(0));
  for (const char* const* mutant = first; mutant != last; ++mutant) {
    INFO(*mutant);
    CHECK(differs(static_cast<unsigned>(mutant - first) + 1));
  }
}

/// Requires that a page holds a text.
inline void require_in(const std::string& path, const std::string& text) {
  std::ifstream page(path);
  std::stringstream all;
  all << page.rdbuf();
  INFO(path << " must hold this:\n" << text);
  CHECK(all.str().find(text) != std::string::npos);
}

}  // namespace wayfarer::module_test
