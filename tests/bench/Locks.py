#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
"""Measures locks of the C client, the library and stock Curator on temporary servers. The three programs keep running and
alternate, so that noise affects all of them equally; prints medians over the runs. README.md explains the columns. CMake
fills in the paths of the programs."""

import argparse
import contextlib
import datetime
import glob
import json
import os
import re
import signal
import statistics
import subprocess
import sys

BIN = "@CMAKE_RUNTIME_OUTPUT_DIRECTORY@"
CONSOLE = os.path.join(BIN, "lockscopectl")
PROGRAMS = {
    "c-client": [os.path.join(BIN, "bench_c_client")],
    "library": [os.path.join(BIN, "bench_library")],
    "curator": ["@LOCKSCOPE_java@", "-Dorg.slf4j.simpleLogger.defaultLogLevel=error", "-cp",
                "@bench_classes@@bench_class_path@", "CuratorLocks"],
}
ALONE = [("c-client", "uncontended"), ("library", "uncontended"), ("library", "uncontended/caller"),
         ("library", "uncontended-blocking"), ("curator", "uncontended")]
TOGETHER = [("c-client", "handover"), ("library", "handover"), ("library", "handover/caller"),
            ("library", "handover-blocking"), ("curator", "handover")]
# Warm-up for the JIT compilers of Curator's JVM and of the servers' JVM; their figures are discarded.
WARM_UPS = [(1, "curator", "uncontended"), (8, "curator", "handover"), (1, "library", "uncontended")]
# The columns, with their widths; a negative width aligns left.
COLUMNS = {"CLIENTS": 7, "WHO": -8, "HOW": -20, "PER S": 6, "LEAST..MOST": 13, "P50 US": 7, "P99 US": 7, "/LIMIT": 7,
           "/CURATOR": 8, "P50/LIM": 7, "P50/CUR": 7, "CPU US/OP": 9, "SERVERS'": 8, "SWITCHES": 8}


def read(path):
    """The content of a file in /proc; empty for a thread or process that has just ended."""
    with contextlib.suppress(OSError), open(path, encoding="utf-8") as file:
        return file.read()
    return ""


def numberAfter(word, text):
    found = re.search(rf"^{word}:\s*(\d+)", text, re.MULTILINE)
    return int(found[1]) if found else 0


def processorSeconds(processes):
    # The name before the last parenthesis may contain any character.
    fields = [read(f"/proc/{process}/stat").rpartition(")")[2].split() for process in processes]
    return sum(int(words[11]) + int(words[12]) for words in fields if words) / os.sysconf("SC_CLK_TCK")


def sleeps(process):
    """The number of voluntary context switches of each of its threads."""
    return {path: numberAfter("voluntary_ctxt_switches", read(path)) for path in glob.glob(f"/proc/{process}/task/*/status")}


class Program:
    """One of the measured programs, which runs all commands (Commands.h)."""

    def __init__(self, name, connect, servers):
        self.name = name
        self.servers = servers
        self.process = subprocess.Popen([*PROGRAMS[name], connect], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        encoding="utf-8", bufsize=1)

    def spent(self):
        return processorSeconds([self.process.pid]), processorSeconds(self.servers), sleeps(self.process.pid)

    def measure(self, how, clients, seconds):
        self.process.stdin.write(f"{how} {clients} {seconds}\n")
        before, cost = None, {}
        for line in self.process.stdout:
            said = json.loads(line)
            if said["event"] == "began":
                before = self.spent()
            elif said["event"] == "counted":
                after = self.spent()
                status = read(f"/proc/{self.process.pid}/status")
                cost = {"clientCpuS": after[0] - before[0], "serverCpuS": after[1] - before[1],
                        # A thread that has ended meanwhile is no longer counted.
                        "switches": sum(count - before[2].get(thread, 0) for thread, count in after[2].items()),
                        "rssKb": numberAfter("VmRSS", status), "threads": numberAfter("Threads", status)}
            elif said["event"] == "failed":
                sys.exit(f"locks: {self.name} {how} with {clients} clients: {said['why']}")
            elif said["overlaps"] > 0:
                sys.exit(f"locks: {self.name} {how}: two clients held the lock at the same time")
            else:
                return said | cost
        sys.exit(f"locks: {self.name} {how} with {clients} clients: the program has ended")

    def measureSome(self, how, clients, seconds):
        for _ in range(2):
            figures = self.measure(how, clients, seconds)
            if figures["count"] > 0:
                return figures
            print(f"{self.name} {how} with {clients} clients: nothing happened in {seconds} s", flush=True)
        sys.exit("locks: nothing happened, twice")


class Ledger:
    """All runs of all measures on one ensemble, and the results."""

    def __init__(self):
        self.runs = {}

    def add(self, entry, figures):
        self.runs.setdefault(entry, []).append(figures)

    def median(self, entry, figureOf):
        return statistics.median(figureOf(run) for run in self.runs[entry])

    def p50(self, entry):
        return self.median(entry, lambda run: run["us"]["p50"])

    def reference(self, entry, program):
        return next((other for other in self.runs if other[0] == entry[0] and other[1] == program), None)

    def ratios(self, entry, program):
        """By the rates, run by run, because both met the same noise. By the p50s, which a slow disk affects less."""
        other = self.reference(entry, program)
        if not other:
            return None, None
        rates = [mine["perS"] / theirs["perS"] for mine, theirs in zip(self.runs[entry], self.runs[other])]
        return statistics.median(rates), self.p50(other) / self.p50(entry)

    def summary(self, entry):
        rates = [run["perS"] for run in self.runs[entry]]
        toLimit, p50ToLimit = self.ratios(entry, "c-client")
        toCurator, p50ToCurator = self.ratios(entry, "curator")
        perCycle = {key: self.median(entry, lambda run, key=key: run[key] / run["count"])
                    for key in ("clientCpuS", "serverCpuS", "switches")}
        return {"clients": entry[0], "who": entry[1], "how": entry[2], "perS": statistics.median(rates),
                "least": min(rates), "most": max(rates), "p50Us": self.p50(entry),
                "p99Us": self.median(entry, lambda run: run["us"]["p99"]), "toLimit": toLimit, "toCurator": toCurator,
                "p50ToLimit": p50ToLimit, "p50ToCurator": p50ToCurator, "perCycle": perCycle, "runs": self.runs[entry]}

    def summaries(self):
        return [self.summary(entry) for entry in self.runs]


def lineOf(cells):
    widths = COLUMNS.values()
    return " ".join(cell.ljust(-width) if width < 0 else cell.rjust(width) for cell, width in zip(cells, widths)).rstrip()


def table(summaries):
    lines = [lineOf(COLUMNS)]
    clients = 0
    for row in summaries:
        if row["clients"] != clients:
            lines.append("")
        clients = row["clients"]
        ratios = ["-" if row[key] is None else f"{row[key]:.2f}" for key in ("toLimit", "toCurator", "p50ToLimit", "p50ToCurator")]
        cost = row["perCycle"]
        lines.append(lineOf([str(clients), row["who"], row["how"], f"{row['perS']:.0f}",
                             f"{row['least']:.0f}..{row['most']:.0f}", f"{row['p50Us']:.0f}", f"{row['p99Us']:.0f}", *ratios,
                             f"{cost['clientCpuS'] * 1e6:.0f}", f"{cost['serverCpuS'] * 1e6:.0f}", f"{cost['switches']:.1f}"]))
    return "\n".join(lines)


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


def measureAll(settings, servers, programs, ledger):
    for clients, program, how in WARM_UPS:
        programs[program].measure(how, clients, max(settings.seconds, 2))
    entries = [(1, *alone) for alone in ALONE] + [(clients, *one) for clients in settings.clients for one in TOGETHER]
    for run in range(settings.runs):
        print(f"{servers} servers, run {run + 1} of {settings.runs}", flush=True)
        for entry in entries:
            ledger.add(entry, programs[entry[1]].measureSome(entry[2], entry[0], settings.seconds))
    print(f"\n{table(ledger.summaries())}\n", flush=True)
    if settings.crowd > 0:
        crowd = programs["library"].measureSome("handover", settings.crowd, settings.seconds)
        print(f"{settings.crowd} clients in one process: {crowd['perS']:.0f} hand-overs a second, "
              f"{crowd['rssKb'] / 1024:.0f} MiB resident, {crowd['threads']} threads\n", flush=True)


def ensemble(settings, servers):
    place = {"TMPDIR": "/dev/shm"} if settings.memory else {}
    with contextlib.ExitStack() as stack:
        sandbox = stack.enter_context(running(["--json", "sandbox", "--servers", str(servers)], stdout=subprocess.PIPE,
                                              env=os.environ | place))
        line = sandbox.stdout.readline()
        if not line:
            sys.exit("locks: the sandbox did not start")
        ready = json.loads(line)
        if servers > 1:
            # A client that writes every 20 ms: README.md gives the reason.
            stack.enter_context(running(["--connect", ready["connect"], "contend", "/bench-pulse", "--clients", "1",
                                         "--hold", "20ms"], stdout=subprocess.DEVNULL))
        processes = [server["pid"] for server in ready["servers"]]
        programs = {name: Program(name, ready["connect"], processes) for name in PROGRAMS}
        ledger = Ledger()
        try:
            measureAll(settings, servers, programs, ledger)
        finally:
            for program in programs.values():
                program.process.stdin.close()
                program.process.wait()
        return {"servers": servers, "measures": ledger.summaries()}


def main():
    parser = argparse.ArgumentParser(prog="locks", description=__doc__)
    parser.add_argument("--runs", type=int, help="how often each is measured (5)")
    parser.add_argument("--seconds", type=float, help="how long each measure takes (2)")
    parser.add_argument("--servers", default="1,3", choices=["1", "3", "1,3"])
    parser.add_argument("--memory", action="store_true",
                        help="the servers' data in /dev/shm: takes the disk, and its noise, out of the figures")
    parser.add_argument("--quick", action="store_true", help="one short run: to see that it works")
    parser.add_argument("--json", metavar="FILE", help="writes every figure to this file")
    settings = parser.parse_args()
    settings.runs = settings.runs or (1 if settings.quick else 5)
    settings.seconds = settings.seconds or (0.5 if settings.quick else 2)
    settings.clients = [2, 8] if settings.quick else [2, 8, 32]
    settings.crowd = 0 if settings.quick else 500
    ensembles = [ensemble(settings, int(servers)) for servers in settings.servers.split(",")]
    if settings.json:
        document = {"takenAt": datetime.datetime.now(datetime.timezone.utc).isoformat(), "processors": os.cpu_count(),
                    "seconds": settings.seconds, "ensembles": ensembles}
        with open(settings.json, "w", encoding="utf-8") as file:
            json.dump(document, file, indent=2)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
