#include "wayfarer_systemc/hops.hpp"

#include <vector>

#include "family/registry.hpp"

namespace wayfarer::sysc {

unsigned Hops::between(TerminalId from, TerminalId to) {
  if (!paths_) {
    const Family& family = family_of(config_);
    paths_ = family.paths(config_, family.prepare(config_, {}));
  }
  const auto [found, fresh] = known_.try_emplace({from, to});
  if (fresh) found->second = follow(from, to);
  return found->second;
}

unsigned Hops::follow(TerminalId from, TerminalId to) const {
  HeadPlace head;
  head.source = from;
  head.destination = to;
  std::vector<NextChannel> next;
  while (paths_->next(head, next) == NextStep::kChannel) {
    head.channel = next.front().channel;
    head.driver = static_cast<unsigned>(__builtin_ctzll(next.front().drivers));
    ++head.hops;
    next.clear();
  }
  return head.hops;
}

}  // namespace wayfarer::sysc
