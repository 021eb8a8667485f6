#include "onchip/network.hpp"

#include <utility>

namespace wayfarer {

OnchipNetwork::OnchipNetwork(std::unique_ptr<StreamNetwork> network, unsigned parts, bool ordered,
                             const OnchipSettings& settings)
    : network_(std::move(network)),
      traffic_(static_cast<TerminalId>(network_->terminals()), ordered, settings),
      words_(network_->terminals()),
      inputs_(network_->terminals()),
      drops_(network_->terminals()) {
  for (unsigned part = 0; part < parts; ++part) repeat_ |= StreamData{1} << 32 * part;
}

void OnchipNetwork::step(const ApbInput& apb) {
  for (TerminalId t = 0; t < traffic_.terminals(); ++t) {
    inputs_[t] = {network_->ready(t), nullptr};
    drops_[t] = network_->drop(t);
    if (const StreamWord* word = network_->output(t)) {
      const auto data = static_cast<std::uint32_t>(word->data);
      words_[t] = {data, word->terminal, word->last, word->data == data * repeat_};
      inputs_[t].arrived = &words_[t];
    }
    network_->set_ready(t, true);
    if (const OnchipWord* word = traffic_.output(t))
      network_->offer(t, {word->data * repeat_, word->terminal, word->last});
  }
  traffic_.step(apb, inputs_, drops_);
  network_->step();
}

void OnchipNetwork::run() {
  while (!network_->ready(0)) step({});  // the network loads its tables
  constexpr ApbInput kStart{true, false, true, 0, 1};
  step(kStart);
  ApbInput access = kStart;
  access.enable = true;
  step(access);
  while (traffic_.phase() != OnchipPhase::kDone) step({});
  // The counters have the events of a cycle two cycles later.
  for (int i = 0; i < 2; ++i) step({});
}

}  // namespace wayfarer
