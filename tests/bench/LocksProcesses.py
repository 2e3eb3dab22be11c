# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
"""For Locks.py: what the kernel counts of a process, and processors that do not sleep."""

import contextlib
import glob
import os
import re
import subprocess
import sys
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
