// Whole numbers in JSON files that may be damaged.
#pragma once

#include <limits>
#include <type_traits>
#include <vector>

namespace wayfarer {

/// Reads a value of its type. Throws Json::type_error if a whole number is asked for and there is
/// none: the library converts any number, which is undefined for those that do not fit.
template <typename Json, typename Value>
void read_value(const Json& json, Value& value) {
  static_assert(
      std::is_same_v<Value, bool> || std::is_unsigned_v<Value> || std::is_floating_point_v<Value>,
      "a type whose values are checked here");
  if constexpr (std::is_unsigned_v<Value> && !std::is_same_v<Value, bool>)
    if (!json.is_number_unsigned() || json > std::numeric_limits<Value>::max())
      throw Json::type_error::create(302, "a whole number that fits is legal", &json);
  json.get_to(value);
}

/// The same for each value of an array.
template <typename Json, typename Value>
void read_value(const Json& json, std::vector<Value>& values) {
  if (!json.is_array()) throw Json::type_error::create(302, "an array is legal", &json);
  values.clear();
  for (const Json& value : json) read_value(value, values.emplace_back());
}

/// The same, as a function's value.
template <typename Value, typename Json>
[[nodiscard]] Value value_of(const Json& json) {
  Value value{};
  read_value(json, value);
  return value;
}

}  // namespace wayfarer
