// Actions at times to come.
#pragma once

#include <functional>
#include <map>
#include <utility>

#include <systemc>

namespace wayfarer::sysc {

class Agenda final : public sc_core::sc_module {
 public:
  explicit Agenda(const sc_core::sc_module_name& name) : sc_module(name) {
    SC_METHOD(run);
    sensitive << due_;
    dont_initialize();
  }

  /// Calls the action at a time that is not before now; those of one time in the order of adding.
  void add(const sc_core::sc_time& time, std::function<void()> action) {
    actions_.emplace(time, std::move(action));
    if (actions_.begin()->first == time) due_.notify(time - sc_core::sc_time_stamp());
  }
  void clear() { actions_.clear(); }

 private:
  SC_HAS_PROCESS(Agenda);

  void run() {
    while (!actions_.empty() && actions_.begin()->first <= sc_core::sc_time_stamp()) {
      const std::function<void()> action = std::move(actions_.begin()->second);
      actions_.erase(actions_.begin());
      action();
    }
    if (!actions_.empty()) due_.notify(actions_.begin()->first - sc_core::sc_time_stamp());
  }

  std::multimap<sc_core::sc_time, std::function<void()>> actions_;
  sc_core::sc_event due_{"due"};
};

}  // namespace wayfarer::sysc
