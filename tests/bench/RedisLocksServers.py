# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
"""Temporary Redis servers for RedisLocks.py, and what they count."""

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time

START_LIMIT = 10


def serverProgram():
    """redis-check-rdb is a Redis server when its name is redis-server: core/sandbox/redis/RedisSoftware.h."""
    program = (os.environ.get("LOCKSCOPE_REDIS_SERVER") or shutil.which("redis-server") or
               shutil.which("redis-check-rdb"))
    if not program:
        sys.exit("redis-locks: no redis-server and no redis-check-rdb in PATH. Install the package redis-tools")
    return program


def freePorts(count):
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]


class RedisServer:
    """One server, and a connection to it."""

    def __init__(self, port, folder):
        self.port = port
        self.process = subprocess.Popen(
            ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no",
             "--dir", folder],
            executable=serverProgram(), stdout=subprocess.DEVNULL, start_new_session=True)
        self.connection = self.connected()

    def connected(self):
        until = time.monotonic() + START_LIMIT
        while True:
            try:
                return socket.create_connection(("127.0.0.1", self.port), START_LIMIT).makefile("rwb")
            except OSError:
                if self.process.poll() is not None or time.monotonic() > until:
                    sys.exit(f"redis-locks: the server on port {self.port} did not start")
                time.sleep(0.05)

    def info(self, *sections):
        self.connection.write(f"INFO {' '.join(sections)}\r\n".encode())
        self.connection.flush()
        length = int(self.connection.readline()[1:])
        lines = self.connection.read(length + 2).decode().splitlines()
        return dict(line.split(":", 1) for line in lines if ":" in line)

    def stop(self):
        self.process.kill()
        self.process.wait()


@contextlib.contextmanager
def redisServers(count):
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        servers = []
        for port in freePorts(count):
            servers.append(RedisServer(port, folder))
            stack.callback(servers[-1].stop)
        yield servers


def costOf(servers):
    """What the servers have counted together: processor time, reads of sockets, commands with those of scripts."""
    cost = {"serverCpuS": 0, "reads": 0, "commands": 0}
    for server in servers:
        info = server.info("cpu", "stats")
        cost["serverCpuS"] += float(info["used_cpu_sys"]) + float(info["used_cpu_user"])
        cost["reads"] += int(info["total_reads_processed"])
        cost["commands"] += int(info["total_commands_processed"])
    return cost
