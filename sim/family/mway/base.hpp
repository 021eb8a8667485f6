// The common part of the m-way cycle models: state, reset and network interface.
#pragma once

#include <optional>
#include <vector>

#include "family/kit/model_base.hpp"
#include "family/mway/routes.hpp"
#include "family/mway/state.hpp"
#include "family/mway/topology.hpp"

namespace wayfarer::mway {

[[nodiscard]] NetworkShape shape_of(const NetworkConfig& config, const MwayTopology& topology);

class MwayBase : public kit::ModelBase {
 public:
  explicit MwayBase(const NetworkConfig& config);

  void reset() override;
  void stall_ejection(TerminalId terminal, bool stalled) override {
    if (stall_wanted_[terminal] == stalled) return;
    stall_wanted_[terminal] = stalled;
    stall_changes_.push_back(terminal);
  }

 protected:
  [[nodiscard]] SetId set_of(BufferId buffer) const { return numbers_.set_of(buffer); }
  [[nodiscard]] unsigned member_of(BufferId buffer) const { return numbers_.member_of(buffer); }
  [[nodiscard]] ChannelId channel_of(SetId set) const { return numbers_.channel_of(set); }
  [[nodiscard]] unsigned driver_of(SetId set) const { return numbers_.driver_of(set); }
  [[nodiscard]] BufferId buffer_of(SetId set, unsigned number) const {
    return numbers_.buffer_of(set, number);
  }
  [[nodiscard]] SetId injection_set(TerminalId terminal) const {
    return topology_.channel_of(terminal) << lines_ |
           topology_.processor_way(topology_.local_of(terminal));
  }
  [[nodiscard]] BufferMask& occupied(SetId set) {
    return fronts_[set >> kLaneShift].occupied[set % kLanes];
  }
  [[nodiscard]] BufferMask& header(SetId set) {
    return fronts_[set >> kLaneShift].header[set % kLanes];
  }
  [[nodiscard]] BufferMask& receiver_full(SetId set) {
    return fronts_[set >> kLaneShift].receiver_full[set % kLanes];
  }
  [[nodiscard]] BufferMask& no_receiver(SetId set) {
    return fronts_[set >> kLaneShift].no_receiver[set % kLanes];
  }
  [[nodiscard]] std::uint32_t class_key(SetId set, const StoredFlit& header) const {
    return 2 * (channel_of(set) << lines_ | header.way()) + header.buffer_class();
  }
  [[nodiscard]] StoredFlit& slot(BufferId buffer, unsigned position) {
    return slots_[numbers_.slot_of(buffer, position)];
  }
  [[nodiscard]] unsigned free_buffers(const Set& set) const {
    return all_ & ~(unsigned{set.allocated} | set.full);
  }
  [[nodiscard]] MwayHop route(ChannelId at, TerminalId destination, unsigned incoming_class) const {
    return routes_.route(at, destination, incoming_class);
  }
  /// The destination of a header that is offered to an injection set; none: it is refused.
  [[nodiscard]] std::optional<TerminalId> destination_of(SetId set, const Offer& offer) const {
    return routes_.destination(channel_of(set), offer.flit.destination);
  }

  const NetworkConfig config_;
  const MwayTopology topology_;
  const Numbers numbers_;
  const unsigned lines_;
  const bool wide_;  ///< The drivers of a channel fill two blocks.
  const unsigned depth_;
  const unsigned all_;
  unsigned class_members_[2];

  // The last set, buffer and receiver are dummies: the upstream state of an injection set is
  // written there, which saves a test of the kind of set.
  std::vector<Fronts> fronts_;
  std::vector<Set> sets_;
  std::vector<Buffer> buffers_;
  std::vector<StoredFlit> slots_;
  std::vector<std::uint32_t> receivers_;  ///< Receiving set, or kEjection | terminal, or kNone.
  std::vector<std::uint16_t> remaining_;  ///< Data flits still expected by an injection buffer.

  std::vector<std::uint16_t> driver_;        ///< Drv, by channel.
  std::vector<std::uint64_t> active_;        ///< One bit per channel: some driver may have a flit.
  std::vector<std::uint16_t> available_;     ///< By receiver and class, as the drivers see it.
  std::vector<DriverMask> waiting_drivers_;  ///< By receiver and class.
  std::vector<BufferMask> waiting_;          ///< By receiver, class and driver: headers waiting.
  std::vector<std::uint16_t> stalled_;       ///< The ejection set's register.
  std::vector<std::uint8_t> stall_wanted_;
  unsigned turn_ = 0;  ///< The current turn of the cyclic Stat lines.

  std::vector<TerminalId> stall_changes_;
  FixedList<Grant> grants_;
  FixedList<Move> moves_;
  FixedList<Move*> headers_;  ///< Moves that carry a header.
  FixedList<Move*> tails_;
  FixedList<Move*> ejections_;
  FixedList<SetId> injecting_;   ///< Injection sets that send.
  FixedList<BufferId> drained_;  ///< Buffers that have stopped being full.
  FixedList<BufferId> filled_;   ///< Buffers that have become full.

 private:
  void join_sets();

  const Routes routes_;
};

}  // namespace wayfarer::mway
