// The packed ports of modules with AXI4 ports, as values of the cycle models.
#pragma once

#include <cstdint>
#include <type_traits>

#include "axi4/signals.hpp"
#include "stream/word.hpp"

namespace wayfarer::module_test {

/// Bits of a port of any width.
template <class Port>
std::uint64_t bits_of(const Port& port, unsigned at, unsigned width) {
  std::uint64_t found = 0;
  if constexpr (std::is_integral_v<Port>) {
    found = std::uint64_t{port} >> at;
  } else {
    for (unsigned i = 0; i < width; ++i)
      found |= std::uint64_t{port[(at + i) / 32] >> (at + i) % 32 & 1u} << i;
  }
  return width == 64 ? found : found & ((std::uint64_t{1} << width) - 1);
}

/// Sets a port's bits from the lowest on.
template <class Port>
class Writer {
 public:
  explicit Writer(Port& port) : port_(port) {
    if constexpr (std::is_integral_v<Port>)
      port_ = 0;
    else
      for (unsigned i = 0; i < sizeof(port_) / 4; ++i) port_[i] = 0;
  }

  Writer& put(std::uint64_t value, unsigned width) {
    if constexpr (std::is_integral_v<Port>) {
      port_ = static_cast<Port>(port_ | value << at_);
    } else {
      for (unsigned i = 0; i < width; ++i)
        if ((value >> i & 1) != 0) port_[(at_ + i) / 32] |= 1u << (at_ + i) % 32;
    }
    at_ += width;
    return *this;
  }

  Writer& put(const Axi4Address& a) {
    return put(a.qos, 4)
        .put(a.prot, 3)
        .put(a.cache, 4)
        .put(a.burst, 2)
        .put(a.size, 3)
        .put(a.length, 8)
        .put(a.address, 64)
        .put(a.id, 16);
  }

 private:
  Port& port_;
  unsigned at_ = 0;
};

template <class Port>
void drive_word(Port& port, StreamData data) {
  Writer(port).put(static_cast<std::uint64_t>(data), sizeof(port) < 8 ? 8 * sizeof(port) : 64);
  if constexpr (!std::is_integral_v<Port>)
    for (unsigned i = 2; i < sizeof(port) / 4; ++i)
      port[i] = static_cast<std::uint32_t>(data >> 32 * i);
}

template <class Port>
StreamData word_of(const Port& port) {
  if constexpr (std::is_integral_v<Port>) {
    return port;
  } else {
    StreamData data = 0;
    for (unsigned i = 0; i < sizeof(port) / 4; ++i) data |= StreamData{port[i]} << 32 * i;
    return data;
  }
}

template <class Port>
Axi4Address address_of(const Port& port, unsigned at) {
  Axi4Address a;
  const auto small = [&](unsigned offset, unsigned width) {
    return static_cast<unsigned>(bits_of(port, at + offset, width));
  };
  a.qos = small(0, 4);
  a.prot = small(4, 3);
  a.cache = small(7, 4);
  a.burst = small(11, 2);
  a.size = small(13, 3);
  a.length = small(16, 8);
  a.address = bits_of(port, at + 24, 64);
  a.id = small(88, 16);
  return a;
}

/// The payload of a channel that is not valid, which must not matter: a burst that is refused, the
/// last beat, errors.
constexpr Axi4Address kRefusedAddress{0xffff, ~std::uint64_t{0}, 255, 7, 3, 15, 7, 15};
constexpr Axi4Beat kIdleBeat{~std::uint64_t{0}, 1, true};
constexpr Axi4Write kIdleWrite{0xffff, 3};
constexpr Axi4Read kIdleRead{0xffff, ~std::uint64_t{0}, 3, true};

/// Ports with manager_t and its data; `idle`: the addresses that are not valid.
template <class Port, class Data, class Strobes>
void drive_manager(Port& port, Data& data, Strobes& strobes, const Axi4Manager& manager,
                   const Axi4Address& idle = kRefusedAddress) {
  const Axi4Beat w = manager.w.value_or(kIdleBeat);
  Writer(port)
      .put(manager.r_ready, 1)
      .put(manager.ar.value_or(idle))
      .put(manager.ar.has_value(), 1)
      .put(manager.b_ready, 1)
      .put(w.last, 1)
      .put(manager.w.has_value(), 1)
      .put(manager.aw.value_or(idle))
      .put(manager.aw.has_value(), 1);
  data = static_cast<Data>(w.data);
  strobes = static_cast<Strobes>(w.strobes);
}

template <class Port, class Data, class Strobes>
Axi4Manager manager_of(const Port& port, const Data& data, const Strobes& strobes) {
  Axi4Manager manager;
  manager.r_ready = bits_of(port, 0, 1) != 0;
  if (bits_of(port, 105, 1) != 0) manager.ar = address_of(port, 1);
  manager.b_ready = bits_of(port, 106, 1) != 0;
  if (bits_of(port, 108, 1) != 0) manager.w = Axi4Beat{data, strobes, bits_of(port, 107, 1) != 0};
  if (bits_of(port, 213, 1) != 0) manager.aw = address_of(port, 109);
  return manager;
}

/// Ports with subordinate_t and its data.
template <class Port, class Data>
void drive_subordinate(Port& port, Data& data, const Axi4Subordinate& subordinate) {
  const Axi4Write b = subordinate.b.value_or(kIdleWrite);
  const Axi4Read r = subordinate.r.value_or(kIdleRead);
  Writer(port)
      .put(r.last, 1)
      .put(r.response, 2)
      .put(r.id, 16)
      .put(subordinate.r.has_value(), 1)
      .put(subordinate.ar_ready, 1)
      .put(b.response, 2)
      .put(b.id, 16)
      .put(subordinate.b.has_value(), 1)
      .put(subordinate.w_ready, 1)
      .put(subordinate.aw_ready, 1);
  data = static_cast<Data>(r.data);
}

template <class Port, class Data>
Axi4Subordinate subordinate_of(const Port& port, const Data& data) {
  Axi4Subordinate subordinate;
  const auto small = [&](unsigned at, unsigned width) {
    return static_cast<unsigned>(bits_of(port, at, width));
  };
  if (small(19, 1) != 0)
    subordinate.r = Axi4Read{small(3, 16), data, small(1, 2), small(0, 1) != 0};
  subordinate.ar_ready = small(20, 1) != 0;
  if (small(39, 1) != 0) subordinate.b = Axi4Write{small(23, 16), small(21, 2)};
  subordinate.w_ready = small(40, 1) != 0;
  subordinate.aw_ready = small(41, 1) != 0;
  return subordinate;
}

inline bool equal(const Axi4Address& a, const Axi4Address& b) {
  return a.id == b.id && a.address == b.address && a.length == b.length && a.size == b.size &&
         a.burst == b.burst && a.cache == b.cache && a.prot == b.prot && a.qos == b.qos;
}
inline bool equal(const Axi4Beat& a, const Axi4Beat& b) {
  return a.data == b.data && a.strobes == b.strobes && a.last == b.last;
}
inline bool equal(const Axi4Write& a, const Axi4Write& b) {
  return a.id == b.id && a.response == b.response;
}
inline bool equal(const Axi4Read& a, const Axi4Read& b) {
  return a.id == b.id && a.data == b.data && a.response == b.response && a.last == b.last;
}
template <class Value>
bool equal(const std::optional<Value>& a, const std::optional<Value>& b) {
  return a.has_value() == b.has_value() && (!a || equal(*a, *b));
}
inline bool equal(const Axi4Manager& a, const Axi4Manager& b) {
  return equal(a.aw, b.aw) && equal(a.w, b.w) && equal(a.ar, b.ar) && a.b_ready == b.b_ready &&
         a.r_ready == b.r_ready;
}
inline bool equal(const Axi4Subordinate& a, const Axi4Subordinate& b) {
  return a.aw_ready == b.aw_ready && a.w_ready == b.w_ready && a.ar_ready == b.ar_ready &&
         equal(a.b, b.b) && equal(a.r, b.r);
}

}  // namespace wayfarer::module_test
