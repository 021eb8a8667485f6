// The common part of verilated networks of all families: clock, waves, failed assertions, and the
// table of the C interface.
#pragma once

#include <cerrno>
#include <cstdint>
#include <memory>
#include <string>

#include "common/message_rows.hpp"
#include "common/verilated_abi.h"
#include "verilated.h"
#include "verilated_sym_props.h"
#include "verilated_syms.h"
#ifdef WAYFARER_WAVES
#include "common/verilated_waves.hpp"
#include "verilated_fst_c.h"
#endif

namespace wayfarer {

/// The first assertion that failed in this thread's networks (verilated_stop.cpp).
[[nodiscard]] std::string& failed_assertion();

/// A top module with a clock clk_i.
template <typename Top>
class VerilatedTop {
 public:
  VerilatedTop() {
    context_.traceEverOn(true);
    top_ = std::make_unique<Top>(&context_);
  }

  ~VerilatedTop() {
    // Verilator deregisters a model's scopes from the thread's context.
    Verilated::threadContextp(&context_);
    trace_to(nullptr);
    top_->final();
  }

  Top* operator->() { return top_.get(); }
  const Top* operator->() const { return top_.get(); }

  /// Two cycles in reset, after which time restarts at 0.
  void reset() {
    failed_assertion().clear();
    trace_to(nullptr);
    top_->rst_ni = 0;
    for (int cycle = 0; cycle < 2; ++cycle) {
      settle();
      edge();
    }
    top_->rst_ni = 1;
    top_->eval();
    cycle_ = 0;
  }

  /// The first half of a cycle: the inputs settle.
  void settle() {
    top_->clk_i = 0;
    top_->eval();
  }

  /// The rising edge that ends the cycle.
  void edge() {
    dump(kCycleTime * cycle_ + kCycleTime / 2);
    top_->clk_i = 1;
    top_->eval();
    ++cycle_;
    dump(kCycleTime * cycle_);
  }

  /// For a top with clocks of its own, in place of the above: reset begins or has ended; clocks
  /// fall just before an edge so many picoseconds into the cycle, then others rise; the cycle is
  /// over.
  void begin_reset() {
    failed_assertion().clear();
    trace_to(nullptr);
  }
  void end_reset() { cycle_ = last_edge_ = 0; }
  void fall(std::uint64_t time) {
    top_->eval();
    const std::uint64_t before = kCycleTime * cycle_ + time;
    if (before > last_edge_ + 1) dump(before - 1);
  }
  void rise(std::uint64_t time) {
    top_->eval();
    last_edge_ = kCycleTime * cycle_ + time;
    dump(last_edge_);
  }
  void end_cycle() { ++cycle_; }

  /// Picoseconds of a cycle in wave files: cycle n lasts from n to n + 1 nanoseconds.
  static constexpr std::uint64_t kCycleTime = 1000;

  /// A cycle that is not counted and that waves do not show.
  void hidden_cycle() {
    top_->clk_i = 0;
    top_->eval();
    top_->clk_i = 1;
    top_->eval();
  }

  /// Flips bits of a register that is public, in the cycle that has begun; false if there is none.
  bool flip(const std::string& scope, const char* name, std::uint32_t bits) {
    Verilated::threadContextp(&context_);
    const VerilatedScope* const found = context_.scopeFind(scope.c_str());
    VerilatedVar* const variable = found == nullptr ? nullptr : found->varFind(name);
    if (variable == nullptr) return false;
    *static_cast<CData*>(variable->datap()) ^= static_cast<CData>(bits);
    top_->eval();
    return true;
  }

  /// False with a reason in errno if the new file cannot be opened, or the last one is not whole.
  bool trace_to(const char* path, [[maybe_unused]] const wayfarer_scope* scopes = nullptr,
                [[maybe_unused]] std::size_t count = 0,
                [[maybe_unused]] MessageRows* rows = nullptr) {
#ifdef WAYFARER_WAVES
    bool whole = true;
    if (waves_) {
      waves_->close();
      waves_.reset();
      const int failure = take_wave_failure();
      whole = failure == 0;
      errno = failure;
    }
    if (path != nullptr && whole) {
      errno = 0;
      waves_ = std::make_unique<VerilatedFstC>();
      for (std::size_t i = 0; i < count; ++i) waves_->dumpvars(scopes[i].levels, scopes[i].name);
      top_->trace(waves_.get(), 99);
#ifdef WAYFARER_MESSAGE_ROWS
      if (count != 0) waves_->dumpvars(1, "bench");
      if (rows != nullptr) rows->add_to(*waves_->spTrace());
#endif
      waves_->open(path);
      return waves_->isOpen();
    }
    return whole;
#else
    return path == nullptr;
#endif
  }

 private:
  void dump([[maybe_unused]] std::uint64_t time) {
#ifdef WAYFARER_WAVES
    if (waves_) waves_->dump(time);
#endif
  }

  VerilatedContext context_;
  std::unique_ptr<Top> top_;
#ifdef WAYFARER_WAVES
  std::unique_ptr<VerilatedFstC> waves_;
#endif
  std::uint64_t cycle_ = 0;
  std::uint64_t last_edge_ = 0;  ///< In wave files.
};

/// The C interface of a class with the same operations.
template <typename Adapter>
wayfarer_verilated verilated_table(const wayfarer_shape& shape) {
  static constexpr auto get = [](void* network) -> Adapter& {
    return *static_cast<Adapter*>(network);
  };
  wayfarer_verilated table{};
  table.version = WAYFARER_VERILATED_ABI_VERSION;
  table.shape = shape;
#ifdef WAYFARER_WAVES
  table.shape.has_waves = 1;
#endif
  table.create = []() -> void* { return new Adapter; };
  table.destroy = [](void* network) { delete static_cast<Adapter*>(network); };
  table.reset = [](void* network) { get(network).reset(); };
  table.ready = [](void* network) { return get(network).ready(); };
  table.offer = [](void* network, const wayfarer_offer* offer) {
    get(network).offer(*offer);
    get(network).note(*offer);
  };
  table.stall = [](void* network, std::uint32_t terminal, int stalled) {
    get(network).stall(terminal, stalled != 0);
  };
  table.step = [](void* network, wayfarer_step* result) {
    get(network).step(*result);
    result->failure = failed_assertion().empty() ? nullptr : failed_assertion().c_str();
  };
  table.trace_to = [](void* network, const char* path, const wayfarer_scope* scopes,
                      std::size_t count) {
    return get(network).trace_to(path, scopes, count) ? 1 : 0;
  };
  return table;
}

/// Adds the register functions of a class that has registers.
template <typename Adapter>
void add_registers(wayfarer_verilated& table) {
  table.write_register = [](void* network, std::uint32_t at, std::uint32_t address,
                            std::uint32_t value) {
    return static_cast<Adapter*>(network)->write_register(at, address, value) ? 1 : 0;
  };
  table.read_register = [](void* network, std::uint32_t at, std::uint32_t address,
                           std::uint32_t* value) {
    return static_cast<Adapter*>(network)->read_register(at, address, *value) ? 1 : 0;
  };
}

}  // namespace wayfarer
