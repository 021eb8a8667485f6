// Which terminal has which addresses.
#pragma once

#include <map>
#include <optional>
#include <string>

#include <systemc>

#include "core/types.hpp"

namespace wayfarer::sysc {

class AddressMap {
 public:
  struct Place {
    TerminalId terminal = 0;
    sc_dt::uint64 base = 0;  ///< Subtracted from addresses for the target.
  };

  /// Adds addresses from `base` on. Returns what is wrong, else an empty text: a range is empty,
  /// ends beyond the last address, or overlaps another one.
  [[nodiscard]] std::string add(TerminalId terminal, sc_dt::uint64 base, sc_dt::uint64 size,
                                bool relative);
  /// For all addresses that have no range; the target gets them unchanged.
  void set_default(TerminalId terminal) { default_ = terminal; }

  /// The target of `length` bytes from an address; none: nothing is there, or they belong to more
  /// than one range. `fault` says which.
  [[nodiscard]] std::optional<Place> find(sc_dt::uint64 address, sc_dt::uint64 length,
                                          std::string& fault) const;

  /// Calls visit(terminal) for each range and the default.
  template <typename Visit>
  void each_terminal(const Visit& visit) const {
    for (const auto& [base, range] : ranges_) visit(range.terminal);
    if (default_) visit(*default_);
  }

 private:
  struct Range {
    sc_dt::uint64 last = 0;
    TerminalId terminal = 0;
    bool relative = true;
  };
  std::map<sc_dt::uint64, Range> ranges_;  // by base
  std::optional<TerminalId> default_;
};

}  // namespace wayfarer::sysc
