#include "family/kit/dependency_graph.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace wayfarer {

DependencyGraph::DependencyGraph(ResourceId resource_ids, Name name)
    : name_(std::move(name)), wants_(resource_ids), taken_(resource_ids) {}

void DependencyGraph::start(const Message& message) {
  ++routes_;
  message_ = message;
  held_ = kNothing;
}

void DependencyGraph::hold(ResourceId resource) {
  taken_[resource] = true;
  held_ = resource;
}

void DependencyGraph::want(ResourceId resource) {
  taken_[resource] = true;
  std::vector<Dependency>& known = wants_[held_];
  const auto old = std::find_if(known.begin(), known.end(), [=](const Dependency& dependency) {
    return dependency.wanted == resource;
  });
  if (old == known.end())
    known.push_back({held_, resource, message_});
  else if (message_ < old->message)
    old->message = message_;
}

std::uint64_t DependencyGraph::resources() const {
  return static_cast<std::uint64_t>(std::count(taken_.begin(), taken_.end(), true));
}

std::uint64_t DependencyGraph::dependencies() const {
  std::uint64_t count = 0;
  for (const std::vector<Dependency>& wants : wants_) count += wants.size();
  return count;
}

/// Removes, repeatedly, resources whose holders want no remaining resource: every resource left is
/// in a cycle or leads to one.
std::vector<bool> DependencyGraph::in_or_before_cycles() const {
  std::vector<std::vector<ResourceId>> wanted_by(wants_.size());
  std::vector<std::size_t> open(wants_.size());
  std::vector<ResourceId> done;
  for (ResourceId held = 0; held < wants_.size(); ++held) {
    for (const Dependency& dependency : wants_[held]) wanted_by[dependency.wanted].push_back(held);
    open[held] = wants_[held].size();
    if (open[held] == 0) done.push_back(held);
  }
  std::vector<bool> left(wants_.size(), true);
  while (!done.empty()) {
    const ResourceId resource = done.back();
    done.pop_back();
    left[resource] = false;
    for (const ResourceId held : wanted_by[resource])
      if (--open[held] == 0) done.push_back(held);
  }
  return left;
}

std::vector<Dependency> DependencyGraph::find_cycle() const {
  const std::vector<bool> left = in_or_before_cycles();
  const auto first = std::find(left.begin(), left.end(), true);
  if (first == left.end()) return {};
  std::vector<Dependency> way;
  std::vector<std::size_t> place(wants_.size(), wants_.size());  // of a resource on the path
  auto at = static_cast<ResourceId>(first - left.begin());
  while (place[at] == wants_.size()) {
    place[at] = way.size();
    way.push_back(*std::find_if(wants_[at].begin(), wants_[at].end(),
                                [&](const Dependency& next) { return left[next.wanted]; }));
    at = way.back().wanted;
  }
  way.erase(way.begin(), way.begin() + static_cast<std::ptrdiff_t>(place[at]));
  return way;
}

std::string describe_cycle(const DependencyGraph& graph, const std::vector<Dependency>& cycle) {
  std::string text;
  for (const Dependency& dependency : cycle)
    text += fmt::format("  {} -> {}: message {} to {}\n", graph.name(dependency.held),
                        graph.name(dependency.wanted), dependency.message.source,
                        dependency.message.destination);
  return text;
}

}  // namespace wayfarer
