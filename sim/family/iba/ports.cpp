#include "family/iba/ports.hpp"

#include <memory>

#include <fmt/format.h>

#include "core/error.hpp"
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
    if (!registers_.read(at, address(table, entry), value)) refuse();
    return value;
  }

 private:
  static std::uint32_t address(IbaTable table, std::uint32_t entry) {
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

class ManagementInLockstep final : public Management {
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

 private:
  LockstepNetwork& network_;
  Management& reference_;
  Management& device_;
};

}  // namespace

void attach_management(Network& rtl) { rtl.attach(std::make_unique<ManagementRegisters>(rtl)); }

void attach_management_in_lockstep(LockstepNetwork& network) {
  network.attach(std::make_unique<ManagementInLockstep>(network));
}

}  // namespace wayfarer
