"""Collective operations of 16 nodes on three networks: cycles from the first message to the last delivery.

    collectives.py [ENGINE]

An all-reduce leaves the sum of all nodes' vectors at every node: around a ring, each node passes on a 16th of the
vector 30 times; in a binomial tree, whole vectors go up to node 0 and back. In an all-to-all, each node sends every
other one its own 16th.
"""

import sys

import wayfarer

NODES = 16
BYTES = 16 * 1024  # of each node's vector
NETWORKS = ("mesh4x4", "romm-mesh4x4-2phase", "fs-mesh4x4-star")


def ring_all_reduce(network):
    steps = 2 * (NODES - 1)

    def pass_on(node, step):
        network.send(node, (node + 1) % NODES, BYTES // NODES, step)

    def observe(message):
        if message.tag + 1 < steps:
            pass_on(message.destination, message.tag + 1)

    network.on_delivery(observe)
    for node in range(NODES):
        pass_on(node, 0)


def children(node):
    """The nodes below a node, the one with the most nodes below it first."""
    return [node + distance for distance in (8, 4, 2, 1) if node % (2 * distance) == 0]


def tree_all_reduce(network):
    up, down = 0, 1
    missing = [len(children(node)) for node in range(NODES)]

    def go_up(node):
        parent = node & (node - 1)
        network.send(node, parent, BYTES, up)

    def go_down(node):
        for child in children(node):
            network.send(node, child, BYTES, down)

    def observe(message):
        node = message.destination
        if message.tag == down:
            go_down(node)
            return
        missing[node] -= 1
        if missing[node] == 0:
            if node == 0:
                go_down(node)
            else:
                go_up(node)

    network.on_delivery(observe)
    for node in range(NODES):
        if missing[node] == 0:
            go_up(node)


def all_to_all(network):
    for distance in range(1, NODES):
        for node in range(NODES):
            network.send(node, (node + distance) % NODES, BYTES // NODES)


def cycles(name, engine, begin):
    network = wayfarer.CoSimulation(name, engine)
    begin(network)
    while network.next_event is not None:
        network.advance()
    return network.now


def main():
    engine = sys.argv[1] if len(sys.argv) > 1 else "model"
    print("cycles".ljust(16) + "".join(f"  {name:>20}" for name in NETWORKS))
    for name, begin in (("ring all-reduce", ring_all_reduce), ("tree all-reduce", tree_all_reduce),
                        ("all-to-all", all_to_all)):
        print(name.ljust(16) + "".join(f"  {cycles(network, engine, begin):20}" for network in NETWORKS))


if __name__ == "__main__":
    main()
