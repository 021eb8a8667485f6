#include "common/whole_hardware.hpp"

#include <set>
#include <utility>

#include <fmt/format.h>

namespace wayfarer {

WholeHardware::WholeHardware(const std::string& library, WaveScopes scopes)
    : library_(library), scopes_(std::move(scopes)), top_(library_.add("TOP")) {
  const bool one_clock = has("clk_i");
  if (one_clock) clock_ = pins("clk_i");
  reset_ = pins(one_clock ? "rst_ni" : "arst_ni");
}

Pins WholeHardware::pins(const std::string& name) {
  const wayfarer_pin& pin = library_.pin(name);
  std::vector<Pins::Element> elements;
  for (std::size_t i = 0; i < pin.elements; ++i)
    elements.push_back({top_.state + pin.offset + i * pin.bytes, &changed_});
  return {elements, pin.bytes};
}

void WholeHardware::eval() { library_.table().eval(top_.handle); }

void WholeHardware::reset() {
  begin_reset();
  reset_.set(0, 0);
  for (int cycle = 0; cycle < 2; ++cycle) hidden_cycle();
  reset_.set(0, 1);
  eval();
  end_reset();
}

void WholeHardware::settle() {
  clock_.set(0, 0);
  eval();
}

void WholeHardware::edge() {
  dump(kCycleTime * cycle_ + kCycleTime / 2);
  clock_.set(0, 1);
  eval();
  ++cycle_;
  dump(kCycleTime * cycle_);
}

void WholeHardware::hidden_cycle() {
  settle();
  clock_.set(0, 1);
  eval();
}

std::vector<std::uint8_t> WholeHardware::state() const {
  const std::uint8_t* const begin = top_.state + library_.table().registers_at;
  return {begin, begin + library_.table().register_bytes};
}

void WholeHardware::begin_reset() {
  (void)failure();
  trace({}, {}, {});
}

void WholeHardware::fall(std::uint64_t time) {
  eval();
  const std::uint64_t before = kCycleTime * cycle_ + time;
  if (before > last_edge_ + 1) dump(before - 1);
}

void WholeHardware::rise(std::uint64_t time) {
  eval();
  last_edge_ = kCycleTime * cycle_ + time;
  dump(last_edge_);
}

bool WholeHardware::flip(const RegisterPlace& place, std::uint32_t bits) {
  const std::string scope = fmt::format("TOP.{}.{}{}", scopes_.top, place.in_network, place.inside);
  if (library_.table().flip(library_.bench(), scope.c_str(), place.name.c_str(), bits) == 0)
    return false;
  eval();
  return true;
}

bool WholeHardware::trace(const std::string& path, const std::vector<unsigned>& nodes,
                          const std::vector<wayfarer_row>& rows) {
  if (path.empty()) {
    tracing_ = false;
    return !has_waves() || library_.trace(nullptr);
  }
  std::vector<std::string> names;
  if (!nodes.empty()) names = {"TOP." + scopes_.top};
  for (const unsigned node : nodes)
    for (const std::string& inside : scopes_.insides)
      names.push_back(names.front() + "." + fmt::format(fmt::runtime(inside), node));
  std::vector<wayfarer_scope> scopes;
  for (const std::string& name : names) scopes.push_back({name.c_str(), 99});
  // Its own signals, those of its generate blocks, and the ports of what is in these.
  if (!scopes.empty()) {
    scopes.front().levels = 2;
    std::set<std::string> of_rows;
    for (const wayfarer_row& row : rows)
      if (of_rows.insert(row.scope).second) scopes.push_back({row.scope, 1});
  }
  void* const instances[] = {top_.handle};
  const wayfarer_waves file = {path.c_str(),  instances,   1,          scopes.data(),
                               scopes.size(), rows.data(), rows.size()};
  tracing_ = library_.trace(&file);
  return tracing_;
}

void WholeHardware::dump(std::uint64_t time) {
  if (tracing_) library_.dump(time);
}

}  // namespace wayfarer
