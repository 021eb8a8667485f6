// The form of the cycle model in which each flit moves alone.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "config/config.hpp"
#include "core/idle_port.hpp"
#include "family/iba/config.hpp"
#include "family/iba/in_band.hpp"
#include "family/iba/lane_arbiter.hpp"
#include "family/iba/management.hpp"
#include "family/iba/mesh.hpp"
#include "family/iba/reassembler.hpp"
#include "family/iba/segmenter.hpp"
#include "family/iba/state.hpp"
#include "family/iba/subnet_manager.hpp"
#include "family/iba/switch_tables.hpp"
#include "family/kit/cycle_list.hpp"
#include "family/kit/model_base.hpp"

namespace wayfarer::iba {

/// The reference, for every configuration and each flit. Each switch in turn decides from its own
/// state at the start of the cycle and moves its flits; arrivals and credits, which are visible to
/// other switches, are applied after all have moved.
class FlitModel : public kit::ModelBase, public Management, public IdlePort {
 public:
  explicit FlitModel(const NetworkConfig& config);

  void reset() override;
  void step() override;

  /// Arbiters only compare cycles that follow each other.
  [[nodiscard]] Cycle settling_cycles() const override {
    return in_band_ == nullptr ? kRouterCycles : kNever;
  }

  void write(std::uint32_t at, IbaTable table, std::uint32_t entry, std::uint32_t value) override;
  std::uint32_t read(std::uint32_t at, IbaTable table, std::uint32_t entry) override;

 protected:
  // What packets decide, whether or not their flits move alone.
  void start_branches(TerminalId at, Mask inputs);
  virtual void begin(TerminalId at, unsigned in, unsigned port, unsigned lane);
  void release(TerminalId at, unsigned port, unsigned lane);
  void look_up(TerminalId at, unsigned in);
  void leave(TerminalId at, unsigned in);
  void push(const Arrival& arrival);
  void apply_returns();
  [[nodiscard]] std::uint32_t make_packet(const Flit& header, std::uint32_t flits,
                                          std::uint32_t level);

  [[nodiscard]] Buffer& buffer(TerminalId at, unsigned in) { return buffers_[at * ins_ + in]; }
  [[nodiscard]] const Buffer& buffer(TerminalId at, unsigned in) const {
    return buffers_[at * ins_ + in];
  }
  [[nodiscard]] std::uint32_t front(TerminalId at, unsigned in) const {
    return buffer(at, in).front;
  }
  [[nodiscard]] Output& output(TerminalId at, unsigned port, unsigned lane) {
    return outputs_[(at * kIbaPorts + port) * lanes_ + lane];
  }

  const NetworkConfig config_;
  const IbaConfig router_;
  const IbaMesh mesh_;
  const unsigned lanes_;
  const unsigned ins_;
  const unsigned depth_;
  const unsigned longest_;  ///< Flits of the largest packet.
  const unsigned turns_;    ///< Entries of an arbitration table; 0: round robin.
  const unsigned mtu_;      ///< Data flits of endpoints' packets; 0: no segmentation.

  InBandModel* in_band_ = nullptr;              ///< Attached, if any.
  ChannelId held_link_ = InBandModel::kNoLink;  ///< By a subnet management packet.

  SwitchTables tables_;
  std::vector<std::array<std::uint32_t, 2>> counters_;  ///< By switch and IbaCounter.
  std::vector<Buffer> buffers_;
  std::vector<std::uint32_t> rings_;  ///< By input buffer: its packets,
  std::vector<std::uint8_t> hops_;    ///< and the links that they have taken; with a hop limit.
  std::array<std::uint8_t, 64> port_of_{};  ///< By bit of Switch::owned.
  std::vector<Switch> switches_;
  std::vector<Output> outputs_;
  std::vector<std::uint32_t> started_;   ///< By switch: the input buffer that started last.
  std::vector<std::uint8_t> last_lane_;  ///< By switch and port: the virtual lane served last,
  std::vector<LaneArbiter> arbiters_;    ///< or what picks it by arbitration tables, if any.
  Cycle now_ = 0;                        ///< Steps since reset, for the arbiters.
  std::vector<std::uint8_t> stalled_;
  std::vector<Packet> packets_;
  std::vector<std::uint32_t> free_packets_;
  std::vector<Lane> injection_;              ///< By terminal and lane.
  std::vector<std::uint32_t> headers_sent_;  ///< By terminal.
  std::vector<Arrival> arrivals_;
  kit::CycleList<std::uint32_t> data_arrivals_;  ///< Buffers that a data flit enters likewise.
  std::vector<std::uint32_t> next_input_;  ///< By switch and port: the buffer of lane 0 at the end
                                           ///< of the link.
  std::vector<Return> returns_;
  std::vector<TerminalId> freed_;  ///< Terminals whose lanes have more room.

  // Used when endpoints cut messages into packets.
  std::vector<Segmenter> segmenters_;  ///< By terminal and lane,
  std::vector<Flit> headers_;          ///< and the header of its current message.
  std::vector<PortMask> inserts_;      ///< By terminal: the lane that gets a header in the next
                                       ///< step.
  std::vector<TerminalId> inserting_;  ///< Terminals with such a lane.
  std::vector<Reassembler> reassemblers_;

 private:
  // Decide and move, one switch.
  void serve(TerminalId at);
  void start_together(TerminalId at);
  [[nodiscard]] bool can_start(TerminalId at, unsigned in) const;
  [[nodiscard]] bool may_take(TerminalId at, unsigned in, unsigned port, unsigned lane) const;
  void serve_link(TerminalId at, unsigned port);
  [[nodiscard]] static bool in_step(const Buffer& from, unsigned port);
  [[nodiscard]] bool has_flit(TerminalId at, unsigned in, unsigned port) const;
  /// Only the last packet of a buffer can still be arriving.
  [[nodiscard]] static bool arrived(const Buffer& from, unsigned port) {
    return from.packets > 1 || from.sent[port] < from.arrived;
  }
  void send(TerminalId at, unsigned port, unsigned lane);
  void deliver(TerminalId at, unsigned lane, const Packet& packet, std::uint32_t flit);
  void reassemble();
  void discard(TerminalId at, unsigned in);
  /// A number that changes when a branch of the front packet starts or sends.
  [[nodiscard]] static std::uint32_t progress_of(const Buffer& from) {
    std::uint32_t sent = 0;
    for (const std::uint32_t flits : from.sent) sent += flits;
    return sent << kIbaPorts | from.pending;
  }
  // Rare: out of line, or the loops over flits are slower.
  [[gnu::noinline]] void expire(TerminalId at, Mask inputs);
  void drop_late(TerminalId at, unsigned in);
  [[gnu::noinline]] void drop(TerminalId at, Mask inputs);
  [[gnu::noinline]] void close(TerminalId at, unsigned lane);

  // Between the switches, at the end of the cycle.
  void take_offers();
  void insert_headers();
  void cut(Offer offer);
  void take_header(TerminalId terminal, unsigned lane, const Flit& flit,
                   const Segmenter::Header& header);
  void take(const Offer& offer, std::uint32_t data_flits, const Segment& segment = {});
  void choose_level(const Offer& offer);
  void update_ready(TerminalId terminal);

  /// The place in a ring of the n-th packet of a buffer, the front one first.
  [[nodiscard]] std::size_t queued(TerminalId at, unsigned in, std::uint32_t n) const {
    const std::uint32_t place = buffer(at, in).first + n;
    return (std::size_t{at} * ins_ + in) * depth_ + (place >= depth_ ? place - depth_ : place);
  }
  [[nodiscard]] const Output& output(TerminalId at, unsigned port, unsigned lane) const {
    return outputs_[(at * kIbaPorts + port) * lanes_ + lane];
  }
  [[nodiscard]] LaneArbiter& arbiter(TerminalId at, unsigned port) {
    return arbiters_[at * kIbaPorts + port];
  }
};

}  // namespace wayfarer::iba
