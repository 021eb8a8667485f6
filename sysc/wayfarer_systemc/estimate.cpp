#include "wayfarer_systemc/estimate.hpp"

#include <stdexcept>

namespace wayfarer::sysc {

std::optional<LoneTime> Estimate::time(TerminalId from, TerminalId to, unsigned words,
                                       unsigned max_words) {
  const auto [found, fresh] = known_.try_emplace({from, to, words});
  if (fresh) found->second = measure(from, to, words, max_words);
  return found->second;
}

std::optional<LoneTime> Estimate::measure(TerminalId from, TerminalId to, unsigned words,
                                          unsigned max_words) {
  constexpr unsigned kPatience = 1'000'000;
  model_->reset();
  for (unsigned cycle = 0; !model_->ready(from); ++cycle) {
    if (cycle == kPatience) throw std::logic_error("a network that takes no word");
    model_->step();
  }
  for (TerminalId t = 0; t < model_->terminals(); ++t) model_->set_ready(t, true);
  LoneTime time;
  unsigned sent = 0, received = 0;
  for (unsigned cycle = 1; received < words; ++cycle) {
    if (cycle == kPatience) throw std::logic_error("a lone message that does not arrive");
    if (model_->output(to) != nullptr && ++received == words) time.arrived = cycle - 1;
    if (sent < words) {
      const unsigned number = sent % max_words;
      const bool last = number + 1 == max_words || sent + 1 == words;
      model_->offer(from, {0, to, last});
      if (model_->ready(from) && ++sent == words) time.injected = cycle;
    }
    model_->step();
    if (model_->drop(from) != 0) return std::nullopt;
  }
  return time;
}

}  // namespace wayfarer::sysc
