#include "events/event.hpp"

namespace wayfarer {

const char* to_string(EventKind kind) {
  static constexpr const char* kNames[kEventKinds] = {
      "born", "injected", "head", "tail", "blocked", "arrived", "delivered", "dropped"};
  return kNames[static_cast<unsigned>(kind)];
}

const char* to_string(WaitCause cause) {
  static constexpr const char* kNames[kWaitCauses] = {"behind",  "lane",     "room",
                                                      "channel", "ejection", "arbitration"};
  return kNames[static_cast<unsigned>(cause)];
}

}  // namespace wayfarer
