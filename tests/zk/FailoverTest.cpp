// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Servers that go and come back, with 1 to 4 addresses: each session is connected again within a second of a server
/// that serves, and no lock is lost. LOCKSCOPE_FAILOVERS: how often in a row.

#include "core/locks/zookeeper/Mutex.h"
#include "tests/support/FourLetters.h"
#include "tests/support/Printed.h"
#include "tests/support/ServerFixture.h"
#include "tests/support/Test.h"
#include "tests/zk/LoggedClient.h"
#include "tests/zk/Relay.h"

#include <algorithm>

namespace lockscope::failoverTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

constexpr auto sessionTimeout = 10s;
constexpr auto backWithin = 1s; ///< of a server that serves
constexpr int giveUpMs = 15'000;

/// The normal run's; the nightly one asks for more.
int failovers()
{
    const int asked = qEnvironmentVariableIntValue("LOCKSCOPE_FAILOVERS");
    return asked > 0 ? asked : 6;
}

/// A client that holds a lock.
struct Holder {
    Holder(ClientLoop& itsLoop, zk::ConnectString servers, const std::string& path)
        : logged(itsLoop, {.servers = std::move(servers), .sessionTimeout = sessionTimeout})
        , mutex(logged.client(), path)
        , observer(mutex.onState([this](locks::Owner, const locks::LockState& state) {
            wasLost = wasLost || state.phase == locks::Phase::Lost;
        }))
        , loop(itsLoop)
    {
    }
    ~Holder()
    {
        loop.runAndWait([this] { observer.reset(); });
    }
    Holder(const Holder&) = delete;
    Holder& operator=(const Holder&) = delete;

    [[nodiscard]] Result<void> acquire()
    {
        auto acquired = mutex.acquire(30s);
        if (!acquired)
            return failure(acquired.error());
        hold.emplace(std::move(*acquired));
        id = logged.session().id;
        return {};
    }
    /// The port to which it is connected.
    [[nodiscard]] int port() const
    {
        const auto server = QString::fromStdString(logged.session().server);
        return server.section(u':', -1).toInt();
    }
    /// The same session is connected, and the lock was held throughout.
    [[nodiscard]] bool isIntact() const
    {
        bool lost = true;
        loop.runAndWait([&] { lost = wasLost; });
        const auto session = logged.session();
        return !lost && session.state == SessionState::Connected && session.id == id;
    }

    LoggedClient logged;
    locks::Mutex mutex;
    bool wasLost = false; ///< on the loop
    Subscription observer;
    ClientLoop& loop;
    std::optional<locks::Hold> hold;
    SessionId id = 0;
};

} // namespace

class FailoverTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    static void comesBackEachTime_data() { addressRows(1); }
    void comesBackEachTime();
    static void comesBackWhenAllWereGone_data() { addressRows(2); }
    void comesBackWhenAllWereGone();
    void outlivesServersThatAreKilled();

private:
    using Relays = std::vector<std::unique_ptr<Relay>>;
    using Holders = std::vector<std::unique_ptr<Holder>>;

    static void addressRows(int least)
    {
        QTest::addColumn<int>("addresses");
        for (int addresses = least; addresses <= 4; ++addresses)
            QTest::addRow("addresses: %d", addresses) << addresses;
    }
    [[nodiscard]] Relays relays(int count) const
    {
        const auto servers = m_servers.servers();
        Relays made;
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
            made.push_back(std::make_unique<Relay>(static_cast<quint16>(servers[i % servers.size()].clientPort)));
        return made;
    }
    /// Three, each with a lock of its own.
    [[nodiscard]] Holders holders(ClientLoop& loop, const Relays& relays)
    {
        std::vector<quint16> ports;
        for (const auto& relay : relays)
            ports.push_back(relay->port());
        Holders made;
        for (int i = 0; i < 3; ++i) {
            made.push_back(std::make_unique<Holder>(loop, onThisMachine(ports), m_servers.uniquePath().toStdString()));
            if (!made.back()->acquire())
                return {};
        }
        return made;
    }
    /// Those of the holders that were affected come back in time; "" or what failed.
    [[nodiscard]] static QByteArray comesBack(const Holders& affected, SteadyTime since, int round)
    {
        for (const auto& holder : affected) {
            const auto back = [&] { return holder->logged.connectedAfter(since); };
            const auto name = QByteArrayLiteral("failover ") + QByteArray::number(round + 1);
            if (!QTest::qWaitFor([&] { return back().has_value(); }, giveUpMs))
                return name + ": not back; " + QByteArray::fromStdString(holder->logged.session().detail);
            if (*back() - since > backWithin)
                return millisecondsOf((name + ": back only after").constData(), *back() - since);
        }
        return {};
    }

    ServerFixture m_servers{{.servers = 3}};
};

void FailoverTest::initTestCase()
{
    const auto started = m_servers.start();
    QVERIFY_RESULT(started);
}

void FailoverTest::comesBackEachTime()
{
    QFETCH(const int, addresses);
    const auto relays = this->relays(addresses);
    const auto loop = makeClientLoop({});
    auto holders = this->holders(*loop, relays);
    QVERIFY(!holders.empty());
    for (int round = 0; round < failovers(); ++round) {
        const int port = holders.front()->port();
        const auto gone =
            std::find_if(relays.begin(), relays.end(), [&](const auto& relay) { return relay->port() == port; });
        QVERIFY(gone != relays.end());
        const auto middle =
            std::partition(holders.begin(), holders.end(), [&](const auto& holder) { return holder->port() == port; });
        Holders others(std::make_move_iterator(middle), std::make_move_iterator(holders.end()));
        holders.erase(middle, holders.end());
        auto since = loop->clock().now();
        (*gone)->refuse();
        if (addresses == 1) {
            for (const auto& holder : holders)
                QTRY_COMPARE(printed(holder->logged.session().state), "Suspended");
            letPass(*loop, round % 2 == 0 ? 0ms : 1500ms); // so that the client's pauses grow
            since = loop->clock().now();
            (*gone)->accept();
        }
        const auto failed = comesBack(holders, since, round);
        QVERIFY2(failed.isEmpty(), failed.constData());
        (*gone)->accept();
        std::move(others.begin(), others.end(), std::back_inserter(holders));
        for (const auto& holder : holders)
            QVERIFY(holder->isIntact());
    }
    for (const auto& holder : holders)
        QTRY_COMPARE(printed(holder->hold->state().phase), "Held");
}

void FailoverTest::comesBackWhenAllWereGone()
{
    QFETCH(const int, addresses);
    const auto relays = this->relays(addresses);
    const auto loop = makeClientLoop({});
    const auto holders = this->holders(*loop, relays);
    QVERIFY(!holders.empty());
    for (int round = 0; round < failovers() / 3; ++round) {
        for (const auto& relay : relays)
            relay->refuse();
        for (const auto& holder : holders)
            QTRY_COMPARE(printed(holder->logged.session().state), "Suspended");
        letPass(*loop, 1500ms);
        const auto since = loop->clock().now();
        relays[static_cast<std::size_t>(round) % relays.size()]->accept();
        const auto failed = comesBack(holders, since, round);
        QVERIFY2(failed.isEmpty(), failed.constData());
        for (const auto& relay : relays)
            relay->accept();
    }
    for (const auto& holder : holders) {
        QVERIFY(holder->isIntact());
        QTRY_COMPARE(printed(holder->hold->state().phase), "Held");
    }
}

void FailoverTest::outlivesServersThatAreKilled()
{
    const auto loop = makeClientLoop({});
    Holder holder(*loop, zk::parseConnectString(m_servers.connectString().toStdString()).value(),
                  m_servers.uniquePath().toStdString());
    const auto acquired = holder.acquire();
    QVERIFY_RESULT(acquired);
    const auto servers = m_servers.servers();
    const auto anyServes = [&] {
        return std::any_of(servers.begin(), servers.end(), [](const auto& server) {
            return answerOf(server.clientPort, "srvr", 1'000).contains("Mode: ");
        });
    };
    for (int round = 0; round < failovers() / 3; ++round) {
        const auto victim = std::find_if(servers.begin(), servers.end(),
                                         [&](const auto& server) { return server.clientPort == holder.port(); });
        QVERIFY(victim != servers.end());
        const int index = static_cast<int>(victim - servers.begin());
        const auto since = loop->clock().now();
        const auto killed = m_servers.killServer(index);
        QVERIFY_RESULT(killed);
        auto servesSince = loop->clock().now(); // without its leader the others elect one first
        QTRY_VERIFY((anyServes() || (servesSince = loop->clock().now(), false)) && holder.logged.connectedAfter(since));
        const auto took = *holder.logged.connectedAfter(since) - servesSince;
        QVERIFY2(took <= backWithin, millisecondsOf("back only after", took).constData());
        const auto started = m_servers.startServer(index);
        QVERIFY_RESULT(started);
        QVERIFY(holder.isIntact());
    }
    QTRY_COMPARE(printed(holder.hold->state().phase), "Held");
}

} // namespace lockscope::failoverTest

LOCKSCOPE_TEST(lockscope::failoverTest::FailoverTest)
#include "FailoverTest.moc"
