// Subnet management packets in plain C++: the fields of iba_pkg::smp_t, and the path above.
#pragma once

#include <cstdint>
#include <type_traits>

namespace wayfarer::iba_test {

struct Smp {
  std::uint32_t data = 0;
  unsigned address = 0;
  bool write = false;
  bool response = false;
  bool error = false;
  unsigned hops_left = 0;
  unsigned hops_done = 0;
  std::uint64_t path = 0;  ///< Two bits a hop.

  friend bool operator==(const Smp& a, const Smp& b) {
    return a.data == b.data && a.address == b.address && a.write == b.write &&
           a.response == b.response && a.error == b.error && a.hops_left == b.hops_left &&
           a.hops_done == b.hops_done && a.path == b.path;
  }
};

/// Calls field(member, bits) for each field, from bit 0 upwards.
template <class Packet, class Field>
void for_each_field(Packet& smp, unsigned hops, const Field& field) {
  field(smp.data, 32);
  field(smp.address, 18);
  field(smp.write, 1);
  field(smp.response, 1);
  field(smp.error, 1);
  field(smp.hops_left, 6);
  field(smp.hops_done, 6);
  field(smp.path, 2 * hops);
}

/// Sets a port of more than 64 bits.
template <class Port>
void drive_smp(Port& port, const Smp& smp, unsigned hops) {
  unsigned at = 0;
  for_each_field(smp, hops, [&](std::uint64_t value, unsigned bits) {
    for (unsigned bit = 0; bit < bits; ++bit, ++at) {
      const std::uint32_t mask = 1u << at % 32;
      port[at / 32] = (port[at / 32] & ~mask) | ((value >> bit & 1) != 0 ? mask : 0);
    }
  });
}

template <class Port>
Smp read_smp(const Port& port, unsigned hops) {
  Smp smp;
  unsigned at = 0;
  for_each_field(smp, hops, [&](auto& member, unsigned bits) {
    std::uint64_t value = 0;
    for (unsigned bit = 0; bit < bits; ++bit, ++at)
      value |= std::uint64_t{port[at / 32] >> at % 32 & 1} << bit;
    member = static_cast<std::remove_reference_t<decltype(member)>>(value);
  });
  return smp;
}

}  // namespace wayfarer::iba_test
