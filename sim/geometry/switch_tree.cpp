#include "geometry/switch_tree.hpp"

#include <algorithm>
#include <cctype>
#include <optional>

#include <fmt/format.h>

#include "core/error.hpp"

namespace wayfarer {
namespace {

class TreeParser {
 public:
  explicit TreeParser(const std::string& text) : text_(text) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != '(') refuse("a switch, as in (1 (2 -))");
    parse_switch({});
    skip_blanks();
    if (at_ != text_.size()) refuse("the end");
    check_hosts();
  }

  SwitchTree tree;

 private:
  [[noreturn]] void refuse(const std::string& legal) const {
    throw UsageError(
        fmt::format("tree '{}': at character {}; legal here: {}", text_, at_ + 1, legal));
  }

  void skip_blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }

  void parse_switch(SwitchInput target) {
    const auto number = static_cast<SwitchId>(tree.switch_targets.size());
    if (number == kMaxHosts) refuse(fmt::format("at most {} switches", kMaxHosts));
    tree.switch_targets.push_back(target);
    ++at_;
    for (const unsigned input : {kLocal, kUpstream}) parse_input({number, input});
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != ')') refuse("')' after two inputs");
    ++at_;
  }

  void parse_input(SwitchInput target) {
    skip_blanks();
    const char next = at_ < text_.size() ? text_[at_] : '\0';
    if (next == '(') return parse_switch(target);
    if (std::isdigit(static_cast<unsigned char>(next))) return parse_host(target);
    if (next != '-') refuse("a host's number, '(' or '-'");
    ++at_;
  }

  void parse_host(SwitchInput target) {
    unsigned host = 0;
    const std::size_t begin = at_;
    for (; at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])); ++at_)
      host = std::min(10 * host + static_cast<unsigned>(text_[at_] - '0'), kMaxHosts + 1);
    if (host < 1 || host > kMaxHosts || (host <= found_.size() && found_[host - 1])) {
      at_ = begin;
      refuse(fmt::format("a host from 1 to {} that has not been named yet", kMaxHosts));
    }
    if (found_.size() < host) found_.resize(host);
    found_[host - 1] = target;
  }

  void check_hosts() {
    if (found_.empty()) refuse("a tree with at least one host");
    for (std::size_t host = 0; host < found_.size(); ++host) {
      if (!found_[host])
        throw UsageError(
            fmt::format("tree '{}': host {} is missing; legal: every number from 1 to "
                        "the greatest, {}",
                        text_, host + 1, found_.size()));
      tree.host_targets.push_back(*found_[host]);
    }
  }

  const std::string& text_;
  std::size_t at_ = 0;
  std::vector<std::optional<SwitchInput>> found_;
};

std::string balanced_below(unsigned first, unsigned count) {
  if (count == 1) return fmt::format("{}", first);
  const unsigned local = (count + 1) / 2;
  return fmt::format("({} {})", balanced_below(first, local),
                     balanced_below(first + local, count - local));
}

void check_count(unsigned hosts) {
  if (hosts < 1 || hosts > kMaxHosts)
    throw UsageError(fmt::format("{} hosts; legal: 1 to {}", hosts, kMaxHosts));
}

}  // namespace

SwitchTree parse_switch_tree(const std::string& text) { return TreeParser(text).tree; }

std::string line_text(unsigned hosts) {
  check_count(hosts);
  std::string text = "-";
  for (unsigned host = hosts; host >= 1; --host) text = fmt::format("({} {})", host, text);
  return text;
}

std::string balanced_text(unsigned hosts) {
  check_count(hosts);
  return hosts == 1 ? line_text(1) : balanced_below(1, hosts);
}

}  // namespace wayfarer
