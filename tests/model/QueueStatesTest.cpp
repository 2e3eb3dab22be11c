// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// A contender that holds or waits, which of the two is unknown, counts as neither; a possible lock is marked.

#include "core/model/QueueStates.h"
#include "core/model/SessionSummary.h"
#include "core/model/SnapshotJson.h"
#include "tests/model/PayloadModes.h"
#include "tests/support/Test.h"

#include <QJsonArray>
#include <QJsonObject>

namespace lockscope::queueStatesTest {

using namespace lockscope::inspect;
using namespace lockscope::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

/// The places in queue order; "-": none.
std::string placesOf(const Lock& lock)
{
    const WaiterPlaces places(lock);
    std::string text;
    for (const auto& contender : lock.queue) {
        const auto place = places.of(contender);
        text += place ? std::to_string(*place) : "-";
    }
    return text;
}

LockText mutex(const std::string& path, std::int64_t holder, std::int64_t waiter)
{
    return {path, "curator-mutex", {{holder, curator(1), 1, 1s, 11}, {waiter, curator(2), 2, 1s, 12}}};
}

QJsonObject listed(const Snapshot& snapshot)
{
    return lockJson(snapshot, *snapshot.locks.front(), noon, {});
}

/// "1 holds /a #0, waits /b #1; …": in the order of the sessions.
std::string sessionsText(const Snapshot& snapshot)
{
    std::string text;
    const auto add = [&](const char* verb, const std::vector<SessionNode>& nodes) {
        for (const auto& node : nodes)
            text += std::string(" ") + verb + (node.isPossible ? "? " : " ") + node.key.lock + " #" +
                    std::to_string(node.place);
    };
    for (const auto& session : summariesOf(snapshot, WhichSessions::WithLocks)) {
        text += std::to_string(session.owner.session);
        add("holds", session.holds);
        add("waits", session.waits);
        add("undecided", session.undecided);
        text += "; ";
    }
    return text;
}

} // namespace

class QueueStatesTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aPlaceIsKnownIfAllBeforeItAre()
    {
        QCOMPARE(placesOf(queueOf(mutex("/a", 1, 2))), "-1");
        QCOMPARE(placesOf(queueOf(payloadModes("/f", "RRWR"))), "--12");
        QCOMPARE(placesOf(queueOf(payloadModes("/f", "?WR"))), "-12"); // the first holds in either mode
        const auto unknown = queueOf(payloadModes("/f", "R?WR"));
        QCOMPARE(undecided(unknown), 1);
        QCOMPARE(unknown.waiters(), 2);
        QCOMPARE(placesOf(unknown), "----"); // the second may hold, or be the next
        QVERIFY(!WaiterPlaces().of(unknown.queue[2]));
    }

    void aListSaysHowManyWaitersItKnows()
    {
        const auto known = listed(snapshotOf({mutex("/a", 1, 2)}));
        QCOMPARE(known["waiters"_L1].toInt(), 1);
        QCOMPARE(known["waitersKnown"_L1].toString(), u"exact"_s);
        QCOMPARE(known["undecided"_L1].toInt(-1), 0);
        const auto unknown = listed(snapshotOf({payloadModes("/f", "R?W")}));
        QCOMPARE(unknown["waiters"_L1].toInt(), 1);
        QCOMPARE(unknown["waitersKnown"_L1].toString(), u"at-least"_s);
        QCOMPARE(unknown["undecided"_L1].toInt(), 1);
        auto single = queueOf(mutex("/s", 1, 2));
        single.kind = LockKind::Single;
        const auto alone = listed(snapshotOf({single}));
        QVERIFY(alone["waiters"_L1].isNull());
        QCOMPARE(alone["waitersKnown"_L1].toString(), u"unknown"_s);
    }

    void withoutKnownWaitersTheWaitsMayBeUnknown()
    {
        const LockWaits none;
        QVERIFY(waitsBecauseOf(queueOf(payloadModes("/f", "RR")), &none) == 0ms);
        QVERIFY(!waitsBecauseOf(queueOf(payloadModes("/f", "R?")), &none));
    }

    void aSessionMayDoEither()
    {
        auto snapshot = snapshotOf({mutex("/a", 1, 2), payloadModes("/f", "R?W", 3)});
        // 4 comes after all that certainly hold or wait. One waits behind 1, and one behind 3.
        QCOMPARE(sessionsText(snapshot), "1 holds /a #0; 3 holds /f #0; 2 waits /a #1; 5 waits /f #0; "
                                         "4 undecided /f #0; ");
        for (const auto& each : sessionsJson(snapshot, WhichSessions::WithLocks, noon)["sessions"_L1].toArray()) {
            const auto session = each.toObject();
            const bool isUnknown = session["session"_L1].toString() == u"0x4"_s;
            QCOMPARE(session["undecided"_L1].toArray().size(), isUnknown ? 1 : 0);
            QCOMPARE(session["holds"_L1].toArray().size() + session["waits"_L1].toArray().size(), isUnknown ? 0 : 1);
        }
    }

    void aPossibleLockIsMarked()
    {
        auto possible = queueOf(payloadModes("/p", "WWW", 1));
        possible.certainty = Certainty::Possible;
        const auto snapshot = snapshotOf({std::move(possible), queueOf(mutex("/a", 8, 9))});
        // Two would wait behind 1, if it were a lock.
        QCOMPARE(sessionsText(snapshot), "8 holds /a #0; 9 waits /a #1; 1 holds? /p #0; 2 waits? /p #1; "
                                         "3 waits? /p #2; ");
        const auto sessions = sessionsJson(snapshot, WhichSessions::WithLocks, noon)["sessions"_L1].toArray();
        const auto certaintyOf = [&](int index, QLatin1StringView what) {
            return sessions[index].toObject()[what].toArray()[0].toObject()["certainty"_L1].toString();
        };
        QCOMPARE(certaintyOf(0, "holds"_L1), u"certain"_s);
        QCOMPARE(certaintyOf(2, "holds"_L1), u"possible"_s);
        QCOMPARE(certaintyOf(3, "waits"_L1), u"possible"_s);
    }
};

} // namespace lockscope::queueStatesTest

LOCKSCOPE_TEST(lockscope::queueStatesTest::QueueStatesTest)
#include "QueueStatesTest.moc"
