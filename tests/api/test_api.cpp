// The library as other C++ programs use it: its headers, and nothing else of the project.
#include "wayfarer.hpp"

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

using Catch::Contains;

namespace {

constexpr std::uint32_t kMessages = 300;

/// Sends messages to drawn destinations, two a cycle; the deliveries in their order.
std::vector<std::pair<std::uint64_t, std::uint64_t>> traffic(wayfarer::Network& network) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> deliveries;
  network.on_delivery([&](const wayfarer::Delivery& message) {
    deliveries.emplace_back(message.tag, message.delivered);
  });
  std::uint32_t random = 1;
  for (std::uint32_t i = 0; i < kMessages; ++i) {
    random = random * 1664525 + 1013904223;
    network.send(random >> 8 & 15, random >> 16 & 15, 16 + (random >> 24 & 63), i);
    if (i % 2 == 1) network.step();
  }
  while (network.next_event() != wayfarer::never) network.advance();
  return deliveries;
}

}  // namespace

TEST_CASE("model, RTL and lockstep deliver the same in the same cycles", "[api]") {
  wayfarer::Network model("mesh4x4");
  const auto expected = traffic(model);
  REQUIRE(expected.size() == kMessages);
  for (const char* engine : {"rtl", "both"}) {
    wayfarer::Network network("mesh4x4", engine);
    CHECK(traffic(network) == expected);
    CHECK(network.channel_flits() == model.channel_flits());
    CHECK(network.now() == model.now());
  }
  const wayfarer::Information information = model.information();
  CHECK(information.terminals == 16);
  CHECK(information.channels == model.channel_flits().size());
  CHECK(information.flit_bytes == 16);
  CHECK(information.sent == kMessages);
  CHECK(information.delivered == kMessages);
  CHECK(information.delivered_flits > 2 * kMessages);
}

TEST_CASE("a network may be opened from TOML text", "[api]") {
  wayfarer::Network network("name = 'small'\n[topology]\nextents = [3, 3]\n");
  CHECK(network.terminals() == 9);
  network.send(0, 8, 64);
  network.advance();
  CHECK(network.information().delivered == 1);
}

TEST_CASE("errors have the texts and statuses of the program", "[api]") {
  const auto status_of = [](auto&& action, const char* text) {
    try {
      action();
    } catch (const wayfarer::Error& error) {
      CHECK_THAT(error.what(), Contains(text));
      return error.status();
    }
    return WAYFARER_OK;
  };
  CHECK(status_of([] { wayfarer::Network("mesh4x5"); }, "did you mean 'mesh4x4'?") ==
        WAYFARER_USAGE);
  CHECK(status_of([] { wayfarer::Network("mesh4x4", "modell"); }, "legal: model, rtl") ==
        WAYFARER_USAGE);
  CHECK(status_of([] { wayfarer::Network("family = 'iba'\nspeed = 1\n"); }, "TOML text:2") ==
        WAYFARER_USAGE);
  wayfarer::Network network("mesh4x4");
  network.step(7);
  CHECK(status_of([&] { network.send(0, 16, 64); }, "legal: 0 to 15") == WAYFARER_USAGE);
  CHECK(status_of([&] { network.send(0, 1, 64, 0, 6); }, "legal: 7") == WAYFARER_USAGE);
  network.on_delivery([&](const wayfarer::Delivery&) { network.step(); });
  network.send(0, 1, 64);
  CHECK(status_of([&] { network.step(100); }, "legal there: send") == WAYFARER_USAGE);
}

TEST_CASE("an observer's exception comes out of step, which can be called again", "[api]") {
  wayfarer::Network network("mesh4x4");
  unsigned deliveries = 0;
  network.on_delivery([&](const wayfarer::Delivery&) {
    if (++deliveries == 1) throw std::domain_error("enough");
  });
  network.send(0, 1, 64);
  network.send(2, 3, 64);
  CHECK_THROWS_AS(network.step(1'000), std::domain_error);
  CHECK(network.now() < 1'000);
  wayfarer::Network moved = std::move(network);
  moved.step(1'000);
  CHECK(deliveries == 2);
}

TEST_CASE("the C functions take what is missing", "[api]") {
  CHECK(wayfarer_step(nullptr, 1) == WAYFARER_USAGE);
  CHECK_THAT(wayfarer_error(nullptr), Contains("no network"));
  CHECK(wayfarer_open(nullptr, "model", 1, nullptr) == WAYFARER_USAGE);
  CHECK_THAT(wayfarer_error(nullptr), Contains("a null pointer"));
  wayfarer_close(nullptr);
  wayfarer_network* network = nullptr;
  REQUIRE(wayfarer_open("mesh4x4", "model", 1, &network) == WAYFARER_OK);
  CHECK(wayfarer_inform(network, nullptr, 4) == WAYFARER_USAGE);
  // An older program has a shorter structure.
  wayfarer_information information{};
  CHECK(wayfarer_inform(network, &information, sizeof information.terminals) == WAYFARER_OK);
  CHECK(information.terminals == 16);
  CHECK(information.channels == 0);
  CHECK(wayfarer_channel_flits(network, nullptr, 0) > 0);
  // Nobody observes.
  CHECK(wayfarer_send(network, 0, 1, 64, 0, 0) == WAYFARER_OK);
  CHECK(wayfarer_step(network, 100) == WAYFARER_OK);
  CHECK(wayfarer_next_event(network) == WAYFARER_NEVER);
  CHECK(wayfarer_now(network) == 100);
  wayfarer_close(network);
}

TEST_CASE("structures keep their layout within a major version", "[api]") {
  CHECK(sizeof(wayfarer_delivery) == 48);
  CHECK(offsetof(wayfarer_delivery, sent) == 24);
  CHECK(offsetof(wayfarer_delivery, delivered) == 40);
  CHECK(sizeof(wayfarer_information) == 40);
  CHECK(offsetof(wayfarer_information, sent) == 16);
}
