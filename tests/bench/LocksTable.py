# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
"""The results of Locks.py: medians over the runs, ratios of two programs in the same run, and their tables."""

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
    """All runs of all measures on one ensemble. An entry is (clients, program, measure)."""

    def __init__(self):
        self.runs = {}

    def add(self, entry, run, figures):
        self.runs.setdefault(entry, {})[run] = figures

    def sort(self, entries):
        self.runs = {entry: self.runs[entry] for entry in entries if entry in self.runs}

    def values(self, entry, figureOf):
        """Without the runs that do not have it."""
        values = [figureOf(figures) for figures in self.runs[entry].values()]
        return [value for value in values if value is not None]

    def spread(self, values):
        return {"median": statistics.median(values), "least": min(values), "most": max(values)} if values else None

    def perGrant(self, entry, key):
        return self.spread(self.values(entry, lambda run: run[key] / run["count"] if key in run else None))

    def ratios(self, entry, reference, figureOf):
        """Run by run, because both met the same noise."""
        program, measures = reference
        if entry[1] == program:
            return None
        other = next((one for one in self.runs if one[0] == entry[0] and one[1] == program and
                      (one[2] in measures if measures else one[2] == entry[2])), None)
        # What "before" is compared with is the library's own row.
        if other is None or (program == "before" and entry[1] != "library"):
            return None
        return self.spread([figureOf(figures) / figureOf(self.runs[other][run])
                            for run, figures in self.runs[entry].items() if run in self.runs[other]])

    def summary(self, entry):
        summary = {"clients": entry[0], "who": entry[1], "how": entry[2], "runs": self.runs[entry]}
        first = next(iter(self.runs[entry].values()))
        for key in ("perS", "threads", "rssKb", "kbPerSession", "cpuPercentPerSession"):
            if key in first:
                summary[key] = self.spread(self.values(entry, lambda run, key=key: run[key]))
        if "perS" in first:
            for name, reference in REFERENCES.items():
                summary[name] = self.ratios(entry, reference, lambda run: run["perS"])
            summary["cpuToBefore"] = self.ratios(entry, REFERENCES["toBefore"],
                                                 lambda run: run["clientCpuS"] / run["count"])
            summary["us"] = {p: statistics.median(self.values(entry, lambda run, p=p: run["us"][p]))
                             for p in ("p50", "p99")}
            summary["perGrant"] = {key: self.perGrant(entry, key)
                                   for key in ("requests", "switches", "clientCpuS", "serverCpuS")}
        return summary

    def summaries(self):
        return [self.summary(entry) for entry in self.runs]


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
