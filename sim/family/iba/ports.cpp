#include "family/iba/ports.hpp"

#include <memory>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/lockstep.hpp"
#include "family/iba/management.hpp"

namespace wayfarer {
namespace {

class ManagementRegisters final : public Management {
 public:
  explicit ManagementRegisters(Network& network)
      : network_(network), registers_(*network.find<RegisterPort>()) {}

  void write(std::uint32_t at, IbaTable table, std::uint32_t entry, std::uint32_t value) override {
    if (!registers_.write(at, address(table, entry), value)) refuse();
  }
  std::uint32_t read(std::uint32_t at, IbaTable table, std::uint32_t entry) override {
    std::uint32_t value = 0;
    (void)registers_.read(at, address(table, entry), value);
    return value;
  }

 private:
  static std::uint32_t address(IbaTable table, std::uint32_t entry) {
    if (table == IbaTable::kArbitration)
      return address(IbaTable::kCounters, kArbitrationOffset | entry);
    return static_cast<std::uint32_t>(table) << kTableAddressShift | entry;
  }
  [[noreturn]] void refuse() const {
    throw UsageError(
        fmt::format("{}: the management port of verilated switches is for idle networks, "
                    "and there are flits in this one",
                    network_.shape().name));
  }

  Network& network_;
  RegisterPort& registers_;
};

/// Compares every entry that is read. Every 16th cycle it also reads one counter and one table
/// entry, in rotation over all switches, while packets move.
class ManagementInLockstep final : public Management, public LockstepPort {
 public:
  explicit ManagementInLockstep(LockstepNetwork& network)
      : network_(network),
        reference_(*network.reference().find<Management>()),
        device_(*network.device().find<Management>()) {}

  void write(std::uint32_t at, IbaTable table, std::uint32_t entry, std::uint32_t value) override {
    reference_.write(at, table, entry, value);
    device_.write(at, table, entry, value);
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
    if (cycle % kInterval != 0) return;
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

void attach_management_in_lockstep(LockstepNetwork& network) {
  auto management = std::make_unique<ManagementInLockstep>(network);
  network.compare_with(*management);
  network.attach(std::move(management));
}

}  // namespace wayfarer
