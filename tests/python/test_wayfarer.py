#!/usr/bin/env python3
"""The Python package, in an environment that has nothing else but NumPy."""

import inspect
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import numpy as np

import wayfarer

SHORT = {"cycles": 2000, "warmup": 500}


class Runs(unittest.TestCase):
    network = wayfarer.Network("mesh4x4")

    def test_a_run_has_what_the_program_writes(self):
        result = self.network.run(load=0.1, **SHORT)
        self.assertEqual(result["cycles"], 2000)
        self.assertEqual(result["seed"], 1)
        self.assertGreater(result["latency"]["mean"], 10)
        self.assertEqual(result.histogram["count"].sum(), result["latency"]["count"])
        self.assertAlmostEqual(result.channel_utilisation.mean(), result["utilisation"], places=6)
        self.assertEqual(result.record()["latency.mean"], result["latency"]["mean"])
        self.assertIn(result.verdict, repr(result))
        self.assertEqual(len(result), len(list(result)))

    def test_engines_give_the_same(self):
        model, rtl, both = (self.network.run(load=0.3, engine=engine, **SHORT) for engine in ("model", "rtl", "both"))
        for field in ("latency", "histogram", "channel_utilisation", "accepted"):
            self.assertEqual(model[field], rtl[field])
            self.assertEqual(model[field], both[field])
        self.assertIn("equal in 2000 cycles", self.network.lockstep(load=0.3, cycles=2000))

    def test_keys_are_changed(self):
        wide = wayfarer.Network("mesh4x4", set={"topology.extents": [4, 2], "router.buffers": 2})
        result = wide.run(**SHORT)
        self.assertEqual(result["network"]["extents"], [4, 2])
        self.assertEqual(result["network"]["buffers"], 2)
        self.assertIn("router.buffers = 2", repr(wide))
        self.assertEqual(wide.simulate().terminals, 8)
        made = wayfarer.Network({"name": "made", "topology": {"extents": [3, 3]}, "router": {"buffers": 8}})
        self.assertEqual(made.run(**SHORT)["network"]["buffers"], 8)
        self.assertEqual(made.simulate().terminals, 9)

    def test_arrays_are_traffic(self):
        weights = np.zeros((16, 16))
        weights[3, 12] = 1
        result = self.network.run(pattern=weights, load=0.01, **SHORT)
        self.assertGreater(result["delivered_messages"], 0)
        trace = np.array([[0, 0, 15, 64], [0, 3, 12, 64], [50, 0, 15, 64]])
        result = self.network.run(trace=trace)
        self.assertEqual(result["delivered_messages"], 3)
        self.assertEqual(result.verdict, "completed")

    def test_sweeps(self):
        sweep = self.network.sweep(load=[0.1, 0.2], seed=[1, 2], set={"router.buffers": [2, 4]}, **SHORT)
        self.assertEqual(len(sweep), 8)
        self.assertEqual(sorted(set(sweep.column("load"))), [0.1, 0.2])
        self.assertTrue((sweep.column("latency.mean") > 10).all())
        self.assertEqual(len(sweep[:2]), 2)
        self.assertEqual({row["network.buffers"] for row in sweep.records()}, {2, 4})
        alone = wayfarer.Network("mesh4x4", set={"router.buffers": 2}).run(load=0.2, seed=2, **SHORT)
        matching = [result for result in sweep if (result["load"], result["seed"]) == (0.2, 2)
                    and result["network"]["buffers"] == 2]
        self.assertEqual([result["latency"] for result in matching], [alone["latency"]])
        both = self.network.sweep(load=100, unit="bits", aggregate=True, zip={"topology.extents": [[4, 2], [2, 2]]},
                                  others=[wayfarer.Network("torus4x4-adaptive", set={"router.depth": 3}),
                                          wayfarer.Network({"name": "made", "topology": {"extents": [3, 3]}})], **SHORT)
        self.assertEqual([(result["config"], result["network"]["extents"], result["network"]["depth"])
                          for result in both],
                         [(name, extents, depth) for name, depth in (("mesh4x4", 2), ("torus4x4-adaptive", 3),
                                                                     ("made", 2)) for extents in ([4, 2], [2, 2])])
        for result in both:
            self.assertEqual(result["rates"]["unit"], "bits per cycle, all terminals")
            self.assertAlmostEqual(result["rates"]["offered"] / 100, 1, delta=0.2)
        rows = self.network.compare([wayfarer.Network("torus4x4-adaptive")], load=[0.5, 1], seed="1:4", cycles=3000)
        self.assertEqual({(row["network"], row["load"]) for row in rows},
                         {("torus4x4-adaptive", load) for load in (0.5, 1, None)})
        self.assertTrue(all(row["verdict"].startswith(row["outcome"]) for row in rows))
        closed = self.network.run(window=2, process="batch:5", reply=16)
        self.assertEqual((closed["window"], closed["delivered_messages"]), (2, 160))
        reduced = self.network.run(collective="ring-all-reduce:512,barrier")
        self.assertGreater(reduced["completion"]["cycles"], reduced["completion"]["bound_cycles"])
        # Averages of no messages are no numbers.
        silent = self.network.sweep(load=0.1, cycles=20, warmup=15)
        self.assertEqual(np.isnan(silent.column("latency.mean")).tolist(), [True])

    def test_saturation(self):
        [search] = self.network.saturation(load="0.2:1.6:0.2", cycles=4000)
        self.assertEqual(search["found"], "between")
        self.assertAlmostEqual(search["saturation_load"] - search["load_below"], 0.2)

    def test_events_and_messages_are_columns(self):
        trace = [[0, 0, 3, 64], [5, 3, 0, 64]]
        events = self.network.events(trace=trace)
        self.assertEqual(list(events["event"]).count("delivered"), 2)
        self.assertEqual(events["cycle"].dtype, np.int64)
        self.assertEqual(set(self.network.events(kinds="born", trace=trace)["event"]), {"born"})
        messages = self.network.messages(trace=trace)
        self.assertEqual(messages["birth"].tolist(), [0, 5])
        self.assertEqual((messages["delivered"] - messages["birth"] + 1).tolist(), messages["latency"].tolist())

    def test_errors_are_the_programs(self):
        with self.assertRaisesRegex(wayfarer.UsageError, "^there is no configuration 'mesh5x5'; did you mean"):
            wayfarer.Network("mesh5x5").run()
        with self.assertRaisesRegex(ValueError, "no pattern 'unifrom'|pattern 'unifrom'"):
            self.network.run(pattern="unifrom")
        with self.assertRaisesRegex(wayfarer.CheckFailed, "no message was sent"):
            self.network.run(load=0, **SHORT)


class CoSimulations(unittest.TestCase):
    def test_an_observer_answers(self):
        simulation = wayfarer.CoSimulation("mesh4x4")
        deliveries = []

        def observe(message):
            deliveries.append((message.source, message.destination, message.tag, message.latency))
            if message.tag < 5:
                simulation.send(message.destination, message.source, message.bytes, message.tag + 1)

        simulation.on_delivery(observe)
        simulation.send(0, 15)
        while simulation.next_event is not None:
            self.assertTrue(simulation.advance())
        self.assertEqual([tag for _, _, tag, _ in deliveries], [0, 1, 2, 3, 4, 5])
        self.assertEqual(deliveries[1][:2], (15, 0))
        self.assertEqual(simulation.now, sum(latency for *_, latency in deliveries))
        self.assertEqual(simulation.sent, simulation.delivered)

    def test_arrays_go_in_and_out(self):
        count = 500
        random = np.random.default_rng(1)
        terminals = random.integers(0, 16, (2, count)).astype(np.uint32)
        lengths = random.integers(1, 100, count).astype(np.uint32)
        births = np.sort(random.integers(1, 800, count)).astype(np.uint64)
        tags = np.arange(count, dtype=np.uint64)
        columns = []
        for engine in ("model", "rtl", "both"):
            simulation = wayfarer.CoSimulation("mesh4x4", engine)
            simulation.send_many(terminals[0], terminals[1], lengths, tags, births)
            self.assertEqual(simulation.next_event, births[0])
            simulation.step(5000)
            columns.append(simulation.take_deliveries())
            self.assertEqual(len(simulation.take_deliveries()["tag"]), 0)
        for other in columns[1:]:
            for name, values in columns[0].items():
                np.testing.assert_array_equal(values, other[name])
        order = np.argsort(columns[0]["tag"])
        np.testing.assert_array_equal(columns[0]["tag"][order], tags)
        np.testing.assert_array_equal(columns[0]["destination"][order], terminals[1])
        np.testing.assert_array_equal(columns[0]["bytes"][order], lengths)
        np.testing.assert_array_equal(columns[0]["sent"][order], births)
        self.assertGreater(int(simulation.channel_flits().sum()), simulation.delivered_flits)
        with self.assertRaisesRegex(wayfarer.UsageError, "of one length"):
            simulation.send_many(terminals[0], terminals[1][:3], lengths, tags, births)

    def test_what_an_observer_raises_comes_out_of_step(self):
        simulation = wayfarer.CoSimulation("mesh4x4")
        seen = []

        def observe(message):
            seen.append(message.tag)
            raise KeyError(message.tag)

        simulation.on_delivery(observe)
        simulation.send(0, 1, tag=7)
        simulation.send(4, 5, tag=8)
        for tag in (7, 8):
            with self.assertRaises(KeyError) as raised:
                simulation.step(1000)
            self.assertEqual(raised.exception.args, (tag,))
        simulation.on_delivery(None)
        simulation.send(0, 1, tag=9)
        simulation.step(100)
        self.assertEqual(simulation.take_deliveries()["tag"].tolist(), [9])
        self.assertEqual(seen, [7, 8])

    def test_errors(self):
        with self.assertRaisesRegex(wayfarer.UsageError, "did you mean 'mesh4x4'"):
            wayfarer.CoSimulation("mesh4x5")
        simulation = wayfarer.CoSimulation("mesh4x4")
        with self.assertRaisesRegex(wayfarer.UsageError, "legal: 0 to 15"):
            simulation.send(0, 16)
        with self.assertRaises(TypeError):
            simulation.send(0, -1)
        simulation.on_delivery(lambda message: simulation.step())
        simulation.send(0, 1)
        with self.assertRaisesRegex(wayfarer.UsageError, "legal there: send"):
            simulation.step(100)

    def test_simulations_that_refer_to_themselves_are_collected(self):
        import gc
        import weakref

        class Owner:
            def __init__(self):
                self.simulation = wayfarer.CoSimulation("mesh4x4")
                self.simulation.on_delivery(self.observe)

            def observe(self, message):
                pass

        owner = weakref.ref(Owner())
        gc.collect()
        self.assertIsNone(owner())


class Interrupts(unittest.TestCase):
    """Ctrl-C reaches Python while the network runs."""

    def interrupted(self, code):
        process = subprocess.Popen([sys.executable, "-c", f"import wayfarer\nprint('ready', flush=True)\n{code}"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        process.stdout.readline()
        time.sleep(0.5)
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        self.assertIn("KeyboardInterrupt", errors)
        self.assertLess(time.monotonic() - begin, 10)

    def test_co_simulation(self):
        self.interrupted("s = wayfarer.CoSimulation('mesh4x4')\ns.step(10**12)")

    def test_a_run(self):
        self.interrupted("wayfarer.Network('mesh4x4').run(cycles=10**9)")


class Package(unittest.TestCase):
    def test_everything_public_is_described_and_typed(self):
        folder = pathlib.Path(wayfarer.__file__).parent
        stub = (folder / "_core.pyi").read_text()
        self.assertTrue((folder / "py.typed").exists())
        for name in wayfarer.__all__:
            one = getattr(wayfarer, name)
            self.assertTrue(inspect.getdoc(one), name)
            if one.__module__ == "wayfarer._core":
                self.assertIn(f"class {name}", stub)
            for member, value in vars(one).items():
                if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                    self.assertTrue(inspect.getdoc(value), f"{name}.{member}")

    def test_the_program_is_in_the_environment(self):
        program = pathlib.Path(sys.executable).parent / "wayfarer"
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([program, "--version"], cwd=folder, capture_output=True, text=True, check=True)
        self.assertIn(wayfarer.__version__, done.stdout)


if __name__ == "__main__":
    os.environ.setdefault("XDG_CACHE_HOME", tempfile.mkdtemp(prefix="wayfarer-cache-"))
    unittest.main(verbosity=0)
