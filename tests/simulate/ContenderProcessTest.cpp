// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Simulated clients as the window runs them: processes of the built program, on a real server.

#include "core/simulate/clients/ContenderProcess.h"
#include "tests/support/Processes.h"
#include "tests/support/ServerFixture.h"
#include "tests/support/Test.h"

#include <QJsonObject>
#include <QSignalSpy>

#include <memory>

namespace lockscope::contenderProcessTest {

using namespace lockscope::test;
using namespace std::chrono_literals;
using console::Belief;
using console::ContenderProcess;

namespace {

constexpr int waitLimit = 60'000;

} // namespace

class ContenderProcessTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void tellsWhatItsClientDoes();
    void takesTurnsWithAnother();
    void pausesAndGoesOn();
    void killedHolderGivesWay();
    void endsWithItsOwner();
    void saysWhyItCannotConnect();
    void saysThatTheProgramIsMissing();

private:
    [[nodiscard]] std::unique_ptr<ContenderProcess> client(const char* name, console::Spread hold) const
    {
        console::ContendOptions options;
        options.paths = {m_path};
        options.name = name;
        options.hold = hold;
        return std::make_unique<ContenderProcess>(QStringLiteral(LOCKSCOPECTL), m_servers.connectString(), options);
    }

    ServerFixture m_servers;
    std::string m_path;
};

void ContenderProcessTest::initTestCase()
{
    const auto started = m_servers.start();
    QVERIFY_RESULT(started);
    m_path = m_servers.uniquePath().toStdString();
}

void ContenderProcessTest::tellsWhatItsClientDoes()
{
    const auto one = client("one", {20ms, 20ms});
    QSignalSpy happened(one.get(), &ContenderProcess::happened);
    one->start();
    QTRY_VERIFY_WITH_TIMEOUT(one->times("granted") >= 3, waitLimit);
    QVERIFY(one->clients().front().token != 0);
    QCOMPARE(one->times("error"), 0);
    one->stop();
    QTRY_VERIFY_WITH_TIMEOUT(one->hasEnded(), waitLimit);
    QCOMPARE(one->ending(), QStringLiteral("ended"));
    QVERIFY(one->clients().front().holdings.empty());
    const auto last = happened.last().at(0).toJsonObject();
    QVERIFY(last.contains(QStringLiteral("summary")));
}

void ContenderProcessTest::takesTurnsWithAnother()
{
    const auto one = client("one", {5ms, 5ms});
    const auto two = client("two", {5ms, 5ms});
    one->start();
    two->start();
    QTRY_VERIFY_WITH_TIMEOUT(one->times("granted") >= 5 && two->times("granted") >= 5, waitLimit);
}

void ContenderProcessTest::pausesAndGoesOn()
{
    const auto one = client("one", {5ms, 5ms});
    one->start();
    QTRY_VERIFY_WITH_TIMEOUT(one->times("granted") >= 1, waitLimit);
    one->pause();
    QVERIFY(one->isPaused());
    one->resume();
    QVERIFY(!one->isPaused());
    const auto before = one->times("granted");
    QTRY_VERIFY_WITH_TIMEOUT(one->times("granted") > before + 1, waitLimit);
    one->pause();
    one->stop(); // also when it stands still
    QTRY_VERIFY_WITH_TIMEOUT(one->hasEnded(), waitLimit);
}

void ContenderProcessTest::killedHolderGivesWay()
{
    const auto one = client("one", {1h, 1h});
    one->start();
    QTRY_VERIFY_WITH_TIMEOUT(one->belief() == Belief::Holding, waitLimit);
    const auto two = client("two", {1h, 1h});
    two->start();
    QTRY_VERIFY_WITH_TIMEOUT(two->belief() == Belief::Waiting, waitLimit);
    one->kill();
    QTRY_VERIFY_WITH_TIMEOUT(one->hasEnded(), waitLimit);
    QCOMPARE(one->ending(), QStringLiteral("killed"));
    QVERIFY(two->belief() == Belief::Waiting); // the dead one's session is still there
    QTRY_VERIFY_WITH_TIMEOUT(two->belief() == Belief::Holding, waitLimit);
}

void ContenderProcessTest::endsWithItsOwner()
{
    auto one = client("one", {1h, 1h});
    one->start();
    QTRY_VERIFY_WITH_TIMEOUT(one->belief() == Belief::Holding, waitLimit);
    const auto processId = one->processId();
    QVERIFY(runs(processId));
    one.reset();
    QTRY_VERIFY_WITH_TIMEOUT(!runs(processId), waitLimit);
}

void ContenderProcessTest::saysWhyItCannotConnect()
{
    console::ContendOptions options;
    options.paths = {"/a"};
    ContenderProcess one(QStringLiteral(LOCKSCOPECTL), QStringLiteral("no such host"), options);
    one.start();
    QTRY_VERIFY_WITH_TIMEOUT(one.hasEnded(), waitLimit);
    QVERIFY2(one.ending().contains(QStringLiteral("no such host")), qPrintable(one.ending()));
}

void ContenderProcessTest::saysThatTheProgramIsMissing()
{
    ContenderProcess one(QStringLiteral("/nonexistent/lockscopectl"), QStringLiteral("127.0.0.1:1"), {});
    one.start();
    QTRY_VERIFY_WITH_TIMEOUT(one.hasEnded(), waitLimit);
    QVERIFY2(one.ending().contains(QStringLiteral("did not start")), qPrintable(one.ending()));
}

} // namespace lockscope::contenderProcessTest

LOCKSCOPE_TEST(lockscope::contenderProcessTest::ContenderProcessTest)
#include "ContenderProcessTest.moc"
