#include "family/deflection/streams.hpp"

#include <algorithm>
#include <stdexcept>

#include "family/deflection/model.hpp"
#include "family/kit/stream_parameters.hpp"
#include "stream/entry.hpp"
#include "stream/messages.hpp"
#include "stream/model.hpp"
#include "stream/stream_reassembly.hpp"

namespace wayfarer {
namespace {

/// A flit: a word of a message, or the acknowledgement of one.
struct Contents {
  bool acknowledgement = false;
  StreamReassembly::Arrival word;  // slot and source are the sender
};

using Flits = MessageTable<Contents>;

/// deflection_stream_entry and deflection_stream_exit.
class Terminal final : public StreamTerminal {
 public:
  Terminal(TerminalId terminal, unsigned terminals, const StreamSizes& sizes,
           std::shared_ptr<Flits> flits)
      : terminal_(terminal),
        flits_(std::move(flits)),
        entry_(sizes, terminals),
        reassembly_(terminals, sizes.max_words),
        owed_(terminals),
        pending_(terminals) {}

  void reset() override {
    flits_->clear();
    entry_.reset();
    reassembly_.reset();
    owed_.assign(owed_.size(), false);
    pending_.assign(pending_.size(), false);
    pointer_ = 0;
    acknowledges_ = turn_ = taken_ = false;
  }

  [[nodiscard]] bool ready() const override { return entry_.ready(); }
  [[nodiscard]] std::uint8_t drop() const override { return entry_.drop(); }
  [[nodiscard]] const StreamWord* output() const override { return reassembly_.output(); }
  [[nodiscard]] bool idle() const override {
    return flits_->empty() && entry_.idle() && reassembly_.idle() && !acknowledges_ &&
           std::find(owed_.begin(), owed_.end(), true) == owed_.end();
  }

  void drive(Network& network) override {
    const bool word_waits =
        entry_.valid() && (entry_.place() != 0 || !pending_[entry_.front().destination]);
    acknowledgement_goes_ = acknowledges_ && (turn_ || !word_waits);
    taken_ = (acknowledges_ || word_waits) && network.injection_ready()[terminal_] != 0;
    if (!taken_) return;
    Contents contents;
    contents.acknowledgement = acknowledgement_goes_;
    contents.word.slot = contents.word.source = terminal_;
    Flit flit;
    flit.tag = Tag::kSingle;
    flit.destination = to_;
    if (!acknowledgement_goes_) {
      flit.destination = entry_.front().destination;
      contents.word.place = entry_.place();
      contents.word.data = entry_.front().words[entry_.place()];
      contents.word.last = entry_.last();
    }
    flit.message = flits_->add(contents);
    network.offer(terminal_, 0, flit);
  }

  void step(const StreamInput& input, const Delivery* first, const Delivery* last) override {
    const bool pop = taken_ && !acknowledgement_goes_;
    if (pop) pending_[entry_.front().destination] = true;
    if (taken_) turn_ = pop;
    if (!acknowledges_ || (taken_ && acknowledgement_goes_)) load_acknowledgement();

    Contents flit;
    const bool arrives = first != last;
    if (arrives) {
      flit = flits_->at(first->message);
      flits_->remove(first->message);
    }
    const bool word = arrives && !flit.acknowledgement;
    if (arrives && !word) pending_[flit.word.source] = false;
    if (word && !reassembly_.ready(flit.word.slot))
      throw std::logic_error("a word for a message that is complete");
    const int sent = reassembly_.sent(input.ready);
    if (sent >= 0) owed_[sent] = true;
    reassembly_.step(word ? &flit.word : nullptr, input.ready);
    entry_.step(input.offered, pop);
  }

 private:
  /// The next source in round robin that is owed an acknowledgement, if any.
  void load_acknowledgement() {
    const auto size = static_cast<unsigned>(owed_.size());
    acknowledges_ = false;
    for (unsigned i = 0; i < size && !acknowledges_; ++i) {
      const unsigned source = (pointer_ + i) % size;
      if (!owed_[source]) continue;
      acknowledges_ = true;
      owed_[source] = false;
      to_ = source;
      pointer_ = (source + 1) % size;
      return;
    }
  }

  const TerminalId terminal_;
  const std::shared_ptr<Flits> flits_;
  StreamEntry entry_;
  StreamReassembly reassembly_;
  std::vector<bool> owed_;     // acknowledgements to send, by source
  std::vector<bool> pending_;  // messages that are not acknowledged, by destination
  unsigned pointer_ = 0;       // of the round robin over owed_
  bool acknowledges_ = false;
  TerminalId to_ = 0;  // of the next acknowledgement
  bool turn_ = false;  // acknowledgements take precedence
  // Decisions of this cycle.
  bool acknowledgement_goes_ = false;
  bool taken_ = false;
};

}  // namespace

std::unique_ptr<StreamNetwork> make_deflection_streams(const NetworkConfig& config,
                                                       const StreamSizes& sizes) {
  check_stream_sizes(config.name, sizes);
  const auto flits = std::make_shared<Flits>();
  return std::make_unique<StreamModel>(make_deflection_model(config), Ejection::kThisCycle,
                                       [=](TerminalId terminal, const NetworkShape& shape) {
                                         return std::make_unique<Terminal>(
                                             terminal, shape.terminals, sizes, flits);
                                       });
}

RtlParameters deflection_stream_parameters(const NetworkConfig& /*config*/,
                                           const RtlParameters& network, const StreamSizes& sizes) {
  return stream_parameters(network, {"Columns", "Rows", "Depth", "FlitWidth"}, sizes);
}

}  // namespace wayfarer
