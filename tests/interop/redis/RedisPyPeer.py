# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
"""Stock clients of redis-py that a test drives: RedisPyPeer.py TARGET LEASE_MS NAME.

README.md describes the protocol and the recipes. Ends in order when its standard input ends. The locks are not renewed.
"""

import json
import os
import pathlib
import queue
import sys
import threading
import time
import traceback

import redis

print_mutex = threading.Lock()
POLL_SECONDS = 0.01  # between two requests of a waiter; 0.1 by default


def script(client, name):
    folder = pathlib.Path(os.environ["LOCKSCOPE_REGISTER_SCRIPTS"])
    return client.register_script((folder / name).read_text(encoding="utf-8"))


class NoLock:
    """For a register that shall detect overlaps."""

    def __init__(self, key):
        self.proof = ["none" if key == "no-proof" else "value", key, "alive"]

    def acquire(self, _seconds):
        return True

    def release(self):
        pass


class TokenLock:
    """The Lock of redis-py."""

    def __init__(self, client, name, lease_seconds):
        self.lock = client.lock(name, timeout=lease_seconds, sleep=POLL_SECONDS)
        self.name = name

    def acquire(self, seconds):
        if seconds > 0:
            return self.lock.acquire(blocking_timeout=seconds)
        return self.lock.acquire(blocking=False)

    def release(self):
        self.lock.release()

    @property
    def proof(self):
        return ["value", self.name, self.lock.local.token]


class Worker(threading.Thread):
    """A thread with a connection of its own."""

    def __init__(self, target, lease_ms, peer, worker_id):
        super().__init__()
        self.id = worker_id
        self.peer_name = "%s-%s" % (peer, worker_id)
        self.client = redis.Redis.from_url(target)
        self.lease_seconds = lease_ms / 1000
        self.enter_script = script(self.client, "RegisterEnter.lua")
        self.leave_script = script(self.client, "RegisterLeave.lua")
        self.locks = {}
        self.commands = queue.Queue()

    def run(self):
        for words in iter(self.commands.get, None):
            try:
                getattr(self, "do_" + words[1])(*words[2:])
            except Exception as failed:  # told to the test, which ends there
                traceback.print_exc()
                self.say("failed", why=repr(failed))
        self.client.close()

    def do_start(self):
        self.client.ping()
        self.say("connected", client=redis.__version__)

    def do_acquire(self, spec, millis):
        lock = self.lock(spec)
        granted = lock.acquire(int(millis) / 1000)
        after = time.monotonic_ns()
        if granted:
            token = lock.proof[2]
            node = token.decode("ascii") if isinstance(token, bytes) else token
            self.say("granted", node=node, token="0", at=str(after))
        else:
            self.say("timedOut")

    def do_release(self, spec):
        before = time.monotonic_ns()
        self.lock(spec).release()
        self.say("released", at=str(before))

    def do_enter(self, spec, register, weight):
        self.say("inside" if self.enter(self.lock(spec), register, weight) else "overlap")

    def do_leave(self, register):
        self.say("left" if self.leave(register) else "overlap")

    def do_turns(self, spec, register, weight, wanted, wait_limit):
        lock = self.lock(spec)
        turns = gave_up = in_a_row = 0
        while turns < int(wanted):
            if not lock.acquire((int(wait_limit) << in_a_row) / 1000):
                gave_up += 1
                in_a_row += 1
                continue
            in_a_row = 0
            alone = self.enter(lock, register, weight) and self.leave(register)
            lock.release()
            if not alone:
                break
            turns += 1
        self.say("done", turns=str(turns), gaveUp=str(gave_up))

    def enter(self, lock, register, weight):
        kind, key, member = lock.proof
        return self.enter_script([register, register + ":log", key], [self.peer_name, weight, 0, kind, member]) == 1

    def leave(self, register):
        return self.leave_script([register], [self.peer_name]) == 1

    def lock(self, spec):
        """The same lock object for each call."""
        if spec not in self.locks:
            recipe, name = spec.split(":")[:2]
            if recipe == "token":
                self.locks[spec] = TokenLock(self.client, name, self.lease_seconds)
            elif recipe == "none":
                self.locks[spec] = NoLock(name)
            else:
                raise ValueError("no recipe: " + recipe)
        return self.locks[spec]

    def say(self, event, **members):
        with print_mutex:
            print(json.dumps({"id": self.id, "event": event, **members}), flush=True)


def main(target, lease_ms, name):
    workers = {}
    for line in sys.stdin:
        words = line.split()
        if words[0] not in workers:
            workers[words[0]] = Worker(target, int(lease_ms), name, words[0])
            workers[words[0]].start()
        workers[words[0]].commands.put(words)
    for worker in workers.values():
        worker.commands.put(None)
    for worker in workers.values():
        worker.join()


if __name__ == "__main__":
    main(*sys.argv[1:])
