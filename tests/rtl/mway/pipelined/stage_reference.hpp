// mway_stages in plain C++, from its contract.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "../reference.hpp"

namespace wayfarer::mway_test {

/// A set's view of its buffers and receivers in one cycle.
struct StageView {
  std::function<std::optional<Flit>(unsigned buffer, unsigned behind)> flit;  ///< In the buffer.
  std::function<bool(const Flit& header)> available;
  std::function<bool(unsigned buffer)> receiver_full;
};

class Stages {
 public:
  explicit Stages(unsigned buffers) : eligible_(buffers, false), header_(buffers, false) {}

  [[nodiscard]] bool requests() const {
    for (const bool eligible : eligible_)
      if (eligible) return true;
    return false;
  }
  /// The buffer whose flit is on the lines.
  [[nodiscard]] std::optional<unsigned> sending(bool enable) const {
    return enable ? chosen_ : std::nullopt;
  }
  /// The choice for the next cycle; `lines` are the channel's.
  [[nodiscard]] std::optional<unsigned> choice(bool enable, const Lines& lines) const {
    for (unsigned i = 0; i < eligible_.size(); ++i) {
      const unsigned b = (turn_ + i) % static_cast<unsigned>(eligible_.size());
      const bool waits = lines.tag == kHeader && header_[b];
      if (eligible_[b] && sending(enable) != b && !waits) return b;
    }
    return std::nullopt;
  }

  /// The end of a cycle.
  void tick(bool enable, const Lines& lines, bool taken, bool fills, const StageView& view) {
    const auto next = choice(enable, lines);
    const auto sent = sending(enable);
    for (unsigned b = 0; b < eligible_.size(); ++b) {
      const bool own = sent == b;
      const std::optional<Flit> flit = view.flit(b, own ? 1 : 0);
      bool may = flit && !(own && !taken);
      if (may && flit->tag == kHeader)
        may = view.available(*flit) && (own || lines.tag != kHeader || lines.way() != flit->way);
      else if (may)
        may = own ? !fills : !view.receiver_full(b);
      eligible_[b] = may;
      header_[b] = flit && flit->tag == kHeader;
    }
    if (sent) turn_ = (*sent + 1) % static_cast<unsigned>(eligible_.size());
    chosen_ = next;
  }

 private:
  std::vector<bool> eligible_, header_;
  std::optional<unsigned> chosen_;
  unsigned turn_ = 0;
};

}  // namespace wayfarer::mway_test
