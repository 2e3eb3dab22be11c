// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// `revoke`: requests a release from the holder, and reports whether the holder released.

#include "core/locks/zookeeper/Mutex.h"
#include "core/release/ActionLogReader.h"
#include "tests/cli/Cli.h"
#include "tests/support/ServerTest.h"
#include "tests/support/Test.h"

namespace lockscope::cliRevokeTest {

using namespace lockscope::test;

class CliRevokeTest final : public ServerTest {
    Q_OBJECT
private Q_SLOTS:
    void aHolderThatListensLetsGo();
    void oneThatDoesNotIsLeftAlone();
    void theLastKnownNameStays();
    void whoCanNotFollowIsNotAsked_data();
    void whoCanNotFollowIsNotAsked();
    void mistakesOnTheCommandLine_data();
    void mistakesOnTheCommandLine();

private:
    [[nodiscard]] QStringList command(const QStringList& arguments) const
    {
        return QStringList{QStringLiteral("--connect"), m_servers.connectString(), QStringLiteral("--json"),
                           QStringLiteral("revoke")} +
               arguments;
    }
    [[nodiscard]] release::ActionEntry lastAct() const
    {
        const auto reading = release::readAudit((dataHome() + QStringLiteral("/lockscope/audit.jsonl")).toStdString());
        return reading && !reading->entries.empty() ? reading->entries.front() : release::ActionEntry();
    }
};

void CliRevokeTest::aHolderThatListensLetsGo()
{
    const auto path = m_servers.uniquePath().toStdString();
    BlockingClient program(m_servers.connectString());
    locks::Mutex mutex(program.client(), path);
    auto hold = mutex.acquire();
    QVERIFY(hold);
    const auto nodes = m_client->children(path);
    QVERIFY(nodes && nodes->size() == 1);
    const auto node = path + "/" + nodes->front();
    LineProcess revoke(lockscopectl(),
                       command({QString::fromStdString(node), QStringLiteral("--wait"), QStringLiteral("20s"),
                                QStringLiteral("--reason"), QStringLiteral("maintenance")}),
                       environmentWith());
    QTRY_COMPARE(m_client->get(node).map([](const zk::NodeData& data) { return data.data; }).value_or(""),
                 std::string("__REVOKE__"));
    QVERIFY(hold->release()); // as a program does that handles revocation requests
    QVERIFY(revoke.waitForEnd());
    QVERIFY2(revoke.exitCode() == 0, revoke.reported());
    QJsonObject json;
    json = QJsonDocument::fromJson(revoke.lines().join('\n')).object();
    QCOMPARE(deviations(json, {{QStringLiteral("plan"), QStringLiteral("object")},
                               {QStringLiteral("asked"), QStringLiteral("string")},
                               {QStringLiteral("followed"), QStringLiteral("bool")},
                               {QStringLiteral("waitedMs"), QStringLiteral("int")},
                               {QStringLiteral("reason"), QStringLiteral("string")},
                               {QStringLiteral("ticket"), QStringLiteral("string|null")},
                               {QStringLiteral("audit"), QStringLiteral("string")}}),
             "");
    QCOMPARE(json.value(QStringLiteral("followed")), QJsonValue(true));
    QVERIFY(lastAct().record.act == release::Act::Revoke);
    QVERIFY(lastAct().verdict() == release::ActionStatus::Followed);
}

void CliRevokeTest::oneThatDoesNotIsLeftAlone()
{
    const auto path = m_servers.uniquePath().toStdString();
    QVERIFY(m_client->create(path));
    const auto node = m_client->queueUp(path, "10.0.0.1");
    QVERIFY(node);
    const auto outcome =
        runCtl(command({QString::fromStdString(node->path), QStringLiteral("--wait"), QStringLiteral("200ms")}));
    QVERIFY2(outcome.status == 1 && outcome.err.contains("did not release the lock within"), outcome.reported());
    QVERIFY2(outcome.err.contains("probably does not listen"), outcome.reported());
    QCOMPARE(outcome.json().value(QStringLiteral("followed")), QJsonValue(false));
    const auto left = m_client->get(node->path);
    QVERIFY(left && left->data == "__REVOKE__");
    QVERIFY(lastAct().verdict() == release::ActionStatus::Ignored);
}

void CliRevokeTest::theLastKnownNameStays()
{
    const auto path = m_servers.uniquePath().toStdString();
    QVERIFY(m_client->create(path));
    const auto node = m_client->queueUp(path, "worker-07-of-the-payments-of-the-night");
    QVERIFY(node);
    const auto outcome =
        runCtl(command({QString::fromStdString(node->path), QStringLiteral("--wait"), QStringLiteral("100ms")}));
    QVERIFY2(outcome.err.contains("overwrites the payload of the node; the last known name of the holder is "
                                  "worker-07-of-the-payments-of-the-night"),
             outcome.reported());
    constexpr auto shortened = "worker-0…ts-of-the-night (last known)";
    const auto show = QStringList{QStringLiteral("--connect"), m_servers.connectString(), QStringLiteral("show"),
                                  QString::fromStdString(path)};
    const auto table = runCtl(show);
    QVERIFY2(table.status == 0 && table.out.contains(shortened), table.reported());
    const auto list = runCtl({QStringLiteral("--connect"), m_servers.connectString(), QStringLiteral("--root"),
                              QString::fromStdString(path), QStringLiteral("ls")});
    QVERIFY2(list.status == 0 && list.out.contains(shortened), list.reported());
    const auto json = runCtl(show + QStringList{QStringLiteral("--json")});
    const auto holder = json.json().value(QStringLiteral("queue")).toArray().first().toObject();
    QCOMPARE(holder.value(QStringLiteral("client")).toString(),
             QStringLiteral("worker-07-of-the-payments-of-the-night"));
    QCOMPARE(holder.value(QStringLiteral("clientLastKnown")), QJsonValue(true));
    QCOMPARE(holder.value(QStringLiteral("payload")).toString(), QStringLiteral("__REVOKE__"));
}

void CliRevokeTest::whoCanNotFollowIsNotAsked_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("nodes");
    QTest::addColumn<QByteArray>("why");
    QTest::newRow("a Kazoo lock") << QStringLiteral("0b3e4f5a111142228333abcdefabcdef__lock__") << 1
                                  << QByteArray("have no message for a revocation request");
    QTest::newRow("a waiter") << QStringLiteral("_c_01234567-89ab-cdef-0123-456789abcdef-lock-") << 2
                              << QByteArray("this client is waiting");
}

void CliRevokeTest::whoCanNotFollowIsNotAsked()
{
    QFETCH(QString, name);
    QFETCH(int, nodes);
    QFETCH(QByteArray, why);
    const auto path = m_servers.uniquePath().toStdString();
    QVERIFY(m_client->create(path));
    std::string node;
    for (int i = 0; i < nodes; ++i)
        node = m_client->create(path + "/" + name.toStdString(), "me", zk::CreateMode::EphemeralSequential)->path;
    const auto outcome = runCtl(command({QString::fromStdString(node)}));
    QVERIFY2(outcome.status == 1 && outcome.err.contains("no revocation request was sent") && outcome.err.contains(why),
             outcome.reported());
    const auto left = m_client->get(node);
    QVERIFY(left && left->data == "me");
}

void CliRevokeTest::mistakesOnTheCommandLine_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("status");
    QTest::newRow("no node") << QStringList{} << 2;
    QTest::newRow("two nodes") << QStringList{QStringLiteral("/a"), QStringLiteral("/b")} << 2;
    QTest::newRow("the root") << QStringList{QStringLiteral("/")} << 2;
    QTest::newRow("no time") << QStringList{QStringLiteral("/a"), QStringLiteral("--wait"), QStringLiteral("soon")}
                             << 2;
    QTest::newRow("no unit") << QStringList{QStringLiteral("/a"), QStringLiteral("--wait"), QStringLiteral("30")} << 2;
    QTest::newRow("too long") << QStringList{QStringLiteral("/a"), QStringLiteral("--wait"), QStringLiteral("99999s")}
                              << 2;
    QTest::newRow("nothing there") << QStringList{QStringLiteral("/nowhere/x")} << 1;
}

void CliRevokeTest::mistakesOnTheCommandLine()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, status);
    const auto outcome = runCtl(command(arguments));
    QVERIFY2(outcome.status == status && outcome.err.startsWith("lockscopectl: "), outcome.reported());
}

} // namespace lockscope::cliRevokeTest

LOCKSCOPE_TEST(lockscope::cliRevokeTest::CliRevokeTest)
#include "CliRevokeTest.moc"
