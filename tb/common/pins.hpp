// The pins of verilated modules, whose widths are known at run time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace wayfarer {

/// An array of pins of one width, perhaps over several instances of a module.
class Pins {
 public:
  /// An element, and what becomes nonzero when its value changes.
  struct Element {
    std::uint8_t* at;
    std::uint8_t* changed;
  };

  Pins() = default;
  Pins(std::vector<Element> elements, std::size_t bytes)
      : elements_(std::move(elements)), bytes_(bytes) {}

  [[nodiscard]] std::size_t size() const { return elements_.size(); }
  /// 32-bit words of an element.
  [[nodiscard]] std::size_t words() const { return bytes_ <= 4 ? 1 : bytes_ / 4; }

  /// The low 32 bits.
  [[nodiscard]] std::uint32_t operator[](std::size_t element) const { return word(element, 0); }
  void set(std::size_t element, std::uint32_t value) { set_word(element, 0, value); }

  [[nodiscard]] std::uint32_t word(std::size_t element, std::size_t word) const {
    const std::uint8_t* const at = elements_[element].at;
    switch (bytes_) {
      case 1: return *at;
      case 2: return load<std::uint16_t>(at);
      case 4: return load<std::uint32_t>(at);
      case 8: return static_cast<std::uint32_t>(load<std::uint64_t>(at) >> 32 * word);
      default: return load<std::uint32_t>(at + 4 * word);
    }
  }

  void set_word(std::size_t element, std::size_t word, std::uint32_t value) {
    const Element& pin = elements_[element];
    switch (bytes_) {
      case 1: store(pin, pin.at, static_cast<std::uint8_t>(value)); break;
      case 2: store(pin, pin.at, static_cast<std::uint16_t>(value)); break;
      case 4: store(pin, pin.at, value); break;
      case 8: {
        const std::uint64_t others =
            load<std::uint64_t>(pin.at) & ~(std::uint64_t{0xffff'ffff} << 32 * word);
        store(pin, pin.at, others | std::uint64_t{value} << 32 * word);
        break;
      }
      default: store(pin, pin.at + 4 * word, value);
    }
  }

 private:
  template <typename Value>
  static Value load(const std::uint8_t* at) {
    Value value;
    std::memcpy(&value, at, sizeof value);
    return value;
  }

  template <typename Value>
  static void store(const Element& pin, std::uint8_t* at, Value value) {
    if (load<Value>(at) == value) return;
    std::memcpy(at, &value, sizeof value);
    *pin.changed = 1;
  }

  std::vector<Element> elements_;
  std::size_t bytes_ = 0;  ///< Size of an element: 1, 2, 4, 8, or words, the lowest first.
};

/// The data lines of a flit: those of one element of an array, from a word on.
class Lines {
 public:
  Lines(Pins& pins, std::size_t element, std::size_t first = 0)
      : pins_(pins), element_(element), first_(first) {}

  [[nodiscard]] std::uint32_t operator[](std::size_t word) const {
    return pins_.word(element_, first_ + word);
  }
  void set(std::size_t word, std::uint32_t value) {
    pins_.set_word(element_, first_ + word, value);
  }

 private:
  Pins& pins_;
  std::size_t element_;
  std::size_t first_;
};

}  // namespace wayfarer
