# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
"""Stock Kazoo clients that a test drives: KazooPeer.py CONNECT SESSION_TIMEOUT_MS NAME.

README.md describes the protocol. Ends in order when its standard input ends. Recipes:

    kazoo-lock:PATH         Lock
    kazoo-wide:PATH         Lock with extra_lock_patterns: recognises Curator's names besides its own
    kazoo-write:PATH        WriteLock
    kazoo-read:PATH         ReadLock; see below
    kazoo-semaphore:PATH:N  Semaphore of N leases
    kazoo-election:PATH     Election: leads or has left
    mutex:PATH              a Lock on Curator's names: DashLock below
    none:PATH               no lock

A ReadLock before 2.9 waits for the last writer, even a later one, so that both wait for each other for ever (kazoo #649):
no writer may queue while a reader waits.

Additional commands:

    ID contenders SPEC      contenders (all): the contenders that the lock reports
"""

import json
import queue
import re
import sys
import threading
import traceback

from kazoo.client import KazooClient
from kazoo.exceptions import BadVersionError, LockTimeout
from kazoo.recipe.lock import Lock
from kazoo.version import __version__ as kazoo_version

print_mutex = threading.Lock()


class DashLock(Lock):
    """The subclass with which a Kazoo program shares a path with Curator's InterProcessMutex and our Mutex."""

    _NODE_NAME = "-lock-"
    _EXCLUDE_NAMES = ["-lock-"]


class Register:
    """The fencing register of a test. Used by one thread."""

    def __init__(self, client, path, name):
        self.client = client
        self.path = path
        self.name = name
        self.alone = None  # the version that we wrote when we took all the room

    def enter(self, node, weight):
        """False: no capacity is free, or another client wrote while this one tried to enter with all of it."""
        self.alone = None
        while True:
            lines, version = self._read()
            capacity = int(lines[0].split()[1])
            if self._used(lines) + weight > capacity:
                lines = [line for line in lines if not self._is_dead(line)]
                if self._used(lines) + weight > capacity:
                    return False
            number = re.search(r"[0-9]{10}$", node)
            lines.insert(1, "in %d %s %s" % (weight, node, self.name))
            lines.append("did %d %d %s" % (weight, int(number.group()) if number else 0, self.name))
            takes_all = weight == capacity
            written = self._write(lines, version)
            if written is not None:
                self.alone = written if takes_all else None
                return True
            if takes_all:
                return False

    def leave(self):
        """False: another client removed our entry, or wrote although we had the whole capacity."""
        while True:
            lines, version = self._read()
            if self.alone is not None and version != self.alone:
                return False
            others = [line for line in lines if not (line.startswith("in ") and line.endswith(" " + self.name))]
            if len(others) == len(lines):
                return False
            if self._write(others, version) is not None:
                return True
            if self.alone is not None:
                return False

    @staticmethod
    def _used(lines):
        return sum(int(line.split()[1]) for line in lines if line.startswith("in "))

    def _is_dead(self, line):
        return line.startswith("in ") and self.client.exists(line.split()[2]) is None

    def _read(self):
        data, stat = self.client.get(self.path)
        return data.decode("utf-8").splitlines(), stat.version

    def _write(self, lines, version):
        try:
            return self.client.set(self.path, ("\n".join(lines) + "\n").encode("utf-8"), version).version
        except BadVersionError:
            return None


class NoLock:
    def __init__(self, path):
        self.path = path

    def acquire(self, blocking=True, timeout=None):
        return True

    def release(self):
        pass


class LedElection:
    """An Election with a lock's interface: its leader leads until release()."""

    def __init__(self, client, path, identifier):
        self.election = client.Election(path, identifier)
        self.path = path
        self.led = self.done = self.thread = None

    def acquire(self, blocking=True, timeout=None):
        self.led = threading.Event()
        self.done = threading.Event()
        self.thread = threading.Thread(target=self.election.run, args=(self._lead,))
        self.thread.start()
        if self.led.wait(timeout if blocking else 0):
            return True
        self.election.cancel()
        self.thread.join()
        return False

    def _lead(self):
        self.led.set()
        self.done.wait()

    def release(self):
        self.done.set()
        self.thread.join()

    @property
    def node(self):
        return self.election.lock.node

    @property
    def is_acquired(self):
        return self.election.lock.is_acquired


class Worker(threading.Thread):
    """A thread with a session of its own."""

    def __init__(self, connect, session_timeout_ms, peer, worker_id):
        super().__init__()
        self.id = worker_id
        self.peer_name = "%s-%s" % (peer, worker_id)
        self.client = KazooClient(hosts=connect, timeout=session_timeout_ms / 1000)
        self.locks = {}
        self.registers = {}
        self.commands = queue.Queue()

    def run(self):
        for words in iter(self.commands.get, None):
            try:
                getattr(self, "do_" + words[1])(*words[2:])
            except Exception as failed:  # told to the test, which ends there
                traceback.print_exc()
                self.say("failed", why=repr(failed))
        self.client.stop()
        self.client.close()

    def do_start(self):
        self.client.start(timeout=20)
        # Kazoo has no public name for the negotiated timeout.
        timeout = str(self.client._session_timeout)
        self.say("connected", sessionTimeoutMs=timeout, client=kazoo_version)

    def do_acquire(self, spec, millis):
        lock = self.lock(spec)
        try:
            granted = self.acquire(lock, int(millis) / 1000)
        except ValueError as refused:
            self.say("refused", why=str(refused))
            return
        if granted:
            self.say("granted", node=self.node(lock))
        else:
            self.say("timedOut")

    def do_release(self, spec):
        self.lock(spec).release()
        self.say("released")

    def do_holds(self, spec):
        believes = self.lock(spec).is_acquired
        self.say("holds", believes="true" if believes else "false")

    def do_enter(self, spec, path, weight):
        inside = self.register(path).enter(self.node(self.lock(spec)), int(weight))
        self.say("inside" if inside else "overlap")

    def do_leave(self, path):
        self.say("left" if self.register(path).leave() else "overlap")

    def do_turns(self, spec, path, weight, wanted, patience):
        lock = self.lock(spec)
        register = self.register(path)
        turns = gave_up = in_a_row = 0
        while turns < int(wanted):
            if not self.acquire(lock, (int(patience) << in_a_row) / 1000):
                gave_up += 1
                in_a_row += 1
                continue
            in_a_row = 0
            alone = register.enter(self.node(lock), int(weight)) and register.leave()
            lock.release()
            if not alone:
                break
            turns += 1
        self.say("done", turns=str(turns), gaveUp=str(gave_up))

    def do_contenders(self, spec):
        self.say("contenders", all=" ".join(self.lock(spec).contenders()))

    def lock(self, spec):
        """The same lock object for each call."""
        if spec not in self.locks:
            recipe, path, *more = spec.split(":")
            if recipe == "kazoo-lock":
                lock = self.client.Lock(path, self.peer_name)
            elif recipe == "kazoo-wide":
                lock = self.client.Lock(path, self.peer_name, extra_lock_patterns=["-lock-"])
            elif recipe == "kazoo-write":
                lock = self.client.WriteLock(path, self.peer_name)
            elif recipe == "kazoo-read":
                lock = self.client.ReadLock(path, self.peer_name)
            elif recipe == "kazoo-semaphore":
                lock = self.client.Semaphore(path, self.peer_name, max_leases=int(more[0]))
            elif recipe == "kazoo-election":
                lock = LedElection(self.client, path, self.peer_name)
            elif recipe == "mutex":
                lock = DashLock(self.client, path, self.peer_name)
            elif recipe == "none":
                lock = NoLock(path)
            else:
                raise ValueError("no recipe: " + recipe)
            self.locks[spec] = lock
        return self.locks[spec]

    @staticmethod
    def acquire(lock, seconds):
        try:
            return lock.acquire(timeout=seconds) if seconds > 0 else lock.acquire(blocking=False)
        except LockTimeout:
            return False

    @staticmethod
    def node(lock):
        if isinstance(lock, NoLock):
            return lock.path
        # A lease keeps its name; a lock's node has a new number each time.
        numbered = isinstance(lock, (Lock, LedElection))
        return "%s/%s" % (lock.path, lock.node) if numbered else lock.create_path

    def register(self, path):
        if path not in self.registers:
            self.registers[path] = Register(self.client, path, self.peer_name)
        return self.registers[path]

    def say(self, event, **members):
        with print_mutex:
            print(json.dumps({"id": self.id, "event": event, **members}), flush=True)


def main(connect, session_timeout_ms, name):
    workers = {}
    for line in sys.stdin:
        words = line.split()
        if words[0] not in workers:
            workers[words[0]] = Worker(connect, int(session_timeout_ms), name, words[0])
            workers[words[0]].start()
        workers[words[0]].commands.put(words)
    for worker in workers.values():
        worker.commands.put(None)
    for worker in workers.values():
        worker.join()


if __name__ == "__main__":
    main(*sys.argv[1:])
