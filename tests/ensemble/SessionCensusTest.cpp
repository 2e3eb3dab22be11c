// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/ensemble/SessionCensus.h"

#include <QTest>

using namespace lockscope;
using ensemble::sessionsInDump;
using Sessions = std::set<std::int64_t>;

class SessionCensusTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsALeadersDump();
    void readsAFollowersDump();
    void aRefusalTellsNothing();
};

void SessionCensusTest::readsALeadersDump()
{
    const QByteArray dump(
        "SessionTracker dump:\nSession Sets (1)/(2):\n2 expire at Fri Nov 20 16:45:59 UTC 2026:\n"
        "\t0x100000d0a6b0000\n\t0x100000d0a6b0001\nephemeral nodes dump:\nSessions with Ephemerals (1):\n"
        "0xff00000d0a6b0000:\n\t/locks/job/0xdead-lock-0000000000\nConnections dump:\n"
        "Connections Sets (1)/(1):\n1 expire at Fri Nov 20 16:46:05 UTC 2026:\n"
        "\tip: /127.0.0.1:59748 sessionId: 0x0\n");
    const auto sessions = sessionsInDump(dump);
    QVERIFY(sessions);
    // Numbers of server 255 are negative; a path that looks like a number is none; 0 is nobody.
    QVERIFY(*sessions ==
            (Sessions{0x100000d0a6b0000, 0x100000d0a6b0001, static_cast<std::int64_t>(0xff00000d0a6b0000)}));
}

void SessionCensusTest::readsAFollowersDump()
{
    const auto sessions = sessionsInDump("Global Sessions(1):\n0x100001eb9190000\t10000ms\n");
    QVERIFY(sessions && *sessions == Sessions{0x100001eb9190000});
}

void SessionCensusTest::aRefusalTellsNothing()
{
    QVERIFY(!sessionsInDump("dump is not executed because it is not in the whitelist.\n"));
    QVERIFY(!sessionsInDump("This ZooKeeper instance is not currently serving requests"));
    QVERIFY(!sessionsInDump({}));
}

QTEST_GUILESS_MAIN(SessionCensusTest)
#include "SessionCensusTest.moc"
