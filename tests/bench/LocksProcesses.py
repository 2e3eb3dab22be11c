# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
"""For Locks.py and RedisLocks.py: the measured programs, what the kernel counts of a process, and processors that do
not sleep."""

import contextlib
import glob
import json
import os
import re
import subprocess
import sys
import threading
import time

# The class counts within a session (sched(7), autogroup): this one has its own, of the lowest weight.
AWAKE = """
import contextlib, os
with contextlib.suppress(OSError), open("/proc/self/autogroup", "w") as file:
    file.write("19")
os.sched_setaffinity(0, {%d})
os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
while os.getppid() == %d:
    for _ in range(1000000):
        pass
"""
# A program that takes longer than that besides the measured time has failed.
LONGEST = 180


def status(path, word):
    with contextlib.suppress(OSError), open(path, encoding="utf-8") as file:
        found = re.search(rf"^{word}:\s*(\d+)", file.read(), re.MULTILINE)
        return int(found[1]) if found else 0
    return 0


def processorSeconds(process):
    """By the kernel's processor clock of this process (clock_getcpuclockid)."""
    with contextlib.suppress(OSError):
        return time.clock_gettime((~process << 3) | 2)
    return 0


def switches(process):
    """The voluntary context switches of each of its threads."""
    return {path: status(path, "voluntary_ctxt_switches") for path in glob.glob(f"/proc/{process}/task/*/status")}


@contextlib.contextmanager
def awakeCores():
    """A task of the lowest class on every processor: none of them sleeps, and all else preempts it at once."""
    spinners = [subprocess.Popen([sys.executable, "-c", AWAKE % (core, os.getpid())], start_new_session=True)
                for core in os.sched_getaffinity(0)]
    try:
        yield
    finally:
        for spinner in spinners:
            spinner.kill()
            spinner.wait()


class Failed(Exception):
    """A measure that gave no figures."""


class Program:
    """One of the measured programs, which runs all commands (Commands.h). `serversCost`: counters of the servers, such
    as {"serverCpuS": 1.5}, which increase. `countsSwitches`: the program does not count its own."""

    def __init__(self, name, command, serversCost, countsSwitches=False):
        self.name, self.command, self.serversCost, self.countsSwitches = name, command, serversCost, countsSwitches
        self.process = None

    def start(self):
        if self.process is None or self.process.poll() is not None:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            encoding="utf-8", bufsize=1)

    def stop(self):
        # It has nothing to lose. A session whose servers are gone would need seconds to end.
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def spent(self):
        counts = switches(self.process.pid) if self.countsSwitches else {}
        return processorSeconds(self.process.pid), self.serversCost(), counts

    def measure(self, how, clients, seconds, whenConnected=lambda said: None, name=""):
        """`whenConnected`: is called with the event, before the program goes on."""
        self.start()
        timer = threading.Timer(seconds + LONGEST, self.process.kill)
        timer.start()
        try:
            return self.obey(f"{how} {clients} {seconds} {name}".rstrip() + "\n", whenConnected)
        except BrokenPipeError as error:
            raise Failed("the program has ended") from error
        finally:
            timer.cancel()

    def obey(self, command, whenConnected):
        self.process.stdin.write(command)
        before, cost = None, {}
        for line in self.process.stdout:
            said = json.loads(line)
            if said["event"] == "connected":
                whenConnected(said)
                self.process.stdin.write("\n")
            elif said["event"] == "began":
                before = self.spent()
            elif said["event"] == "counted":
                after = self.spent()
                path = f"/proc/{self.process.pid}/status"
                cost = {"clientCpuS": after[0] - before[0],
                        # A thread that has ended meanwhile is no longer counted.
                        "switches": sum(count - before[2].get(thread, 0) for thread, count in after[2].items()),
                        "rssKb": status(path, "VmRSS"), "threads": status(path, "Threads")}
                cost |= {key: after[1][key] - count for key, count in before[1].items()}
            elif said["event"] == "failed":
                raise Failed(said["why"])
            elif said.get("overlaps", 0) > 0:
                sys.exit(f"{self.name} {command.strip()}: two clients held the lock at the same time")
            elif said.get("count", 1) == 0:
                raise Failed("nothing happened")
            else:
                return cost | said  # what the program says of itself is more exact
        self.process.wait()
        raise Failed(f"the program has ended with status {self.process.returncode}")
