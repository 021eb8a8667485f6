// Wayfarer's networks for C++17 programs: wayfarer.h with ownership, exceptions and functions.
//
//   wayfarer::Network network("mesh4x4");
//   network.on_delivery([&](const wayfarer::Delivery& message) { ... });
//   network.send(0, 15, 64);
//   network.step(100);
#ifndef WAYFARER_HPP_
#define WAYFARER_HPP_

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "wayfarer.h"

namespace wayfarer {

using Delivery = wayfarer_delivery;
using Information = wayfarer_information;
constexpr std::uint64_t never = WAYFARER_NEVER;

/// The error of a call; the text says what is legal.
class Error : public std::runtime_error {
 public:
  Error(wayfarer_status status, const std::string& text)
      : std::runtime_error(text), status_(status) {}
  [[nodiscard]] wayfarer_status status() const { return status_; }

 private:
  wayfarer_status status_;
};

/// A network that is open. The calls are those of wayfarer.h. They throw Error, and what the
/// observer throws comes out of `step` and `advance`, after which they may be called again.
class Network {
 public:
  explicit Network(const std::string& configuration, const std::string& engine = "model",
                   std::uint64_t seed = 1)
      : state_(std::make_unique<State>()) {
    wayfarer_network* opened = nullptr;
    if (const auto status = wayfarer_open(configuration.c_str(), engine.c_str(), seed, &opened))
      throw Error(status, wayfarer_error(nullptr));
    state_->handle.reset(opened);
    check(wayfarer_on_delivery(handle(), &State::observe, state_.get()));
  }

  void on_delivery(std::function<void(const Delivery&)> observer) {
    state_->observer = std::move(observer);
  }
  /// `at`: the cycle in which the message joins its source's queue; 0: the next one.
  void send(std::uint32_t source, std::uint32_t destination, std::uint32_t bytes,
            std::uint64_t tag = 0, std::uint64_t at = 0) {
    check(wayfarer_send(handle(), source, destination, bytes, tag, at));
  }
  void step(std::uint64_t cycles = 1) { check(wayfarer_step(handle(), cycles)); }
  /// Until messages are delivered, or until cycle `end` comes next.
  void advance(std::uint64_t end = never) { check(wayfarer_advance(handle(), end)); }

  [[nodiscard]] std::uint64_t now() const { return wayfarer_now(handle()); }
  [[nodiscard]] std::uint64_t next_event() const { return wayfarer_next_event(handle()); }
  [[nodiscard]] Information information() const {
    Information information{};
    check(wayfarer_inform(handle(), &information, sizeof information));
    return information;
  }
  [[nodiscard]] std::uint32_t terminals() const { return information().terminals; }
  [[nodiscard]] std::vector<std::uint64_t> channel_flits() const {
    std::vector<std::uint64_t> flits(wayfarer_channel_flits(handle(), nullptr, 0));
    (void)wayfarer_channel_flits(handle(), flits.data(), flits.size());
    return flits;
  }

 private:
  struct Close {
    void operator()(wayfarer_network* network) const { wayfarer_close(network); }
  };
  /// Stays where it is when the network is moved.
  struct State {
    std::unique_ptr<wayfarer_network, Close> handle;
    std::function<void(const Delivery&)> observer;
    std::exception_ptr thrown;

    static int observe(const Delivery* delivery, void* user) noexcept {
      auto& state = *static_cast<State*>(user);
      try {
        if (state.observer) state.observer(*delivery);
        return 0;
      } catch (...) {
        state.thrown = std::current_exception();
        return 1;
      }
    }
  };

  [[nodiscard]] wayfarer_network* handle() const { return state_->handle.get(); }
  void check(wayfarer_status status) const {
    if (status == WAYFARER_OK) return;
    if (state_->thrown) std::rethrow_exception(std::exchange(state_->thrown, nullptr));
    throw Error(status, wayfarer_error(handle()));
  }

  std::unique_ptr<State> state_;
};

}  // namespace wayfarer

#endif
