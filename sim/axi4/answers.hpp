// Cycle model of rtl/axi4/axi4_answers.sv: B and R, from replies and for refused bursts.
#pragma once

#include <vector>

#include "axi4/config.hpp"
#include "axi4/signals.hpp"
#include "axi4/words.hpp"

namespace wayfarer {

class Axi4Answers {
 public:
  /// A word of a reply that waits.
  struct Word {
    Axi4Reply reply;
    bool last = false;
  };

  explicit Axi4Answers(const Axi4Config& config) : config_(config), worst_(config.threads) {}

  void reset();

  // Outputs.
  [[nodiscard]] bool read_denied() const { return read_denied_; }
  [[nodiscard]] bool write_denied() const { return write_denied_; }
  [[nodiscard]] std::optional<Axi4Write> b(const Word* word) const;
  [[nodiscard]] std::optional<Axi4Read> r(const Word* word) const;
  /// Whether the word is taken.
  [[nodiscard]] bool takes(const Word& word, bool b_ready, bool r_ready) const;

  /// One clock. `word`: the reply's word, or null; the bursts that are refused in this cycle.
  void step(const Word* word, bool b_ready, bool r_ready,
            const std::optional<Axi4Address>& deny_read,
            const std::optional<Axi4Address>& deny_write);

 private:
  [[nodiscard]] unsigned joined(const Axi4Reply& reply) const;

  const Axi4Config& config_;
  bool read_denied_ = false, read_shown_ = false;
  bool write_denied_ = false, write_shown_ = false;
  unsigned read_id_ = 0, write_id_ = 0;
  unsigned left_ = 0;
  bool inside_ = false;
  std::vector<unsigned> worst_;
};

}  // namespace wayfarer
