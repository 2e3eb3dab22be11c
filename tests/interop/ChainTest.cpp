// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The output of `lockscopectl top` for a chain of three locks of stock Curator and Kazoo, compared with the behaviour
/// of these clients: the release of the head lets the next client of the chain hold.

#include "tests/cli/Cli.h"
#include "tests/interop/PeerTest.h"
#include "tests/support/Test.h"

namespace lockscope::chainTest {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

class ChainTest final : public PeerTest {
    Q_OBJECT
public:
    ChainTest()
        : PeerTest({{Kind::Curator, {"a", "b", "c", "d"}}, {Kind::Kazoo, {"a", "b", "c", "d"}}})
    {
    }

private Q_SLOTS:
    void theHeadIsTheClientToReleaseFirst_data();
    void theHeadIsTheClientToReleaseFirst();

private:
    [[nodiscard]] QString sessionOf(const std::string& node)
    {
        const auto stat = m_world.observer().exists(node);
        return stat && *stat ? QString::fromStdString(toHex((*stat)->ephemeralOwner)) : QString();
    }
    /// "SESSION CHAIN WAITS" of each blocker.
    [[nodiscard]] QStringList top(const std::string& root) const
    {
        const auto json = runCtl({u"--connect"_s, m_world.connectString(), u"--root"_s, QString::fromStdString(root),
                                  u"--json"_s, u"top"_s})
                              .json();
        QStringList lines;
        for (const auto& blocker : json[u"blockers"_s].toArray())
            lines << u"%1 %2 %3"_s.arg(blocker[u"session"_s].toString(), blocker[u"chain"_s].toString())
                         .arg(blocker[u"waits"_s].toDouble());
        return lines;
    }
};

void ChainTest::theHeadIsTheClientToReleaseFirst_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("recipe");
    QTest::newRow("Curator") << static_cast<int>(Kind::Curator) << u"mutex"_s;
    QTest::newRow("Kazoo") << static_cast<int>(Kind::Kazoo) << u"kazoo-lock"_s;
}

void ChainTest::theHeadIsTheClientToReleaseFirst()
{
    QFETCH(int, kind);
    QFETCH(QString, recipe);
    auto* peer = static_cast<Kind>(kind) == Kind::Curator ? m_curator.get() : m_kazoo.get();
    const auto root = m_world.madePath();
    std::vector<LockSlot> holds;
    std::vector<LockSlot> waits;
    QStringList sessions;
    for (int i = 0; i < 3; ++i) {
        const std::string id(1, static_cast<char>('a' + i));
        holds.push_back({peer, id, recipe.toStdString() + ":" + root + "/" + id});
        QCOMPARE(holds.back().acquire(), QByteArray("granted"));
        sessions << sessionOf(holds.back().node());
        QVERIFY(!sessions.last().isEmpty());
    }
    for (std::size_t i = 0; i < 3; ++i) {
        waits.push_back({peer, std::string(1, static_cast<char>('b' + i)), holds[i].spec});
        waits.back().reportAcquire();
        const auto path = root + "/" + holds[i].id;
        QVERIFY2(m_world.waitForChildren(path, 2), peer->reported());
    }
    QStringList lines;
    QTRY_COMPARE_WITH_TIMEOUT(
        lines = top(root),
        (QStringList{sessions[0] + u" head 3"_s, sessions[1] + u" middle 2"_s, sessions[2] + u" middle 1"_s}),
        Peer::waitLimitMs);
    // Each release makes the next client of the chain hold, and it is the head then.
    QCOMPARE(holds[0].release(), QByteArray("released"));
    QCOMPARE(waits[0].answer(), QByteArray("granted"));
    QTRY_COMPARE_WITH_TIMEOUT(
        lines = top(root), (QStringList{sessions[1] + u" head 2"_s, sessions[2] + u" middle 1"_s}), Peer::waitLimitMs);
    QCOMPARE(holds[1].release(), QByteArray("released"));
    QCOMPARE(waits[1].answer(), QByteArray("granted"));
    QTRY_COMPARE_WITH_TIMEOUT(lines = top(root), QStringList{sessions[2] + u" head 1"_s}, Peer::waitLimitMs);
    QCOMPARE(holds[2].release(), QByteArray("released"));
    QCOMPARE(waits[2].answer(), QByteArray("granted"));
    QTRY_COMPARE_WITH_TIMEOUT(lines = top(root), QStringList(), Peer::waitLimitMs);
    for (const auto& slot : waits)
        QCOMPARE(slot.release(), QByteArray("released"));
}

} // namespace lockscope::chainTest

LOCKSCOPE_TEST(lockscope::chainTest::ChainTest)
#include "ChainTest.moc"
