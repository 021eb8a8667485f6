#include "family/iba/ports.hpp"

#include <memory>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/lockstep.hpp"
#include "family/iba/in_band.hpp"

namespace wayfarer {
namespace {

/// Address of a switch's register.
std::uint32_t address(IbaTable table, std::uint32_t entry) {
  if (table == IbaTable::kArbitration)
    return address(IbaTable::kCounters, kArbitrationOffset | entry);
  return static_cast<std::uint32_t>(table) << kTableAddressShift | entry;
}

class ManagementRegisters final : public Management {
 public:
  explicit ManagementRegisters(Network& network)
      : network_(network), registers_(*network.find<RegisterPort>()) {}

  void write(std::uint32_t at, IbaTable table, std::uint32_t entry, std::uint32_t value) override {
    if (!registers_.write(at, address(table, entry), value)) refuse();
  }
  std::uint32_t read(std::uint32_t at, IbaTable table, std::uint32_t entry) override {
    std::uint32_t value = 0;
    if (!registers_.read(at, address(table, entry), value)) refuse();
    return value;
  }

 private:
  [[noreturn]] void refuse() const {
    std::uint32_t lost = 0;
    (void)registers_.read(kTransfers, static_cast<std::uint32_t>(TransferRegister::kLost), lost);
    if (lost != 0)
      throw CheckFailed(
          fmt::format("{}: the management port does not answer", network_.shape().name));
    throw UsageError(
        fmt::format("{}: the management port of verilated switches is for idle networks, "
                    "and there are flits in this one",
                    network_.shape().name));
  }

  Network& network_;
  RegisterPort& registers_;
};

class InBandRegisters final : public InBandManagement {
 public:
  explicit InBandRegisters(RegisterPort& registers) : registers_(registers) {}

  void begin(const ManagementTransfer& transfer) override {
    write(TransferRegister::kSwitch, transfer.at);
    write(TransferRegister::kAddress, address(transfer.table, transfer.entry));
    write(TransferRegister::kValue, transfer.value);
    write(TransferRegister::kBegin, transfer.write ? 1 : 0);
  }
  [[nodiscard]] bool busy() const override { return read(TransferRegister::kBusy) != 0; }
  [[nodiscard]] std::uint32_t value() const override { return read(TransferRegister::kValue); }

 private:
  void write(TransferRegister which, std::uint32_t value) {
    if (!registers_.write(kTransfers, static_cast<std::uint32_t>(which), value))
      throw std::logic_error("a transfer has not ended");
  }
  [[nodiscard]] std::uint32_t read(TransferRegister which) const {
    std::uint32_t value = 0;
    (void)registers_.read(kTransfers, static_cast<std::uint32_t>(which), value);
    return value;
  }

  RegisterPort& registers_;
};

/// Compares what is read and when transfers end.
class InBandInLockstep final : public InBandManagement, public LockstepPort {
 public:
  InBandInLockstep(InBandManagement& reference, InBandManagement& device)
      : reference_(reference), device_(device) {}

  void begin(const ManagementTransfer& transfer) override {
    reads_ = !transfer.write;
    reference_.begin(transfer);
    device_.begin(transfer);
  }
  [[nodiscard]] bool busy() const override { return reference_.busy(); }
  [[nodiscard]] std::uint32_t value() const override { return reference_.value(); }

  void reset() override { reads_ = false; }
  void compare(Cycle cycle) override {
    if (reference_.busy() != device_.busy())
      report_difference(cycle, "in-band transfer:", name(reference_.busy()), name(device_.busy()));
    if (reads_ && !busy() && reference_.value() != device_.value())
      report_difference(cycle, "in-band transfer reads:", fmt::format("{:#x}", reference_.value()),
                        fmt::format("{:#x}", device_.value()));
  }

 private:
  static const char* name(bool busy) { return busy ? "under way" : "ended"; }

  InBandManagement& reference_;
  InBandManagement& device_;
  bool reads_ = false;  ///< The last transfer since the reset.
};

/// Compares every entry that is read. Every 16th cycle it also reads one counter and one table
/// entry, in rotation over all switches, while packets move; in-band, transfers do.
class ManagementInLockstep final : public Management, public LockstepPort {
 public:
  explicit ManagementInLockstep(LockstepNetwork& network)
      : network_(network),
        reference_(*network.reference().find<Management>()),
        device_(*network.device().find<Management>()) {}

  void write(std::uint32_t at, IbaTable table, std::uint32_t entry, std::uint32_t value) override {
    reference_.write(at, table, entry, value);
    try {
      device_.write(at, table, entry, value);
    } catch (const CheckFailed& failed) {
      report_difference(network_.cycle(), "management:", "a transfer ends", failed.what());
    }
  }
  std::uint32_t read(std::uint32_t at, IbaTable table, std::uint32_t entry) override {
    const std::uint32_t a = reference_.read(at, table, entry);
    const std::uint32_t b = device_.read(at, table, entry);
    if (a != b)
      report_difference(network_.cycle(),
                        fmt::format("switch {}, table {}, entry {}:", at, table_name(table), entry),
                        fmt::format("{:#x}", a), fmt::format("{:#x}", b));
    return a;
  }

  void reset() override { looks_ = 0; }
  void compare(Cycle cycle) override {
    constexpr Cycle kInterval = 16;
    if (cycle % kInterval != 0 || network_.find<InBandManagement>() != nullptr) return;
    const std::uint32_t switches = network_.shape().terminals;
    const auto at = static_cast<std::uint32_t>(looks_ / 2 % switches);
    (void)read(at, IbaTable::kCounters, looks_ % 2);
    constexpr IbaTable kTables[] = {IbaTable::kForwarding, IbaTable::kMulticast, IbaTable::kLanes,
                                    IbaTable::kArbitration};
    const IbaTable table = kTables[looks_ % 4];
    const std::uint32_t entries = table == IbaTable::kLanes         ? kServiceLevels * kPortsOfLanes
                                  : table == IbaTable::kArbitration ? kArbitrationEntries
                                                                    : switches + 1;
    constexpr std::uint64_t kStride = 0x9e3779b97f4a7c15;  // consecutive looks are far apart
    (void)read(at, table, static_cast<std::uint32_t>((looks_ * kStride >> 32) % entries));
    ++looks_;
  }

 private:
  std::uint64_t looks_ = 0;
  LockstepNetwork& network_;
  Management& reference_;
  Management& device_;
};

}  // namespace

void attach_management(Network& rtl) { rtl.attach(std::make_unique<ManagementRegisters>(rtl)); }

void attach_in_band(Network& rtl) {
  rtl.attach(std::make_unique<InBandRegisters>(*rtl.find<RegisterPort>()));
}

void attach_management_in_lockstep(LockstepNetwork& network) {
  if (auto* const reference = network.reference().find<InBandManagement>()) {
    auto in_band =
        std::make_unique<InBandInLockstep>(*reference, *network.device().find<InBandManagement>());
    network.compare_with(*in_band);
    network.attach(std::move(in_band));
  }
  auto management = std::make_unique<ManagementInLockstep>(network);
  network.compare_with(*management);
  network.attach(std::move(management));
}

}  // namespace wayfarer
