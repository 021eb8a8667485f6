// The C interface of a verilated module, in its library. The build writes what is the module's own
// (tb/common/module_source.cpp): `ModulePins` lists the pins, `ModuleClock` ends a clock's pulse.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "common/verilated_module.h"
#include "common/verilated_state.hpp"
#include "verilated.h"
#include "verilated_sym_props.h"
#include "verilated_syms.h"
#ifdef WAYFARER_COVERAGE
#include "common/verilated_coverage.hpp"
#endif
#ifdef WAYFARER_WAVES
#include "common/verilated_waves.hpp"
#include "common/wave_rows.hpp"
#include "verilated_fst_c.h"
#endif

namespace wayfarer {

/// The first assertion that failed in this thread (verilated_stop.cpp).
[[nodiscard]] std::string& failed_assertion();

/// The elements of an array of any number of dimensions.
template <typename Type>
struct PinArray {
  static constexpr std::uint32_t kElements = 1;
  static constexpr std::uint32_t kBytes = sizeof(Type);
};
template <typename Type, std::size_t kExtent>
struct PinArray<Type[kExtent]> {
  static constexpr std::uint32_t kElements = kExtent * PinArray<Type>::kElements;
  static constexpr std::uint32_t kBytes = PinArray<Type>::kBytes;
};
template <typename Type, std::size_t kExtent>
struct PinArray<VlUnpacked<Type, kExtent>> : PinArray<Type[kExtent]> {};

template <typename Top>
struct ModulePins;
template <typename Top>
struct ModuleClock;
template <typename Symbols>
struct ModuleRegisters;

/// Instances of one verilated module in one context, and their wave file.
template <typename Top>
class VerilatedBench {
 public:
  VerilatedBench() {
    context_.traceEverOn(true);
    randomize_initial_states(context_, 1);
  }

  ~VerilatedBench() {
    // Verilator deregisters a model's scopes from the thread's context.
    Verilated::threadContextp(&context_);
    trace(nullptr);
    for (const auto& instance : instances_) instance->final();
#ifdef WAYFARER_COVERAGE
    write_coverage(context_);
#endif
    instances_.clear();
  }

  Top* add(const char* name) {
    instances_.push_back(std::make_unique<Top>(&context_, name));
    // Registers may be random; inputs are low until they are driven, as those of absent links.
    ModulePins<Top>::each(*instances_.back(), [](const char*, unsigned, auto& pin) {
      std::memset(static_cast<void*>(&pin), 0, sizeof pin);
    });
    return instances_.back().get();
  }

  bool flip(const char* scope, const char* name, std::uint32_t bits) {
    Verilated::threadContextp(&context_);
    const VerilatedScope* const found = context_.scopeFind(scope);
    VerilatedVar* const variable = found == nullptr ? nullptr : found->varFind(name);
    if (variable == nullptr) return false;
    *static_cast<CData*>(variable->datap()) ^= static_cast<CData>(bits);
    return true;
  }

  bool trace([[maybe_unused]] const wayfarer_waves* file) {
#ifdef WAYFARER_WAVES
    if (waves_) {
      waves_->close();
      waves_.reset();
      errno = take_wave_failure();
      if (errno != 0) return false;
    }
    if (file == nullptr) return true;
    errno = 0;
    waves_ = std::make_unique<VerilatedFstC>();
    for (std::size_t i = 0; i < file->scope_count; ++i)
      waves_->dumpvars(file->scopes[i].levels, file->scopes[i].name);
    for (std::size_t i = 0; i < file->instance_count; ++i)
      static_cast<Top*>(file->instances[i])->trace(waves_.get(), 99);
    rows_.add_to(*waves_->spTrace(), *file);
    waves_->open(file->path);
    return waves_->isOpen();
#else
    return file == nullptr;
#endif
  }

  void dump([[maybe_unused]] std::uint64_t picoseconds) {
#ifdef WAYFARER_WAVES
    if (waves_) waves_->dump(picoseconds);
#endif
  }

 private:
  VerilatedContext context_;
  std::vector<std::unique_ptr<Top>> instances_;
#ifdef WAYFARER_WAVES
  WaveRows rows_;
  std::unique_ptr<VerilatedFstC> waves_;
#endif
};

template <typename Top>
std::uint8_t* state_of(Top& top) {
  return reinterpret_cast<std::uint8_t*>(top.rootp->vlSymsp);
}

/// The table of a module, whose symbols are of that class.
template <typename Top, typename Symbols>
wayfarer_verilated verilated_table() {
  using Bench = VerilatedBench<Top>;
  static constexpr auto bench = [](void* of) -> Bench& { return *static_cast<Bench*>(of); };
  static constexpr auto top = [](void* of) -> Top& { return *static_cast<Top*>(of); };
  wayfarer_verilated table{};
  table.version = WAYFARER_MODULE_VERSION;
#ifdef WAYFARER_WAVES
  table.has_waves = 1;
#endif
  table.open = []() -> void* { return new Bench; };
  table.close = [](void* of) { delete &bench(of); };
  table.add = [](void* of, const char* name) -> void* { return bench(of).add(name); };
  table.state = [](void* of) { return state_of(top(of)); };
  table.registers_at = ModuleRegisters<Symbols>::kBegin;
  table.register_bytes = ModuleRegisters<Symbols>::kEnd - ModuleRegisters<Symbols>::kBegin;
  table.only_registers = ModuleRegisters<Symbols>::kOnly ? 1 : 0;
  table.pins = [](void* of, wayfarer_pin* pins, std::size_t room) {
    std::size_t count = 0;
    ModulePins<Top>::each(top(of), [&](const char* name, unsigned bits, auto& pin) {
      using Array = PinArray<std::remove_reference_t<decltype(pin)>>;
      const auto at =
          static_cast<std::size_t>(reinterpret_cast<std::uint8_t*>(&pin) - state_of(top(of)));
      if (count < room) pins[count] = {name, bits, Array::kBytes, Array::kElements, at};
      ++count;
    });
    return count;
  };
  table.eval = [](void* of) { top(of).eval(); };
  table.tick = [](void* of) {
    ModuleClock<Top>::set(top(of), 1);
    top(of).eval();
    ModuleClock<Top>::fall(top(of));
  };
  table.flip = [](void* of, const char* scope, const char* name, std::uint32_t bits) {
    return bench(of).flip(scope, name, bits) ? 1 : 0;
  };
  table.failure = []() -> const char* {
    thread_local std::string last;
    last.clear();
    last.swap(failed_assertion());
    return last.empty() ? nullptr : last.c_str();
  };
  table.trace = [](void* of, const wayfarer_waves* file) { return bench(of).trace(file) ? 1 : 0; };
  table.dump = [](void* of, std::uint64_t picoseconds) { bench(of).dump(picoseconds); };
  return table;
}

}  // namespace wayfarer
