// In-band management: transfers to the switches' management ports as packets over the links, while
// other packets move.
#pragma once

#include <cstdint>
#include <stdexcept>

#include "family/iba/management.hpp"
#include "family/iba/mesh.hpp"

namespace wayfarer {

/// A transfer on the management port.
struct ManagementTransfer {
  bool write = false;
  std::uint32_t at = 0;  ///< The switch, below kMaxSwitches; it need not exist.
  IbaTable table = IbaTable::kForwarding;
  std::uint32_t entry = 0;
  std::uint32_t value = 0;  ///< To write.
};

/// The management port of a network whose switches are reached in-band: a transfer takes steps, in
/// which it takes links from other packets. Networks with other management ports do not have it.
class InBandManagement : public ControlPort {
 public:
  /// Begins a transfer with the coming step.
  /// @throws std::logic_error  if busy.
  virtual void begin(const ManagementTransfer& transfer) = 0;
  /// Whether the transfer has not ended.
  [[nodiscard]] virtual bool busy() const = 0;
  /// What the last transfer read; 0 for nonexistent entries.
  [[nodiscard]] virtual std::uint32_t value() const = 0;
};

/// Cycles of a transfer to a switch at a distance of so many links.
[[nodiscard]] constexpr unsigned in_band_cycles(unsigned hops) { return 3 * hops + 6; }

/// The cycle model of iba_manager and iba_agent.
class InBandModel final : public InBandManagement {
 public:
  InBandModel(const IbaMesh& mesh, Management& switches) : mesh_(mesh), switches_(switches) {}

  void reset() { busy_ = false; }

  void begin(const ManagementTransfer& transfer) override {
    if (busy_) throw std::logic_error("a transfer has not ended");
    busy_ = true;
    transfer_ = transfer;
    cycle_ = 0;
    exists_ = transfer.at < mesh_.switches();
    columns_ = exists_ ? mesh_.x(transfer.at) : 0;
    rows_ = exists_ ? mesh_.y(transfer.at) : 0;
  }
  [[nodiscard]] bool busy() const override { return busy_; }
  [[nodiscard]] std::uint32_t value() const override { return value_; }

  /// The link that the packet takes in the coming step, or kNoLink.
  static constexpr ChannelId kNoLink = ~ChannelId{0};
  [[nodiscard]] ChannelId link() const {
    if (!busy_ || !exists_) return kNoLink;
    const unsigned hops = columns_ + rows_;
    if (cycle_ >= hops + 2 && cycle_ < access() - 1) return link(cycle_ - hops - 2, true);
    if (cycle_ > access() && cycle_ <= access() + hops)
      return link(access() + hops - cycle_, false);
    return kNoLink;
  }

  /// Before a step: what is read, the packets of that step not counted.
  void begin_step() {
    if (busy_ && exists_ && cycle_ == access() && !transfer_.write)
      value_ = switches_.read(transfer_.at, transfer_.table, transfer_.entry);
  }
  /// After it: what is written.
  void end_step() {
    if (!busy_) return;
    if (exists_ && cycle_ == access() && transfer_.write)
      switches_.write(transfer_.at, transfer_.table, transfer_.entry, transfer_.value);
    constexpr unsigned kNowhere = 3;
    if (!exists_) value_ = 0;
    busy_ = ++cycle_ != (exists_ ? in_band_cycles(columns_ + rows_) : kNowhere);
  }

 private:
  /// The cycle of the transfer at the switch, counted from the begin.
  [[nodiscard]] unsigned access() const { return 2 * (columns_ + rows_) + 3; }
  /// The link of a hop of the path, rows first, from switch 0 on; or the link of its way back.
  [[nodiscard]] ChannelId link(unsigned hop, bool forward) const {
    const unsigned at = forward ? hop : hop + 1;
    const TerminalId from = at <= rows_ ? mesh_.at(0, at) : mesh_.at(at - rows_, rows_);
    const IbaPort port = hop < rows_ ? (forward ? IbaPort::kNorth : IbaPort::kSouth)
                                     : (forward ? IbaPort::kEast : IbaPort::kWest);
    return IbaMesh::link(from, port);
  }

  const IbaMesh& mesh_;
  Management& switches_;
  ManagementTransfer transfer_;
  bool busy_ = false;
  bool exists_ = false;
  unsigned columns_ = 0;  ///< Hops of the path along them,
  unsigned rows_ = 0;     ///< and before, along the rows.
  unsigned cycle_ = 0;    ///< Since the begin.
  std::uint32_t value_ = 0;
};

}  // namespace wayfarer
