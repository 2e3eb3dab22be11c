// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Simulated clients as the window runs them: processes of the built program, on a real server.

#include "core/simulate/clients/ContenderProcess.h"
#include "tests/support/Processes.h"
#include "tests/support/ServerTest.h"
#include "tests/support/Test.h"

#include <QJsonObject>
#include <QSignalSpy>

#include <memory>

namespace lockscope::contenderProcessTest {

using namespace lockscope::test;
using namespace std::chrono_literals;
using console::ClientView;
using console::ContenderProcess;

namespace {

constexpr int waitLimit = 60'000;

} // namespace

class ContenderProcessTest final : public ServerTest {
    Q_OBJECT
private Q_SLOTS:
    void reportsWhatItsClientDoes();
    void pausesAndGoesOn();
    void endsWithItsOwner();
    void saysWhyItCannotConnect();
    void saysThatTheProgramIsMissing();

private:
    void prepare() override;
    [[nodiscard]] std::unique_ptr<ContenderProcess> client(const char* name, console::Spread hold) const
    {
        console::ContendOptions options;
        options.paths = {m_path};
        options.name = name;
        options.hold = hold;
        return std::make_unique<ContenderProcess>(QStringLiteral(LOCKSCOPECTL), m_servers.connectString(), options);
    }

    std::string m_path;
};

void ContenderProcessTest::prepare()
{
    m_path = m_servers.uniquePath().toStdString();
}

void ContenderProcessTest::reportsWhatItsClientDoes()
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
    one->stop(); // works for a stopped process too
    QTRY_VERIFY_WITH_TIMEOUT(one->hasEnded(), waitLimit);
}

void ContenderProcessTest::endsWithItsOwner()
{
    auto one = client("one", {1h, 1h});
    one->start();
    QTRY_VERIFY_WITH_TIMEOUT(one->clientView() == ClientView::Holding, waitLimit);
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
