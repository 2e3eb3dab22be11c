// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/redis/scripts/Scripts.h"
#include "tests/locks/redis/ScriptTable.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <QSet>

namespace lockscope::scriptsTest {

using scriptTable::ScriptCase;
using scriptTable::ScriptRunner;
using test::errorIn;
using test::RedisConnection;
using test::RedisServers;

/// The scripts on a real server: what they reply, what they leave in keys, and what they publish.
class ScriptsTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void hasTheEffectsOfStockClients_data() { cases(); }
    void hasTheEffectsOfStockClients();
    void usesOneSlotOfACluster_data() { cases(); }
    void usesOneSlotOfACluster();
    void isKnownToTheServerByItsName();
    void isShort();
    void wakesSubscribersOfShardedChannels();
    void worksWithoutTheRightToCountSubscribers();

private:
    static void cases();

    RedisServers m_plain;
    RedisServers m_clustered{
        {.moreSettings = QStringLiteral("cluster-enabled yes\ncluster-require-full-coverage no\n")}};
    std::unique_ptr<ScriptRunner> m_plainRunner;
    std::unique_ptr<ScriptRunner> m_clusteredRunner;
};

void ScriptsTest::initTestCase()
{
    QVERIFY_RESULT(m_plain.start());
    m_plainRunner = std::make_unique<ScriptRunner>(m_plain.port());
    QVERIFY_RESULT(m_clustered.start());
    m_clusteredRunner = std::make_unique<ScriptRunner>(m_clustered.port());
    const auto slot = m_clusteredRunner->command({"CLUSTER", "KEYSLOT", "L"}).toByteArray();
    QCOMPARE(m_clusteredRunner->command({"CLUSTER", "ADDSLOTS", slot}), QByteArray("OK"));
    QTRY_VERIFY(m_clusteredRunner->command({"CLUSTER", "INFO"}).toByteArray().contains("cluster_state:ok"));
}

void ScriptsTest::cases()
{
    QTest::addColumn<ScriptCase>("test");
    for (const auto* file : {"lock", "fair", "read-write", "semaphore", "token"}) {
        const auto cases = scriptTable::scriptCases(QByteArray(LOCKSCOPE_SCRIPT_TABLES) + '/' + file + ".txt");
        QVERIFY2(cases.size() > 5, file);
        for (const auto& each : cases)
            QTest::newRow((file + (": " + each.name)).constData()) << each;
    }
}

void ScriptsTest::hasTheEffectsOfStockClients()
{
    QFETCH(ScriptCase, test);
    const auto difference = m_plainRunner->run(test);
    QVERIFY2(difference.isEmpty(), difference.constData());
}

/// This server has the slot of the locks' keys alone, and refuses keys of other slots.
void ScriptsTest::usesOneSlotOfACluster()
{
    const auto other = m_clusteredRunner->command({"EVAL", "return redis.call('get', 'M')", "1", "L"});
    QVERIFY(errorIn(other).contains("cript attempted to access")); // 6.2: "Lua script …"
    QFETCH(ScriptCase, test);
    const auto difference = m_clusteredRunner->run(test);
    QVERIFY2(difference.isEmpty(), difference.constData());
}

void ScriptsTest::isKnownToTheServerByItsName()
{
    QSet<QByteArray> names;
    for (const auto* script : locks::scripts::all()) {
        const auto text = QByteArray::fromStdString(std::string(script->text()));
        QCOMPARE(m_plainRunner->command({"SCRIPT", "LOAD", text}), QByteArray::fromStdString(script->sha1()));
        names.insert(QByteArray::fromStdString(std::string(script->name())));
    }
    QCOMPARE(names.size(), qsizetype(locks::scripts::all().size()));
    QVERIFY(names.contains("LockAcquire"));
}

/// A server that does not know a script gets all of its text.
void ScriptsTest::isShort()
{
    for (const auto* script : locks::scripts::all()) {
        const auto text = QByteArray::fromStdString(std::string(script->text()));
        QVERIFY2(text.size() < 2000, text.constData());
        QVERIFY2(!text.contains("--") && !text.contains("\n ") && !text.contains("\n\n"), text.constData());
    }
}

void ScriptsTest::wakesSubscribersOfShardedChannels()
{
    const QByteArray channel = "redisson_lock__channel:{S}:a:2";
    RedisConnection waiter(m_plain.port());
    QCOMPARE(errorIn(waiter.command({"SSUBSCRIBE", channel})), QByteArray());
    const ScriptCase sharded{"",
                             {"rpush {S}queue a:2",
                              "FairRelease {S} {S}queue {S}ends | 1000 a:1 spublish redisson_lock__channel:{S} => "
                              "[-1, a:2, 1]",
                              "FairEvict {S} {S}queue {S}ends | spublish redisson_lock__channel:{S} a:2 => "
                              "[0, a:2, 1, -2]"}};
    QCOMPARE(m_plainRunner->run(sharded), QByteArray());
    for (int i = 0; i < 2; ++i)
        QCOMPARE(waiter.next(), QVariant(QVariantList{QByteArray("smessage"), channel, QByteArray("0")}));
}

/// Then the receivers of the message count.
void ScriptsTest::worksWithoutTheRightToCountSubscribers()
{
    const QByteArray text = QByteArray::fromStdString(std::string(locks::scripts::fairEvict().text()));
    RedisConnection user(m_plain.port());
    for (const auto& words : {"FLUSHALL", "ACL SETUSER app on nopass ~* &* +@all -pubsub", "RPUSH {S}queue a:2 a:3"})
        QCOMPARE(errorIn(user.command(QByteArray(words).split(' '))), QByteArray());
    QCOMPARE(user.command({"AUTH", "app", "any"}), QByteArray("OK"));
    QVERIFY(errorIn(user.command({"PUBSUB", "NUMSUB", "c"})).startsWith("NOPERM"));

    RedisConnection waiter(m_plain.port());
    waiter.command({"SUBSCRIBE", "channel:a:3"});
    const auto evict = [&] {
        return user.command({"EVAL", text, "3", "{S}", "{S}queue", "{S}ends", "publish", "channel", "a:2", "a:3"});
    };
    // The runner's client listens to all channels.
    QCOMPARE(evict(), QVariant(QVariantList{0LL, QByteArray("a:2"), 1LL, -2LL}));
    m_plainRunner.reset();
    QTRY_COMPARE(evict(), QVariant(QVariantList{1LL, QByteArray("a:3"), 1LL, -2LL}));
    const auto release = QByteArray::fromStdString(std::string(locks::scripts::fairRelease().text()));
    QCOMPARE(user.command({"EVAL", release, "3", "{S}", "{S}queue", "{S}ends", "1000", "a:1", "publish", "channel"}),
             QVariant(QVariantList{-1LL, QByteArray("a:3"), 1LL}));
}

} // namespace lockscope::scriptsTest

LOCKSCOPE_TEST(lockscope::scriptsTest::ScriptsTest)
#include "ScriptsTest.moc"
