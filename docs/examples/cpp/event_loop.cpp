// A network in the event loop of another simulator, whose time is in nanoseconds. A camera sends a
// frame every 10 us; when a node has it, it works for 3 us and sends its result to a display. The
// loop jumps from event to event; the network is one more source of events.
//   event_loop [ENGINE [NETWORK]]
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include <wayfarer.hpp>

namespace {

using Nanoseconds = std::uint64_t;

/// The other simulator: actions at times, in order.
class EventLoop {
 public:
  void at(Nanoseconds time, std::function<void()> action) {
    actions_.emplace(time, std::move(action));
  }
  [[nodiscard]] Nanoseconds now() const { return now_; }
  [[nodiscard]] bool empty() const { return actions_.empty(); }
  [[nodiscard]] Nanoseconds next() const { return actions_.begin()->first; }
  void run_next() {
    const auto node = actions_.extract(actions_.begin());
    now_ = node.key();
    node.mapped()();
  }

 private:
  std::multimap<Nanoseconds, std::function<void()>> actions_;
  Nanoseconds now_ = 0;
};

constexpr Nanoseconds kClock = 2;  ///< Clock period of the network: 500 MHz.
constexpr Nanoseconds kPeriod = 10'000;
constexpr Nanoseconds kWork = 3'000;
constexpr std::uint32_t kFrame = 4'096;
constexpr std::uint32_t kResult = 64;
constexpr unsigned kFrames = 5;
enum Terminal : std::uint32_t { kCamera = 0, kFilter = 10, kDisplay = 15 };

/// The first cycle that begins at this time or later.
std::uint64_t cycle_at(Nanoseconds time) { return (time + kClock - 1) / kClock; }

/// Runs both until neither has anything to do: the one whose next event is earlier goes on.
void run(EventLoop& loop, wayfarer::Network& network) {
  while (!loop.empty() || network.next_event() != wayfarer::never) {
    const std::uint64_t host = loop.empty() ? wayfarer::never : cycle_at(loop.next());
    if (network.next_event() < host)
      network.advance(host);  // returns at deliveries, which may have added an event before
    else
      loop.run_next();
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string engine = argc > 1 ? argv[1] : "model";
  const std::string configuration = argc > 2 ? argv[2] : "mesh4x4";
  try {
    EventLoop loop;
    wayfarer::Network network(configuration, engine);
    const auto send = [&](std::uint32_t from, std::uint32_t to, std::uint32_t bytes,
                          std::uint64_t frame) {
      network.send(from, to, bytes, frame, std::max(cycle_at(loop.now()), network.now()));
    };
    std::printf("frame  sent, ns  at the filter, ns  shown, ns\n");
    std::map<std::uint64_t, Nanoseconds> filtered;
    network.on_delivery([&](const wayfarer::Delivery& message) {
      const Nanoseconds time = (message.delivered + 1) * kClock;
      const std::uint64_t frame = message.tag;
      if (message.destination == kFilter) {
        filtered[frame] = time;
        loop.at(time + kWork, [&send, frame] { send(kFilter, kDisplay, kResult, frame); });
      } else {
        std::printf("%5u  %8u  %17u  %9u\n", static_cast<unsigned>(frame),
                    static_cast<unsigned>(frame * kPeriod), static_cast<unsigned>(filtered[frame]),
                    static_cast<unsigned>(time));
      }
    });
    for (unsigned frame = 0; frame < kFrames; ++frame)
      loop.at(frame * kPeriod, [&send, frame] { send(kCamera, kFilter, kFrame, frame); });
    run(loop, network);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "event_loop: %s\n", error.what());
    return 1;
  }
}
