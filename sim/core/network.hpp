// The one narrow interface to a cycle model or a verilated RTL network.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/control_port.hpp"
#include "core/network_inputs.hpp"

namespace wayfarer {

/// The properties of a network that a bench needs before it drives it.
struct NetworkShape {
  std::string name;
  std::uint32_t terminals = 0;
  std::uint32_t channels = 0;
  unsigned injection_ports = 1;      ///< Per terminal, at most kMaxInjectionPorts.
  unsigned drivers_per_channel = 0;  ///< Identifiers that a channel's driver can have.
  unsigned flit_bytes = 16;
  unsigned buffers_per_driver = 1;  ///< Identifiers that a driver's buffer can have.
  MessageId header_id_mask = (1u << kMessageIdBits) - 1;
  MessageId channel_id_mask = (1u << kMessageIdBits) - 1;  ///< Valid bits of Transfer::message.
  unsigned least_data_flits = 1;                           ///< 0: a message may be a single flit.
  bool parallel_ports = false;  ///< A flit a cycle per injection port, not per terminal.
  unsigned segment_flits = 0;   ///< Nonzero: a message is offered whole, as one packet, and
                                ///< the network cuts it into packets of so many data flits.
};

/// Which transfers `Network::transfers` lists while flits are counted.
enum class Listed {
  kNothing,
  kEnds,  ///< Heads and tails that receivers took.
};

/// A network stepped one clock at a time. In each cycle: read `injection_ready`, `offer` at most
/// one flit per terminal (with parallel ports: per injection port), optionally change
/// `stall_ejection`, `step`, then read the step's results.
class Network : public NetworkInputs {
 public:
  [[nodiscard]] virtual const NetworkShape& shape() const = 0;

  /// Empties the network and resets it; cycle 0 comes next.
  virtual void reset() = 0;

  virtual void step() = 0;

  /// Flits delivered by the last step, in ascending order of terminals.
  [[nodiscard]] virtual const std::vector<Delivery>& deliveries() const = 0;

  /// From the next step on, adds the flits that receivers take to `by_channel`, one element for
  /// each channel, and lists only these transfers and no drivers; null: lists them all, as after
  /// construction. Returns false if this engine lists them in any case.
  virtual bool count_transfers(std::uint64_t* /*by_channel*/,
                               Listed /*listed*/ = Listed::kNothing) {
    return false;
  }

  /// Flits that receivers took from channels during the last step, listed or counted.
  [[nodiscard]] virtual std::size_t moves() const;

  /// Flits on the channels during the last step, in ascending order of channels.
  [[nodiscard]] virtual const std::vector<Transfer>& transfers() const = 0;

  /// The driver that owned each channel during the last step.
  [[nodiscard]] virtual const std::vector<std::uint8_t>& drivers() const = 0;

  /// Illegal flits that the last step refused, in ascending order of terminals.
  [[nodiscard]] virtual const std::vector<ErrorEvent>& errors() const = 0;

  /// The verilated part: "network", "tiles", or empty for none.
  [[nodiscard]] virtual const char* build() const { return ""; }

  /// The control port of that class, the network itself or an attached one; nullptr if none.
  template <typename Port>
  [[nodiscard]] Port* find() {
    if (auto* self = dynamic_cast<Port*>(this)) return self;
    for (const auto& attached : ports_)
      if (auto* port = dynamic_cast<Port*>(attached.get())) return port;
    return nullptr;
  }
  void attach(std::unique_ptr<ControlPort> port) { ports_.push_back(std::move(port)); }

  /// Starts or stops writing waves from the coming step on; false if the engine has none. With
  /// `nodes`, the insides of other nodes are left out.
  virtual bool trace_to(const std::string& /*path; empty: stop*/,
                        const std::vector<unsigned>& /*nodes*/ = {}) {
    return false;
  }

 private:
  std::vector<std::unique_ptr<ControlPort>> ports_;
};

}  // namespace wayfarer
