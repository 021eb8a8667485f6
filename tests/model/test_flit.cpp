// Lockstep finds a difference in every field of what networks deliver and show.
#include "core/flit.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;

namespace {

template <class Value, class Member>
void expect_compared(Member Value::*member) {
  const Value value;
  Value other;
  other.*member = static_cast<Member>(static_cast<unsigned>(value.*member) == 0);
  CHECK_FALSE(value == other);
  CHECK_FALSE(other == value);
  CHECK(other == other);
}

template <class Value, class... Member>
void expect_all_compared(Member Value::*... members) {
  CHECK(Value{} == Value{});
  (expect_compared(members), ...);
}

}  // namespace

TEST_CASE("flits and events are equal if all their fields are", "[simulation]") {
  expect_all_compared(&Flit::tag, &Flit::index, &Flit::message, &Flit::destination,
                      &Flit::length_bytes);
  expect_all_compared(&Delivery::terminal, &Delivery::driver, &Delivery::buffer, &Delivery::tag,
                      &Delivery::intact, &Delivery::index, &Delivery::message, &Delivery::place,
                      &Delivery::first, &Delivery::last);
  expect_all_compared(&Transfer::channel, &Transfer::driver, &Transfer::buffer, &Transfer::tag,
                      &Transfer::acknowledged, &Transfer::message, &Transfer::packet);
  expect_all_compared(&ErrorEvent::terminal, &ErrorEvent::causes);
}
