// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The changes of keys, as a server in memory reports them: the connection for them, and its end.

#include "tests/redis/MemoryClient.h"
#include "tests/support/Printed.h"

namespace lockscope::redis::keyTrackingTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

using Words = std::vector<std::string>;

} // namespace

class KeyTrackingTest final : public MemoryClient {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void tracksOnAConnectionOfItsOwn();
    void reportsKeys();
    void tracksAgainAfterALoss();
    void tracksAgainAfterTheMastersLoss();
    void reportsARefusal_data();
    void reportsARefusal();
    void endsWithItsSubscription();
    void mayEndInAHandler();

private:
    void track(Words prefixes = {});
    void report(const Value& keys)
    {
        m_servers->subscriberLink().reply(
            Value::array({Value::string("message"), Value::string("__redis__:invalidate"), keys}));
        run();
    }

    Words m_seen;
    Subscription m_tracking;
};

void KeyTrackingTest::init()
{
    begin();
    m_seen.clear();
    m_servers->on("CLIENT", [](MemoryLink&, const Command& command) {
        return std::optional(command.at(1) == "ID" ? Value::integer(7) : Value::status("OK"));
    });
}

void KeyTrackingTest::cleanup()
{
    m_tracking.reset();
    end();
}

void KeyTrackingTest::track(Words prefixes)
{
    KeyChangeHandlers handlers;
    handlers.changed = [this](const Words* keys) {
        if (!keys)
            m_seen.emplace_back("all");
        else
            m_seen.insert(m_seen.end(), keys->begin(), keys->end());
    };
    handlers.confirmed = [this] { m_seen.emplace_back("<confirmed>"); };
    handlers.interrupted = [this] { m_seen.emplace_back("<interrupted>"); };
    handlers.refused = [this](const std::string& reason) { m_seen.push_back("<refused> " + reason); };
    m_tracking = m_client->trackKeys(std::move(prefixes), std::move(handlers));
    QVERIFY(m_seen.empty());
    run();
}

void KeyTrackingTest::tracksOnAConnectionOfItsOwn()
{
    connect();
    track({"a", "b"});
    QCOMPARE(m_servers->takeCommands(),
             (std::vector<Command>{
                 {"CLIENT", "ID"},
                 {"CLIENT", "TRACKING", "ON", "REDIRECT", "7", "BCAST", "PREFIX", "a", "PREFIX", "b"},
                 {"SUBSCRIBE", "__redis__:invalidate"},
             }));
    QCOMPARE(m_servers->network().size(), std::size_t(2));
    QCOMPARE(m_seen, Words{"<confirmed>"});
}

void KeyTrackingTest::reportsKeys()
{
    make();
    track(); // before the first connection
    QCOMPARE(m_seen, Words{"<confirmed>"});
    report(Value::array({Value::string("a"), Value::string("b")}));
    report(Value()); // FLUSHALL
    QCOMPARE(m_seen, (Words{"<confirmed>", "a", "b", "all"}));
}

void KeyTrackingTest::tracksAgainAfterALoss()
{
    connect();
    track();
    m_executor->advance(1s);
    m_servers->subscriberLink().end({ErrorCode::ConnectionLoss, {}, {}, "connection reset by peer"});
    run();
    QCOMPARE(m_seen, (Words{"<confirmed>", "<interrupted>", "<confirmed>"}));
    QCOMPARE(m_client->status().generation, 1u);
}

void KeyTrackingTest::tracksAgainAfterTheMastersLoss()
{
    connect();
    track();
    m_executor->advance(1s);
    auto& first = m_servers->subscriberLink();
    m_servers->commandLink().end({ErrorCode::ConnectionLoss, {}, {}, "connection reset by peer"});
    run();
    QVERIFY(!first.isOpen()); // another server may have the address
    QCOMPARE(m_seen, (Words{"<confirmed>", "<interrupted>", "<confirmed>"}));
    QCOMPARE(m_client->status().generation, 2u);
}

void KeyTrackingTest::reportsARefusal_data()
{
    QTest::addColumn<QString>("refused");
    QTest::addColumn<QString>("reason");
    QTest::newRow("ID") << "ID"
                        << "ERR unknown command `CLIENT`, with args beginning with: `ID`, ";
    QTest::newRow("TRACKING") << "TRACKING"
                              << "NOPERM this user has no permissions to run the 'client|tracking' command";
    QTest::newRow("SUBSCRIBE") << ""
                               << "NOPERM this user has no permissions to access one of the channels";
}

void KeyTrackingTest::reportsARefusal()
{
    QFETCH(const QString, refused);
    QFETCH(const QString, reason);
    const auto error = Value::error(reason.toStdString());
    m_servers->on("CLIENT", [error, at = refused.toStdString()](MemoryLink&, const Command& command) {
        if (command.at(1) == at)
            return std::optional(error);
        return std::optional(command.at(1) == "ID" ? Value::integer(7) : Value::status("OK"));
    });
    if (refused.isEmpty())
        m_servers->on("SUBSCRIBE", error);
    connect();
    track();
    QCOMPARE(m_seen, Words{"<refused> cache1:6379: " + reason.toStdString()});
    m_executor->advance(60s);
    QCOMPARE(m_seen.size(), std::size_t(1));
    QCOMPARE(m_servers->network().size(), std::size_t(2)); // not tried again
    QVERIFY(!m_servers->network()[1].isOpen());
}

void KeyTrackingTest::endsWithItsSubscription()
{
    connect();
    track();
    auto& link = m_servers->subscriberLink();
    link.reply(Value::array({Value::string("message"), Value::string("__redis__:invalidate"), Value()}));
    m_tracking.reset();
    run();
    QVERIFY(!link.isOpen());
    QCOMPARE(m_seen, Words{"<confirmed>"});
}

void KeyTrackingTest::mayEndInAHandler()
{
    connect();
    int calls = 0;
    KeyChangeHandlers handlers;
    handlers.changed = [&](const Words*) {
        ++calls;
        m_tracking.reset();
    };
    handlers.confirmed = [] {};
    handlers.interrupted = [] {};
    handlers.refused = [](const std::string&) {};
    m_tracking = m_client->trackKeys({}, std::move(handlers));
    run();
    auto& link = m_servers->subscriberLink();
    for (int i = 0; i < 2; ++i)
        link.reply(Value::array({Value::string("message"), Value::string("__redis__:invalidate"), Value()}));
    run();
    QCOMPARE(calls, 1);
    QVERIFY(!link.isOpen());
}

} // namespace lockscope::redis::keyTrackingTest

LOCKSCOPE_TEST(lockscope::redis::keyTrackingTest::KeyTrackingTest)
#include "KeyTrackingTest.moc"
