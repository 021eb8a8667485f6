// Registers of a guarded m-way network (docs/mway-guarded.md) that a test upsets.
#pragma once

#include "core/control_port.hpp"
#include "core/lockstep.hpp"
#include "core/network.hpp"
#include "core/types.hpp"

namespace wayfarer {

/// Port of guarded networks. An upset is in the register from the coming step on.
class MwayUpsets : public ControlPort {
 public:
  /// Flips bits of a member's copy of its channel's current driver number. `member` is its number
  /// as a driver. False if there is no such member, or `bits` are not those of a number.
  virtual bool upset_driver(ChannelId channel, unsigned member, unsigned bits) = 0;

  /// Flips one bit of where a buffer's flits come from: of Drv, or behind these of Buf. The buffer
  /// is one of the router's set that drives `channel` as `member`. False if there is no such buffer
  /// or bit, or if another bit of the mapping is upset already.
  virtual bool upset_mapping(ChannelId channel, unsigned member, unsigned buffer, unsigned bit) = 0;
};

/// How an adapter's register port takes them: `at` is the channel.
constexpr unsigned kUpsetMemberBits = 8;  ///< Address bits of the member; the kind is above them.
constexpr unsigned kUpsetDriver = 0;      ///< The value has the bits.
constexpr unsigned kUpsetMapping = 1;     ///< One more than the buffer; the value is the bit.

/// Attaches an MwayUpsets that writes the registers of a verilated network's adapter.
void attach_upsets(Network& rtl);
/// Attaches an MwayUpsets for both engines, if they have it.
void attach_upsets_in_lockstep(LockstepNetwork& network);

}  // namespace wayfarer
