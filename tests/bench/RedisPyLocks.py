# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
"""Stock redis-py, measured: RedisPyLocks.py PACKAGES PORT.... Its commands: RedisTally.h. Measure: cycle/setnx, its
Lock without contention."""

import json
import math
import os
import sys
import time

sys.path.insert(0, sys.argv[1])
import redis  # pylint: disable=wrong-import-position

WARM_UP = 1.5


def say(event, **members):
    print(json.dumps({"event": event} | members), flush=True)


def percentile(ordered, share):
    return ordered[max(math.ceil(share * len(ordered)), 1) - 1] / 1e3


def cyclesUntil(lock, until):
    samples = []
    before = time.perf_counter_ns()
    while before < until:
        lock.acquire()
        lock.release()
        now = time.perf_counter_ns()
        samples.append(now - before)
        before = now
    return samples


def measure(client, name, seconds):
    lock = client.lock(name, timeout=30)
    cyclesUntil(lock, time.perf_counter_ns() + WARM_UP * 1e9)
    say("began")
    start = time.perf_counter_ns()
    samples = sorted(cyclesUntil(lock, start + seconds * 1e9))
    took = (time.perf_counter_ns() - start) / 1e9
    say("counted")
    say("ended", count=len(samples), seconds=took, perS=len(samples) / took,
        us={"p50": percentile(samples, 0.5), "p99": percentile(samples, 0.99)}, overlaps=0)


def main():
    client = redis.Redis(port=int(sys.argv[2]))
    for number, line in enumerate(sys.stdin):
        how, _, seconds = line.split()[:3]
        if how == "cycle/setnx":
            measure(client, f"bench-redis-py-{os.getpid()}-{number}", float(seconds))
        else:
            say("failed", why="no such measure")


main()
