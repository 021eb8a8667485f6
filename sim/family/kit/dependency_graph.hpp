// Channel-dependency graphs (Dally and Seitz): the buffers that a message can hold while it
// requests others. A network of oblivious wormhole routers whose graph has no cycle cannot
// deadlock.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/types.hpp"

namespace wayfarer {

/// A resource that messages hold: all buffers of one class at the end of one channel.
using ResourceId = std::uint32_t;

struct Message {
  TerminalId source = 0;
  TerminalId destination = 0;

  friend bool operator<(const Message& a, const Message& b) {
    return std::pair(a.source, a.destination) < std::pair(b.source, b.destination);
  }
};

/// A dependency between two resources, with the first of the messages that cause it.
struct Dependency {
  ResourceId held = 0;
  ResourceId wanted = 0;
  Message message;
};

/// Built by following messages: `start` one, then `take` its resources in order; or, where a
/// message has a choice, `hold` a resource and `want` each one that it may request next.
class DependencyGraph {
 public:
  using Name = std::function<std::string(ResourceId)>;

  /// Resources are numbered below `resource_ids`; numbers never taken are not counted.
  DependencyGraph(ResourceId resource_ids, Name name);

  void start(const Message& message);
  void take(ResourceId resource) {
    if (held_ != kNothing) want(resource);
    hold(resource);
  }
  void hold(ResourceId resource);
  void want(ResourceId resource);

  /// Messages followed, each choice of route counted separately.
  [[nodiscard]] std::uint64_t routes() const { return routes_; }
  [[nodiscard]] std::uint64_t resources() const;
  [[nodiscard]] std::uint64_t dependencies() const;
  template <typename Action>
  void for_each_dependency(const Action& action) const {
    for (const std::vector<Dependency>& wants : wants_)
      for (const Dependency& dependency : wants) action(dependency);
  }
  /// Calls action(resource) for each resource that a message takes.
  template <typename Action>
  void for_each_resource(const Action& action) const {
    for (ResourceId resource = 0; resource < taken_.size(); ++resource)
      if (taken_[resource]) action(resource);
  }
  [[nodiscard]] std::string name(ResourceId resource) const { return name_(resource); }

  /// A cycle: each dependency wants the resource that the next one holds, the last one that of the
  /// first. Empty if there is none: the network is free of deadlock.
  [[nodiscard]] std::vector<Dependency> find_cycle() const;

 private:
  static constexpr ResourceId kNothing = ~ResourceId{0};

  [[nodiscard]] std::vector<bool> in_or_before_cycles() const;

  Name name_;
  std::vector<std::vector<Dependency>> wants_;  ///< By resource held.
  std::vector<bool> taken_;
  std::uint64_t routes_ = 0;
  Message message_;
  ResourceId held_ = kNothing;
};

/// A cycle as text, one dependency per line.
[[nodiscard]] std::string describe_cycle(const DependencyGraph& graph,
                                         const std::vector<Dependency>& cycle);

}  // namespace wayfarer
