// Network interfaces of the routers with virtual channels: the models of mesh_stream_entry and
// mesh_stream_exit (rtl/mesh).
#pragma once

#include <deque>
#include <functional>
#include <memory>

#include "config/config.hpp"
#include "stream/entry.hpp"
#include "stream/messages.hpp"
#include "stream/model.hpp"
#include "stream/stream_reassembly.hpp"

namespace wayfarer {

/// A terminal's source of routes: takes a destination, and then has the route of its header.
class StreamRouteSource {
 public:
  virtual ~StreamRouteSource() = default;
  virtual void reset() = 0;

  /// A route is at the output, which is a register.
  [[nodiscard]] virtual bool valid() const = 0;
  /// The route at the output is that of the header which its terminal offers in this cycle.
  virtual void leave() = 0;
  /// One clock. `destination`: valid_i, or null; `taken`: ready_i.
  virtual void step(const TerminalId* destination, bool taken) = 0;
};

/// Messages of each ejection port take its two slots in turn.
class MeshStreamExit {
 public:
  MeshStreamExit(unsigned ports, unsigned max_words)
      : ports_(ports), reassembly_(2 * ports, max_words) {}

  void reset();
  [[nodiscard]] const StreamWord* output() const { return reassembly_.output(); }
  [[nodiscard]] bool stalls() const;
  [[nodiscard]] bool idle() const;

  /// One clock; `first` to `last` are the terminal's deliveries.
  void step(StreamMessages& messages, const Delivery* first, const Delivery* last, bool ready);

 private:
  static constexpr std::size_t kDepth = 4;

  struct Port {
    std::deque<Delivery> arrived;
    unsigned second = 0;  ///< 1: the message takes the port's second slot.
    unsigned words = 0;   ///< Words of the message that have been sent to the slot.
  };

  void send(StreamMessages& messages, bool ready);

  std::vector<Port> ports_;
  unsigned pointer_ = 0;
  StreamReassembly reassembly_;
};

class MeshStreamTerminal final : public StreamTerminal {
 public:
  /// `messages` is the same for all terminals of a network.
  MeshStreamTerminal(TerminalId terminal, const NetworkShape& shape, unsigned ejection_ports,
                     const StreamSizes& sizes, std::unique_ptr<StreamRouteSource> source,
                     std::shared_ptr<StreamMessages> messages);

  void reset() override;
  [[nodiscard]] bool ready() const override { return entry_.ready(); }
  [[nodiscard]] std::uint8_t drop() const override { return entry_.drop(); }
  [[nodiscard]] const StreamWord* output() const override { return exit_.output(); }
  [[nodiscard]] bool idle() const override {
    return messages_->empty() && entry_.idle() && exit_.idle();
  }
  void drive(Network& network) override;
  void step(const StreamInput& input, const Delivery* first, const Delivery* last) override;

 private:
  const TerminalId terminal_;
  const unsigned flit_bytes_;
  const std::shared_ptr<StreamMessages> messages_;
  StreamEntry entry_;
  const std::unique_ptr<StreamRouteSource> source_;
  MeshStreamExit exit_;
  bool open_ = false;  // the front message's header has left
  unsigned port_ = 0;
  MessageId message_ = 0;
  // Decisions of this cycle.
  bool header_goes_ = false;
  bool word_goes_ = false;
};

/// What `*_streams` of these routers check. `most_words`: of a message.
void check_mesh_streams(const NetworkConfig& config, const StreamSizes& sizes, unsigned most_words);

/// A network with a source of routes at each terminal.
using MakeRouteSource = std::function<std::unique_ptr<StreamRouteSource>(TerminalId)>;
[[nodiscard]] std::unique_ptr<StreamNetwork> make_mesh_streams(const NetworkConfig& config,
                                                               const StreamSizes& sizes,
                                                               std::unique_ptr<Network> network,
                                                               const MakeRouteSource& make,
                                                               Rest rest);

}  // namespace wayfarer
