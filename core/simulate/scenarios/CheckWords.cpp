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
        {"starting", phraseLater("%1 starting"), [](const Client& it) { return it.belief == Belief::Starting; }},
        {"idle", phraseLater("%1 idle"), [](const Client& it) { return it.belief == Belief::Idle; }},
        {"waiting", phraseLater("%1 waiting"), [](const Client& it) { return it.belief == Belief::Waiting; }},
        {"holding", phraseLater("%1 holding"), [](const Client& it) { return it.belief == Belief::Holding; }},
        {"ended", phraseLater("%1 ended"), [](const Client& it) { return it.belief == Belief::Ended; }},
        {"started", phraseLater("%1 started"), [](const Client& it) { return it.belief != Belief::Starting; }},
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
        {"granted", "how often the lock was got"},
        {"released", "how often it was given back"},
        {"timedOut", "how often a client gave up waiting"},
        {"lost", "how often a holder was told that it is none any more"},
        {"suspended", "how often a client lost contact"},
        {"errors", "what clients reported as errors"},
        {"holding", "how many believe now that they hold"},
        {"waiting", "how many wait now"},
        {"overlaps", "moments with more inside than the lock allows, as the guarded resource saw them"},
        {"writes", "writes that the guarded resource took"},
        {"staleRejected", "writes that were rejected, by their fencing token or because the writer was not inside"},
        {"staleThrough", "the same that got through, because the resource was not guarded"},
        {"cycles", "turns that were ended, at the end"},
        {"grantsPerS", "how often the lock was got, a second"},
        {"fairness", "Jain's index over the turns of the clients, at the end"},
        {"waitP50Ms", "from asking to getting, at the end"},
        {"waitP99Ms", "the same"},
        {"waitMaxMs", "the same"},
        {"handovers", "how often a lock that somebody waited for went from one to the next, at the end"},
        {"handoverP50Us",
         "from asking for the release to the next grant, in microseconds: half took no longer, at the end"},
        {"handoverP99Us", "the same for 99 in 100"},
        {"wakeUpsPerRelease", "how many clients a release woke, at the end"},
        {"requestsPerGrant", "what the servers were asked, each time that the lock was got; at the end"},
        {"holdP50Ms", "from getting to giving back, at the end"},
        {"leftBehind", "contenders' nodes that are left when everybody has gone and every session has expired"},
    };
    return names;
}

} // namespace lockscope::console
