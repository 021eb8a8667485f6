// Everything that on-chip traffic can be made to do, for its comparison with the model: no checks
// of its own.
#pragma once

#include "pair.hpp"

#include <utility>

namespace wayfarer {

/// A run with these settings; a channel with the fault, if any; then all registers and counters.
template <class Top>
void run_and_read(Pair<Top>& pair, Channel& channel, const std::vector<std::uint32_t>& settings) {
  for (unsigned i = 0; i < settings.size(); ++i) pair.write(0x8 + 4 * i, settings[i]);
  run(pair, channel);
  for (unsigned address = 0; address < 0x190; address += 4) pair.read(address);
}

/// For a cycle: random words at the sinks, random TREADY and drops.
template <class Top>
void draw_words(Pair<Top>& pair, Draws& random) {
  for (TerminalId t = 0; t < Pair<Top>::kTerminals; ++t) {
    pair.inputs[t].ready = random() % 2 == 0;
    pair.drops[t] = random() % 64 == 0 ? random() % 16 : 0;
    if (random() % 3 == 0) continue;
    const TerminalId source = random() % 7;
    const bool last = random() % 3 != 0;
    pair.words[t] =
        OnchipWord{random(), source, last, Shape<Top>::kParts == 1 || random() % 4 != 0};
    if (random() % 2 == 0)
      pair.words[t]->data = head_word(source, t, static_cast<std::uint16_t>(random()),
                                      static_cast<std::uint8_t>(random()), last);
  }
}

/// These until the run is stopped.
template <class Top>
void random_words(Pair<Top>& pair, unsigned cycles) {
  Draws random(7);
  pair.write(0x1c, 0);  // until stopped
  pair.write(0, 1);
  for (unsigned cycle = 0; cycle < cycles; ++cycle) {
    draw_words(pair, random);
    pair.step();
  }
}

/// A run without messages in which every terminal drops input for this one cause `times` times.
template <class Top>
void drop_alone(Pair<Top>& pair, unsigned cause, unsigned times) {
  pair.write(0xc, 0);
  pair.write(0x1c, times + 8);
  pair.write(0, 1);
  while (pair.model.phase() != OnchipPhase::kDone) {
    const bool drops = pair.model.phase() == OnchipPhase::kRun && times != 0;
    if (drops) pair.drops.assign(Pair<Top>::kTerminals, static_cast<std::uint8_t>(1u << cause));
    times -= drops ? 1 : 0;
    pair.step();
  }
}

/// A run whose messages all vanish.
template <class Top>
void swallow(Pair<Top>& pair) {
  pair.write(0x1c, 50);
  pair.write(0, 1);
  while (pair.model.phase() != OnchipPhase::kDone) {
    for (OnchipInput& input : pair.inputs) input.ready = true;
    pair.step();
  }
  pair.read(0);
}

/// Drops; words that no source has sent, illegal writes, and a stop whose last words wait for
/// TREADY; after a reset, patterns, hot spots that exist and do not, bursts, saturation; messages
/// that are exchanged, lost, and whose source changes. What takes long is at the end.
template <class Top>
void exercise(Pair<Top>& pair) {
  using Queue = std::deque<Channel::Message>;
  for (unsigned cause = 0; cause < kOnchipCauses; ++cause) drop_alone(pair, cause, cause + 1);
  pair.write(0xc, 0x800);
  random_words(pair, 1000);
  pair.write(0xc, 77);
  for (unsigned counter = 0; counter < kOnchipCounters; ++counter) pair.count(counter);
  pair.write(0, 2);
  for (unsigned cycle = 0; cycle < 80; ++cycle) {
    for (OnchipInput& input : pair.inputs) input.ready = cycle >= 40;
    pair.step();
  }
  pair.reset();
  for (std::uint32_t i = 0; i < 7; ++i) {
    Channel channel(Pair<Top>::kTerminals, i, 2 * i % 5);
    const std::uint32_t hot = i % 2 == 0 ? 0x4000'0001 : 0x4000'0007;
    const std::uint32_t burst = i % 3 == 1 ? 0x0400'1000 : 0;
    const std::uint32_t least = (5 * i + 3) % 7;  // above and below the most
    run_and_read(pair, channel, {i, 0x800u << i % 4, hot, burst, i << 8 | least, 300, i});
  }
  Channel slow(Pair<Top>::kTerminals, 9, 7);
  run_and_read(pair, slow, {0, 0xffff, 0, 0, 0x602, 500, 9});
  const std::function<void(Queue&)> faults[] = {
      [](Queue& queue) { std::swap(queue.back(), queue[queue.size() - 2]); },
      [](Queue& queue) { queue.back().back().terminal ^= 1; },
      [](Queue& queue) { queue.pop_back(); }};
  for (const auto& fault : faults) {
    Channel channel(Pair<Top>::kTerminals, 1, 1);
    bool done = false;
    channel.fault = [&](Queue& queue) {
      if (!std::exchange(done, true)) fault(queue);
    };
    run_and_read(pair, channel, {4, 0x7000, 0, 0, 0x402, 600, 2});
    if (!done) throw std::logic_error("no queue for a fault");
  }
  swallow(pair);
}

}  // namespace wayfarer
