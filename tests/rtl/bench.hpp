// A verilated module, its clock and its assertions, for module tests.
#pragma once

#include <verilated.h>

#include "../../tb/common/verilated_state.hpp"
#include "../environment.hpp"
#ifdef WAYFARER_COVERAGE
#include "../../tb/common/verilated_coverage.hpp"
#endif

#include <cstdint>
#include <memory>
#include <string>

namespace wayfarer {

/// Sets an input port of any integer type that Verilator chose for its width.
template <class Port>
void drive(Port& port, std::uint64_t value) {
  port = static_cast<Port>(value);
}

/// Random initial states of a module; each number from 1 on is another one.
enum class Fill : int {};

/// Not random but 0, as registers of an FPGA are after configuration.
constexpr Fill kConfigured{0};

/// Each bit is 1.
constexpr Fill kOnes{-1};

/// Those of a night come from its seed, so that each night has others. WAYFARER_INITIAL_BITS gives
/// all bits one value, 0 or 1: a register of one bit that a reset must change is then tested in any
/// case.
inline Fill usual_fill() {
  constexpr std::uint64_t kRandom = 2;
  constexpr std::uint64_t kFills = 1u << 30;
  switch (from_environment("WAYFARER_INITIAL_BITS", kRandom)) {
    case 0: return kConfigured;
    case 1: return kOnes;
    default: return Fill{static_cast<int>(from_environment("WAYFARER_NIGHT_SEED", 0) % kFills) + 1};
  }
}

/// A module under test: drive inputs through `->`, `settle()`, read outputs. Its registers and
/// memories are random at first: what a test sees must not depend on them.
template <class Top>
class CombinationalBench {
 public:
  explicit CombinationalBench(Fill fill = usual_fill()) : context_(fill) {
    // A failed assertion is reported by `assertion_failed` instead of ending the program.
    context_.fatalOnError(false);
  }

  /// A module's scopes are removed from the context that the thread used last; with two benches
  /// alive, that may be the other's, already destroyed.
  ~CombinationalBench() {
    Verilated::threadContextp(&context_);
#ifdef WAYFARER_COVERAGE
    write_coverage(context_);
#endif
  }
  CombinationalBench(const CombinationalBench&) = delete;
  CombinationalBench& operator=(const CombinationalBench&) = delete;

  Top* operator->() { return &top_; }

  /// Before the first `settle`: an argument of the simulation, as +name=value.
  void argument(const std::string& text) {
    const char* arguments[] = {"bench", text.c_str()};
    context_.commandArgs(2, arguments);
  }

  /// Messages and errors go to the context that the thread used last: make it this one.
  void settle() {
    Verilated::threadContextp(&context_);
    top_.eval();
#ifdef WAYFARER_COVERAGE
    if (!settled_) write_coverage(context_, ".first");
    settled_ = true;
#endif
  }

  /// Whether an assertion failed since the last call. Every test must call it at its end.
  [[nodiscard]] bool assertion_failed() {
    const bool failed = context_.gotError();
    context_.gotError(false);
    context_.gotFinish(false);
    context_.errorCount(0);
    return failed;
  }

 protected:
  struct Context : VerilatedContext {
    explicit Context(Fill fill) {
      randReset(fill == kOnes ? 1 : 0);
      if (fill > kConfigured) {
        randomize_initial_states(*this, static_cast<std::uint64_t>(fill));
      }
    }
  };

  Context context_;
  Top top_{&context_};

 private:
#ifdef WAYFARER_COVERAGE
  bool settled_ = false;
#endif
};

/// A combinational module whose clk_i serves its assertions: they are checked after it has settled.
template <class Top>
class AssertionBench : public CombinationalBench<Top> {
 public:
  using CombinationalBench<Top>::CombinationalBench;

  void settle() {
    this->top_.rst_ni = 1;
    for (const CData clock : {CData{0}, CData{1}}) {
      this->top_.clk_i = clock;
      CombinationalBench<Top>::settle();
    }
  }
};

/// The same for a module with ports clk_i and rst_ni.
template <class Top>
class Bench : public CombinationalBench<Top> {
 public:
  using CombinationalBench<Top>::CombinationalBench;

  /// One rising edge of the clock; outputs have settled after it.
  void tick() {
    this->top_.clk_i = 0;
    this->settle();
    this->top_.clk_i = 1;
    this->settle();
    this->context_.timeInc(1);
  }

  /// One clock in reset. Inputs keep their values.
  void reset() {
    this->top_.rst_ni = 0;
    tick();
    this->top_.rst_ni = 1;
    this->settle();
  }
};

}  // namespace wayfarer
