"""Processors that wait for their replies: each one computes, reads a line of another node's memory, and waits until it
has arrived. Prints how much of their time the processors compute, for several lengths of the computation.

    processors.py [ENGINE [NETWORK]]
"""

import sys

import wayfarer

REQUEST_BYTES = 8
LINE_BYTES = 64
MEMORY_CYCLES = 20  # from the request's delivery to the reply
READS = 200  # of each processor
REQUEST, REPLY = 0, 1


class Processors:
    """All processors of a network, and their memories."""

    def __init__(self, network, work):
        self.network = network
        self.work = work
        self.reads = [0] * network.terminals
        self.random = 1
        self.finished = 0
        network.on_delivery(self.receive)
        for node in range(network.terminals):
            self.compute(node)

    def compute(self, node):
        """The processor computes, then reads at a drawn node."""
        self.random = (self.random * 1664525 + 1013904223) % 2**32
        nodes = len(self.reads)
        memory = (node + 1 + (self.random >> 8) % (nodes - 1)) % nodes
        self.network.send(node, memory, REQUEST_BYTES, REQUEST, self.network.now + self.work)

    def receive(self, message):
        node = message.destination
        if message.tag == REQUEST:
            self.network.send(node, message.source, LINE_BYTES, REPLY, self.network.now + MEMORY_CYCLES)
            return
        self.reads[node] += 1
        if self.reads[node] < READS:
            self.compute(node)
        else:
            self.finished = self.network.now


def main():
    engine = sys.argv[1] if len(sys.argv) > 1 else "model"
    configuration = sys.argv[2] if len(sys.argv) > 2 else "mesh4x4"
    print(f"{configuration}, {READS} reads per processor\nwork, cycles  total, cycles  computing")
    for work in (10, 50, 250):
        network = wayfarer.CoSimulation(configuration, engine)
        processors = Processors(network, work)
        while network.next_event is not None:
            network.advance()
        print(f"{work:12}  {processors.finished:13}  {100 * work * READS / processors.finished:8.1f}%")


if __name__ == "__main__":
    main()
