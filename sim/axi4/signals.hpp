// The signals of an AXI4 port in one cycle: manager_t and subordinate_t of rtl/axi4/axi4_pkg.sv.
#pragma once

#include <cstdint>
#include <optional>

namespace wayfarer {

constexpr unsigned kAxiOkay = 0;
constexpr unsigned kAxiDecodeError = 3;
constexpr unsigned kAxiIncr = 1;

/// A burst, on AR or AW.
struct Axi4Address {
  unsigned id = 0;
  std::uint64_t address = 0;
  unsigned length = 0;  ///< AxLEN: beats less one.
  unsigned size = 0;
  unsigned burst = kAxiIncr;
  unsigned cache = 0;
  unsigned prot = 0;
  unsigned qos = 0;
};

struct Axi4Beat {
  std::uint64_t data = 0;
  unsigned strobes = 0;
  bool last = false;
};

struct Axi4Write {
  unsigned id = 0;
  unsigned response = kAxiOkay;
};

struct Axi4Read {
  unsigned id = 0;
  std::uint64_t data = 0;
  unsigned response = kAxiOkay;
  bool last = false;
};

/// What a manager drives; a channel without a value is not valid.
struct Axi4Manager {
  std::optional<Axi4Address> aw;
  std::optional<Axi4Beat> w;
  std::optional<Axi4Address> ar;
  bool b_ready = false;
  bool r_ready = false;
};

/// What a subordinate drives.
struct Axi4Subordinate {
  bool aw_ready = false;
  bool w_ready = false;
  bool ar_ready = false;
  std::optional<Axi4Write> b;
  std::optional<Axi4Read> r;
};

}  // namespace wayfarer
