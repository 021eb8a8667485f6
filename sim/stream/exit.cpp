#include "stream/exit.hpp"

#include <stdexcept>

namespace wayfarer {

void StreamExit::step(const Flit* flit, bool ready) {
  if (flit != nullptr && arrived_.size() == kDepth)
    throw std::logic_error("a flit at an exit that has stalled");
  bool pop = false;
  StreamReassembly::Arrival arrival;
  if (!arrived_.empty()) {
    const Flit& front = arrived_.front();
    pop = front.header || reassembly_.ready(front.slot);
    arrival = {front.slot, reassembly_.count(front.slot), front.source, front.data, front.last};
    reassembly_.step(pop && !front.header ? &arrival : nullptr, ready);
  } else {
    reassembly_.step(nullptr, ready);
  }
  if (pop) arrived_.pop_front();
  if (flit != nullptr) arrived_.push_back(*flit);
}

}  // namespace wayfarer
