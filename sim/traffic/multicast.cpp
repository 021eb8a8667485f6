#include "traffic/multicast.hpp"

#include <algorithm>
#include <utility>

#include "core/error.hpp"
#include "core/random.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kAll = 100;  ///< Percent.

/// Draws `count` candidates, in ascending order: the first steps of a Fisher-Yates shuffle.
std::vector<TerminalId> draw(std::vector<TerminalId> candidates, std::size_t count, Random random) {
  for (std::size_t i = 0; i < count; ++i) {
    const auto left = static_cast<std::uint32_t>(candidates.size() - i);
    std::swap(candidates[i], candidates[i + random.below(left)]);
  }
  candidates.resize(count);
  std::sort(candidates.begin(), candidates.end());
  return candidates;
}

/// Rounded, at least one.
std::size_t share(unsigned percent, std::size_t whole) {
  return std::max<std::size_t>(1, (percent * whole + kAll / 2) / kAll);
}

/// The group of each terminal, if any.
class GroupPattern : public Pattern {
 public:
  GroupPattern(std::vector<MulticastGroup> groups, std::uint32_t terminals)
      : groups_(std::move(groups)), group_of_(terminals, kNoGroup) {
    for (std::uint32_t group = 0; group < groups_.size(); ++group)
      group_of_[groups_[group].source] = group;
  }
  bool silent(TerminalId source) const override { return !has_group(source); }

 protected:
  [[nodiscard]] bool has_group(TerminalId source) const { return group_of_[source] != kNoGroup; }
  [[nodiscard]] TerminalId group_of(TerminalId source) const {
    return has_group(source) ? multicast_destination(group_of_[source]) : kNoTerminal;
  }
  [[nodiscard]] const MulticastGroup& drawn(TerminalId source) const {
    return groups_[group_of_[source]];
  }
  [[nodiscard]] const std::vector<MulticastGroup>& drawn() const { return groups_; }
  [[nodiscard]] auto terminals() const { return static_cast<std::uint32_t>(group_of_.size()); }

 private:
  static constexpr std::uint32_t kNoGroup = ~std::uint32_t{0};

  std::vector<MulticastGroup> groups_;
  std::vector<std::uint32_t> group_of_;
};

class Multicast final : public GroupPattern {
 public:
  Multicast(std::vector<MulticastGroup> groups, std::uint32_t terminals, unsigned percent,
            std::uint64_t seed)
      : GroupPattern(std::move(groups), terminals), percent_(percent), seed_(seed) {}

  TerminalId destination(TerminalId source, std::uint32_t sequence) const override {
    if (percent_ == kAll) return group_of(source);
    Random random(seed_, source, Purpose::kDestination, sequence);
    if (random.below(kAll) < percent_ && has_group(source)) return group_of(source);
    const TerminalId other = random.below(terminals() - 1);
    return other < source ? other : other + 1;
  }
  bool silent(TerminalId source) const override {
    return percent_ == kAll && GroupPattern::silent(source);
  }
  const std::vector<MulticastGroup>& groups() const override { return drawn(); }

 private:
  unsigned percent_;
  std::uint64_t seed_;
};

class UnicastCopies final : public GroupPattern {
 public:
  using GroupPattern::GroupPattern;

  TerminalId destination(TerminalId source, std::uint32_t sequence) const override {
    return has_group(source) ? drawn(source).members[sequence % copies()] : kNoTerminal;
  }
  std::uint32_t copies() const override {
    return static_cast<std::uint32_t>(drawn().front().members.size());
  }
};

}  // namespace

std::vector<MulticastGroup> draw_groups(const GroupsSpec& spec, std::uint32_t terminals,
                                        std::uint64_t seed) {
  if (terminals < 2 && !spec.self) throw UsageError("multicast groups need at least two terminals");
  std::vector<TerminalId> all(terminals);
  for (TerminalId terminal = 0; terminal < terminals; ++terminal) all[terminal] = terminal;
  std::vector<MulticastGroup> groups;
  for (const TerminalId source : draw(all, share(spec.source_percent, terminals),
                                      Random(seed, 0, Purpose::kGroupSources, 0))) {
    std::vector<TerminalId> others = all;
    if (!spec.self) others.erase(others.begin() + source);
    const std::size_t members = share(spec.member_percent, others.size());
    groups.push_back(
        {source, draw(std::move(others), members, Random(seed, source, Purpose::kGroup, 0))});
  }
  return groups;
}

std::unique_ptr<Pattern> make_multicast(const MulticastSpec& spec, std::uint32_t terminals,
                                        std::uint64_t seed) {
  std::vector<MulticastGroup> groups = draw_groups(spec.groups, terminals, seed);
  if (spec.percent < kAll && terminals < 2)
    throw UsageError("pattern 'multicast': needs at least two terminals");
  return std::make_unique<Multicast>(std::move(groups), terminals, spec.percent, seed);
}

std::unique_ptr<Pattern> make_copies(const CopiesSpec& spec, std::uint32_t terminals,
                                     std::uint64_t seed) {
  return std::make_unique<UnicastCopies>(draw_groups(spec.groups, terminals, seed), terminals);
}

}  // namespace wayfarer
