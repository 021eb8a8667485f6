// A member of a polymorphic type that is copied with its owner.
#pragma once

#include <memory>
#include <utility>

namespace wayfarer {

/// Holds an object of a class derived from Base, or none, and copies it by value.
template <typename Base>
class Value {
 public:
  Value() = default;
  template <typename Derived>
  explicit Value(const Derived& object)
      : object_(std::make_unique<Derived>(object)), copy_([](const Base& other) {
          return std::unique_ptr<Base>(
              std::make_unique<Derived>(static_cast<const Derived&>(other)));
        }) {}
  Value(const Value& other)
      : object_(other.object_ ? other.copy_(*other.object_) : nullptr), copy_(other.copy_) {}
  Value(Value&&) noexcept = default;
  Value& operator=(Value other) noexcept {
    object_ = std::move(other.object_);
    copy_ = other.copy_;
    return *this;
  }
  ~Value() = default;

  Base& operator*() { return *object_; }
  const Base& operator*() const { return *object_; }
  Base* operator->() { return object_.get(); }
  const Base* operator->() const { return object_.get(); }

 private:
  std::unique_ptr<Base> object_;
  std::unique_ptr<Base> (*copy_)(const Base&) = nullptr;
};

}  // namespace wayfarer
