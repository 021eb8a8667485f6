// The pins by which a flit enters a bank of buffers.
#pragma once

#include "bench.hpp"
#include "reference.hpp"

namespace wayfarer::mway_test {

/// Unless it arrives, `push` has no effect. `top`: a verilated bank.
template <class Top>
void drive_push(Top& top, bool arrives, const Push& push, bool addressed, unsigned age = 0) {
  top.arrives_i = arrives;
  drive(top.push_i, arrives ? 1u << push.buffer : 0u);
  drive(top.push_slot_i, addressed ? 1u << push.buffer : push.buffer);
  top.allocate_i = push.allocate;
  drive(top.push_flit_i,
        age << 7 | flit_info(push.flit.tag, push.flit.way, push.flit.buffer_class));
  const std::uint64_t dest = addressed ? push.flit.data >> kDestOffset & 15 : 0;
  drive(top.push_data_i, dest << 32 | push.flit.data);
  drive(top.push_driver_i, push.driver);
  drive(top.push_driver_buffer_i, push.driver_buffer);
}

/// Pushes into two buffers at once; true if it is reported.
template <class Top>
bool reports_two_pushes(Bench<Top>& bench, bool addressed) {
  drive_push(*bench.operator->(), true, {0, true, {kHeader, 0, 0, 0}, 0, 0}, addressed);
  drive(bench->push_i, 3);
  bench.tick();
  return bench.assertion_failed();
}

}  // namespace wayfarer::mway_test
