# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
"""The tables of RedisLocks.py."""

from LocksTable import Ledger, lineOf, median, ranged, rate

# The peer that each of our measures is compared with.
PEERS = {"cycle/hash": ("redisson", "cycle/hash"), "cycle/hash-32": ("redisson", "cycle/hash"),
         "cycle/setnx": ("node-redlock", "cycle/setnx"), "cycle/redlock": ("node-redlock", "cycle/redlock"),
         "handover/plain": ("redisson", "handover/plain"), "handover/fair": ("redisson", "handover/fair"),
         "handover/redlock": ("node-redlock", "handover/redlock")}
# The columns, with their widths; a negative width aligns left.
LOCKS = {"CLIENTS": 7, "WHO": -12, "HOW": -23, "PER S": 7, "P50 US": 7, "P99 US": 7, "P50/LIMIT": 16, "RATE/LIMIT": 10,
         "P50/PEER": 16, "RATE/PEER": 16, "P50/REDIS-PY": 16, "GRANTS/S": 8, "WAIT MS": 7, "READS": 6, "COMMANDS": 8,
         "SERVER US": 9, "CPU/LIMIT": 9, "CPU US": 6, "SWITCHES": 8, "OVERLAPS": 8}
DUTIES = {"CLIENTS": 7, "WHO": -12, "HOW": -23}


def ours(how):
    return how.removesuffix("-blocking").removesuffix("-async")


def toLimit(entry, _):
    clients, who, how = entry
    return None if who == "limit" else (clients, "limit", ours(how))


def toPeer(entry, _):
    clients, who, how = entry
    return (clients, *PEERS[ours(how)]) if who == "library" and ours(how) in PEERS else None


def toRedisPy(entry, _):
    return (entry[0], "redis-py", entry[2]) if entry[1] == "library" else None


def quickness(run):
    return 1 / run["us"]["p50"]


def serverCost(run):
    return run["serverCpuS"] / run["count"]


def redisLedger():
    ratios = {"p50ToLimit": (toLimit, quickness), "rateToLimit": (toLimit, rate), "cpuToLimit": (toLimit, serverCost),
              "p50ToPeer": (toPeer, quickness), "rateToPeer": (toPeer, rate), "p50ToRedisPy": (toRedisPy, quickness)}
    return Ledger(ratios, ("reads", "commands", "serverCpuS", "clientCpuS", "switches"),
                  ("perS", "grantsPerS", "longestWaitMs", "overlaps"))


def redisLocksTable(ledger):
    lines = [lineOf(LOCKS, LOCKS)]
    before = None
    for row in ledger.summaries():
        kind = (row["clients"], row["how"].split("/")[0])
        if before not in (None, kind):
            lines.append("")
        before = kind
        cost = row["perGrant"]
        # The longest of all runs.
        wait = row.get("longestWaitMs")
        lines.append(lineOf(LOCKS, [
            str(row["clients"]), row["who"], row["how"], median(row["perS"]), f"{row['us']['p50']:.0f}",
            f"{row['us']['p99']:.0f}", ranged(row["p50ToLimit"]), median(row["rateToLimit"], 2),
            ranged(row["p50ToPeer"]), ranged(row["rateToPeer"]), ranged(row["p50ToRedisPy"]),
            median(row.get("grantsPerS")), f"{wait['most']:.0f}" if wait else "-", median(cost["reads"], 2),
            median(cost["commands"], 1), median(cost["serverCpuS"], 1, 1e6), median(row["cpuToLimit"], 2),
            median(cost["clientCpuS"], 0, 1e6), median(cost["switches"], 1), median(row["overlaps"])]))
    return "\n".join(lines)


def dutiesTable(results):
    """`results`: pairs of an entry and its sentence."""
    lines = [lineOf(DUTIES, DUTIES)]
    for (clients, who, how), text in results:
        lines.append(lineOf(DUTIES, [str(clients), who, how]).ljust(45) + text)
    return "\n".join(lines)
