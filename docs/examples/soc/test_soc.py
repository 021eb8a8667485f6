"""cocotb's test of the example: both managers print whole lines."""

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge

LINES = {"Hello from 0   ", "Hello from 1   "}


@cocotb.test()
async def lines_are_whole(dut):
    cocotb.start_soon(Clock(dut.clk, 10, "ns").start())
    dut.rst_n.value = 0
    await ClockCycles(dut.clk, 2)
    dut.rst_n.value = 1
    text = ""
    for _ in range(4000):
        await RisingEdge(dut.clk)
        if int(dut.rst_n.value) and int(dut.char_valid.value):
            text += chr(int(dut.char_data.value))
        assert int(dut.fault.value) == 0
    lines = text.split("\n")[:-1]
    dut._log.info("%d lines, of which %s", len(lines), {line: lines.count(line) for line in set(lines)})
    assert len(lines) > 20 and set(lines) == LINES
    assert all(lines.count(line) > 5 for line in LINES)
