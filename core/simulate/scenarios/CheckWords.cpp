// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/scenarios/CheckWords.h"

#include "core/base/EnumWords.h"
#include "core/base/Phrase.h"
#include "core/model/Finding.h"

namespace lockscope::console {

const std::vector<CheckWord<ClientFacts>>& clientStates()
{
    using Client = ClientFacts;
    static const std::vector<CheckWord<Client>> words{
        {"starting", phraseLater("%1 starting"),
         [](const Client& it) { return it.clientView == ClientView::Starting; }},
        {"idle", phraseLater("%1 idle"), [](const Client& it) { return it.clientView == ClientView::Idle; }},
        {"waiting", phraseLater("%1 waiting"), [](const Client& it) { return it.clientView == ClientView::Waiting; }},
        {"holding", phraseLater("%1 holding"), [](const Client& it) { return it.clientView == ClientView::Holding; }},
        {"ended", phraseLater("%1 ended"), [](const Client& it) { return it.clientView == ClientView::Ended; }},
        {"started", phraseLater("%1 started"), [](const Client& it) { return it.clientView != ClientView::Starting; }},
        {"suspended", phraseLater("%1 suspended"), [](const Client& it) { return it.suspended; }},
        {"paused", phraseLater("%1 paused"), [](const Client& it) { return it.paused; }},
        {"careless", phraseLater("%1 ignoring lock loss"), [](const Client& it) { return it.careless; }},
    };
    return words;
}

const std::vector<CheckWord<const SeenContender*>>& actualStates()
{
    using Slot = const SeenContender*;
    static const std::vector<CheckWord<Slot>> words{
        {"holding", phraseLater("%1 actually holding"), [](const Slot& slot) { return slot && slot->holds; }},
        {"waiting", phraseLater("%1 actually waiting"), [](const Slot& slot) { return slot && !slot->holds; }},
        {"gone", phraseLater("%1 actually not in the queue"), [](const Slot& slot) { return !slot; }},
        {"queueing", phraseLater("%1 actually in the queue"), [](const Slot& slot) { return slot != nullptr; }},
    };
    return words;
}

const std::vector<CheckWord<FindingSeen>>& findingTimes()
{
    using Seen = FindingSeen;
    static const std::vector<CheckWord<Seen>> words{
        {"now", phraseLater("Lockscope reports %1"), [](const Seen& seen) { return seen.isNow; }},
        {"no", phraseLater("Lockscope does not report %1"), [](const Seen& seen) { return !seen.isNow; }},
        {"ever", phraseLater("Lockscope reported %1"), [](const Seen& seen) { return seen.wasEver; }},
        {"never", phraseLater("Lockscope never reported %1"), [](const Seen& seen) { return !seen.wasEver; }},
    };
    return words;
}

const std::vector<CheckWord<Compared>>& relations()
{
    using Pair = Compared;
    static const std::vector<CheckWord<Pair>> words{
        {"=", {}, [](const Pair& pair) { return pair.found == pair.wanted; }},
        {"!=", {}, [](const Pair& pair) { return pair.found != pair.wanted; }},
        {"<", {}, [](const Pair& pair) { return pair.found < pair.wanted; }},
        {"<=", {}, [](const Pair& pair) { return pair.found <= pair.wanted; }},
        {">", {}, [](const Pair& pair) { return pair.found > pair.wanted; }},
        {">=", {}, [](const Pair& pair) { return pair.found >= pair.wanted; }},
    };
    return words;
}

const QStringList& eventWords()
{
    static const auto words =
        QStringLiteral("connected queued granted released timedOut suspended lost error rejected revocation")
            .split(u' ');
    return words;
}

QStringList findingWords()
{
    QStringList words;
    for (const auto kind : allOf<inspect::FindingKind>()) {
        if (kind != inspect::FindingKind::Other)
            words << QString::fromStdString(std::string(toString(kind)));
    }
    return words;
}

const std::vector<MeasureName>& measureNames()
{
    static const std::vector<MeasureName> names{
        {"granted", "number of acquisitions"},
        {"released", "number of releases"},
        {"timedOut", "number of clients that gave up waiting"},
        {"lost", "number of holders that were notified of the loss of the lock"},
        {"suspended", "number of times that a client lost its connection"},
        {"errors", "number of errors reported by clients"},
        {"holding", "clients that act as the holder now"},
        {"waiting", "clients that wait now"},
        {"inQueue", "clients that wait now in the queues at the servers, as Lockscope reads them"},
        {"overlaps", "times that more clients used the guarded resource than the lock allows"},
        {"writes", "writes accepted by the guarded resource"},
        {"staleRejected", "stale writes rejected: an old fencing token, or a client that had not entered"},
        {"staleThrough", "stale writes accepted, because the resource does not check the token"},
        {"cycles", "completed lock cycles, at the end"},
        {"grantsPerS", "acquisitions per second"},
        {"fairness", "Jain's fairness index of the clients' lock cycles, at the end"},
        {"waitP50Ms", "p50 of the time from the request to the acquisition, at the end"},
        {"waitP99Ms", "p99 of this time"},
        {"waitMaxMs", "maximum of this time"},
        {"handovers", "number of times that the lock passed from a holder to a waiter, at the end"},
        {"handoverP50Us",
         "p50 of the time from the release request to the next acquisition, in microseconds, at the end"},
        {"handoverP99Us", "p99 of this time"},
        {"wakeUpsPerRelease", "clients notified per release, at the end"},
        {"requestsPerGrant", "requests to the servers per acquisition, at the end"},
        {"holdP50Ms", "p50 of the time from the acquisition to the release, at the end"},
        {"leftBehind", "nodes of contenders that remain after all clients and sessions have ended"},
    };
    return names;
}

} // namespace lockscope::console
