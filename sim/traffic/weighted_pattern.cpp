#include "traffic/weighted_pattern.hpp"

#include <utility>
#include <vector>

#include "core/random.hpp"
#include "core/text.hpp"

namespace wayfarer {
namespace {

/// All terminals equally likely, except that those on the list weigh `extra_weight` more.
class WeightedPattern final : public Pattern {
 public:
  WeightedPattern(std::uint32_t terminals, SelfRule rule, std::uint64_t seed,
                  std::vector<TerminalId> hot = {}, std::uint32_t extra_weight = 1, double load = 1)
      : terminals_(terminals),
        rule_(rule),
        seed_(seed),
        hot_(std::move(hot)),
        extra_weight_(extra_weight),
        load_(load) {}

  TerminalId destination(TerminalId source, std::uint32_t sequence) const override {
    Random random(seed_, source, Purpose::kDestination, sequence);
    for (;;) {
      const TerminalId drawn = draw(random);
      if (drawn != source || rule_ == SelfRule::kSend) return drawn;
      if (rule_ == SelfRule::kDrop) return kNoTerminal;
    }
  }
  double relative_load(TerminalId) const override { return load_; }

 private:
  TerminalId draw(Random& random) const {
    const auto tickets = static_cast<std::uint32_t>(hot_.size()) * extra_weight_;
    const std::uint32_t ticket = random.below(terminals_ + tickets);
    return ticket < terminals_ ? ticket : hot_[(ticket - terminals_) / extra_weight_];
  }

  std::uint32_t terminals_;
  SelfRule rule_;
  std::uint64_t seed_;
  std::vector<TerminalId> hot_;
  std::uint32_t extra_weight_;
  double load_;
};

/// A share of the messages to one of the hot terminals, the others uniform.
class HotspotPattern final : public Pattern {
 public:
  HotspotPattern(const PatternRequest& request, std::vector<TerminalId> hot, double share)
      : terminals_(request.terminals()),
        self_(request.self),
        seed_(request.seed),
        hot_(std::move(hot)),
        share_(share) {}

  TerminalId destination(TerminalId source, std::uint32_t sequence) const override {
    Random random(seed_, source, Purpose::kDestination, sequence);
    // A hot terminal's own share goes to the others where it may not send to itself.
    const bool to_hot = random.unit() < share_ && (self_ || hot_.size() > 1 || hot_[0] != source);
    for (;;) {
      const TerminalId drawn = to_hot ? hot_[random.below(static_cast<std::uint32_t>(hot_.size()))]
                                      : random.below(terminals_);
      if (drawn != source || self_) return drawn;
    }
  }

 private:
  std::uint32_t terminals_;
  bool self_;
  std::uint64_t seed_;
  std::vector<TerminalId> hot_;
  double share_;
};

std::unique_ptr<Pattern> papers_hotspot(const PatternRequest& request,
                                        std::vector<TerminalId> hot) {
  constexpr std::uint32_t kNodes = 256;
  if (request.terminals() != kNodes)
    request.refuse(fmt::format("it is defined for {} terminals, but this network has {}", kNodes,
                               request.terminals()));
  return std::make_unique<WeightedPattern>(
      kNodes, request.self ? SelfRule::kSend : SelfRule::kRedraw, request.seed, std::move(hot), 3);
}

}  // namespace

std::unique_ptr<Pattern> make_uniform(const PatternRequest& request) {
  if (request.terminals() < 2 && !request.self) request.refuse("needs at least two terminals");
  return std::make_unique<WeightedPattern>(
      request.terminals(), request.self ? SelfRule::kSend : SelfRule::kRedraw, request.seed);
}

std::unique_ptr<Pattern> make_full_random(const PatternRequest& request, SelfRule to_itself) {
  const std::uint32_t terminals = request.terminals();
  if (terminals < 2) request.refuse("needs at least two terminals");
  const double load = to_itself == SelfRule::kRedraw ? (terminals - 1.0) / terminals : 1;
  return std::make_unique<WeightedPattern>(terminals, to_itself, request.seed,
                                           std::vector<TerminalId>{}, 1, load);
}

std::unique_ptr<Pattern> make_hotspot_1(const PatternRequest& request) {
  return papers_hotspot(request, {158, 186, 216, 236, 121, 86, 6, 152, 201, 123});
}

/// Node 51 is listed twice in the paper; it is counted once.
std::unique_ptr<Pattern> make_hotspot_2(const PatternRequest& request) {
  return papers_hotspot(request, {51, 92, 254, 140, 70, 201, 155, 124, 245});
}

std::unique_ptr<Pattern> make_hotspot(const PatternRequest& request, const HotspotSpec& spec) {
  if (request.terminals() < 2) request.refuse("needs at least two terminals");
  for (const TerminalId terminal : spec.terminals)
    check_unsigned(terminal, "pattern 'hotspot': terminal", 0, request.terminals() - 1);
  return std::make_unique<HotspotPattern>(request, spec.terminals, spec.percent / 100);
}

}  // namespace wayfarer
