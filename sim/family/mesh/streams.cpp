#include "family/mesh/streams.hpp"

#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "core/error.hpp"
#include "family/mesh/config.hpp"
#include "family/mesh/header.hpp"

namespace wayfarer {

void MeshStreamExit::reset() {
  ports_.assign(ports_.size(), {});
  pointer_ = 0;
  reassembly_.reset();
}

bool MeshStreamExit::stalls() const {
  for (const Port& port : ports_)
    if (port.arrived.size() >= kDepth - 1) return true;
  return false;
}

bool MeshStreamExit::idle() const {
  for (const Port& port : ports_)
    if (!port.arrived.empty()) return false;
  return reassembly_.idle();
}

void MeshStreamExit::step(StreamMessages& messages, const Delivery* first, const Delivery* last,
                          bool ready) {
  send(messages, ready);
  for (; first != last; ++first) ports_[first->buffer].arrived.push_back(*first);
}

/// Takes the front flit of the next queue in round robin, unless its slot is occupied.
void MeshStreamExit::send(StreamMessages& messages, bool ready) {
  const auto count = static_cast<unsigned>(ports_.size());
  unsigned number = pointer_;
  for (unsigned i = 0; i < count && ports_[number].arrived.empty(); ++i)
    number = (number + 1) % count;
  Port& port = ports_[number];
  if (port.arrived.empty()) return reassembly_.step(nullptr, ready);
  pointer_ = (number + 1) % count;
  const Delivery flit = port.arrived.front();
  const unsigned slot = 2 * number + port.second;
  if (is_head(flit.tag)) {
    port.words = 0;
    port.arrived.pop_front();
    return reassembly_.step(nullptr, ready);
  }
  if (!reassembly_.ready(slot)) return reassembly_.step(nullptr, ready);
  port.arrived.pop_front();
  const StreamMessage& message = messages.at(flit.message);
  const bool last = is_tail(flit.tag);
  const StreamReassembly::Arrival word = {slot, port.words, message.source,
                                          message.words.at(port.words), last};
  ++port.words;
  if ((port.words & 0xff) != flit.index) throw std::logic_error("data flits out of order");
  reassembly_.step(&word, ready);
  if (!last) return;
  port.second ^= 1;
  messages.remove(flit.message);
}

MeshStreamTerminal::MeshStreamTerminal(TerminalId terminal, const NetworkShape& shape,
                                       unsigned ejection_ports, const StreamSizes& sizes,
                                       std::unique_ptr<StreamRouteSource> source,
                                       std::shared_ptr<StreamMessages> messages)
    : terminal_(terminal),
      flit_bytes_(shape.flit_bytes),
      messages_(std::move(messages)),
      entry_(sizes, shape.terminals),
      source_(std::move(source)),
      exit_(ejection_ports, sizes.max_words) {}

void MeshStreamTerminal::reset() {
  messages_->clear();
  entry_.reset();
  source_->reset();
  exit_.reset();
  open_ = header_goes_ = word_goes_ = false;
}

void MeshStreamTerminal::drive(Network& network) {
  network.stall_ejection(terminal_, exit_.stalls());
  const PortMask ready = network.injection_ready()[terminal_];
  header_goes_ = source_->valid() && ready != 0;
  word_goes_ = open_ && (ready >> port_ & 1u) != 0;
  if (!header_goes_ && !word_goes_) return;
  Flit flit;
  if (word_goes_) {
    flit.tag = entry_.last() ? Tag::kTail : Tag::kBody;
    flit.index = static_cast<std::uint16_t>(entry_.place() + 1);
  } else {
    const StreamEntry::Message& message = entry_.front();
    for (port_ = 0; (ready >> port_ & 1u) == 0;) ++port_;
    message_ = messages_->add({terminal_, message.words});
    source_->leave();
    flit.tag = Tag::kHeader;
    flit.destination = message.destination;
    flit.length_bytes = static_cast<std::uint16_t>(message.words.size() * flit_bytes_);
  }
  flit.message = message_;
  network.offer(terminal_, port_, flit);
}

void MeshStreamTerminal::step(const StreamInput& input, const Delivery* first,
                              const Delivery* last) {
  exit_.step(*messages_, first, last, input.ready);
  const TerminalId destination = entry_.valid() ? entry_.front().destination : 0;
  source_->step(entry_.valid() && !open_ ? &destination : nullptr, header_goes_);
  if (header_goes_) open_ = true;
  if (word_goes_) open_ = !entry_.last();
  entry_.step(input.offered, word_goes_);
}

void check_mesh_streams(const NetworkConfig& config, const StreamSizes& sizes,
                        unsigned most_words) {
  check_stream_sizes(config.name, sizes, most_words);
  const unsigned needed = needed_vc_classes(config);
  if (mesh_of(config).vc_classes != needed)
    throw UsageError(
        fmt::format("{}: router.vc_classes = {}: networks with streams have one class "
                    "of virtual channels for each phase and dateline class; legal: {}",
                    config.name, mesh_of(config).vc_classes, needed));
  unsigned source = 1;
  while ((1u << source) < config.topology.nodes()) ++source;
  const unsigned bits = VcHeader(config).message_offset() + source;
  if (config.flit_bits < bits)
    throw UsageError(fmt::format("{}: flit.bits = {}: a header with its source needs {}",
                                 config.name, config.flit_bits, bits));
}

std::unique_ptr<StreamNetwork> make_mesh_streams(const NetworkConfig& config,
                                                 const StreamSizes& sizes,
                                                 std::unique_ptr<Network> network,
                                                 const MakeRouteSource& make, Rest rest) {
  const auto messages = std::make_shared<StreamMessages>();
  return std::make_unique<StreamModel>(
      std::move(network), Ejection::kThisCycle,
      [&](TerminalId terminal, const NetworkShape& shape) {
        return std::make_unique<MeshStreamTerminal>(terminal, shape, mesh_of(config).ejection_ports,
                                                    sizes, make(terminal), messages);
      },
      rest);
}

}  // namespace wayfarer
