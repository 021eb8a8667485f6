#include "family/linear/streams.hpp"

#include <deque>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "family/kit/stream_parameters.hpp"
#include "family/linear/config.hpp"
#include "family/linear/model.hpp"
#include "geometry/switch_tree.hpp"
#include "stream/entry.hpp"
#include "stream/messages.hpp"
#include "stream/model.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kTerminalMask = 0xffff;

/// linear_stream_exit.
class Exit {
 public:
  void reset() { *this = {}; }

  [[nodiscard]] bool stalls() const { return arrived_.size() >= kDepth - 1; }
  [[nodiscard]] bool idle() const { return arrived_.empty() && !valid_; }
  [[nodiscard]] const StreamWord* output() const { return valid_ ? &word_ : nullptr; }

  /// One clock; `delivery` is what the network delivers, or null.
  void step(StreamMessages& messages, const Delivery* delivery, bool ready) {
    send(messages, ready);
    if (delivery == nullptr) return;
    if (arrived_.size() == kDepth) throw std::logic_error("a flit at an exit that has stalled");
    arrived_.push_back(*delivery);
  }

 private:
  static constexpr std::size_t kDepth = 4;

  void send(StreamMessages& messages, bool ready) {
    const bool load = !valid_ || ready;
    const bool header = !arrived_.empty() && is_head(arrived_.front().tag);
    if (load) valid_ = !arrived_.empty() && !header;
    if (header) place_ = 0;
    if (load && valid_) {
      const Delivery& flit = arrived_.front();
      const StreamMessage& message = messages.at(flit.message);
      word_ = {message.words.at(place_), message.source, is_tail(flit.tag)};
      if ((++place_ & 0xff) != flit.index) throw std::logic_error("data flits out of order");
      if (word_.last) messages.remove(flit.message);
    }
    if (header || (load && valid_)) arrived_.pop_front();
  }

  std::deque<Delivery> arrived_;
  unsigned place_ = 0;  // words that have been sent of the message at the front
  bool valid_ = false;
  StreamWord word_;
};

/// linear_stream_entry and linear_stream_exit. It sends to `destinations` terminals from `first`
/// on.
class Terminal final : public StreamTerminal {
 public:
  Terminal(TerminalId terminal, unsigned flit_bytes, TerminalId first, unsigned destinations,
           const StreamSizes& sizes, std::shared_ptr<StreamMessages> messages)
      : terminal_(terminal),
        flit_bytes_(flit_bytes),
        first_(first),
        messages_(std::move(messages)),
        entry_(sizes, destinations) {}

  void reset() override {
    messages_->clear();
    entry_.reset();
    exit_.reset();
    open_ = taken_ = false;
  }

  [[nodiscard]] bool ready() const override { return entry_.ready(); }
  [[nodiscard]] std::uint8_t drop() const override { return entry_.drop(); }
  [[nodiscard]] const StreamWord* output() const override { return exit_.output(); }
  [[nodiscard]] bool idle() const override {
    return messages_->empty() && entry_.idle() && exit_.idle();
  }

  void drive(Network& network) override {
    network.stall_ejection(terminal_, exit_.stalls());
    taken_ = entry_.valid() && network.injection_ready()[terminal_] != 0;
    if (!taken_) return;
    const StreamEntry::Message& message = entry_.front();
    Flit flit;
    if (open_) {
      flit.tag = entry_.last() ? Tag::kTail : Tag::kBody;
      flit.index = static_cast<std::uint16_t>(entry_.place() + 1);
    } else {
      message_ = messages_->add({terminal_, message.words});
      flit.tag = Tag::kHeader;
      flit.destination = first_ + message.destination;
      flit.length_bytes = static_cast<std::uint16_t>(message.words.size() * flit_bytes_);
    }
    flit.message = message_;
    network.offer(terminal_, 0, flit);
  }

  void step(const StreamInput& input, const Delivery* first, const Delivery* last) override {
    exit_.step(*messages_, first == last ? nullptr : first, input.ready);
    const bool pop = taken_ && open_;
    if (taken_) open_ = !open_ || !entry_.last();
    if (input.offered == nullptr) return entry_.step(nullptr, pop);
    // Destinations count from `first`; those below it wrap around.
    StreamWord word = *input.offered;
    word.terminal = (word.terminal - first_) & kTerminalMask;
    entry_.step(&word, pop);
  }

 private:
  const TerminalId terminal_;
  const unsigned flit_bytes_;
  const TerminalId first_;
  const std::shared_ptr<StreamMessages> messages_;
  StreamEntry entry_;
  Exit exit_;
  bool open_ = false;  // the front message's header has left
  MessageId message_ = 0;
  bool taken_ = false;  // the flit that `drive` offered
};

}  // namespace

std::unique_ptr<StreamNetwork> make_linear_streams(const NetworkConfig& config,
                                                   const StreamSizes& sizes) {
  check_stream_sizes(config.name, sizes);
  const auto messages = std::make_shared<StreamMessages>();
  return std::make_unique<StreamModel>(make_linear_model(config), Ejection::kThisCycle,
                                       [=](TerminalId terminal, const NetworkShape& shape) {
                                         const TerminalId server = shape.terminals - 1;
                                         const bool host = terminal < server;
                                         return std::make_unique<Terminal>(
                                             terminal, shape.flit_bytes, host ? server : 0,
                                             host ? 1 : server, sizes, messages);
                                       });
}

RtlParameters linear_stream_parameters(const NetworkConfig& config, const RtlParameters& network,
                                       const StreamSizes& sizes) {
  const LinearConfig& router = linear_of(config);
  const SwitchTree tree = parse_switch_tree(router.tree);
  // linear_pkg::config_t, a packed struct.
  const std::string fields =
      fmt::format("130'b{:032b}{:032b}{:032b}{:032b}{:b}{:b}", tree.host_targets.size(),
                  tree.switch_targets.size(), config.flit_bits, router.depth, router.refill ? 1 : 0,
                  router.upstream_first ? 1 : 0);
  return stream_parameters(network, {"HostTarget", "SwitchTarget"}, sizes, {{"Config", fields}});
}

}  // namespace wayfarer
