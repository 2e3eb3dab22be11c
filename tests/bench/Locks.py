#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
"""Measures locks of the library, of both bare C clients and of stock Curator on temporary servers. The programs keep
running and alternate in every round, so that noise affects all of them equally. README.md explains rows and columns.
CMake fills in the paths of the programs."""

import argparse
import contextlib
import datetime
import json
import os
import re
import signal
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, "@CMAKE_CURRENT_SOURCE_DIR@")
# pylint: disable=wrong-import-position
from LocksProcesses import Failed, Program, awakeCores, processorSeconds
from LocksTable import locksLedger, locksTable, sessionsTable

BIN = "@CMAKE_RUNTIME_OUTPUT_DIRECTORY@"
CONSOLE = os.path.join(BIN, "lockscopectl")
PROGRAMS = {
    "c-mt": [os.path.join(BIN, "bench_c_mt")],
    "c-st": [os.path.join(BIN, "bench_c_st")],
    "library": [os.path.join(BIN, "bench_library")],
    "curator": ["@LOCKSCOPE_java@", "-Dorg.slf4j.simpleLogger.defaultLogLevel=error", "-cp",
                "@bench_classes@@bench_class_path@", "CuratorLocks"],
}
# In the order of a round: those that are compared are neighbours.
ALONE = [("c-mt", "uncontended"), ("library", "uncontended"), ("before", "uncontended"), ("c-st", "uncontended"),
         ("library", "uncontended-blocking"), ("before", "uncontended-blocking"), ("curator", "uncontended-blocking")]
TOGETHER = [("c-mt", "handover/twin"), ("c-mt", "handover/scan"), ("before", "handover"), ("library", "handover"),
            ("c-st", "handover/scan"), ("c-st", "handover/twin"), ("c-st", "handover/ring"),
            ("before", "handover-blocking"), ("library", "handover-blocking"), ("curator", "handover-blocking")]
# For the JIT compiler of the servers' JVM; its figures are discarded.
WARM_UP = (8, "c-st", "handover/scan")
# What a session costs: a program of its own for each.
MEMORY = [(500, "c-mt", "memory"), (500, "c-st", "memory"), (500, "before", "memory"), (500, "library", "memory")]
IDLE = [(50, "before", "idle"), (50, "library", "idle"), (20, "before", "gone"), (20, "library", "gone"),
        (20, "before", "unresolved"), (20, "library", "unresolved")]


def programOf(name, connect, servers):
    # The others count their switches themselves.
    return Program(name, [*PROGRAMS[name], connect], lambda: {"serverCpuS": sum(map(processorSeconds, servers))},
                   name in ("curator", "before"))


@contextlib.contextmanager
def running(command, **options):
    """Runs a command of the console and ends it as Ctrl-C does."""
    # In a session of its own: Ctrl-C at the terminal then stops only this driver, which stops the command in order.
    process = subprocess.Popen([CONSOLE, *command], encoding="utf-8", start_new_session=True, **options)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()


@contextlib.contextmanager
def sandbox(settings, servers, **options):
    """Temporary servers: what the sandbox says of them."""
    place = {"TMPDIR": "/dev/shm"} if settings.memory else {}
    with running(["--json", "sandbox", "--servers", str(servers)], stdout=subprocess.PIPE,
                 env=os.environ | place, **options) as process:
        line = process.stdout.readline()
        if not line:
            sys.exit("locks: the sandbox did not start")
        yield json.loads(line)


def selected(settings, entries):
    return [entry for entry in entries if entry[1] in PROGRAMS and re.search(settings.only, "{} {} {}".format(*entry))]


def attempt(settings, program, entry, seconds, whenConnected=lambda said: None):
    """The figures; None after a failure, which is printed."""
    clients, who, how = entry
    try:
        return program.measure(how, clients, seconds, whenConnected)
    except Failed as error:
        # An older library does not have every measure.
        if who != "before" or entry not in MEMORY + IDLE:
            settings.failures += 1
            print(f"{who} {how} with {clients} clients: {error}", flush=True)
        return None


def measureLocks(settings, servers, programs, ledger):
    entries = selected(settings, [(1, *alone) for alone in ALONE] +
                       [(clients, *one) for clients in settings.clients for one in TOGETHER])
    if entries:
        attempt(settings, programs[WARM_UP[1]], WARM_UP, max(settings.seconds, 2))
    for run in range(settings.runs):
        print(f"{servers} servers, run {run + 1} of {settings.runs}", flush=True)
        # What one leaves behind in the servers should not always meet the same neighbour.
        for entry in entries if run % 2 == 0 else reversed(entries):
            program = programs[entry[1]]
            if entry[1] == "curator":
                # A new JVM, warmed up by the same measure: an old one keeps threads of frameworks that are closed.
                program.stop()
                attempt(settings, program, entry, max(settings.seconds, 2))
            figures = attempt(settings, program, entry, settings.seconds)
            if figures:
                ledger.add(entry, run, figures)
    ledger.sort(entries)


def measureGone(settings, entry, seconds):
    """Two addresses: with an even number, ZOOKEEPER-2466 lets the C client try without pause."""
    with contextlib.ExitStack() as stack:
        # It reports the end of its servers on stderr.
        ready = stack.enter_context(sandbox(settings, 3, stderr=subprocess.DEVNULL))
        program = programOf(entry[1], ",".join(ready["connect"].split(",")[:2]), [])
        stack.callback(program.stop)
        return attempt(settings, program, entry, seconds, lambda _: stopServers(ready))


def stopServers(ready):
    for server in ready["servers"]:
        with contextlib.suppress(ProcessLookupError):
            os.kill(server["pid"], signal.SIGKILL)


def measureSessions(settings, connect, ledger):
    for run in range(min(settings.runs, 3)):
        for entry in selected(settings, MEMORY + (IDLE if run == 0 else [])):
            seconds = 5 * settings.seconds
            if entry[2] == "gone":
                figures = measureGone(settings, entry, seconds)
            else:
                program = programOf(entry[1], connect, [])
                figures = attempt(settings, program, entry, seconds)
                program.stop()
            if figures:
                ledger.add(entry, run, figures)


def ensemble(settings, servers):
    locks, sessions = locksLedger(), locksLedger()
    with contextlib.ExitStack() as stack:
        ready = stack.enter_context(sandbox(settings, servers))
        if servers > 1:
            # A client that writes every 20 ms: README.md gives the reason.
            stack.enter_context(running(["--connect", ready["connect"], "contend", "/bench-pulse", "--clients", "1",
                                         "--hold", "20ms"], stdout=subprocess.DEVNULL))
        processes = [server["pid"] for server in ready["servers"]]
        programs = {name: programOf(name, ready["connect"], processes) for name in PROGRAMS}
        for program in programs.values():
            stack.callback(program.stop)
        measureLocks(settings, servers, programs, locks)
        place = "in memory" if settings.memory else "on disk"
        if locks.runs:
            print(f"\n{servers} servers, data {place}\n{locksTable(locks)}\n", flush=True)
        for program in programs.values():
            program.stop()
        if not settings.quick:
            measureSessions(settings, ready["connect"], sessions)
        if sessions.runs:
            print(f"{sessionsTable(sessions)}\n", flush=True)
    return {"servers": servers, "memory": settings.memory, "locks": locks.summaries(), "sessions": sessions.summaries()}


def main():
    parser = argparse.ArgumentParser(prog="locks", description=__doc__)
    parser.add_argument("--runs", type=int, help="how often each is measured (5)")
    parser.add_argument("--seconds", type=float, help="how long each measure takes (2)")
    parser.add_argument("--servers", default="1,3", choices=["1", "3", "1,3"])
    parser.add_argument("--memory", action="store_true",
                        help="the servers' data in /dev/shm: takes the disk, and its noise, out of the figures")
    parser.add_argument("--before", metavar="PROGRAM", help="another build of bench_library, to compare with")
    parser.add_argument("--only", metavar="REGEX", default="", help='only these measures, for example "^8 (c-|library)"')
    parser.add_argument("--quick", action="store_true", help="one short run: to see that it works")
    parser.add_argument("--json", metavar="FILE", help="writes every figure to this file")
    settings = parser.parse_args()
    settings.runs = settings.runs or (1 if settings.quick else 5)
    settings.seconds = settings.seconds or (0.5 if settings.quick else 2)
    settings.clients = [2, 8] if settings.quick else [2, 8, 32, 500]
    settings.failures = 0
    if settings.before:
        PROGRAMS["before"] = [os.path.abspath(settings.before)]
    with awakeCores():
        ensembles = [ensemble(settings, int(servers)) for servers in settings.servers.split(",")]
    if settings.json:
        document = {"takenAt": datetime.datetime.now(datetime.timezone.utc).isoformat(), "processors": os.cpu_count(),
                    "seconds": settings.seconds, "ensembles": ensembles}
        with open(settings.json, "w", encoding="utf-8") as file:
            json.dump(document, file, indent=2)
    if settings.failures:
        sys.exit(f"locks: {settings.failures} measures failed; their rows lack these runs")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
