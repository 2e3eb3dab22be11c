// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The subscriptions at one server: their connection, their confirmations, and their end.

#include "tests/redis/LinkWorld.h"
#include "tests/support/Test.h"

namespace lockscope::redis::linkSubscriberTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

class LinkSubscriberTest final : public LinkWorld {
    Q_OBJECT
private Q_SLOTS:
    void init() { begin(); }
    void cleanup() { end(); }
    void subscribesOnItsOwnConnection();
    void subscribesAgainAfterALoss();
    void newestSubscribeCommandCounts();
    void passesMessagesWhileSubscribed();
    void reportsRefusedSubscriptions();
    void reportsEndedSubscriptions();
    void pingsTheSubscriber();

private:
    [[nodiscard]] std::vector<Command> subscribeCommands();
};

std::vector<Command> LinkSubscriberTest::subscribeCommands()
{
    auto commands = m_servers->takeCommands();
    std::erase_if(commands, [](const Command& one) { return one.front().find("SUBSCRIBE") == std::string::npos; });
    return commands;
}

void LinkSubscriberTest::subscribesOnItsOwnConnection()
{
    start();
    QCOMPARE(m_servers->network().size(), std::size_t(1));
    m_link->subscribe(ChannelKind::Plain, "c");
    m_link->subscribe(ChannelKind::Plain, "c");
    m_link->subscribe(ChannelKind::Pattern, "p*");
    m_link->subscribe(ChannelKind::Sharded, "s");
    QVERIFY(m_confirmed.empty());
    m_executor->runUntilIdle();
    QCOMPARE(m_servers->network().size(), std::size_t(2));
    QCOMPARE(m_confirmed, (std::vector<std::string>{"c", "p*", "s"}));
    QVERIFY(m_link->isConfirmed(ChannelKind::Plain, "c"));
    QVERIFY(!m_link->isConfirmed(ChannelKind::Sharded, "c"));
    m_link->subscribe(ChannelKind::Plain, "later");
    QVERIFY(!m_link->isConfirmed(ChannelKind::Plain, "later"));
    m_executor->runUntilIdle();
    QVERIFY(m_link->isConfirmed(ChannelKind::Plain, "later"));
    QCOMPARE(m_servers->network().size(), std::size_t(2));
}

void LinkSubscriberTest::subscribesAgainAfterALoss()
{
    start();
    m_link->subscribe(ChannelKind::Plain, "a");
    m_link->subscribe(ChannelKind::Plain, "b");
    m_executor->advance(1s);
    m_link->unsubscribe(ChannelKind::Plain, "a");
    m_executor->runUntilIdle();
    static_cast<void>(subscribeCommands());
    m_confirmed.clear();
    m_servers->disconnect();
    m_executor->runUntilIdle();
    QCOMPARE(subscribeCommands(), (std::vector<Command>{{"SUBSCRIBE", "b"}}));
    QCOMPARE(m_confirmed, (std::vector<std::string>{"b"}));

    m_servers->refuse(true);
    m_servers->disconnect();
    m_executor->runUntilIdle();
    QVERIFY(!m_link->isConfirmed(ChannelKind::Plain, "b"));
    m_link->subscribe(ChannelKind::Plain, "c"); // while there is no connection
    m_link->unsubscribe(ChannelKind::Plain, "b");
    m_servers->refuse(false);
    m_executor->advance(2s);
    QCOMPARE(subscribeCommands(), (std::vector<Command>{{"SUBSCRIBE", "c"}}));
}

void LinkSubscriberTest::newestSubscribeCommandCounts()
{
    start();
    m_link->subscribe(ChannelKind::Plain, "first");
    m_executor->runUntilIdle();
    m_confirmed.clear();
    static_cast<void>(subscribeCommands());
    // Between the second and the third event the channel is not subscribed.
    m_link->subscribe(ChannelKind::Plain, "c");
    m_link->unsubscribe(ChannelKind::Plain, "c");
    m_link->subscribe(ChannelKind::Plain, "c");
    m_executor->runUntilIdle();
    QCOMPARE(subscribeCommands(), (std::vector<Command>{{"SUBSCRIBE", "c"}, {"UNSUBSCRIBE", "c"}, {"SUBSCRIBE", "c"}}));
    QCOMPARE(m_confirmed, (std::vector<std::string>{"c"}));

    m_confirmed.clear();
    m_link->unsubscribe(ChannelKind::Plain, "c");
    m_link->subscribe(ChannelKind::Plain, "c");
    m_link->unsubscribe(ChannelKind::Plain, "c");
    m_executor->runUntilIdle();
    QVERIFY(m_confirmed.empty());
    QVERIFY(m_ended.empty());
}

void LinkSubscriberTest::passesMessagesWhileSubscribed()
{
    start();
    m_link->subscribe(ChannelKind::Plain, "c");
    m_link->subscribe(ChannelKind::Pattern, "p*");
    m_link->subscribe(ChannelKind::Sharded, "s");
    m_executor->runUntilIdle();
    m_servers->send({"message", "c", "1"});
    m_servers->send({"pmessage", "p*", "pq", "2"});
    m_servers->send({"smessage", "s", "3"});
    m_executor->runUntilIdle();
    QCOMPARE(m_messages, (std::vector<std::string>{"c c 1", "p* pq 2", "s s 3"}));
    m_servers->send({"message", "c", "4"});
    m_link->unsubscribe(ChannelKind::Plain, "c"); // the message is on its way
    m_executor->runUntilIdle();
    QCOMPARE(m_messages.size(), std::size_t(3));
}

void LinkSubscriberTest::reportsRefusedSubscriptions()
{
    const auto refusal = Value::error("NOPERM No permissions to access a channel");
    m_servers->on("SUBSCRIBE", refusal);
    start();
    m_link->subscribe(ChannelKind::Plain, "c");
    m_executor->runUntilIdle();
    QVERIFY(m_confirmed.empty());
    QCOMPARE(m_ended, (std::vector<std::string>{"c " + toString(refusal)}));
    QVERIFY(!m_link->isConfirmed(ChannelKind::Plain, "c"));
    m_servers->forget("SUBSCRIBE");
    m_link->subscribe(ChannelKind::Plain, "c");
    m_executor->runUntilIdle();
    QCOMPARE(m_confirmed, (std::vector<std::string>{"c"}));
}

void LinkSubscriberTest::reportsEndedSubscriptions()
{
    start();
    m_link->subscribe(ChannelKind::Sharded, "s");
    m_executor->runUntilIdle();
    // A cluster has moved the slot.
    m_servers->subscriberLink().reply(
        Value::array({Value::string("sunsubscribe"), Value::string("s"), Value::integer(0)}));
    m_executor->runUntilIdle();
    QCOMPARE(m_ended, (std::vector<std::string>{"s " + toString(Value())}));
    QVERIFY(!m_link->isConfirmed(ChannelKind::Sharded, "s"));
}

void LinkSubscriberTest::pingsTheSubscriber()
{
    start();
    m_link->subscribe(ChannelKind::Plain, "c");
    m_executor->runUntilIdle();
    const auto* dead = &m_servers->subscriberLink(); // it alone, such as behind a proxy
    m_servers->on("PING", [dead](MemoryLink& link, const Command&) {
        return &link == dead ? std::nullopt : std::optional(Value::status("PONG"));
    });
    m_executor->advance(m_settings.lostAfter / 3 + 3 * m_settings.requestTimeout);
    QVERIFY(!dead->isOpen());
    m_executor->runUntilIdle();
    QCOMPARE(m_confirmed.size(), std::size_t(2));
    QCOMPARE(m_link->connections(), 1u);
}

} // namespace lockscope::redis::linkSubscriberTest

LOCKSCOPE_TEST(lockscope::redis::linkSubscriberTest::LinkSubscriberTest)
#include "LinkSubscriberTest.moc"
