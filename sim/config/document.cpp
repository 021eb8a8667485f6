#include "config/document.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "core/error.hpp"
#include "core/text.hpp"

namespace wayfarer {
namespace {

std::vector<std::string> keys_below(const std::string& table,
                                    const std::vector<std::string>& known) {
  std::vector<std::string> keys;
  for (const std::string& key : known)
    if (key.rfind(table + ".", 0) == 0) keys.push_back(key);
  return keys;
}

std::vector<std::string> top_level(const std::vector<std::string>& known) {
  std::vector<std::string> names;
  for (const std::string& key : known) {
    const std::size_t dot = key.find('.');
    const std::string name = dot == std::string::npos ? key : "[" + key.substr(0, dot) + "]";
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

/// An integer from a file, checked against its range.
unsigned to_number(const Document& document, const std::string& key, const toml::node& node,
                   unsigned low, unsigned high) {
  if (!node.is_integer())
    document.refuse(key, fmt::format("wrong type; legal: a whole number from {} to {}", low, high));
  const std::int64_t value = node.as_integer()->get();
  if (value < low || value > high)
    document.refuse(key, fmt::format("{} is out of range; legal: {} to {}", value, low, high));
  return static_cast<unsigned>(value);
}

}  // namespace

struct Document::Tree {
  toml::table root;

  /// The value of "key" or "table.key"; nullptr if absent.
  [[nodiscard]] const toml::node* find(const std::string& key) const {
    return root.at_path(key).node();
  }
};

Document::Document(const std::string& text, std::string origin)
    : origin_(std::move(origin)), tree_(std::make_unique<Tree>()) {
  try {
    tree_->root = toml::parse(text, origin_);
  } catch (const toml::parse_error& error) {
    throw UsageError(fmt::format("{}:{}: not valid TOML: {}", origin_, error.source().begin.line,
                                 error.description()));
  }
}

Document::~Document() = default;

void Document::refuse(const std::string& key, const std::string& what) const {
  throw UsageError(fmt::format("{}:{}: key '{}': {}", origin_, line_of(key), key, what));
}

/// Refuses an unknown key where only `legal` are allowed; suggests the nearest of these and
/// `known`.
void Document::refuse_key(const std::string& key, const std::vector<std::string>& legal,
                          const std::vector<std::string>& known) const {
  std::vector<std::string> near = legal;
  near.insert(near.end(), known.begin(), known.end());
  refuse(key, fmt::format("unknown; {}legal: {}", did_you_mean(key, near), join(legal)));
}

void Document::refuse_unknown(const std::vector<std::string>& known,
                              const std::vector<Renamed>& renamed) const {
  for (const Renamed& old : renamed)
    if (has(old.key)) refuse(old.key, old.hint);
  for (const auto& [name, node] : tree_->root) {
    const std::string key(name.str());
    const std::vector<std::string> inside = keys_below(key, known);
    if (inside.empty()) {
      if (std::find(known.begin(), known.end(), key) == known.end())
        refuse_key(key, top_level(known), known);
      continue;
    }
    const toml::table* table = node.as_table();
    if (table == nullptr) refuse(key, fmt::format("must be a table; legal: [{}]", key));
    for (const auto& entry : *table) {
      const std::string full = fmt::format("{}.{}", key, entry.first.str());
      if (std::find(inside.begin(), inside.end(), full) == inside.end())
        refuse_key(full, inside, inside);
    }
  }
}

bool Document::has(const std::string& key) const { return tree_->find(key) != nullptr; }

std::string Document::text(const std::string& key, const std::string& otherwise) const {
  const toml::node* node = tree_->find(key);
  if (node == nullptr) return otherwise;
  if (!node->is_string()) refuse(key, "wrong type; legal: a string in quotes");
  return node->as_string()->get();
}

unsigned Document::number(const std::string& key, unsigned low, unsigned high) const {
  return to_number(*this, key, *tree_->find(key), low, high);
}

double Document::real(const std::string& key, double low, double high, double otherwise) const {
  const toml::node* node = tree_->find(key);
  if (node == nullptr) return otherwise;
  const std::optional<double> value = node->value<double>();
  if (!node->is_number() || !value)
    refuse(key, fmt::format("wrong type; legal: a number from {} to {}", low, high));
  if (!(*value >= low && *value <= high))
    refuse(key, fmt::format("{} is out of range; legal: {} to {}", *value, low, high));
  return *value;
}

std::vector<unsigned> Document::numbers(const std::string& key, const std::string& meaning,
                                        unsigned low, unsigned high) const {
  const toml::node* node = tree_->find(key);
  if (node == nullptr) refuse(key, fmt::format("missing; legal: {}, as in [16, 16]", meaning));
  const toml::array* array = node->as_array();
  if (array == nullptr) refuse(key, "wrong type; legal: a list of whole numbers, as in [16, 16]");
  std::vector<unsigned> values;
  for (const toml::node& value : *array) values.push_back(to_number(*this, key, value, low, high));
  return values;
}

std::vector<std::vector<unsigned>> Document::number_lists(const std::string& key, unsigned low,
                                                          unsigned high) const {
  constexpr const char* kLegal =
      "wrong type; legal: a list of lists of whole numbers, as in [[0], [1, 2]]";
  const toml::array* lists = tree_->find(key)->as_array();
  if (lists == nullptr) refuse(key, kLegal);
  std::vector<std::vector<unsigned>> values;
  for (const toml::node& list : *lists) {
    if (!list.is_array()) refuse(key, kLegal);
    values.emplace_back();
    for (const toml::node& value : *list.as_array())
      values.back().push_back(to_number(*this, key, value, low, high));
  }
  return values;
}

/// Line of a key; if absent, of its table; else the first line.
unsigned Document::line_of(const std::string& key) const {
  if (const toml::node* node = tree_->find(key)) return node->source().begin.line;
  const std::size_t dot = key.find('.');
  if (dot != std::string::npos)
    if (const toml::node* table = tree_->find(key.substr(0, dot)))
      return table->source().begin.line;
  return 1;
}

std::string toml_quoted(const std::string& text) {
  using Formatter = toml::toml_formatter;
  constexpr toml::format_flags kOtherQuotes =
      toml::format_flags::allow_literal_strings | toml::format_flags::allow_multi_line_strings;
  const toml::value<std::string> value(text);
  std::ostringstream stream;
  stream << Formatter(value, Formatter::default_flags & ~kOtherQuotes);
  return stream.str();
}

}  // namespace wayfarer
