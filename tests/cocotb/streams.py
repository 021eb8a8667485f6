"""cocotb's tests of a network with streams, with cocotbext-axi's sources and sinks at its terminals.

run.py builds the network and says in environment variables what it may do: TERMINALS; MAX_WORDS; USER_BITS,
of TUSER; LOW, further inputs, which are held low; REACH, pairs (from, to) that may exchange messages; ORDERED, whether messages of a pair keep their order. Messages have any number of bytes.
"""

import collections
import json
import logging
import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge, RisingEdge, Timer, with_timeout
from cocotbext.axi import AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource

TERMINALS = int(os.environ["TERMINALS"])
MAX_WORDS = int(os.environ["MAX_WORDS"])
USER = int(os.environ["USER_BITS"])
LOW = os.environ["LOW"].split()
REACH = [tuple(pair) for pair in json.loads(os.environ["REACH"])]
ORDERED = os.environ["ORDERED"] == "1"
DESTINATION, OVERSIZED, CHANGED = range(3)  # bits of drop
MESSAGES = 300
PATIENCE = 200, "us"  # at most, until all messages have arrived


def pauses(generator, probability):
    while True:
        yield generator.random() < probability


def find_ports(dut):
    """cocotb looks for a bus's optional signals by listing all names. In Verilator 5.006, what it finds that
    way is not the port itself; ports that have been found by name before are kept."""
    names = ["aclk", "aresetn", "drop", *LOW]
    for n in range(TERMINALS):
        for signal in ("tvalid", "tready", "tdata", "tkeep", "tuser", "tlast"):
            names += [f"s{n:02}_axis_{signal}", f"m{n:02}_axis_{signal}"]
        names += [f"s{n:02}_axis_tdest", f"m{n:02}_axis_tid"]
    for name in names:
        getattr(dut, name)


class Bench:
    def __init__(self, dut, seed):
        self.dut = dut
        self.random = random.Random(seed)
        self.sources, self.sinks = [], []
        find_ports(dut)
        for n in range(TERMINALS):
            self.sources.append(AxiStreamSource(AxiStreamBus.from_prefix(dut, f"s{n:02}_axis"), dut.aclk,
                                                dut.aresetn, reset_active_level=False))
            self.sinks.append(AxiStreamSink(AxiStreamBus.from_prefix(dut, f"m{n:02}_axis"), dut.aclk,
                                            dut.aresetn, reset_active_level=False))
        for port in (*self.sources, *self.sinks):
            port.log.setLevel(logging.ERROR)  # flushed frames are no fault
        self.bytes = self.sources[0].byte_lanes
        self.sent = collections.defaultdict(list)  # by (source, destination): payloads on their way
        self.drops = collections.Counter()
        dut.aresetn.value = 0  # at the first rising edge
        for name in LOW:
            getattr(dut, name).value = 0

    async def start(self):
        self.dut.aclk.value = 0
        await Timer(10, "ns")
        cocotb.start_soon(Clock(self.dut.aclk, 10, "ns").start(start_high=False))
        cocotb.start_soon(self.count_drops())
        await self.reset()

    async def reset(self):
        """Of one cycle."""
        self.dut.aresetn.value = 0
        await FallingEdge(self.dut.aclk)
        self.dut.aresetn.value = 1
        await RisingEdge(self.dut.aclk)
        self.sent.clear()
        self.drops.clear()
        for sink in self.sinks:
            sink.clear()

    async def reset_between_edges(self):
        await FallingEdge(self.dut.aclk)
        await self.reset()

    def pause(self, source, sink):
        for port in self.sources:
            port.set_pause_generator(pauses(self.random, source))
        for port in self.sinks:
            port.set_pause_generator(pauses(self.random, sink))

    async def count_drops(self):
        while True:
            await RisingEdge(self.dut.aclk)
            try:
                seen = int(self.dut.drop.value)
            except ValueError:
                continue  # unknown before the reset
            for bit in range(4 * TERMINALS):
                self.drops[bit % 4] += seen >> bit & 1 if int(self.dut.aresetn.value) else 0

    def payload(self, words, whole=False):
        """Bytes, and TUSER of each, the same in a word."""
        count = words * self.bytes - (0 if whole else self.random.randrange(self.bytes))
        users = [self.random.randrange(1 << USER) for _ in range(words)]
        return (bytes(self.random.randrange(256) for _ in range(count)),
                [users[i // self.bytes] for i in range(count)])

    async def send(self):
        """A legal message of a random pair."""
        source, destination = self.random.choice(REACH)
        payload = self.payload(self.random.randint(1, MAX_WORDS))
        self.sent[source, destination].append(payload)
        await self.sources[source].send(AxiStreamFrame(payload[0], tdest=destination, tuser=payload[1]))

    async def send_illegal(self):
        """One that is dropped; returns the cause."""
        source, destination = self.random.choice(REACH)
        cause = self.random.choice([DESTINATION, OVERSIZED] + [CHANGED] * (MAX_WORDS > 1))
        tdest, words = destination, self.random.randint(1, MAX_WORDS)
        if cause == DESTINATION:
            tdest = TERMINALS
        elif cause == OVERSIZED:
            words = MAX_WORDS + self.random.randint(1, MAX_WORDS)
        else:
            words = self.random.randint(2, MAX_WORDS)
            tdest = [destination] * self.bytes + [destination ^ 1] * (words - 1) * self.bytes
        payload, user = self.payload(words, whole=True)
        await self.sources[source].send(AxiStreamFrame(payload, tdest=tdest, tuser=user))
        return cause

    async def receive(self):
        """All legal messages arrive once, whole, with their source."""
        while any(self.sent.values()):
            await ClockCycles(self.dut.aclk, 20)
            for destination, sink in enumerate(self.sinks):
                while not sink.empty():
                    frame = sink.recv_nowait(compact=True)
                    waiting = self.sent[frame.tid, destination]
                    user = frame.tuser if isinstance(frame.tuser, list) else [frame.tuser] * len(frame.tdata)
                    payload = bytes(frame.tdata), user
                    assert payload in waiting, f"terminal {destination}: a message that nobody sent"
                    assert not ORDERED or waiting[0] == payload, f"terminal {destination}: out of order"
                    waiting.remove(payload)

    async def drained(self):
        await with_timeout(cocotb.start_soon(self.receive()), *PATIENCE)
        await ClockCycles(self.dut.aclk, 200)
        assert all(sink.empty() for sink in self.sinks), "a message arrived twice"


@cocotb.test()
async def messages_arrive_once(dut):
    bench = Bench(dut, 1)
    await bench.start()
    for source, sink in ((0, 0), (0.5, 0), (0, 0.7), (0.5, 0.5)):
        bench.pause(source, sink)
        for _ in range(MESSAGES):
            await bench.send()
        await bench.drained()
    assert not +bench.drops


@cocotb.test()
async def illegal_messages_harm_no_other(dut):
    bench = Bench(dut, 2)
    await bench.start()
    bench.pause(0.2, 0.2)
    expected = collections.Counter()
    for _ in range(MESSAGES):
        await bench.send()
        if bench.random.random() < 0.3:
            expected[await bench.send_illegal()] += 1
    await bench.drained()
    while not all(source.idle() for source in bench.sources):
        await ClockCycles(dut.aclk, 20)
    await ClockCycles(dut.aclk, 20)
    assert +bench.drops == expected, f"{bench.drops}, not {expected}"


@cocotb.test()
async def a_reset_ends_all_messages(dut):
    bench = Bench(dut, 3)
    await bench.start()
    for _ in range(5):
        await bench.reset_between_edges()
        bench.pause(0, 0.5)
        for _ in range(50):
            await bench.send()
        await ClockCycles(dut.aclk, bench.random.randint(1, 60))
    for source in bench.sources:
        source.clear()
    await bench.reset_between_edges()
    await ClockCycles(dut.aclk, 200)
    assert all(sink.empty() for sink in bench.sinks), "a message survived a reset"
    for _ in range(MESSAGES):
        await bench.send()
    await bench.drained()
