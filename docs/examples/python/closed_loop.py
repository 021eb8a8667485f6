"""A closed loop with a window: every terminal has at most so many messages under way, and a delivery lets its source
send the next one. Prints throughput and latency for each window.

    closed_loop.py [ENGINE [NETWORK]]
"""

import sys

import wayfarer

BYTES = 64
CYCLES = 5000


def run(configuration, engine, window):
    """Messages per terminal and cycle, and the latency in cycles."""
    network = wayfarer.CoSimulation(configuration, engine)
    terminals = network.terminals
    random = 1
    latencies = []

    def send(source):
        nonlocal random
        random = (random * 1664525 + 1013904223) % 2**32
        distance = 1 + (random >> 8) % (terminals - 1)
        network.send(source, (source + distance) % terminals, BYTES)

    def observe(message):
        latencies.append(message.latency)
        send(message.source)

    network.on_delivery(observe)
    for source in range(terminals):
        for _ in range(window):
            send(source)
    network.step(CYCLES)
    return len(latencies) / (CYCLES * terminals), sum(latencies) / len(latencies)


def main():
    engine = sys.argv[1] if len(sys.argv) > 1 else "model"
    configuration = sys.argv[2] if len(sys.argv) > 2 else "mesh4x4"
    print(f"{configuration}, {BYTES} bytes per message\nwindow  messages/terminal/cycle  latency, cycles")
    for window in (1, 2, 4, 8, 16):
        throughput, latency = run(configuration, engine, window)
        print(f"{window:6}  {throughput:23.4f}  {latency:15.1f}")


if __name__ == "__main__":
    main()
