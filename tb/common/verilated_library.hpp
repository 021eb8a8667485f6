// A shared library with a verilated module (verilated_module.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "common/verilated_module.h"

namespace wayfarer {

/// One bench: instances of the module, which end with it.
class VerilatedLibrary {
 public:
  /// Throws UsageError when the library cannot be loaded or has another version of the interface.
  explicit VerilatedLibrary(const std::string& path);

  struct Instance {
    void* handle = nullptr;
    std::uint8_t* state = nullptr;
  };
  Instance add(const std::string& name);

  [[nodiscard]] const wayfarer_verilated& table() const { return *table_; }
  [[nodiscard]] void* bench() const { return bench_.get(); }
  /// The pins of an instance; there must be one.
  [[nodiscard]] const std::map<std::string, wayfarer_pin>& pins() const { return pins_; }
  [[nodiscard]] bool has_pin(const std::string& name) const { return pins_.count(name) != 0; }
  /// Throws std::logic_error if there is none.
  [[nodiscard]] const wayfarer_pin& pin(const std::string& name) const;

  // The table's functions of this name. The writer of waves is broken once an allocation has failed
  // in it, so nothing is thrown through it.
  bool trace(const wayfarer_waves* waves) noexcept {
    return table_->trace(bench_.get(), waves) != 0;
  }
  void dump(std::uint64_t picoseconds) noexcept { table_->dump(bench_.get(), picoseconds); }

  /// The first assertion that has failed since the last call; empty: none.
  [[nodiscard]] std::string failure() const;

 private:
  // The library outlives what it made.
  std::unique_ptr<void, int (*)(void*)> library_;
  const wayfarer_verilated* table_ = nullptr;
  std::unique_ptr<void, void (*)(void*)> bench_{nullptr, nullptr};
  std::map<std::string, wayfarer_pin> pins_;
};

}  // namespace wayfarer
