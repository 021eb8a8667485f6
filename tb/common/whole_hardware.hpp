// A network that is verilated whole.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/hardware.hpp"
#include "common/verilated_library.hpp"
#include "common/wave_scopes.hpp"

namespace wayfarer {

class WholeHardware final : public Hardware {
 public:
  WholeHardware(const std::string& library, WaveScopes scopes);

  [[nodiscard]] Pins pins(const std::string& name) override;
  [[nodiscard]] bool has(const std::string& name) const override { return library_.has_pin(name); }
  void reset() override;
  void settle() override;
  void edge() override;
  void hidden_cycle() override;
  bool flip(const RegisterPlace& place, std::uint32_t bits) override;
  [[nodiscard]] std::vector<std::uint8_t> registers() const override { return state(); }
  void upset(std::size_t byte, std::uint8_t bits) override;
  [[nodiscard]] std::string failure() override { return library_.failure(); }
  [[nodiscard]] const char* build() const override { return "network"; }
  [[nodiscard]] bool has_waves() const override { return library_.table().has_waves != 0; }
  bool trace(const std::string& path, const std::vector<unsigned>& nodes,
             const std::vector<wayfarer_row>& rows) override;

  /// All variables, by which two equal moments of the hardware go on alike.
  [[nodiscard]] std::vector<std::uint8_t> state() const;

  /// For a top with clocks of its own, in place of the above: reset begins or has ended; clocks
  /// fall just before an edge so many picoseconds into the cycle, then others rise; the cycle is
  /// over.
  void eval();
  void begin_reset();
  void end_reset() { cycle_ = last_edge_ = 0; }
  void fall(std::uint64_t time);
  void rise(std::uint64_t time);
  void end_cycle() { ++cycle_; }

  /// Picoseconds of a cycle in wave files: cycle n lasts from n to n + 1 nanoseconds.
  static constexpr std::uint64_t kCycleTime = 1000;

 private:
  void dump(std::uint64_t time);

  VerilatedLibrary library_;
  WaveScopes scopes_;
  VerilatedLibrary::Instance top_;
  std::uint8_t changed_ = 0;  ///< Everything is evaluated in any case.
  Pins clock_;
  Pins reset_;
  bool tracing_ = false;
  std::uint64_t cycle_ = 0;
  std::uint64_t last_edge_ = 0;  ///< In wave files.
};

}  // namespace wayfarer
