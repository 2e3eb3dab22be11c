// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// What an operating system does to a holder: stops its process for longer than its session lives, and forks it.
/// The same program is the holder: "locks_processes_test hold HOSTS PATH".

#include "core/locks/zookeeper/Mutex.h"
#include "tests/support/LineProcess.h"
#include "tests/support/Printed.h"
#include "tests/support/ServerTest.h"
#include "tests/support/Test.h"

#include <QCoreApplication>
#include <QScopeGuard>

#include <atomic>
#include <csignal>
#include <iostream>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

/// Of who is stopped: its end is waited for, and yet it must outlive a busy machine.
constexpr auto sessionTimeout = 5'000ms;
/// Of who is forked, and must not lose it: another waits for longer, to see that it does not.
constexpr auto forkedSession = 15'000ms;
/// Of everybody else.
constexpr auto longSession = BlockingClient::longSession;
constexpr auto waitLimit = 60s;

/// A resource that keeps the largest token it has seen and refuses what is smaller. False: refused.
bool writeTo(BlockingClient& client, const std::string& resource, std::int64_t token)
{
    for (;;) {
        const auto found = client.get(resource);
        if (!found || (!found->data.empty() && std::stoll(found->data) > token))
            return false;
        const auto written = client.set(resource, std::to_string(token), found->stat.version);
        if (written || written.error().code != ErrorCode::BadVersion)
            return written.has_value();
    }
}

/// The holder: acquires, says so, and at each line from its input tells what a careful holder would know, and what
/// comes of a write by one that is not careful.
int hold(const QString& hosts, const std::string& path)
{
    BlockingClient client(hosts, sessionTimeout);
    locks::Mutex mutex(client.client(), path);
    const auto held = mutex.acquire(waitLimit);
    if (!held)
        return 1;
    std::cout << "held " << held->token() << std::endl;
    std::string line;
    while (std::getline(std::cin, line)) {
        const bool mayAct = held->state().phase == locks::Phase::Held;
        std::cout << "may act: " << (mayAct ? "yes" : "no") << std::endl;
        std::cout << "write: " << (writeTo(client, path + "-resource", held->token()) ? "done" : "refused")
                  << std::endl;
        const auto guarded = held->guard({zk::SetOp{path + "-guarded", "stale"}});
        std::cout << "guarded: " << (guarded ? "done" : toString(guarded.error().code)) << std::endl;
    }
    return 0;
}

} // namespace

class ProcessesTest final : public ServerTest {
    Q_OBJECT
private Q_SLOTS:
    void aStoppedHolderKnowsBeforeItActs();
    void aForkedProcessDisturbsNothing();
};

void ProcessesTest::aStoppedHolderKnowsBeforeItActs()
{
    const auto path = m_servers.uniquePath();
    BlockingClient client(m_servers.connectString(), longSession);
    for (const auto* suffix : {"-resource", "-guarded"})
        QVERIFY(client.create(path.toStdString() + suffix));
    LineProcess holder(QCoreApplication::applicationFilePath(),
                       {QStringLiteral("hold"), m_servers.connectString(), path});
    const auto says = [&](const QByteArray& text) {
        return holder.waitForLine([&](const QByteArray& line) { return line.startsWith(text); });
    };
    QVERIFY2(says("held "), holder.told().constData());
    holder.say(QStringLiteral("act"));
    QVERIFY2(says("may act: yes") && says("write: done") && says("guarded: done"), holder.told().constData());

    holder.signal(SIGSTOP);
    locks::Mutex mutex(client.client(), path.toStdString());
    auto hold = mutex.acquire(waitLimit); // the stopped one's session ends
    QVERIFY(hold);
    QVERIFY(writeTo(client, path.toStdString() + "-resource", hold->token()));
    QVERIFY(hold->guard({zk::SetOp{path.toStdString() + "-guarded", "new"}}));
    holder.say(QStringLiteral("act")); // waits for it when it wakes up
    holder.signal(SIGCONT);
    QVERIFY2(says("may act: no"), holder.told().constData());
    QVERIFY2(says("write: refused"), holder.told().constData());
    // Whether the client has learnt of the end of its session before it is asked, or from the answer.
    const auto isRefused = [](const QByteArray& line) {
        return line.startsWith("guarded: NotHeld") || line.startsWith("guarded: SessionExpired");
    };
    QVERIFY2(holder.waitForLine(isRefused), holder.told().constData());
    QCOMPARE(client.get(path.toStdString() + "-guarded")->data, std::string("new"));
    QVERIFY(hold->verify());
    QVERIFY(hold->release());
}

void ProcessesTest::aForkedProcessDisturbsNothing()
{
    BlockingClient client(m_servers.connectString(), forkedSession);
    const auto path = m_servers.uniquePath().toStdString();
    locks::Mutex mutex(client.client(), path);
    std::atomic<int> changes = 0;
    auto states = mutex.onState([&](locks::Owner, const locks::LockState&) { ++changes; });
    auto hold = mutex.acquire(waitLimit);
    QVERIFY(hold);
    const int changesBefore = changes;
    // One that ends at once, and one that outlives a session's time with our socket still open in it.
    const auto brief = fork();
    if (brief == 0)
        _exit(0);
    const auto lasting = fork();
    if (lasting == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (;;)
            pause();
    }
    const auto end = [lasting] { return ::kill(lasting, SIGKILL) == 0 && waitpid(lasting, nullptr, 0) == lasting; };
    auto endsInAnyCase = qScopeGuard([&] {
        if (lasting > 0)
            end();
    });
    QVERIFY(brief > 0 && lasting > 0);
    int status = 0;
    QCOMPARE(waitpid(brief, &status, 0), brief);
    // The session lives on: another that asks for the lock waits in vain for longer than it would outlive us.
    BlockingClient other(m_servers.connectString(), longSession);
    locks::Mutex theirs(other.client(), path);
    const auto refused = theirs.acquire(forkedSession + 2s);
    QVERIFY(!refused);
    QCOMPARE(printed(refused.error().code), "TimedOut");
    QVERIFY(hold->verify());
    endsInAnyCase.dismiss();
    QVERIFY(end());
    QVERIFY(hold->verify());
    QCOMPARE(printed(hold->state().phase), "Held");
    QCOMPARE(changes.load(), changesBefore); // not for a moment uncertain
    QVERIFY(hold->release());
    client.executor().runAndWait([&] { states.reset(); });
}

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    const auto arguments = QCoreApplication::arguments();
    if (arguments.value(1) == QStringLiteral("hold"))
        return hold(arguments.value(2), arguments.value(3).toStdString());
    ProcessesTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "ProcessesTest.moc"
