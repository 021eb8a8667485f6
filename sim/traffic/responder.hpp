// Traffic that depends on deliveries: messages that are sent because others have arrived.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/types.hpp"
#include "traffic/message_table.hpp"

namespace wayfarer {

/// A message that a responder sends.
struct Answer {
  Cycle birth = 0;
  TerminalId source = 0;
  TerminalId destination = 0;
  std::uint32_t number = 0;  ///< The responder's identifier of the message; below 2^32 - 1.
  std::uint16_t bytes = 0;
};

/// The state of one run's dependent traffic.
class Responder {
 public:
  virtual ~Responder() = default;

  /// Adds the messages that wait for no delivery.
  virtual void begin(std::vector<Answer>& /*answers*/) {}

  /// Adds the messages that are sent because this one's last flit was delivered by the step of
  /// cycle `now`; they are born after `now`.
  virtual void deliver(const MessageRecord& message, Cycle now, std::vector<Answer>& answers) = 0;

  /// The birth of the request, if the message was the reply to one. Call before `deliver`.
  [[nodiscard]] virtual std::optional<Cycle> request_birth(const MessageRecord& /*message*/) const {
    return std::nullopt;
  }

  /// After the last delivery: the messages that nothing will send any more, and why; "" if there
  /// are none.
  [[nodiscard]] virtual std::string never_sent() const { return ""; }

  /// Expected flits of an answer, headers included.
  [[nodiscard]] virtual double mean_flits() const = 0;
  /// Expected data bytes of an answer.
  [[nodiscard]] virtual double mean_bytes() const = 0;
};

using MakeResponder = std::function<std::unique_ptr<Responder>()>;

}  // namespace wayfarer
