# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
"""The results of Locks.py and RedisLocks.py: medians over the runs, ratios of two programs in the same run, and the
tables of Locks.py."""

import statistics

# With which row each ratio compares: the program, and the measures that count. None: the same measure.
REFERENCES = {"toTwin": ("c-mt", ("handover/twin", "uncontended")), "toScan": ("c-st", ("handover/scan", "uncontended")),
              "toCurator": ("curator", ("handover-blocking", "uncontended-blocking")), "toBefore": ("before", None)}
# The columns, with their widths; a negative width aligns left.
LOCKS = {"CLIENTS": 7, "WHO": -8, "HOW": -20, "PER S": 6, "/TWIN": 16, "/SCAN": 16, "/CURATOR": 16, "/BEFORE": 16,
         "P50 US": 7, "P99 US": 7, "REQ/OP": 6, "SWITCHES": 8, "CPU US": 7, "CPU/BEFORE": 16, "SERVERS'": 8, "THREADS": 7,
         "MIB": 5}
SESSIONS = {"SESSIONS": 8, "WHO": -8, "HOW": -20, "KB EACH": 16, "CPU % EACH": 10, "THREADS": 7}


class Ledger:
    """All runs of all measures. An entry is (clients, program, measure). `ratios`: for each ratio's name the entry that
    another one is compared with, or None, as a function of it and of all entries; and the figure of a run. `costs`: the
    figures that are divided by the count of the run; `others`: those that are not."""

    def __init__(self, ratios, costs, others):
        self.runs = {}
        self.ratios, self.costs, self.others = ratios, costs, others

    def add(self, entry, run, figures):
        self.runs.setdefault(entry, {})[run] = figures

    def sort(self, entries):
        self.runs = {entry: self.runs[entry] for entry in entries if entry in self.runs}

    def spread(self, entry, figureOf):
        """Without the runs that do not have it."""
        values = [value for value in map(figureOf, self.runs[entry].values()) if value is not None]
        return {"median": statistics.median(values), "least": min(values), "most": max(values)} if values else None

    def perGrant(self, entry, key):
        return self.spread(entry, lambda run: run[key] / run["count"] if key in run else None)

    def ratio(self, entry, referenceOf, figureOf):
        """Run by run, because both met the same noise."""
        other = self.runs.get(referenceOf(entry, self.runs), {})
        values = [figureOf(run) / figureOf(other[number])
                  for number, run in self.runs[entry].items() if number in other]
        return {"median": statistics.median(values), "least": min(values), "most": max(values)} if values else None

    def summary(self, entry):
        summary = {"clients": entry[0], "who": entry[1], "how": entry[2], "runs": self.runs[entry]}
        first = next(iter(self.runs[entry].values()))
        for key in self.others:
            if key in first:
                summary[key] = self.spread(entry, lambda run, key=key: run.get(key))
        if "perS" in first:
            for name, (referenceOf, figureOf) in self.ratios.items():
                summary[name] = self.ratio(entry, referenceOf, figureOf)
            summary["us"] = {p: statistics.median(run["us"][p] for run in self.runs[entry].values())
                             for p in ("p50", "p99")}
            summary["perGrant"] = {key: self.perGrant(entry, key) for key in self.costs}
        return summary

    def summaries(self):
        return [self.summary(entry) for entry in self.runs]


def rate(run):
    return run["perS"]


def locksLedger():
    def referenceOf(entry, entries, program, measures):
        # What "before" is compared with is the library's own row.
        if entry[1] == program or (program == "before" and entry[1] != "library"):
            return None
        return next((one for one in entries if one[0] == entry[0] and one[1] == program and
                     (one[2] in measures if measures else one[2] == entry[2])), None)

    ratios = {name: (lambda entry, entries, reference=reference: referenceOf(entry, entries, *reference), rate)
              for name, reference in REFERENCES.items()}
    ratios["cpuToBefore"] = (ratios["toBefore"][0], lambda run: run["clientCpuS"] / run["count"])
    return Ledger(ratios, ("requests", "switches", "clientCpuS", "serverCpuS"),
                  ("perS", "threads", "rssKb", "kbPerSession", "cpuPercentPerSession"))


def median(spread, digits=0, factor=1):
    return "-" if spread is None else f"{spread['median'] * factor:.{digits}f}"


def ranged(spread, digits=2):
    """The median, and least and most."""
    if spread is None:
        return "-"
    text = f"{spread['median']:.{digits}f}"
    if spread["least"] < spread["most"]:
        text += f" ({spread['least']:.{digits}f}-{spread['most']:.{digits}f})"
    return text


def lineOf(columns, cells):
    pairs = zip(cells, columns.values())
    return " ".join(cell.ljust(-width) if width < 0 else cell.rjust(width) for cell, width in pairs).rstrip()


def locksTable(ledger):
    lines = [lineOf(LOCKS, LOCKS)]
    clients = None
    for row in ledger.summaries():
        if clients not in (None, row["clients"]):
            lines.append("")
        clients = row["clients"]
        cost = row["perGrant"]
        lines.append(lineOf(LOCKS, [
            str(clients), row["who"], row["how"], median(row["perS"]), *(ranged(row[name]) for name in REFERENCES),
            f"{row['us']['p50']:.0f}", f"{row['us']['p99']:.0f}", median(cost["requests"], 2), median(cost["switches"], 1),
            median(cost["clientCpuS"], 0, 1e6), ranged(row["cpuToBefore"]), median(cost["serverCpuS"], 0, 1e6),
            median(row["threads"]), median(row["rssKb"], 0, 1 / 1024)]))
    return "\n".join(lines)


def sessionsTable(ledger):
    lines = [lineOf(SESSIONS, SESSIONS)]
    for row in ledger.summaries():
        lines.append(lineOf(SESSIONS, [str(row["clients"]), row["who"], row["how"], ranged(row.get("kbPerSession"), 1),
                                       median(row.get("cpuPercentPerSession"), 3), median(row["threads"])]))
    return "\n".join(lines)
