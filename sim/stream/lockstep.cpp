#include "stream/lockstep.hpp"

#include <utility>

#include <fmt/format.h>

#include "core/lockstep.hpp"

namespace wayfarer {
namespace {

bool equal_words(const StreamWord* a, const StreamWord* b) {
  return a == nullptr || b == nullptr ? a == b : *a == *b;
}

}  // namespace

StreamLockstep::StreamLockstep(std::unique_ptr<StreamNetwork> reference,
                               std::unique_ptr<StreamNetwork> device)
    : reference_(std::move(reference)), device_(std::move(device)) {
  if (reference_->terminals() != device_->terminals())
    throw CheckFailed(fmt::format("lockstep: the model has {} terminals and the hardware {}",
                                  reference_->terminals(), device_->terminals()));
}

void StreamLockstep::reset() {
  reference_->reset();
  device_->reset();
  cycle_ = 0;
  compare();
}

void StreamLockstep::step() {
  reference_->step();
  device_->step();
  ++cycle_;
  compare();
}

std::string StreamLockstep::describe(const StreamNetwork& network, TerminalId t) {
  const StreamWord* const word = network.output(t);
  const std::string text = word == nullptr
                               ? "no word"
                               : fmt::format("a word {:#018x}{:016x} of {}{}",
                                             static_cast<std::uint64_t>(word->data >> 64),
                                             static_cast<std::uint64_t>(word->data), word->terminal,
                                             word->last ? ", the last" : "");
  return fmt::format("{}ready, drop {:#x}, {}", network.ready(t) ? "" : "not ", network.drop(t),
                     text);
}

void StreamLockstep::compare() const {
  for (TerminalId t = 0; t < terminals(); ++t)
    if (reference_->ready(t) != device_->ready(t) || reference_->drop(t) != device_->drop(t) ||
        !equal_words(reference_->output(t), device_->output(t)))
      report_difference(cycle_, fmt::format("the streams of terminal {}", t),
                        describe(*reference_, t), describe(*device_, t), {{}, t});
}

}  // namespace wayfarer
