#include "onchip/terminals.hpp"

namespace wayfarer {

OnchipTerminals::OnchipTerminals(TerminalId terminals, bool ordered, const OnchipSettings& settings,
                                 unsigned counter_bits)
    : control_(terminals, settings),
      counters_(ordered, counter_bits),
      sent_(terminals),
      received_(terminals) {
  for (TerminalId t = 0; t < terminals; ++t) {
    sources_.emplace_back(terminals, t);
    sinks_.emplace_back(terminals, t);
  }
  reset();
}

void OnchipTerminals::reset() {
  control_.reset();
  counters_.clear();
  for (OnchipSource& source : sources_) source.reset(control_.settings());
  for (OnchipSink& sink : sinks_) sink.reset();
}

void OnchipTerminals::step(const ApbInput& apb, const std::vector<OnchipInput>& inputs,
                           const std::vector<std::uint8_t>& drops) {
  const OnchipPhase phase = control_.phase();
  bool offered = false;
  bool moved = false;
  for (TerminalId t = 0; t < terminals(); ++t) {
    offered = offered || output(t) != nullptr;
    received_[t] = sinks_[t].received();
    sent_[t] = sources_[t].step(control_.settings(), phase, control_.now(), inputs[t].ready);
    sinks_[t].step(phase, control_.now(), inputs[t].arrived);
    moved = moved || sent_[t].word || received_[t].word;
  }
  // Control reads the counters as they are before this clock.
  control_.step(apb, counters_, offered, moved);
  counters_.step(phase, sent_, received_, drops);
}

}  // namespace wayfarer
