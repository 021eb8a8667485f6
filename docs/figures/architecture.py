"""Drawn by tests/docs/figures.py."""

SIZE = 860, 600
TITLE = "Wayfarer: one interface, two implementations of each network"


def draw(d):
    d.box(20, 10, 820, 46, "command line: run, sweep, lockstep, reproduce, ...\n`sim/commands`")
    d.box(20, 78, 260, 46, "experiments of each paper\n`sim/papers`")
    d.box(300, 78, 260, 46, "tables, plots, pages\n`sim/report`")
    d.box(580, 78, 260, 46, "the bench of SystemC modules\n`sysc/wayfarer_systemc`")
    d.box(20, 146, 820, 46, "run engine: runs, sweeps, kept results, saturation searches\n"
          "`sim/runs`")
    d.box(20, 214, 400, 46, "sources: patterns, processes, lengths\n`sim/traffic`")
    d.box(440, 214, 400, 46, "statistics, checks at delivery, watchdog\n`sim/stats`")
    for x in (150, 430, 710):
        d.arrow((x, 56), (x, 77))
        d.arrow((x, 124), (x, 145))
    for x in (220, 640):
        d.arrow((x, 192), (x, 213))
    d.box(20, 300, 820, 46, "network interface: offer a flit, step one clock, read deliveries and "
          "channels\n`sim/core/network.hpp`", "strong")
    d.arrow((220, 260), (220, 299), text="flits in")
    d.arrow((640, 299), (640, 260), text="flits out")
    d.box(20, 400, 250, 60, "cycle model in C++\n`sim/family/*/model.cpp`")
    d.box(305, 400, 250, 60, "lockstep: both, compared\n`sim/core/lockstep.hpp`", "strong")
    d.box(590, 400, 250, 60, "verilated network\n`tb/*/*_hardware.cpp`")
    for x in (145, 430, 715):
        d.arrow((x, 399), (x, 347))
    d.text(287, 373, "is implemented by", kind="soft")
    d.text(572, 373, "one of the three", kind="soft")
    d.arrow((305, 430), (271, 430))
    d.arrow((555, 430), (589, 430))
    d.box(20, 520, 535, 60, "a family's descriptor: keys, checks, model, routes, bounds, RTL\n"
          "`sim/family/*/family.cpp`")
    d.box(590, 520, 250, 60, "SystemVerilog\n`rtl/*/*.sv`")
    d.arrow((145, 520), (145, 461), text="makes")
    d.arrow((555, 550), (589, 550))
    d.arrow((715, 520), (715, 461), text="Verilator")
