// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The test of connections to real servers.

#include "tests/connect/TestedConnection.h"
#include "tests/support/BlockingClient.h"
#include "tests/support/RedisServers.h"
#include "tests/support/ServerFixture.h"
#include "tests/support/Test.h"

namespace lockscope::test::connectionTestServerTest {

using State = connect::TestResult::State;
using Step = connect::TestStep;

class ConnectionTestServerTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void anEnsemble();
    void aChroot();
    void aMissingChroot();
    void aNodeOfAnotherUser();
    void aSuspendedServer();
    void redisWorks();
    void refusedByRedis_data();
    void refusedByRedis();
    void redisWithoutScan();
    void aDatabaseOutOfRange();

private:
    ServerFixture m_ensemble;
    RedisServers m_redis{
        redis::RedisSandboxOptions{.moreSettings = QStringLiteral("user app on >secret ~* &* +@all\n"
                                                                  "user blind on >secret ~* &* +@all -scan -info\n")}};
};

void ConnectionTestServerTest::initTestCase()
{
    QVERIFY_RESULT(m_ensemble.start());
    QVERIFY_RESULT(m_redis.start());
}

void ConnectionTestServerTest::anEnsemble()
{
    TestedConnection test(profileOf(m_ensemble.connectString()));
    QTRY_VERIFY(test.isOver());
    for (const auto& result : test.last().results)
        QVERIFY2(result.state == State::Passed, test.report().constData());
}

void ConnectionTestServerTest::aChroot()
{
    BlockingClient client(m_ensemble.connectString());
    QVERIFY_RESULT(client.create("/app"));
    TestedConnection test(profileOf(m_ensemble.connectString() + QStringLiteral("/app")));
    QTRY_VERIFY(test.isOver());
    QVERIFY2(test.state(Step::Place) == State::Passed && test.state(Step::Rights) == State::Passed,
             test.report().constData());
    // A test leaves nothing behind.
    const auto children = client.children("/app");
    QVERIFY_RESULT(children);
    QVERIFY(children->empty());
}

void ConnectionTestServerTest::aMissingChroot()
{
    TestedConnection test(profileOf(m_ensemble.connectString() + QStringLiteral("/nosuch")));
    QTRY_VERIFY(test.isOver());
    QCOMPARE(test.state(Step::Server), State::Passed);
    QVERIFY2(test.state(Step::Place) == State::Failed && test.text(Step::Place).contains(u"\"/nosuch\""),
             test.report().constData());
    QCOMPARE(test.state(Step::Rights), State::Skipped);
}

/// ZooKeeper accepts every password: the wrong one shows as a missing permission.
void ConnectionTestServerTest::aNodeOfAnotherUser()
{
    BlockingClient owner(m_ensemble.connectString());
    QVERIFY_RESULT(owner.addAuth("digest", "app:secret"));
    QVERIFY_RESULT(owner.create("/secret", {}, zk::CreateMode::Persistent, {{zk::Permission::All, "auth", ""}}));
    auto profile = profileOf(m_ensemble.connectString());
    profile.roots = {"/secret"};
    TestedConnection stranger(profile);
    QTRY_VERIFY(stranger.isOver());
    QVERIFY2(stranger.state(Step::Rights) == State::Failed && stranger.text(Step::Rights).contains(u"\"/secret\""),
             stranger.report().constData());
    TestedConnection below(profileOf(m_ensemble.connectString() + QStringLiteral("/secret")));
    QTRY_VERIFY(below.isOver());
    QVERIFY2(below.state(Step::Place) == State::Passed && below.state(Step::Rights) == State::Failed,
             below.report().constData());
    profile.user = "app";
    TestedConnection right(profile, {"secret", {}, {}});
    QTRY_VERIFY(right.isOver());
    QVERIFY2(right.state(Step::Login) == State::Passed && right.state(Step::Rights) == State::Passed,
             right.report().constData());
    TestedConnection wrong(profile, {"mistyped", {}, {}});
    QTRY_VERIFY(wrong.isOver());
    QVERIFY2(wrong.state(Step::Rights) == State::Failed && wrong.text(Step::Rights).contains(u"\"app\"") &&
                 !wrong.report().contains("mistyped"),
             wrong.report().constData());
}

void ConnectionTestServerTest::aSuspendedServer()
{
    QVERIFY_RESULT(m_ensemble.pauseServer());
    TestedConnection test(profileOf(m_ensemble.connectString()));
    QTRY_VERIFY(test.isOver());
    QVERIFY2(test.state(Step::Ports) == State::Passed && test.state(Step::Server) == State::Failed &&
                 test.text(Step::Server).contains(u"nothing is answered"),
             test.report().constData());
    m_ensemble.resumeServer();
}

void ConnectionTestServerTest::redisWorks()
{
    auto profile = profileOf(m_redis.target());
    TestedConnection test(profile);
    QTRY_VERIFY(test.isOver());
    for (const auto& result : test.last().results)
        QVERIFY2(result.state == State::Passed, test.report().constData());
    profile.redis->database = 3;
    profile.redis->user = profile.user = "app";
    TestedConnection other(profile, {"secret", {}, {}});
    QTRY_VERIFY(other.isOver());
    for (const auto& result : other.last().results)
        QVERIFY2(result.state == State::Passed, other.report().constData());
}

void ConnectionTestServerTest::refusedByRedis_data()
{
    QTest::addColumn<QString>("user");
    QTest::addColumn<QString>("password");
    QTest::newRow("wrong password") << QStringLiteral("app") << QStringLiteral("mistyped");
    QTest::newRow("unknown user") << QStringLiteral("nobody") << QStringLiteral("mistyped");
}

void ConnectionTestServerTest::refusedByRedis()
{
    QFETCH(QString, user);
    QFETCH(QString, password);
    auto profile = profileOf(m_redis.target());
    profile.redis->user = profile.user = user.toStdString();
    TestedConnection test(profile, {password.toStdString(), {}, {}});
    QTRY_VERIFY(test.isOver());
    QCOMPARE(test.state(Step::Server), State::Passed);
    QVERIFY2(test.state(Step::Login) == State::Failed && test.text(Step::Login).contains(u"WRONGPASS") &&
                 !test.report().contains("mistyped"),
             test.report().constData());
}

void ConnectionTestServerTest::redisWithoutScan()
{
    auto profile = profileOf(m_redis.target());
    profile.redis->user = profile.user = "blind";
    TestedConnection test(profile, {"secret", {}, {}});
    QTRY_VERIFY(test.isOver());
    QCOMPARE(test.state(Step::Login), State::Passed);
    QVERIFY2(test.state(Step::Rights) == State::Failed && test.text(Step::Rights).contains(u"SCAN, INFO") &&
                 test.text(Step::Rights).contains(u"ACL SETUSER blind"),
             test.report().constData());
}

void ConnectionTestServerTest::aDatabaseOutOfRange()
{
    auto profile = profileOf(m_redis.target());
    profile.redis->database = 9'999;
    TestedConnection test(profile);
    QTRY_VERIFY(test.isOver());
    QCOMPARE(test.state(Step::Login), State::Passed);
    QVERIFY2(test.state(Step::Place) == State::Failed && test.text(Step::Place).contains(u"no database 9999") &&
                 test.text(Step::Place).contains(u"out of range"),
             test.report().constData());
}

} // namespace lockscope::test::connectionTestServerTest

LOCKSCOPE_TEST(lockscope::test::connectionTestServerTest::ConnectionTestServerTest)
#include "ConnectionTestServerTest.moc"
