"""cocotb's tests of a network with AXI4 ports, with cocotbext-axi's managers and memories at its terminals.

axi4_run.py says in environment variables where they are: MANAGERS and MEMORIES, terminals. Region r of the
address map, 64 KiB from r * 65536 on, is memory r.
"""

import logging
import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge, Timer, with_timeout
from cocotbext.axi import AxiBus, AxiMaster, AxiRam
from cocotbext.axi.constants import AxiResp

import axi4_top

MANAGERS = [int(number) for number in os.environ["MANAGERS"].split()]
MEMORIES = [int(number) for number in os.environ["MEMORIES"].split()]
REGION = 65536
AREA = 4096  # of one worker in a memory
LONGEST = 1024  # bytes of a burst of 256 beats
WORKERS = 3  # of a manager: each has one transaction at a time
PATIENCE = 100, "us"


def pauses(generator, probability):
    while True:
        yield generator.random() < probability


class Bench:
    def __init__(self, dut, seed):
        self.dut = dut
        self.random = random.Random(seed)
        # As in streams.py: ports are found by name before cocotb lists them.
        prefixes = [f"s{n:02}_axi" for n in MANAGERS] + [f"m{n:02}_axi" for n in MEMORIES]
        for name in ["aclk", "aresetn", "drop", *(name for prefix in prefixes
                                                  for name, _, _ in axi4_top.signals(prefix))]:
            getattr(dut, name)
        reset = {"reset_active_level": False}
        self.masters = [AxiMaster(AxiBus.from_prefix(dut, f"s{n:02}_axi"), dut.aclk, dut.aresetn, **reset)
                        for n in MANAGERS]
        self.memories = [AxiRam(AxiBus.from_prefix(dut, f"m{n:02}_axi"), dut.aclk, dut.aresetn, size=REGION, **reset)
                         for n in MEMORIES]
        for part in (*self.masters, *self.memories):
            for side in (part.write_if, part.read_if):
                side.log.setLevel(logging.ERROR)  # flushed transactions are no fault
        dut.aresetn.value = 0

    async def start(self):
        self.dut.aclk.value = 0
        await Timer(10, "ns")
        cocotb.start_soon(Clock(self.dut.aclk, 10, "ns").start(start_high=False))
        await self.reset()

    async def reset(self):
        self.dut.aresetn.value = 0
        await FallingEdge(self.dut.aclk)
        await FallingEdge(self.dut.aclk)
        self.dut.aresetn.value = 1
        await RisingEdge(self.dut.aclk)

    def pause(self, probability):
        for part in (*self.masters, *self.memories):
            for channel in (part.write_if.aw_channel, part.write_if.w_channel, part.write_if.b_channel,
                            part.read_if.ar_channel, part.read_if.r_channel):
                channel.set_pause_generator(pauses(random.Random(self.random.random()), probability))

    async def work(self, master, worker, operations):
        """Writes and reads of one worker's areas, one in each memory; every byte read is compared."""
        generator = random.Random(self.random.random())
        areas = [region * REGION + (master * WORKERS + worker) * AREA for region in range(len(MEMORIES))]
        shadow = {base: bytearray(generator.randbytes(AREA)) for base in areas}
        for base in areas:
            self.memories[base // REGION].write(base % REGION, bytes(shadow[base]))
        axi = self.masters[master]
        for _ in range(operations):
            base = generator.choice(areas)
            length = generator.choice([1, 2, 4, 16, 64, generator.randint(1, 300)])
            offset = generator.randint(0, AREA - length)
            size = 2 if length > 16 else generator.randint(0, 2)
            if generator.random() < 0.5:
                data = generator.randbytes(length)
                answer = await axi.write(base + offset, data, size=size)
                shadow[base][offset:offset + length] = data
            else:
                answer = await axi.read(base + offset, length, size=size)
                expected = bytes(shadow[base][offset:offset + length])
                assert answer.data == expected, f"manager {master}: wrong data at {base + offset:#x}"
            assert answer.resp == AxiResp.OKAY
        for base in areas:
            region = self.memories[base // REGION]
            assert region.read(base % REGION, AREA) == bytes(shadow[base]), "a memory has other data"

    async def traffic(self, operations):
        tasks = [cocotb.start_soon(self.work(master, worker, operations))
                 for master in range(len(MANAGERS)) for worker in range(WORKERS)]
        for task in tasks:
            await with_timeout(task, *PATIENCE)
        assert int(self.dut.drop.value) == 0


async def random_traffic(dut, seed, probability):
    bench = Bench(dut, seed)
    await bench.start()
    bench.pause(probability)
    await bench.traffic(8)


@cocotb.test()
async def data_arrive(dut):
    await random_traffic(dut, 1, 0)


@cocotb.test()
async def data_arrive_with_pauses(dut):
    await random_traffic(dut, 2, 0.3)


@cocotb.test()
async def data_arrive_with_long_pauses(dut):
    await random_traffic(dut, 3, 0.7)


@cocotb.test()
async def the_longest_bursts_arrive(dut):
    bench = Bench(dut, 6)
    await bench.start()

    async def copy(master, region):
        address, data = region * REGION + master * AREA, bench.random.randbytes(LONGEST)
        await bench.masters[master].write(address, data)
        assert bench.memories[region].read(address % REGION, LONGEST) == data
        assert (await bench.masters[master].read(address, LONGEST)).data == data

    for task in [cocotb.start_soon(copy(master, region)) for master in range(len(MANAGERS))
                 for region in range(len(MEMORIES))]:
        await with_timeout(task, *PATIENCE)


@cocotb.test()
async def unmapped_addresses_are_refused(dut):
    bench = Bench(dut, 4)
    await bench.start()
    bench.pause(0.2)
    traffic = cocotb.start_soon(bench.traffic(3))
    for number, axi in enumerate(bench.masters):
        address = (len(MEMORIES) + number) * REGION + 20
        read = await with_timeout(axi.read(address, 50), *PATIENCE)
        assert read.resp == AxiResp.DECERR and len(read.data) == 50
        write = await with_timeout(axi.write(address, bytes(500)), *PATIENCE)
        assert write.resp == AxiResp.DECERR
    await traffic


@cocotb.test()
async def a_reset_ends_all_transactions(dut):
    bench = Bench(dut, 5)
    await bench.start()
    bench.pause(0.3)
    for axi in bench.masters:
        for region in range(len(MEMORIES)):
            cocotb.start_soon(axi.write(region * REGION, bytes(600)))
            cocotb.start_soon(axi.read(region * REGION, 600))
    await Timer(900, "ns")
    await bench.reset()
    await bench.traffic(3)
