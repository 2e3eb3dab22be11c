// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// `top`: the clients that cause the most waiting, along a chain of locks on a real server.

#include "tests/cli/DescribedJson.h"
#include "tests/support/ServerTest.h"
#include "tests/support/Test.h"

#include <QDateTime>

#include <array>

namespace lockscope::cliTopTest {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

class CliTopTest final : public ServerTest {
    Q_OBJECT
private Q_SLOTS:
    void ranksTheHeadOfAChainFirst();
    void addsUpWhileItObserves();
    void severalReadersShareAWait();
    void noClientWaits();
    void refusesWhatItCannotDo();

private:
    /// Three clients hold /x, /y and /z; each but the first waits for the lock of the one before it; the fourth waits
    /// for /z.
    struct Chain {
        std::string root;
        std::array<std::unique_ptr<BlockingClient>, 4> clients;
        std::array<WallTime, 4> waitsSince{}; ///< by the server's clock; of the first: none

        [[nodiscard]] QString session(std::size_t client) const
        {
            return QString::fromStdString(toHex(clients.at(client)->session()));
        }
        /// How long the clients from `first` on have waited, added up.
        [[nodiscard]] qint64 waited(std::size_t first, const QJsonValue& takenAt) const
        {
            const auto now = QDateTime::fromString(takenAt.toString(), Qt::ISODateWithMs).toMSecsSinceEpoch();
            qint64 sum = 0;
            for (auto i = first; i < waitsSince.size(); ++i)
                sum += now - waitsSince.at(i).time_since_epoch().count();
            return sum;
        }
    };
    [[nodiscard]] bool make(Chain& chain);
    [[nodiscard]] Outcome run(const QString& root, const QStringList& words) const
    {
        return runCtl(QStringList{u"--connect"_s, m_servers.connectString(), u"--root"_s, root} + words);
    }
};

bool CliTopTest::make(Chain& chain)
{
    chain.root = m_servers.uniquePath().toStdString();
    bool isMade = m_client->create(chain.root).has_value();
    const std::array<std::string, 3> locks{chain.root + "/x", chain.root + "/y", chain.root + "/z"};
    for (std::size_t i = 0; i < chain.clients.size(); ++i) {
        chain.clients.at(i) = std::make_unique<BlockingClient>(m_servers.connectString());
        if (i < locks.size())
            isMade = isMade && m_client->create(locks.at(i)) &&
                     chain.clients.at(i)->queueUp(locks.at(i), "client-" + std::to_string(i));
    }
    for (std::size_t i = 1; i < chain.clients.size() && isMade; ++i) {
        const auto node = chain.clients.at(i)->queueUp(locks.at(i - 1), "client-" + std::to_string(i));
        isMade = node.has_value();
        if (node)
            chain.waitsSince.at(i) = node->stat.ctime;
    }
    return isMade;
}

void CliTopTest::ranksTheHeadOfAChainFirst()
{
    Chain chain;
    QVERIFY(make(chain));
    const auto root = QString::fromStdString(chain.root);
    const auto outcome = run(root, {u"--json"_s, u"top"_s});
    QVERIFY2(outcome.status == 0 && outcome.err.isEmpty(), outcome.reported());
    const auto json = outcome.json();
    QCOMPARE(DescribedJson().deviation(u"top"_s, json), QString());
    QCOMPARE(json[u"complete"_s], QJsonValue(true));
    QCOMPARE(json[u"openWaits"_s].toDouble(), 3.0);
    QCOMPARE(json[u"seenMs"_s].toInteger(), 0);
    const auto ages = json[u"openWaitMs"_s].toObject();
    QCOMPARE(ages[u"count"_s].toInt(), 3);
    const auto oldest = chain.waited(1, json[u"takenAt"_s]) - chain.waited(2, json[u"takenAt"_s]);
    QCOMPARE(ages[u"longest"_s].toInteger(), oldest);
    QVERIFY2(ages[u"p50"_s].toInteger() <= ages[u"p99"_s].toInteger(), outcome.reported());
    const auto blockers = json[u"blockers"_s].toArray();
    QCOMPARE(blockers.size(), 3);
    for (std::size_t i = 0; i < 3; ++i) {
        const auto blocker = blockers.at(static_cast<qsizetype>(i)).toObject();
        QCOMPARE(blocker[u"session"_s].toString(), chain.session(i));
        QCOMPARE(blocker[u"key"_s].toString(), chain.session(i));
        QCOMPARE(blocker[u"client"_s].toString(), u"client-%1"_s.arg(i));
        QCOMPARE(blocker[u"chain"_s].toString(), i == 0 ? u"head"_s : u"middle"_s);
        QCOMPARE(blocker[u"waits"_s].toDouble(), 3.0 - static_cast<double>(i));
        QCOMPARE(blocker[u"openWaitMs"_s].toInteger(), chain.waited(i + 1, json[u"takenAt"_s]));
        QCOMPARE(blocker[u"openWaitAtLeast"_s], QJsonValue(false));
        QCOMPARE(blocker[u"causedMs"_s].toInteger(), 0);
        const auto blocks = blocker[u"blocks"_s].toArray();
        QCOMPARE(blocks.size(), 1);
        QCOMPARE(blocks.first()[u"path"_s].toString(), root + u'/' + u"xyz"_s.at(static_cast<qsizetype>(i)));
        QCOMPARE(blocker[u"waitsFor"_s].toArray(), i == 0 ? QJsonArray() : QJsonArray{chain.session(i - 1)});
    }
    // The same for each lock, in ls, and without the other locks, in show.
    const auto list = run(root, {u"--json"_s, u"ls"_s}).json();
    const auto locks = list[u"locks"_s].toArray();
    QCOMPARE(locks.size(), 3);
    for (const auto& lock : locks) {
        const auto i = static_cast<std::size_t>(u"xyz"_s.indexOf(lock[u"path"_s].toString().back()));
        QCOMPARE(lock[u"openWaitMs"_s].toInteger(), chain.waited(i + 1, list[u"takenAt"_s]));
    }
    const auto shown =
        runCtl({u"--connect"_s, m_servers.connectString(), u"--json"_s, u"show"_s, root + u"/x"_s}).json();
    const auto alone = QDateTime::currentMSecsSinceEpoch() - chain.waitsSince[1].time_since_epoch().count();
    QVERIFY(shown[u"openWaitMs"_s].toInteger(-1) >= 0 && shown[u"openWaitMs"_s].toInteger() <= alone);

    const auto text = run(root, {u"top"_s});
    QVERIFY2(text.status == 0 && text.err.isEmpty(), text.reported());
    const auto lines = text.out.split('\n');
    QVERIFY2(lines.size() == 7 && lines[0].startsWith("3 open waits: p50 ") && lines[0].contains(", p99 "),
             text.reported());
    QVERIFY2(lines[1].isEmpty() && lines[2].startsWith("BLOCKER ") && lines[2].endsWith("  LOCK"), text.reported());
    QVERIFY2(lines[3].startsWith("client-0  " + chain.session(0).toLatin1() + "  head ") &&
                 lines[3].endsWith("  " + root.toUtf8() + "/x"),
             text.reported());
    QVERIFY2(lines[4].startsWith("client-1 ") && lines[4].contains("  middle  2 "), text.reported());
}

void CliTopTest::addsUpWhileItObserves()
{
    Chain chain;
    QVERIFY(make(chain));
    const auto root = QString::fromStdString(chain.root);
    // With and without the servers' answers, which bring further snapshots.
    for (const auto& options : {QStringList{}, QStringList{u"--no-admin"_s, u"--no-words"_s}}) {
        const auto outcome = run(root, options + QStringList{u"--json"_s, u"top"_s, u"--for"_s, u"4s"_s});
        QVERIFY2(outcome.status == 0 && outcome.err.isEmpty(), outcome.reported());
        const auto json = outcome.json();
        QCOMPARE(DescribedJson().deviation(u"top"_s, json), QString());
        const auto seen = json[u"seenMs"_s].toInteger();
        const auto since = QDateTime::fromString(json[u"since"_s].toString(), Qt::ISODateWithMs);
        QVERIFY(since.isValid());
        QVERIFY2(seen > 0 && seen < 60'000, outcome.reported());
        const auto blockers = json[u"blockers"_s].toArray();
        QCOMPARE(blockers.size(), 3);
        for (int i = 0; i < 3; ++i) {
            QCOMPARE(blockers.at(i)[u"session"_s].toString(), chain.session(static_cast<std::size_t>(i)));
            QCOMPARE(blockers.at(i)[u"causedMs"_s].toInteger(), seen * (3 - i));
            QCOMPARE(blockers.at(i)[u"causedAsHeadMs"_s].toInteger(), i == 0 ? seen * 3 : 0);
        }
    }
    const auto text = run(root, {u"top"_s, u"--for"_s, u"4s"_s});
    QVERIFY2(text.status == 0, text.reported());
    QVERIFY2(text.out.contains("\nObserved for ") && text.out.contains("  WAITED  ") && text.out.contains("  CAUSED  "),
             text.reported());
}

void CliTopTest::severalReadersShareAWait()
{
    const auto root = m_servers.uniquePath();
    const auto lock = root.toStdString() + "/rw";
    QVERIFY(m_client->create(root.toStdString()));
    QVERIFY(m_client->create(lock));
    std::vector<std::unique_ptr<BlockingClient>> clients;
    for (const auto* name :
         {"/_c_01234567-89ab-cdef-0123-456789abcde0-__READ__", "/_c_01234567-89ab-cdef-0123-456789abcde1-__READ__",
          "/_c_01234567-89ab-cdef-0123-456789abcde2-__READ__", "/_c_01234567-89ab-cdef-0123-456789abcde3-__WRIT__"}) {
        clients.push_back(std::make_unique<BlockingClient>(m_servers.connectString()));
        QVERIFY(clients.back()->create(lock + name, "client", zk::CreateMode::EphemeralSequential));
    }
    const auto outcome = run(root, {u"--json"_s, u"top"_s});
    QVERIFY2(outcome.status == 0, outcome.reported());
    QCOMPARE(outcome.json()[u"openWaits"_s].toDouble(), 1.0);
    const auto blockers = outcome.json()[u"blockers"_s].toArray();
    QCOMPARE(blockers.size(), 3);
    for (const auto& blocker : blockers)
        QCOMPARE(blocker[u"waits"_s].toDouble(), 0.333);
    const auto text = run(root, {u"top"_s});
    QVERIFY2(text.out.startsWith("1 open wait: ") && text.out.count("  0.33   ") == 3, text.reported());
}

void CliTopTest::noClientWaits()
{
    const auto root = m_servers.uniquePath();
    QVERIFY(m_client->create(root.toStdString()));
    QVERIFY(m_client->queueUp(root.toStdString()));
    const auto outcome = run(root, {u"top"_s});
    QVERIFY2(outcome.status == 0, outcome.reported());
    QCOMPARE(outcome.out, "0 open waits\n");
    const auto json = run(root, {u"--json"_s, u"top"_s}).json();
    QCOMPARE(DescribedJson().deviation(u"top"_s, json), QString());
    QVERIFY(json[u"blockers"_s].toArray().isEmpty());
    QVERIFY(json[u"openWaitMs"_s].toObject()[u"p99"_s].isNull());
    // A session behind itself is blocked by no other client.
    QVERIFY(m_client->queueUp(root.toStdString()));
    const auto own = run(root, {u"--json"_s, u"top"_s}).json();
    QCOMPARE(own[u"unattributed"_s].toObject()[u"waits"_s].toDouble(), 1.0);
    QVERIFY2(run(root, {u"top"_s}).out.contains(". Without a known blocker: 1\n"), run(root, {u"top"_s}).reported());
}

void CliTopTest::refusesWhatItCannotDo()
{
    const auto path = runCtl({u"--connect"_s, m_servers.connectString(), u"top"_s, u"/locks"_s});
    QVERIFY2(path.status == 2 && path.err.contains("--root /locks"), path.reported());
    const auto limit = runCtl({u"--connect"_s, m_servers.connectString(), u"top"_s, u"--for"_s, u"soon"_s});
    QVERIFY2(limit.status == 2 && limit.err.contains("soon"), limit.reported());
    const auto root = run(u"/none"_s, {u"top"_s});
    QVERIFY2(root.status == 1 && root.err.contains("/none"), root.reported());
    const auto observed = run(u"/none"_s, {u"top"_s, u"--for"_s, u"4s"_s});
    QVERIFY2(observed.status == 1 && observed.err == root.err, observed.reported());
}

} // namespace lockscope::cliTopTest

LOCKSCOPE_TEST(lockscope::cliTopTest::CliTopTest)
#include "CliTopTest.moc"
