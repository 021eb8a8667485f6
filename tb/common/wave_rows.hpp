// Rows of wave files that no signal carries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/verilated_module.h"
#include "verilated_fst_c.h"

namespace wayfarer {

// The functions that declare signals changed after the packaged version; newer ones write no rows.
#if __has_include("verilated_std_waiver.vlt")

class WaveRows {
 public:
  void add_to(VerilatedFst& /*waves*/, const wayfarer_waves& /*file*/) {}
};

#else

class WaveRows {
 public:
  /// Before the file is opened.
  void add_to(VerilatedFst& waves, const wayfarer_waves& file) {
    rows_.assign(file.rows, file.rows + file.row_count);
    if (rows_.empty()) return;
    waves.addInitCb(&declare, this);
    waves.addFullCb(&write_all, this);
    waves.addChgCb(&write_changes, this);
  }

 private:
  static std::uint32_t words_of(const wayfarer_row& row) { return (row.bits + 31) / 32; }

  static void declare(void* self, VerilatedFst* waves, std::uint32_t code) {
    auto& rows = *static_cast<WaveRows*>(self);
    rows.code_ = code;
    waves->scopeEscape(' ');
    for (const wayfarer_row& row : rows.rows_) {
      waves->pushNamePrefix(std::string(row.scope) + ' ');
      for (std::size_t at = 0; at < row.count; ++at, code += words_of(row))
        declare(*waves, code, row, static_cast<int>(at));
      waves->popNamePrefix();
    }
    waves->scopeEscape('.');
  }

  static void declare(VerilatedFst& waves, std::uint32_t code, const wayfarer_row& row, int at) {
    const int last = static_cast<int>(row.bits) - 1;
    const auto kind = FST_VD_IMPLICIT;
    const auto type = FST_VT_SV_LOGIC;
    const bool array = row.array != 0;
    if (row.bits == 1 && row.vector == 0)
      waves.declBit(code, row.name, -1, kind, type, array, at);
    else if (row.bits <= 32)
      waves.declBus(code, row.name, -1, kind, type, array, at, last, 0);
    else
      waves.declArray(code, row.name, -1, kind, type, array, at, last, 0);
  }

  /// Calls write(old, value, bits) for each value.
  template <typename Write>
  void each_value(VerilatedFst::Buffer* buffer, const Write& write) const {
    std::uint32_t* old = buffer->oldp(code_);
    for (const wayfarer_row& row : rows_)
      for (std::size_t at = 0; at < row.count; ++at, old += words_of(row))
        write(old, row.values + at * words_of(row), static_cast<int>(row.bits));
  }

  static void write_all(void* self, VerilatedFst::Buffer* buffer) {
    static_cast<WaveRows*>(self)->each_value(
        buffer, [buffer](std::uint32_t* old, const std::uint32_t* value, int bits) {
          if (bits == 1)
            buffer->fullBit(old, static_cast<CData>(*value));
          else if (bits <= 32)
            buffer->fullIData(old, *value, bits);
          else
            buffer->fullWData(old, value, bits);
        });
  }

  static void write_changes(void* self, VerilatedFst::Buffer* buffer) {
    static_cast<WaveRows*>(self)->each_value(
        buffer, [buffer](std::uint32_t* old, const std::uint32_t* value, int bits) {
          if (bits == 1)
            buffer->chgBit(old, static_cast<CData>(*value));
          else if (bits <= 32)
            buffer->chgIData(old, *value, bits);
          else
            buffer->chgWData(old, value, bits);
        });
  }

  std::uint32_t code_ = 0;  ///< Code of the first element.
  std::vector<wayfarer_row> rows_;
};

#endif

}  // namespace wayfarer
