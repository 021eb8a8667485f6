#include "family/deflection/paths.hpp"

#include "family/deflection/torus.hpp"

namespace wayfarer {
namespace {

/// Flits wait only in the queue of their source: a link's flits, deflected or not (the drivers 1
/// and 0), go on in the next cycle.
class DeflectionPaths final : public MessagePaths {
 public:
  explicit DeflectionPaths(const NetworkConfig& config)
      : MessagePaths(UnidirectionalTorus(config.topology).map()), torus_(config.topology) {}

  [[nodiscard]] Timing timing() const override { return {2, 1, 1}; }
  [[nodiscard]] Buffers buffers() const override { return Buffers::kNone; }

  NextStep next(const HeadPlace& head, std::vector<NextChannel>& next) const override {
    const NodeNumber at = head.channel == kNoChannel ? head.source : ends(head.channel).to;
    const bool east = torus_.x(at) != torus_.x(head.destination);
    if (!east && torus_.y(at) == torus_.y(head.destination)) return NextStep::kEjection;
    next.push_back({2 * at + (east ? 0 : 1), 3});
    return NextStep::kChannel;
  }

 private:
  const UnidirectionalTorus torus_;
};

}  // namespace

std::unique_ptr<MessagePaths> make_deflection_paths(const NetworkConfig& config) {
  return std::make_unique<DeflectionPaths>(config);
}

}  // namespace wayfarer
