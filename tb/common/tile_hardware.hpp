// A network as instances of one verilated tile, whose links are exchanged here: of any size for the
// build of one tile.
//
// In a cycle every tile that is awake has a rising edge. Then outputs go to the inputs that they
// drive, in the order of the combinational paths that the tile's contract names, and tiles whose
// outputs may have changed are evaluated again. A tile sleeps once an edge has changed none of its
// registers, since with the same inputs no edge would; a changed input wakes it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/contract.hpp"
#include "common/hardware.hpp"
#include "common/tile_plan.hpp"
#include "common/verilated_library.hpp"
#include "common/wave_scopes.hpp"

namespace wayfarer {

class TileHardware final : public Hardware {
 public:
  /// `module` is the tile's module, `paths` are the paths of its contract, and `scopes` the
  /// network's scopes, which waves also have.
  TileHardware(const std::string& library, const TilePlan& plan, const std::string& module,
               const std::vector<CombinationalPath>& paths, const WaveScopes& scopes);

  [[nodiscard]] Pins pins(const std::string& name) override;
  [[nodiscard]] bool has(const std::string& name) const override { return library_.has_pin(name); }
  void reset() override;
  void settle() override;
  void settle_insides() override;
  void edge() override;
  void hidden_cycle() override;
  bool flip(const RegisterPlace& place, std::uint32_t bits) override;
  [[nodiscard]] std::vector<std::uint8_t> registers() const override { return registers_; }
  void upset(std::size_t byte, std::uint8_t bits) override;
  [[nodiscard]] std::string failure() override { return library_.failure(); }
  [[nodiscard]] const char* build() const override { return "tiles"; }
  [[nodiscard]] bool has_waves() const override { return library_.table().has_waves != 0; }
  bool trace(const std::string& path, const std::vector<unsigned>& nodes,
             const std::vector<wayfarer_row>& rows) override;

 private:
  /// Inputs that have changed since the last edge or, if an output depends on them, since the last
  /// evaluation.
  enum Change : std::uint8_t { kInput, kCombinational, kChanges };
  struct Tile {
    VerilatedLibrary::Instance instance;
    std::string name;
    bool awake = true;
    bool evaluated = false;  ///< In this cycle.
  };
  /// Bytes of an output to the input of a tile.
  struct Copy {
    const std::uint8_t* from;
    std::uint8_t* to;
    std::uint32_t bytes;
    std::uint32_t tile;
    Change change;
  };
  /// Copies of one step of the exchange: those from tile t begin at `begin[t]`.
  struct Step {
    std::vector<Copy> copies;
    std::vector<std::uint32_t> begin;
  };

  /// After a change of a tile's registers in the cycle that has begun.
  void take_upset(unsigned tile);

  /// Values of pins, in waves with the name and scope that they have in the network.
  struct Row {
    std::string name;
    Pins pins;
    std::size_t parts;   ///< Parts per pin, in a packed array.
    std::uint32_t bits;  ///< Bits per part.
    bool array, vector;
    std::vector<std::uint32_t> values;
  };

  void make_rows();
  void add_rows(const std::string& name, const wayfarer_pin& pin);
  static void read(Row& row);
  [[nodiscard]] std::uint8_t* place(const TilePin& pin) const;
  [[nodiscard]] Change change_of(const std::string& input) const;
  [[nodiscard]] std::uint8_t& changed(unsigned tile, Change change) {
    return changed_[tile * std::size_t{kChanges} + change];
  }
  void order(const TilePlan& plan, const std::vector<CombinationalPath>& paths);
  void set(const TileConstant& constant);
  void tick_all();
  void tick(unsigned tile);
  void remember(unsigned tile);
  void evaluate(unsigned tile);
  void note(unsigned tile);
  void exchange();
  void dump(std::uint64_t time);

  VerilatedLibrary library_;
  const wayfarer_verilated& table_;
  std::vector<Tile> tiles_;
  std::vector<std::string> combinational_;  ///< Inputs with a path to any output, sorted.
  std::vector<Step> steps_;
  std::vector<std::uint8_t> changed_;    ///< By tile and Change.
  std::vector<std::uint8_t> registers_;  ///< By tile, after its last edge.
  std::vector<unsigned> evaluated_;      ///< Tiles in this cycle.
  std::vector<unsigned> again_;          ///< Tiles to evaluate in this step.
  Pins reset_;
  const std::string module_;
  const std::string network_;  ///< Its scope in waves.
  std::vector<PackedPin> packed_;
  std::vector<Row> rows_;            ///< Rows of the waves; empty until waves are written.
  std::vector<Pins> traced_clocks_;  ///< Clocks of tiles in waves.
  std::uint8_t unused_ = 0;
  std::uint64_t cycle_ = 0;
};

}  // namespace wayfarer
