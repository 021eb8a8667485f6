"""A network in the event loop of another simulator, whose time is in nanoseconds. A camera sends a frame every 10 us;
when a node has it, it works for 3 us and sends its result to a display. The loop jumps from event to event; the
network is one more source of events.

    event_loop.py [ENGINE [NETWORK]]
"""

import heapq
import itertools
import sys

import wayfarer

CLOCK = 2  # ns, of the network: 500 MHz
PERIOD = 10_000
WORK = 3_000
FRAME_BYTES = 4096
RESULT_BYTES = 64
FRAMES = 5
CAMERA, FILTER, DISPLAY = 0, 10, 15


class EventLoop:
    """The other simulator: actions at times, in order."""

    def __init__(self):
        self.actions = []
        self.number = itertools.count()
        self.now = 0

    def at(self, time, action):
        heapq.heappush(self.actions, (time, next(self.number), action))

    def run_next(self):
        self.now, _, action = heapq.heappop(self.actions)
        action()


def cycle_at(time):
    """The first cycle that begins at this time or later."""
    return -(-time // CLOCK)


def run(loop, network):
    """Runs both until neither has anything to do: the one whose next event is earlier goes on."""
    while loop.actions or network.next_event is not None:
        host = cycle_at(loop.actions[0][0]) if loop.actions else 2**63
        if network.next_event is not None and network.next_event < host:
            network.advance(host)  # returns at deliveries, which may have added an event before
        else:
            loop.run_next()


def main():
    engine = sys.argv[1] if len(sys.argv) > 1 else "model"
    configuration = sys.argv[2] if len(sys.argv) > 2 else "mesh4x4"
    loop = EventLoop()
    network = wayfarer.CoSimulation(configuration, engine)
    filtered = {}

    def send(source, destination, length, frame):
        network.send(source, destination, length, frame, max(cycle_at(loop.now), network.now))

    def observe(message):
        time = (message.delivered + 1) * CLOCK
        frame = message.tag
        if message.destination == FILTER:
            filtered[frame] = time
            loop.at(time + WORK, lambda: send(FILTER, DISPLAY, RESULT_BYTES, frame))
        else:
            print(f"{frame:5}  {frame * PERIOD:8}  {filtered[frame]:17}  {time:9}")

    print("frame  sent, ns  at the filter, ns  shown, ns")
    network.on_delivery(observe)
    for number in range(FRAMES):
        loop.at(number * PERIOD, lambda frame=number: send(CAMERA, FILTER, FRAME_BYTES, frame))
    run(loop, network)


if __name__ == "__main__":
    main()
