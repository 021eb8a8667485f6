#include "traffic/lengths.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "core/text.hpp"

namespace wayfarer {
namespace {

class Mix final : public Lengths {
 public:
  Mix(std::vector<std::uint16_t> choices, std::uint64_t seed)
      : choices_(std::move(choices)), seed_(seed) {}

  std::uint16_t bytes(TerminalId source, std::uint32_t sequence) const override {
    if (choices_.size() == 1) return choices_[0];
    Random random(seed_, source, Purpose::kLength, sequence);
    return choices_[random.below(static_cast<std::uint32_t>(choices_.size()))];
  }

  double mean_flits(const FlitFormat& format) const override {
    double sum = 0;
    for (const std::uint16_t choice : choices_) sum += message_flits(choice, format);
    return sum / static_cast<double>(choices_.size());
  }

  double mean_bytes() const override {
    return std::accumulate(choices_.begin(), choices_.end(), 0.0) /
           static_cast<double>(choices_.size());
  }

  unsigned greatest_bytes() const override {
    return *std::max_element(choices_.begin(), choices_.end());
  }

 private:
  std::vector<std::uint16_t> choices_;
  std::uint64_t seed_;
};

}  // namespace

std::unique_ptr<Lengths> make_lengths(const LengthsSpec& spec, std::uint64_t seed,
                                      unsigned max_bytes) {
  for (const std::uint16_t bytes : spec.bytes) check_unsigned(bytes, "message bytes", 0, max_bytes);
  return std::make_unique<Mix>(spec.bytes, seed);
}

}  // namespace wayfarer
