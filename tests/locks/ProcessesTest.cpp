// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Operating system effects on a holder: its process is stopped for longer than its session lives, or forks. The same
/// program is the holder: "locks_processes_test hold HOSTS PATH".

#include "core/locks/zookeeper/Guard.h"
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

/// Session timeout of the stopped process: the test waits for its expiry, yet it must survive a busy machine.
constexpr auto sessionTimeout = 5'000ms;
/// Session timeout of the forked process, which must survive: another client waits longer than this to verify it.
constexpr auto forkedSession = 15'000ms;
/// Session timeout of all other clients.
constexpr auto longSession = BlockingClient::longSession;
constexpr auto waitLimit = 60s;

/// A resource that keeps the largest token seen and rejects smaller ones. Returns false if rejected.
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

/// The holder: acquires and reports it. At each input line it reports whether a careful holder would act, and the
/// result of a write by a careless one.
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
        const auto guarded = locks::guard(*held, {zk::SetOp{path + "-guarded", "stale"}});
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
    QVERIFY2(says("held "), holder.reported().constData());
    holder.say(QStringLiteral("act"));
    QVERIFY2(says("may act: yes") && says("write: done") && says("guarded: done"), holder.reported().constData());

    holder.signal(SIGSTOP);
    locks::Mutex mutex(client.client(), path.toStdString());
    auto hold = mutex.acquire(waitLimit); // granted when the stopped process's session expires
    QVERIFY(hold);
    QVERIFY(writeTo(client, path.toStdString() + "-resource", hold->token()));
    QVERIFY(locks::guard(*hold, {zk::SetOp{path.toStdString() + "-guarded", "new"}}));
    holder.say(QStringLiteral("act")); // waits for the process until it continues
    holder.signal(SIGCONT);
    QVERIFY2(says("may act: no"), holder.reported().constData());
    QVERIFY2(says("write: refused"), holder.reported().constData());
    // The client has learnt of its session's end before the call, or learns of it from the reply.
    const auto isRefused = [](const QByteArray& line) {
        return line.startsWith("guarded: NotHeld") || line.startsWith("guarded: SessionExpired");
    };
    QVERIFY2(holder.waitForLine(isRefused), holder.reported().constData());
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
    const auto awaitHandlers = [&] { client.client().callbacks().runAndWait([] {}); };
    awaitHandlers();
    const int changesBefore = changes;
    // One that exits at once, and one that outlives a session timeout with our socket still open.
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
    // The session survives: another client waits for the lock in vain, for longer than the session timeout.
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
    awaitHandlers();
    QCOMPARE(changes.load(), changesBefore); // not even briefly uncertain
    QVERIFY(hold->release());
    client.client().callbacks().runAndWait([&] { states.reset(); });
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
