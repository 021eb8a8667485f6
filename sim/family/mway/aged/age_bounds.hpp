// What the ages of headers promise on one channel, checked in every cycle of the model: P1 to P3 of
// docs/mway-aged.md. tests/formal/mway_ages_formal.sv proves them for the RTL.
#pragma once

#include <cstdint>
#include <vector>

#include "core/types.hpp"
#include "family/mway/state.hpp"

namespace wayfarer::mway {

/// A key is a receiver and class, `2 * receiver + class`. Each function throws CheckFailed, with
/// the property's name, where it does not hold.
class AgeBounds {
 public:
  struct Limits {
    unsigned overtaken = 0;  ///< P2: headers that may enter before one of the highest age.
    unsigned passed = 0;     ///< P3: cycles of an eligible Top header in which none enters.
  };
  /// For a channel of that many members and classes, and sets of that many buffers.
  [[nodiscard]] static Limits limits(unsigned members, unsigned buffers, unsigned classes);

  AgeBounds(const Limits& limits, std::size_t keys, std::size_t buffers);

  /// The header at the front of the buffer has the highest age from now on.
  void became_oldest(BufferId buffer, std::uint32_t key) { since_[buffer] = entered_[key]; }

  /// The oldest headers for the key become Top.
  void promoted(std::uint32_t key) { promoted_[key] = cycle_; }

  struct Entry {
    BufferId buffer = 0;
    std::uint32_t key = 0;
    bool router = false;  ///< The receiver is a router: P1 and P2 are about these.
    bool oldest = false;
    bool top = false;
    bool top_waits = false;  ///< A Top header for the key, this one included.
  };
  /// A header enters its receiver.
  void enters(const Entry& entry);

  /// A Top header for the key is eligible in this cycle.
  void eligible(std::uint32_t key) { eligible_.push_back(key); }

  void end_cycle();

 private:
  Limits limits_;
  Cycle cycle_ = 0;
  std::vector<std::uint32_t> entered_;   ///< By key: headers so far.
  std::vector<std::uint32_t> since_;     ///< By buffer: that number, when its header became oldest.
  std::vector<Cycle> promoted_;          ///< By key: the cycle of the last promotion.
  std::vector<Cycle> top_entered_;       ///< By key: the last cycle in which a Top header entered.
  std::vector<Cycle> first_eligible_;    ///< By key: of the cycles in a row up to the last one,
  std::vector<Cycle> last_eligible_;     ///< of which each had an eligible Top header.
  std::vector<std::uint32_t> eligible_;  ///< Keys of this cycle; some twice.
};

}  // namespace wayfarer::mway
