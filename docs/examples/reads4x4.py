#!/usr/bin/env python3
"""Writes reads4x4.tra.bz2: four reads of each of 15 nodes from the memory at node 15, in Netrace's format.

A read request waits for the response to the node's request before, a response for its request.
"""

import bz2
import pathlib
import struct

READ_REQUEST, READ_RESPONSE = 1, 2
READS, MEMORY = 4, 15


def packets():
    for read in range(READS):
        for node in range(MEMORY):
            request = (read * MEMORY + node) * 2
            following = [request + 2 * MEMORY] if read + 1 < READS else []
            cycle = read * 40 + node
            yield cycle, request, READ_REQUEST, node, MEMORY, [request + 1]
            yield cycle + 20, request + 1, READ_RESPONSE, MEMORY, node, following


def main():
    trace = sorted(packets())
    notes = b"four reads of each of 15 nodes\0"
    text = struct.pack("<If30sBxQQII8x", 0x484A5455, 1.0, b"reads", MEMORY + 1, trace[-1][0], len(trace),
                       len(notes), 0) + notes
    for cycle, number, kind, source, destination, dependents in trace:
        text += struct.pack("<QIIBBBBB", cycle, number, 0x1000 + 64 * number, kind, source, destination,
                            0, len(dependents))
        text += b"".join(struct.pack("<I", dependent) for dependent in dependents)
    pathlib.Path(__file__).with_name("reads4x4.tra.bz2").write_bytes(bz2.compress(text))


if __name__ == "__main__":
    main()
