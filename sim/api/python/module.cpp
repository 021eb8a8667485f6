// The Python module of co-simulation: wayfarer.hpp, with arrays, callbacks and interrupts.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include "wayfarer.hpp"

namespace nb = nanobind;

namespace {

// Each is an exception of Python's.
struct UsageError : wayfarer::Error {
  using Error::Error;
};
struct CheckFailed : wayfarer::Error {
  using Error::Error;
};

/// Does something without the interpreter's lock, and gives errors their kind.
template <typename Action>
auto released(const Action& action) {
  const nb::gil_scoped_release release;
  try {
    return action();
  } catch (const wayfarer::Error& error) {
    if (error.status() == WAYFARER_USAGE) throw UsageError(error.status(), error.what());
    if (error.status() == WAYFARER_CHECK_FAILED) throw CheckFailed(error.status(), error.what());
    throw;
  }
}

template <typename Number>
using Array = nb::ndarray<nb::numpy, Number, nb::ndim<1>>;
using Columns = nb::typed<nb::dict, nb::str, Array<std::uint64_t>>;
template <typename Number>
using Input = nb::ndarray<const Number, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

using Observer = nb::typed<nb::callable, void(wayfarer::Delivery)>;

/// A copy that Python owns.
template <typename Number>
Array<Number> array(const std::vector<Number>& numbers) {
  auto* const data = new Number[numbers.size()];
  std::copy(numbers.begin(), numbers.end(), data);
  const nb::capsule owner(data,
                          [](void* memory) noexcept { delete[] static_cast<Number*>(memory); });
  return {data, {numbers.size()}, owner};
}

class CoSimulation {
 public:
  CoSimulation(const std::string& configuration, const std::string& engine, std::uint64_t seed)
      : network_(released([&] { return wayfarer::Network(configuration, engine, seed); })) {
    observe(std::nullopt);
  }

  void observe(std::optional<Observer> observer) {
    observer_ = std::move(observer);
    network_.on_delivery([this](const wayfarer::Delivery& message) {
      if (!observer_) return kept_.push_back(message);
      const nb::gil_scoped_acquire acquire;
      (*observer_)(message);
    });
  }

  void send(std::uint32_t source, std::uint32_t destination, std::uint32_t bytes, std::uint64_t tag,
            std::uint64_t at) {
    released([&] { network_.send(source, destination, bytes, tag, at); });
  }

  void send_many(const Input<std::uint32_t>& sources, const Input<std::uint32_t>& destinations,
                 const Input<std::uint32_t>& bytes, const Input<std::uint64_t>& tags,
                 const Input<std::uint64_t>& at) {
    const std::size_t count = sources.size();
    for (const std::size_t size : {destinations.size(), bytes.size(), tags.size(), at.size()})
      if (size != count)
        throw UsageError(WAYFARER_USAGE, "arrays of different lengths; legal: of one length");
    released([&] {
      for (std::size_t i = 0; i < count; ++i)
        network_.send(sources.data()[i], destinations.data()[i], bytes.data()[i], tags.data()[i],
                      at.data()[i]);
    });
  }

  void step(std::uint64_t cycles) {
    const std::uint64_t end = cycles > wayfarer::never - now() ? wayfarer::never : now() + cycles;
    in_parts(end, [this](std::uint64_t part) {
      network_.step(part - now());
      return false;
    });
  }

  bool advance(std::uint64_t end) {
    return in_parts(end, [this](std::uint64_t part) {
      const std::uint64_t before = delivered();
      network_.advance(part);
      return delivered() != before;
    });
  }

  [[nodiscard]] std::uint64_t now() const { return network_.now(); }
  [[nodiscard]] std::optional<std::uint64_t> next_event() const {
    const std::uint64_t next = network_.next_event();
    return next == wayfarer::never ? std::nullopt : std::optional(next);
  }
  [[nodiscard]] wayfarer::Information information() const { return network_.information(); }
  [[nodiscard]] std::uint64_t delivered() const { return information().delivered; }
  [[nodiscard]] Array<std::uint64_t> channel_flits() const {
    return array(network_.channel_flits());
  }

  /// The deliveries that no observer has seen, since the last call.
  [[nodiscard]] Columns take_deliveries() {
    Columns columns;
    const auto column = [&](const char* name, auto wayfarer_delivery::*member) {
      std::vector<std::uint64_t> numbers;
      for (const wayfarer::Delivery& message : kept_) numbers.push_back(message.*member);
      columns[name] = array(numbers);
    };
    column("tag", &wayfarer_delivery::tag);
    column("source", &wayfarer_delivery::source);
    column("destination", &wayfarer_delivery::destination);
    column("bytes", &wayfarer_delivery::bytes);
    column("sent", &wayfarer_delivery::sent);
    column("started", &wayfarer_delivery::started);
    column("delivered", &wayfarer_delivery::delivered);
    kept_.clear();
    return columns;
  }

  [[nodiscard]] const std::optional<Observer>& observer() const { return observer_; }
  void forget() { observer_.reset(); }

 private:
  /// Until cycle `end` or until `part` returns true, with a look at signals in between.
  template <typename Part>
  bool in_parts(std::uint64_t end, const Part& part) {
    constexpr std::uint64_t kPart = 4096;
    do {
      if (released([&] { return part(std::min(end, now() > end - kPart ? end : now() + kPart)); }))
        return true;
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
    } while (now() < end);
    return false;
  }

  wayfarer::Network network_;
  std::optional<Observer> observer_;
  std::vector<wayfarer::Delivery> kept_;
};

/// An observer may refer to its network: the collector finds the circle.
int traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  if (!nb::inst_ready(self)) return 0;
  if (const auto& observer = nb::inst_ptr<CoSimulation>(self)->observer())
    Py_VISIT(observer->ptr());
  return 0;
}
int clear(PyObject* self) {
  nb::inst_ptr<CoSimulation>(self)->forget();
  return 0;
}
PyType_Slot kSlots[] = {{Py_tp_traverse, reinterpret_cast<void*>(&traverse)},
                        {Py_tp_clear, reinterpret_cast<void*>(&clear)},
                        {0, nullptr}};

}  // namespace

NB_MODULE(_core, module) {
  using namespace nb::literals;
  module.doc() = "Networks that Python steps cycle by cycle.";
  nb::exception<UsageError>(module, "UsageError", PyExc_ValueError).doc() =
      "An argument, configuration or tool is wrong; the text says what is legal.";
  nb::exception<CheckFailed>(module, "CheckFailed", PyExc_RuntimeError).doc() =
      "A network is at fault: lost, changed or stuck messages, or a difference in lockstep.";
  module.def("version", &wayfarer_version, "The version of the library, such as '1.0.0'.");

  nb::class_<wayfarer::Delivery>(module, "Delivery", "A message that has arrived complete.")
      .def_ro("tag", &wayfarer::Delivery::tag, "The sender's number.")
      .def_ro("source", &wayfarer::Delivery::source, "Terminal.")
      .def_ro("destination", &wayfarer::Delivery::destination, "Terminal.")
      .def_ro("bytes", &wayfarer::Delivery::bytes, "Bytes of data.")
      .def_ro("sent", &wayfarer::Delivery::sent, "Cycle in which it was due at its source.")
      .def_ro("started", &wayfarer::Delivery::started,
              "Cycle in which the network took its first flit.")
      .def_ro("delivered", &wayfarer::Delivery::delivered, "Cycle of its last flit.")
      .def_prop_ro(
          "latency",
          [](const wayfarer::Delivery& message) { return message.delivered - message.sent + 1; },
          "Cycles from `sent` to `delivered`, both counted.")
      .def("__repr__", [](const wayfarer::Delivery& message) {
        return "Delivery(tag=" + std::to_string(message.tag) +
               ", source=" + std::to_string(message.source) +
               ", destination=" + std::to_string(message.destination) +
               ", bytes=" + std::to_string(message.bytes) +
               ", sent=" + std::to_string(message.sent) +
               ", started=" + std::to_string(message.started) +
               ", delivered=" + std::to_string(message.delivered) + ")";
      });

  nb::class_<CoSimulation>(
      module, "CoSimulation", nb::type_slots(kSlots),
      "A network whose messages come from Python.\n\n"
      "Times are in cycles of the network's clock, from 0; lengths are in bytes of data.\n"
      "Several may be used at a time, each by one thread. Ctrl-C stops `step` and `advance`\n"
      "between two cycles; they may be called again.")
      .def(nb::init<const std::string&, const std::string&, std::uint64_t>(), "configuration"_a,
           "engine"_a = "model", "seed"_a = 1,
           "Opens a network.\n\n"
           "configuration: the name of a shipped configuration, the path of a TOML file, or TOML\n"
           "    text with a line break.\n"
           "engine: 'model', 'rtl', 'both' (lockstep), 'netlist' or 'both-netlist'.\n"
           "seed: of all random choices.")
      .def("send", &CoSimulation::send, "source"_a, "destination"_a, "bytes"_a = 64, "tag"_a = 0,
           "at"_a = 0,
           "Sends a message.\n\n"
           "source, destination: terminals.\n"
           "bytes: of data. Longer messages than the network's are sent in parts.\n"
           "tag: a number of your own; it comes back with the delivery.\n"
           "at: the cycle in which the message joins its source's queue; 0: the next one.")
      .def("send_many", &CoSimulation::send_many, "sources"_a, "destinations"_a, "bytes"_a,
           "tags"_a, "at"_a,
           "Sends messages, an element of each array per message: uint32 for terminals and bytes,\n"
           "uint64 for tags and cycles. Those before one that is not legal are sent.")
      .def("on_delivery", &CoSimulation::observe, "observer"_a.none(),
           "Calls `observer(delivery)` for each message that arrives, between its last cycle and\n"
           "the next one. It may send. What it raises comes out of `step` or `advance`. None:\n"
           "deliveries are kept for `take_deliveries`, as at the beginning.")
      .def("step", &CoSimulation::step, "cycles"_a = 1, "Steps so many cycles.")
      .def("advance", &CoSimulation::advance, "end"_a = WAYFARER_NEVER,
           "Steps until a cycle has delivered messages, or until cycle `end` comes next.\n"
           "Returns whether messages were delivered.")
      .def(
          "take_deliveries", &CoSimulation::take_deliveries,
          "The deliveries since the last call that no observer has seen, as a dictionary of NumPy\n"
          "arrays with the names of Delivery's members.")
      .def("channel_flits", &CoSimulation::channel_flits, "The flits that each channel has moved.")
      .def_prop_ro("now", &CoSimulation::now, "Cycles done; the number of the next one.")
      .def_prop_ro(
          "next_event", &CoSimulation::next_event,
          "The first cycle in which something can happen: the next one while messages are\n"
          "under way, else the cycle in which the next message is due; None if there is "
          "none.")
      .def_prop_ro(
          "terminals", [](const CoSimulation& self) { return self.information().terminals; },
          "Number of terminals.")
      .def_prop_ro(
          "flit_bytes", [](const CoSimulation& self) { return self.information().flit_bytes; },
          "Bytes of data in a flit.")
      .def_prop_ro(
          "longest_message",
          [](const CoSimulation& self) { return self.information().longest_message; },
          "Bytes of the longest message that is sent in one part.")
      .def_prop_ro(
          "sent", [](const CoSimulation& self) { return self.information().sent; },
          "Messages sent.")
      .def_prop_ro("delivered", &CoSimulation::delivered, "Messages delivered.")
      .def_prop_ro(
          "delivered_flits",
          [](const CoSimulation& self) { return self.information().delivered_flits; },
          "Flits delivered, headers included.");
}
