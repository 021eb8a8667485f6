#include "events/event.hpp"

namespace wayfarer {

const char* to_string(EventKind kind) {
  static constexpr const char* kNames[kEventKinds] = {
      "born", "injected", "head", "tail", "blocked", "arrived", "delivered", "dropped"};
  return kNames[static_cast<unsigned>(kind)];
}

const char* to_string(WaitCause cause) {
  static constexpr const char* kNames[kWaitCauses] = {"behind",  "vc",       "room",
                                                      "channel", "ejection", "arbitration"};
  return kNames[static_cast<unsigned>(cause)];
}

std::vector<std::string> event_kind_names() {
  std::vector<std::string> names;
  for (unsigned kind = 0; kind < kEventKinds; ++kind)
    names.emplace_back(to_string(static_cast<EventKind>(kind)));
  return names;
}

}  // namespace wayfarer
