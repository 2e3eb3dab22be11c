// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The test of a connection to ports that do not work, step by step.

#include "core/connect/check/ConnectionTest.h"

#include "tests/connect/TestedConnection.h"
#include "tests/support/DeadPort.h"
#include "tests/support/Test.h"

#include <QTcpServer>
#include <QTcpSocket>

namespace lockscope::test::connectionTestTest {

using State = connect::TestResult::State;
using Step = connect::TestStep;

namespace {

/// A program that greets each client, and answers nothing else.
class Greeter final {
public:
    explicit Greeter(const QByteArray& greeting)
    {
        QObject::connect(&m_server, &QTcpServer::newConnection, &m_server,
                         [this, greeting] { m_server.nextPendingConnection()->write(greeting); });
        m_server.listen(QHostAddress::LocalHost);
    }
    [[nodiscard]] int port() const { return m_server.serverPort(); }

private:
    QTcpServer m_server;
};

QString ensembleAt(int port)
{
    return QStringLiteral("127.0.0.1:%1").arg(port);
}

QString redisAt(int port)
{
    return QStringLiteral("redis://127.0.0.1:%1").arg(port);
}

connect::TestLimits shortLimits()
{
    connect::TestLimits limits;
    limits.session = std::chrono::milliseconds(4'000);
    limits.answer = std::chrono::milliseconds(500);
    return limits;
}

} // namespace

class ConnectionTestTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void stepsAreThoseThatAreNeeded();
    void reportContainsNoSecret();
    void aNameThatDoesNotResolve_data();
    void aNameThatDoesNotResolve();
    void aPortWithoutAProgram_data();
    void aPortWithoutAProgram();
    void oneOfTwoServersWillDo();
    void aPortThatNeverAnswers_data();
    void aPortThatNeverAnswers();
    void anotherProgramIsNamed();
    void cancelledAtAnyTime();
};

void ConnectionTestTest::stepsAreThoseThatAreNeeded()
{
    const auto stepsOf = [](const connect::Profile& profile) {
        QList<Step> steps;
        for (const auto& result : connect::testStepsOf(profile))
            steps << result.step;
        return steps;
    };
    QCOMPARE(stepsOf(profileOf(QStringLiteral("zk1:2181"))),
             (QList<Step>{Step::Names, Step::Ports, Step::Server, Step::Rights}));
    auto whole = profileOf(QStringLiteral("zk1:2181/app"));
    whole.user = "app";
    whole.tls.emplace();
    whole.ssh = connect::SshSettings{"gate", {}};
    QCOMPARE(stepsOf(whole), (QList<Step>{Step::Ssh, Step::Tls, Step::Server, Step::Login, Step::Place, Step::Rights}));
    QCOMPARE(stepsOf(profileOf(QStringLiteral("redis://cache1:6379"))),
             (QList<Step>{Step::Names, Step::Ports, Step::Server, Step::Login, Step::Rights}));
    QVERIFY(stepsOf(profileOf(QStringLiteral("redis://cache1:6379/2"))).contains(Step::Place));
    QVERIFY(stepsOf(profileOf(QStringLiteral("redis+sentinel://s1:26379/main"))).contains(Step::Place));
    QVERIFY(!stepsOf(profileOf(QStringLiteral("redis+unix:///run/redis.sock"))).contains(Step::Ports));
}

void ConnectionTestTest::reportContainsNoSecret()
{
    const DeadPort port;
    auto profile = profileOf(redisAt(port.number()));
    profile.user = "app";
    TestedConnection test(profile, {"open sesame", {}, {}});
    QTRY_VERIFY(test.isOver());
    const auto report = QString::fromStdString(connect::reportOf(test.last().results, profile));
    QVERIFY2(report.contains(u"connection refused") && !report.contains(u"sesame"), qPrintable(report));
}

void ConnectionTestTest::aNameThatDoesNotResolve_data()
{
    QTest::addColumn<QString>("target");
    QTest::newRow("ZooKeeper") << QStringLiteral("nowhere.invalid:2181"); // RFC 2606
    QTest::newRow("Redis") << QStringLiteral("redis://nowhere.invalid:6379");
}

void ConnectionTestTest::aNameThatDoesNotResolve()
{
    QFETCH(QString, target);
    TestedConnection test(profileOf(target));
    QTRY_VERIFY(test.isOver());
    QVERIFY2(test.state(Step::Names) == State::Failed && test.text(Step::Names).contains(u"nowhere.invalid"),
             test.report().constData());
    QCOMPARE(test.state(Step::Ports), State::Skipped);
    QCOMPARE(test.state(Step::Rights), State::Skipped);
}

void ConnectionTestTest::aPortWithoutAProgram_data()
{
    QTest::addColumn<bool>("isRedis");
    QTest::newRow("ZooKeeper") << false;
    QTest::newRow("Redis") << true;
}

void ConnectionTestTest::aPortWithoutAProgram()
{
    QFETCH(bool, isRedis);
    const DeadPort port;
    TestedConnection test(profileOf(isRedis ? redisAt(port.number()) : ensembleAt(port.number())));
    QTRY_VERIFY(test.isOver());
    QCOMPARE(test.state(Step::Names), State::Passed);
    QVERIFY2(test.state(Step::Ports) == State::Failed && test.text(Step::Ports).contains(u"connection refused") &&
                 test.text(Step::Ports).contains(u"Check the host and the port"),
             test.report().constData());
    QCOMPARE(test.state(Step::Server), State::Skipped);
}

void ConnectionTestTest::oneOfTwoServersWillDo()
{
    const DeadPort dead;
    const Greeter silent({});
    TestedConnection test(profileOf(ensembleAt(dead.number()) + u',' + ensembleAt(silent.port())), {}, shortLimits());
    QTRY_VERIFY2(test.state(Step::Ports) == State::Warned, test.report().constData());
    QVERIFY(test.text(Step::Ports).contains(QString::number(dead.number())));
    QVERIFY(!test.text(Step::Ports).contains(QString::number(silent.port())));
}

void ConnectionTestTest::aPortThatNeverAnswers_data()
{
    aPortWithoutAProgram_data();
}

void ConnectionTestTest::aPortThatNeverAnswers()
{
    QFETCH(bool, isRedis);
    const Greeter silent({});
    TestedConnection test(profileOf(isRedis ? redisAt(silent.port()) : ensembleAt(silent.port())), {}, shortLimits());
    QTRY_VERIFY(test.isOver());
    QVERIFY2(test.state(Step::Ports) == State::Passed && test.state(Step::Server) == State::Failed &&
                 !test.text(Step::Server).isEmpty(),
             test.report().constData());
    QCOMPARE(test.state(Step::Rights), State::Skipped);
}

void ConnectionTestTest::anotherProgramIsNamed()
{
    const Greeter ssh("SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n");
    auto limits = shortLimits();
    limits.session = std::chrono::milliseconds(20'000);
    TestedConnection test(profileOf(ensembleAt(ssh.port())), {}, limits);
    QTRY_VERIFY(test.isOver());
    QVERIFY2(test.state(Step::Server) == State::Failed &&
                 test.text(Step::Server).contains(u"another program answers there") &&
                 test.text(Step::Server).contains(u"OpenSSH"),
             test.report().constData());
}

void ConnectionTestTest::cancelledAtAnyTime()
{
    const Greeter silent({});
    auto limits = shortLimits();
    limits.session = std::chrono::minutes(10);
    limits.settled = std::chrono::minutes(10);
    TestedConnection test(profileOf(ensembleAt(silent.port())), {}, limits);
    QTRY_COMPARE(test.state(Step::Server), State::Running);
    test.cancel();
    QTRY_VERIFY(test.isOver());
    QCOMPARE(test.state(Step::Ports), State::Passed);
    QCOMPARE(test.state(Step::Server), State::Skipped);
    QVERIFY2(test.text(Step::Server).contains(u"cancelled"), test.report().constData());
}

} // namespace lockscope::test::connectionTestTest

LOCKSCOPE_TEST(lockscope::test::connectionTestTest::ConnectionTestTest)
#include "ConnectionTestTest.moc"
