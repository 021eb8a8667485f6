// What the walk of a family needs from that family: one file each, found by CMake.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "../../lone_message.hpp"
#include "config/config.hpp"

namespace wayfarer::walks {

/// What a closed form depends on.
struct Case {
  const NetworkConfig& config;
  LoneMessage message;
  unsigned distance;
};

struct Example {
  std::string configuration;
  TerminalId from;
  TerminalId to;
  const char* over;  ///< What a distance counts.
  std::function<std::string(ChannelId)> channel_name;
  std::function<std::string(const Case&)> closed_form;  ///< "a + b = 2 + 3 = 5", the result last.
  std::vector<unsigned> lengths = {2, 5, 9};            ///< In flits, the header among them.
  unsigned first_channel = 0;  ///< 1: a message crosses one channel more than its distance.
  bool to_last_only = false;   ///< Only the last terminal, a server, is sent to.
  std::map<std::string, std::string> blocks = {};  ///< More blocks of the page, by name.
};

inline std::map<std::string, Example>& examples() {
  static std::map<std::string, Example> all;
  return all;
}

/// Makes an example known before `main`.
struct Register {
  Register(const char* family, Example example) { examples().emplace(family, std::move(example)); }
};

/// A link of a mesh or torus of two dimensions.
inline std::string grid_link(ChannelId channel) {
  return "node " + std::to_string(channel / 4) + ", link " + std::to_string(channel % 4 / 2) +
         "+-"[channel % 2];
}

}  // namespace wayfarer::walks
