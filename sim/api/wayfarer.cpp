// The C interface: a CoSimulation behind each handle, exceptions turned into statuses.
#include "wayfarer.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <memory>
#include <string>
#include <utility>

#include "common/engines.hpp"
#include "core/error.hpp"
#include "family/registry.hpp"
#include "runs/co_simulation.hpp"

using namespace wayfarer;

struct wayfarer_network {
  std::unique_ptr<CoSimulation> simulation;
  wayfarer_observer observer = nullptr;
  void* user = nullptr;
  std::string error;
};

namespace {

/// The observer has asked for it.
struct Stopped : std::exception {
  const char* what() const noexcept override { return "stopped by the observer"; }
};

/// The error text of calls without a network.
std::string& thread_error() {
  thread_local std::string error;
  return error;
}

template <typename Action>
wayfarer_status guarded(std::string& error, const Action& action) noexcept {
  const auto failed = [&](wayfarer_status status, const char* text) {
    try {
      error = text;
    } catch (const std::bad_alloc&) {
      error.clear();
    }
    return status;
  };
  try {
    action();
    return WAYFARER_OK;
  } catch (const UsageError& fault) {
    return failed(WAYFARER_USAGE, fault.what());
  } catch (const CheckFailed& fault) {
    return failed(WAYFARER_CHECK_FAILED, fault.what());
  } catch (const Stopped& stop) {
    return failed(WAYFARER_STOPPED, stop.what());
  } catch (const std::exception& fault) {
    return failed(WAYFARER_INTERNAL, fault.what());
  } catch (...) {
    return failed(WAYFARER_INTERNAL, "an exception that is not of the C++ library");
  }
}

template <typename Action>
wayfarer_status with(wayfarer_network* network, const Action& action) noexcept {
  if (network != nullptr) return guarded(network->error, [&] { action(*network->simulation); });
  return guarded(thread_error(), [] { throw UsageError("no network; legal: one that is open"); });
}

NetworkConfig config_of(const std::string& configuration) {
  if (configuration.find('\n') != std::string::npos)
    return parse_config(configuration, "TOML text");
  return load_config(find_config(configuration));
}

void observe(const wayfarer_network& network, const DeliveredMessage& message) {
  if (network.observer == nullptr) return;
  const wayfarer_delivery delivery = {
      message.tag, message.source, message.destination, message.bytes,
      0,           message.sent,   message.started,     message.delivered};
  if (network.observer(&delivery, network.user) != 0) throw Stopped();
}

}  // namespace

const char* wayfarer_version() { return WAYFARER_VERSION; }

wayfarer_status wayfarer_open(const char* configuration, const char* engine, uint64_t seed,
                              wayfarer_network** network) {
  return guarded(thread_error(), [&] {
    if (configuration == nullptr || engine == nullptr || network == nullptr)
      throw UsageError(
          "a null pointer; legal: a configuration, an engine, a place for the network");
    const NetworkConfig config = config_of(configuration);
    EngineOptions engine_options;
    engine_options.seed = seed;
    HarnessOptions options;
    options.seed = seed;
    auto opened = std::make_unique<wayfarer_network>();
    opened->simulation = std::make_unique<CoSimulation>(
        Engines().make(config, parse_engine(engine), engine_options), config, options);
    opened->simulation->on_delivery(
        [handle = opened.get()](const DeliveredMessage& message) { observe(*handle, message); });
    *network = opened.release();
  });
}

void wayfarer_close(wayfarer_network* network) { delete network; }

const char* wayfarer_error(const wayfarer_network* network) {
  return network == nullptr ? thread_error().c_str() : network->error.c_str();
}

wayfarer_status wayfarer_send(wayfarer_network* network, uint32_t source, uint32_t destination,
                              uint32_t bytes, uint64_t tag, uint64_t at) {
  return with(network, [&](CoSimulation& simulation) {
    simulation.send({source, destination, bytes, tag}, at == 0 ? simulation.now() : at);
  });
}

wayfarer_status wayfarer_on_delivery(wayfarer_network* network, wayfarer_observer observer,
                                     void* user) {
  return with(network, [&](CoSimulation&) {
    network->observer = observer;
    network->user = user;
  });
}

wayfarer_status wayfarer_step(wayfarer_network* network, uint64_t cycles) {
  return with(network, [&](CoSimulation& simulation) { simulation.step(cycles); });
}

wayfarer_status wayfarer_advance(wayfarer_network* network, uint64_t end) {
  return with(network, [&](CoSimulation& simulation) { (void)simulation.advance(end); });
}

uint64_t wayfarer_now(const wayfarer_network* network) {
  return network == nullptr ? 0 : network->simulation->now();
}

uint64_t wayfarer_next_event(const wayfarer_network* network) {
  return network == nullptr ? WAYFARER_NEVER : network->simulation->next_event();
}

wayfarer_status wayfarer_inform(const wayfarer_network* network, wayfarer_information* information,
                                size_t size) {
  return with(const_cast<wayfarer_network*>(network), [&](const CoSimulation& simulation) {
    if (information == nullptr) throw UsageError("a null pointer; legal: a place for information");
    const wayfarer_information all = {simulation.terminals(),
                                      static_cast<uint32_t>(simulation.channel_flits().size()),
                                      simulation.config().flit_bytes(),
                                      simulation.longest_message(),
                                      simulation.sent(),
                                      simulation.delivered(),
                                      simulation.delivered_flits()};
    std::memcpy(information, &all, std::min(size, sizeof all));
  });
}

size_t wayfarer_channel_flits(const wayfarer_network* network, uint64_t* flits, size_t count) {
  if (network == nullptr) return 0;
  const std::vector<std::uint64_t>& all = network->simulation->channel_flits();
  if (flits != nullptr) std::copy_n(all.begin(), std::min(count, all.size()), flits);
  return all.size();
}
