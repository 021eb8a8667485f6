// A member of a polymorphic type that is copied with its owner.
#pragma once

#include <memory>
#include <utility>

namespace wayfarer {

/// Holds an object of a class derived from Base, or none. `Base` has `clone() const`.
template <typename Base>
class Value {
 public:
  Value() = default;
  explicit Value(std::unique_ptr<Base> object) : object_(std::move(object)) {}
  Value(const Value& other) : object_(other.object_ ? other.object_->clone() : nullptr) {}
  Value(Value&&) noexcept = default;
  Value& operator=(Value other) noexcept {
    object_ = std::move(other.object_);
    return *this;
  }
  ~Value() = default;

  Base& operator*() { return *object_; }
  const Base& operator*() const { return *object_; }
  Base* operator->() { return object_.get(); }
  const Base* operator->() const { return object_.get(); }

 private:
  std::unique_ptr<Base> object_;
};

}  // namespace wayfarer
