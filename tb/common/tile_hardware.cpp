#include "common/tile_hardware.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

#include "common/whole_hardware.hpp"

namespace wayfarer {
namespace {

constexpr std::uint64_t kCycleTime = WholeHardware::kCycleTime;

/// Copies if the bytes differ.
bool update(std::uint8_t* to, const std::uint8_t* from, std::uint32_t bytes) {
  const auto as = [&](auto value) {
    auto old = value;
    std::memcpy(&value, from, sizeof value);
    std::memcpy(&old, to, sizeof old);
    if (value == old) return false;
    std::memcpy(to, &value, sizeof value);
    return true;
  };
  switch (bytes) {
    case 1: return as(std::uint8_t{});
    case 2: return as(std::uint16_t{});
    case 4: return as(std::uint32_t{});
    case 8: return as(std::uint64_t{});
    default:
      if (std::memcmp(to, from, bytes) == 0) return false;
      std::memcpy(to, from, bytes);
      return true;
  }
}

/// By output: the number of evaluations after an edge until it is final. `drivers`: outputs, by
/// the inputs that they drive.
std::map<std::string, unsigned> levels_of(
    const std::map<std::string, std::set<std::string>>& drivers,
    const std::vector<CombinationalPath>& paths) {
  std::map<std::string, unsigned> levels;
  for (const auto& [input, outputs] : drivers)
    for (const std::string& output : outputs) levels[output] = 0;
  bool changed = true;
  for (std::size_t round = 0; changed; ++round) {
    if (round > levels.size())
      throw std::logic_error("tiles: combinational paths between tiles make a loop");
    changed = false;
    for (const CombinationalPath& path : paths) {
      const auto driven = drivers.find(path.input);
      const auto level = levels.find(path.output);
      if (driven == drivers.end() || level == levels.end()) continue;
      for (const std::string& output : driven->second) {
        if (level->second > levels[output]) continue;
        level->second = levels[output] + 1;
        changed = true;
      }
    }
  }
  return levels;
}

}  // namespace

TileHardware::TileHardware(const std::string& library, const TilePlan& plan,
                           const std::string& module, const std::vector<CombinationalPath>& paths,
                           const WaveScopes& scopes)
    : library_(library),
      table_(library_.table()),
      changed_(plan.tiles * std::size_t{kChanges}, 1),
      module_(module),
      network_("TOP " + scopes.top),
      packed_(plan.packed) {
  for (const CombinationalPath& path : paths) combinational_.push_back(path.input);
  std::sort(combinational_.begin(), combinational_.end());
  for (unsigned t = 0; t < plan.tiles; ++t) {
    const std::string name = network_ + " " + fmt::format(fmt::runtime(scopes.insides.front()), t);
    tiles_.push_back({library_.add(name), name, true, false});
  }
  registers_.resize(plan.tiles * table_.register_bytes);
  for (unsigned t = 0; t < plan.tiles; ++t) remember(t);
  reset_ = pins("rst_ni");
  for (const TileConstant& constant : plan.constants) set(constant);
  order(plan, paths);
}

std::uint8_t* TileHardware::place(const TilePin& of) const {
  const wayfarer_pin& info = library_.pin(of.pin);
  if (of.element >= info.elements || of.tile >= tiles_.size())
    throw std::logic_error(
        fmt::format("tiles: no element {} of {} in tile {}", of.element, of.pin, of.tile));
  return tiles_[of.tile].instance.state + info.offset + std::size_t{of.element} * info.bytes;
}

TileHardware::Change TileHardware::change_of(const std::string& input) const {
  return std::binary_search(combinational_.begin(), combinational_.end(), input) ? kCombinational
                                                                                 : kInput;
}

Pins TileHardware::pins(const std::string& name) {
  const wayfarer_pin& info = library_.pin(name);
  std::vector<Pins::Element> elements;
  for (unsigned t = 0; t < tiles_.size(); ++t)
    for (unsigned i = 0; i < info.elements; ++i)
      elements.push_back({place({t, name.c_str(), i}), &changed(t, change_of(name))});
  return {elements, info.bytes};
}

void TileHardware::set(const TileConstant& constant) {
  const wayfarer_pin& info = library_.pin(constant.input.pin);
  const std::size_t bytes = std::min<std::size_t>(info.bytes, sizeof constant.value);
  std::memcpy(place(constant.input), &constant.value, bytes);
}

void TileHardware::order(const TilePlan& plan, const std::vector<CombinationalPath>& paths) {
  std::map<std::string, std::set<std::string>> drivers;
  for (const TileLink& link : plan.links) drivers[link.input.pin].insert(link.output.pin);
  const std::map<std::string, unsigned> levels = levels_of(drivers, paths);
  for (const auto& [output, level] : levels)
    steps_.resize(std::max<std::size_t>(steps_.size(), level + 1));

  std::vector<std::vector<const TileLink*>> by_tile(tiles_.size());
  for (const TileLink& link : plan.links) by_tile[link.output.tile].push_back(&link);
  for (std::size_t level = 0; level < steps_.size(); ++level) {
    Step& step = steps_[level];
    for (const auto& links : by_tile) {
      step.begin.push_back(static_cast<std::uint32_t>(step.copies.size()));
      for (const TileLink* link : links) {
        if (levels.at(link->output.pin) != level) continue;
        const std::uint32_t bytes = library_.pin(link->output.pin).bytes;
        if (bytes != library_.pin(link->input.pin).bytes)
          throw std::logic_error(
              fmt::format("tiles: {} and {} differ in width", link->output.pin, link->input.pin));
        step.copies.push_back({place(link->output), place(link->input), bytes, link->input.tile,
                               change_of(link->input.pin)});
      }
    }
    step.begin.push_back(static_cast<std::uint32_t>(step.copies.size()));
  }
}

void TileHardware::reset() {
  (void)failure();
  trace({}, {}, {});
  for (std::size_t t = 0; t < tiles_.size(); ++t) reset_.set(t, 0);
  std::fill(changed_.begin(), changed_.end(), std::uint8_t{1});
  for (int cycle = 0; cycle < 2; ++cycle) hidden_cycle();
  for (std::size_t t = 0; t < tiles_.size(); ++t) reset_.set(t, 1);
  std::fill(changed_.begin(), changed_.end(), std::uint8_t{1});
  settle();
  cycle_ = 0;
}

void TileHardware::settle() {
  for (unsigned t = 0; t < tiles_.size(); ++t)
    if (changed(t, kCombinational) != 0) evaluate(t);
  exchange();
}

void TileHardware::settle_insides() {
  settle();
  for (unsigned t = 0; t < tiles_.size(); ++t)
    if (tiles_[t].awake || changed(t, kInput) != 0) evaluate(t);
  exchange();
}

void TileHardware::edge() {
  dump(kCycleTime * cycle_ + kCycleTime / 2);
  tick_all();
  exchange();
  ++cycle_;
  for (Pins& clock : traced_clocks_) clock.set(0, 1);
  dump(kCycleTime * cycle_);
  for (Pins& clock : traced_clocks_) clock.set(0, 0);
}

void TileHardware::hidden_cycle() {
  settle();
  tick_all();
  exchange();
}

void TileHardware::tick_all() {
  for (unsigned t = 0; t < tiles_.size(); ++t)
    if (tiles_[t].awake || changed(t, kInput) != 0 || changed(t, kCombinational) != 0) tick(t);
}

void TileHardware::tick(unsigned t) {
  Tile& tile = tiles_[t];
  table_.tick(tile.instance.handle);
  const bool same =
      std::memcmp(&registers_[t * table_.register_bytes], tile.instance.state + table_.registers_at,
                  table_.register_bytes) == 0;
  if (!same) remember(t);
  const bool heard = changed(t, kInput) != 0 || changed(t, kCombinational) != 0;
  changed(t, kInput) = changed(t, kCombinational) = 0;
  tile.awake = !same || (heard && table_.only_registers == 0);
  note(t);
}

/// For the next edge to be compared with.
void TileHardware::remember(unsigned t) {
  std::memcpy(&registers_[t * table_.register_bytes],
              tiles_[t].instance.state + table_.registers_at, table_.register_bytes);
}

void TileHardware::evaluate(unsigned t) {
  table_.eval(tiles_[t].instance.handle);
  changed(t, kCombinational) = 0;
  changed(t, kInput) = 1;
  note(t);
}

void TileHardware::note(unsigned t) {
  if (tiles_[t].evaluated) return;
  tiles_[t].evaluated = true;
  evaluated_.push_back(t);
}

void TileHardware::exchange() {
  for (const Step& step : steps_) {
    again_.clear();
    for (const unsigned from : evaluated_)
      for (std::uint32_t c = step.begin[from]; c < step.begin[from + 1]; ++c) {
        const Copy& copy = step.copies[c];
        if (!update(copy.to, copy.from, copy.bytes)) continue;
        std::uint8_t& flag = changed(copy.tile, copy.change);
        if (copy.change == kCombinational && flag == 0) again_.push_back(copy.tile);
        flag = 1;
      }
    for (const unsigned t : again_) evaluate(t);
  }
  for (const unsigned t : evaluated_) tiles_[t].evaluated = false;
  evaluated_.clear();
}

bool TileHardware::flip(const RegisterPlace& place, std::uint32_t bits) {
  const std::string scope =
      fmt::format("{}.{}.{}{}", tiles_[place.tile].name, module_, place.in_tile, place.inside);
  if (table_.flip(library_.bench(), scope.c_str(), place.name.c_str(), bits) == 0) return false;
  remember(place.tile);
  evaluate(place.tile);
  exchange();
  return true;
}

/// Pins that the network's top module also has.
void TileHardware::make_rows() {
  for (const auto& [name, pin] : library_.pins())
    for (const char* group : {"inject_", "eject_", "error_", "channel_"})
      if (name.rfind(group, 0) == 0) add_rows(name, pin);
  for (const char* name : {"clk_i", "rst_ni"})
    rows_.push_back({name,
                     Pins({{place({0, name}), &unused_}}, library_.pin(name).bytes),
                     1,
                     1,
                     false,
                     false,
                     {0}});
}

void TileHardware::add_rows(const std::string& name, const wayfarer_pin& pin) {
  const auto shape = std::find_if(packed_.begin(), packed_.end(),
                                  [&name = name](const PackedPin& it) { return it.pin == name; });
  const bool vector = shape != packed_.end();
  if (!vector || shape->bits == 0) {
    Pins all = pins(name);
    const std::size_t words = all.size() * ((pin.bits + 31) / 32);
    rows_.push_back(
        {name, std::move(all), 1, pin.bits, true, vector, std::vector<std::uint32_t>(words)});
    return;
  }
  // The parts of each pin make an array.
  const std::size_t parts = pin.bits / shape->bits;
  std::size_t number = 0;
  for (unsigned t = 0; t < tiles_.size(); ++t)
    for (unsigned element = 0; element < pin.elements; ++element, ++number)
      rows_.push_back({fmt::format("{}[{}]", name, number),
                       Pins({{place({t, name.c_str(), element}), &unused_}}, pin.bytes), parts,
                       shape->bits, true, true,
                       std::vector<std::uint32_t>(parts * ((shape->bits + 31) / 32))});
}

void TileHardware::read(Row& row) {
  const std::size_t words = (row.bits + 31) / 32;
  for (std::size_t i = 0; i < row.values.size(); ++i) {
    const std::size_t value = i / words;
    const std::size_t bit = value % row.parts * row.bits + i % words * 32;
    const std::size_t left = std::min<std::size_t>(32, row.bits - i % words * 32);
    const auto word = [&](std::size_t at) -> std::uint64_t {
      return at < row.pins.words() ? row.pins.word(value / row.parts, at) : 0;
    };
    const std::uint64_t both = word(bit / 32 + 1) << 32 | word(bit / 32);
    row.values[i] = static_cast<std::uint32_t>(both >> bit % 32 & ((std::uint64_t{1} << left) - 1));
  }
}

bool TileHardware::trace(const std::string& path, const std::vector<unsigned>& nodes,
                         const std::vector<wayfarer_row>& rows) {
  traced_clocks_.clear();
  if (path.empty()) return !has_waves() || library_.trace(nullptr);
  if (rows_.empty()) make_rows();
  std::vector<wayfarer_row> all = rows;
  for (const Row& row : rows_)
    all.push_back({network_.c_str(), row.name.c_str(), row.values.data(),
                   row.pins.size() * row.parts, row.bits, row.array ? 1 : 0, row.vector ? 1 : 0});
  std::vector<unsigned> traced = nodes;
  if (traced.empty()) {
    traced.resize(tiles_.size());
    std::iota(traced.begin(), traced.end(), 0);
  }
  std::vector<void*> instances;
  for (const unsigned t : traced) instances.push_back(tiles_[t].instance.handle);
  // Waves show the clock's pulse, which no tile needs to see.
  traced.push_back(0);  // its clock is the network's
  for (const unsigned t : traced)
    traced_clocks_.push_back({{{place({t, "clk_i"}), &unused_}}, library_.pin("clk_i").bytes});
  const wayfarer_waves file = {path.c_str(), instances.data(), instances.size(), nullptr, 0,
                               all.data(),   all.size()};
  if (library_.trace(&file)) return true;
  traced_clocks_.clear();
  return false;
}

void TileHardware::dump(std::uint64_t time) {
  if (traced_clocks_.empty()) return;
  for (Row& row : rows_) read(row);
  library_.dump(time);
}

}  // namespace wayfarer
