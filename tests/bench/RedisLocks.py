#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
"""Measures locks on Redis: of the library, of bare hiredis (the limit), and of stock Redisson, node-redlock and
redis-py, on temporary servers. The programs keep running and alternate in every round, so that noise affects all of
them equally. README.md explains rows and columns. CMake fills in the paths of the programs."""

import argparse
import contextlib
import datetime
import json
import os
import re
import resource
import signal
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, "@CMAKE_CURRENT_SOURCE_DIR@")
# pylint: disable=wrong-import-position
from LocksProcesses import Failed, Program, awakeCores
from RedisLocksServers import costOf, redisServers
from RedisLocksTable import dutiesTable, redisLedger, redisLocksTable

BIN = "@CMAKE_RUNTIME_OUTPUT_DIRECTORY@"
SOURCES = "@CMAKE_CURRENT_SOURCE_DIR@"
STOCK = "@LOCKSCOPE_STOCK_FOLDER@"
SERVERS = 5
PROGRAMS = {
    "limit": [os.path.join(BIN, "bench_redis_limit")],
    "library": [os.path.join(BIN, "bench_redis_locks")],
    "before": None,
    "redisson": ["@LOCKSCOPE_java@", "-Dorg.slf4j.simpleLogger.defaultLogLevel=error", "-cp",
                 "@bench_redisson_classes@:@bench_redisson_jars@", "RedissonLocks"],
    "node-redlock": ["@LOCKSCOPE_node@", os.path.join(SOURCES, "RedlockLocks.js"),
                     os.path.join(STOCK, "node/node_modules")],
    "redis-py": [sys.executable, os.path.join(SOURCES, "RedisPyLocks.py"), os.path.join(STOCK, "python")],
}
# In the order of a round: those that are compared are neighbours.
ALONE = [("redisson", "cycle/hash"), ("before", "cycle/hash"), ("library", "cycle/hash"), ("limit", "cycle/hash"),
         ("library", "cycle/hash-async"), ("limit", "cycle/hash-32"), ("library", "cycle/hash-32"),
         ("before", "cycle/hash-32"), ("redis-py", "cycle/setnx"), ("node-redlock", "cycle/setnx"),
         ("library", "cycle/setnx"), ("limit", "cycle/setnx"), ("limit", "cycle/redlock"),
         ("library", "cycle/redlock"), ("node-redlock", "cycle/redlock")]
TOGETHER = [("redisson", "handover/plain"), ("library", "handover/plain-blocking"), ("before", "handover/plain"),
            ("library", "handover/plain"), ("limit", "handover/plain"), ("limit", "handover/fair"),
            ("library", "handover/fair"), ("before", "handover/fair"), ("library", "handover/fair-blocking"),
            ("redisson", "handover/fair")]
REDLOCK = [(8, "node-redlock", "handover/redlock"), (8, "library", "handover/redlock")]
# Each instance has many threads: more instances in one JVM measure those.
MOST_REDISSON = 32
# Measured once. The time: until the unlock; the lease; a third of the lease. The last two are shorter than the ten
# seconds after which a client checks an idle connection: that would be counted, too.
DUTIES = {(3, "library", "dead-head"): 1, (1, "redisson", "dead-head"): 1, (1, "library", "waiting"): 8,
          (100, "library", "renewals"): 8}


def selected(settings, entries):
    return [entry for entry in entries if PROGRAMS[entry[1]] and re.search(settings.only, "%d %s %s" % entry)]


def attempt(settings, program, entry, seconds, **more):
    """The figures; None after a failure, which is printed."""
    clients, who, how = entry
    try:
        return program.measure(how, clients, seconds, **more)
    except Failed as error:
        settings.failures += 1
        print(f"{who} {how} with {clients} clients: {error}", flush=True)
        return None


def measureLocks(settings, programs, ledger):
    entries = selected(settings, [(1, *alone) for alone in ALONE] + REDLOCK +
                       [(clients, *one) for clients in settings.clients for one in TOGETHER
                        if one[0] != "redisson" or clients <= MOST_REDISSON])
    for run in range(settings.runs):
        print(f"run {run + 1} of {settings.runs}, load {os.getloadavg()[0]:.1f}", flush=True)
        # What one leaves behind in the servers should not always meet the same neighbour.
        for entry in entries if run % 2 == 0 else reversed(entries):
            figures = attempt(settings, programs[entry[1]], entry, settings.seconds)
            if figures:
                ledger.add(entry, run, figures)
    ledger.sort(entries)


def killHead(programs, said):
    """Queues with another process, and kills it."""
    head = Program("head", programs["library"].command, dict)
    head.measure("queue", 1, 0, whenConnected=lambda _: head.process.kill(), name=said["lock"])


def measureDeadHead(settings, programs, entry, seconds):
    def whenConnected(said):
        with contextlib.suppress(Failed): # it has ended, as it should
            killHead(programs, said)

    figures = attempt(settings, programs[entry[1]], entry, seconds, whenConnected=whenConnected)
    if not figures:
        return None
    served = figures["servedMs"]
    text = f"first served after {served:.0f} ms" if served else f"not served within {figures['limitMs'] / 1e3:.0f} s"
    if "allServedMs" in figures:
        text += f", all after {figures['allServedMs']:.0f} ms"
    requests = figures.get("requestsEach", figures.get("reads"))
    return f"{text}; requests of each waiter: {requests:.0f}", figures


def measureDuties(settings, programs):
    results = []
    for entry in selected(settings, DUTIES):
        seconds = DUTIES[entry]
        if settings.quick:
            seconds = min(seconds, 2)
        program = programs[entry[1]]
        if entry[2] == "dead-head":
            result = measureDeadHead(settings, programs, entry, seconds)
        elif entry[2] == "waiting":
            figures = attempt(settings, program, entry, seconds)
            result = figures and (f"requests in a lease of {seconds} s: {figures['whileHeld']:.0f} while it lasts, "
                                  f"{figures['atEnd']:.0f} at its end", figures)
        else:
            figures = attempt(settings, program, entry, seconds)
            result = figures and (f"requests in {seconds} s: {figures['perPeriod']:.1f}; "
                                  f"still held: {figures['held']:.0f}", figures)
        if result:
            results.append((entry, *result))
    return results


def main():
    parser = argparse.ArgumentParser(prog="redis-locks", description=__doc__)
    parser.add_argument("--runs", type=int, help="how often each is measured (3)")
    parser.add_argument("--seconds", type=float, help="how long each measure takes (2)")
    parser.add_argument("--before", metavar="PROGRAM", help="another build of bench_redis_locks, to compare with")
    parser.add_argument("--only", metavar="REGEX", default="",
                        help='only these measures, for example "^8 (limit|library)"')
    parser.add_argument("--quick", action="store_true", help="one short run: to see that it works")
    parser.add_argument("--json", metavar="FILE", help="writes every figure to this file")
    settings = parser.parse_args()
    settings.runs = settings.runs or (1 if settings.quick else 3)
    settings.seconds = settings.seconds or (0.5 if settings.quick else 2)
    settings.clients = [2, 8] if settings.quick else [2, 8, 32, 500]
    settings.failures = 0
    if settings.before:
        PROGRAMS["before"] = [os.path.abspath(settings.before)]
    # 500 clients have two connections each.
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    ledger = redisLedger()
    with contextlib.ExitStack() as stack:
        stack.enter_context(awakeCores())
        servers = stack.enter_context(redisServers(SERVERS))
        ports = [str(server.port) for server in servers]
        programs = {name: Program(name, [*command, *ports], lambda: costOf(servers), countsSwitches=name not in
                                  ("limit", "library", "before")) for name, command in PROGRAMS.items() if command}
        for program in programs.values():
            stack.callback(program.stop)
        measureLocks(settings, programs, ledger)
        if ledger.runs:
            print(f"\nRedis {servers[0].info('server')['redis_version']}\n{redisLocksTable(ledger)}\n", flush=True)
        duties = measureDuties(settings, programs)
        if duties:
            print(f"{dutiesTable(result[:2] for result in duties)}\n", flush=True)
    if settings.json:
        document = {"takenAt": datetime.datetime.now(datetime.timezone.utc).isoformat(), "processors": os.cpu_count(),
                    "seconds": settings.seconds, "locks": ledger.summaries(),
                    "duties": [{"clients": entry[0], "who": entry[1], "how": entry[2]} | figures
                               for entry, _, figures in duties]}
        with open(settings.json, "w", encoding="utf-8") as file:
            json.dump(document, file, indent=2)
    if settings.failures:
        sys.exit(f"redis-locks: {settings.failures} measures failed; their rows lack these runs")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
