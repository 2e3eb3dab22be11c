// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The subscriptions of a client: several handlers for a channel, their confirmations, and their place on the masters.

#include "core/redis/client/Subscriptions.h"
#include "tests/redis/ScriptedServers.h"
#include "tests/support/ManualExecutor.h"
#include "tests/support/Test.h"

namespace lockscope::redis::subscriptionsTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

using Commands = std::vector<Command>;

/// Two masters; the test moves all keys to one of them.
class TwoMasters final : public ServerTopology {
public:
    explicit TwoMasters(std::vector<std::shared_ptr<ServerLink>> links)
        : m_links(std::move(links))
    {
    }

    void start() override {}
    void stop(const Error& /*reason*/) override {}
    [[nodiscard]] std::shared_ptr<ServerLink> linkFor(std::string_view /*key*/) override
    {
        return master ? m_links.at(*master) : nullptr;
    }
    [[nodiscard]] std::vector<std::shared_ptr<ServerLink>> masters() const override { return m_links; }
    [[nodiscard]] Summary summary() const override { return {}; }
    [[nodiscard]] bool usesShardedChannels() const override { return isSharded; }
    [[nodiscard]] std::shared_ptr<ServerLink> onRedirect(const Redirect& redirect) override
    {
        redirects.push_back(redirect);
        return nullptr;
    }
    void onNotServed(ServerLink& link) override { notServed.push_back(link.address()); }

    std::optional<std::size_t> master = 0;
    bool isSharded = false;
    std::vector<Redirect> redirects;
    std::vector<Address> notServed;

private:
    std::vector<std::shared_ptr<ServerLink>> m_links;
};

/// What a handler was called with.
struct Received {
    int confirmations = 0;
    std::vector<std::string> messages;

    [[nodiscard]] Client::MessageHandler onMessage()
    {
        return [this](const Message& message) { messages.emplace_back(message.payload); };
    }
    [[nodiscard]] Task onConfirmed()
    {
        return [this] { ++confirmations; };
    }
};

} // namespace

class SubscriptionsTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void handlersShareOneSubscription();
    void lastHandlerUnsubscribes();
    void laterHandlersAreConfirmed();
    void eachHandlerIsConfirmedOnce();
    void subscribesAgainWhileUnsubscribing();
    void confirmsAgainAfterALoss();
    void noConfirmationWithoutConnection();
    void handlersMayAddAndRemove();
    void handlersMayClear();
    void patternsAreOnEveryMaster();
    void followsTheMaster();
    void waitsForAMaster();
    void changesToShardedChannels();
    void followsARedirect();
    void comesBackAfterASlotMove();
    void triesARefusedOneAgain();
    void endsWithTheLastHandlerOnly();

private:
    [[nodiscard]] std::shared_ptr<ServerLink> makeLink(std::uint16_t port);
    [[nodiscard]] Subscription subscribe(const std::string& channel, Received& log)
    {
        return m_subscriptions->addChannel(channel, log.onMessage(), log.onConfirmed());
    }
    void run() { m_executor->runUntilIdle(); }
    [[nodiscard]] Commands commandsAt(std::uint16_t port);

    ManualClock m_clock;
    ClientSettings m_settings;
    std::unique_ptr<ManualExecutor> m_executor;
    std::unique_ptr<ScriptedServers> m_servers;
    std::unique_ptr<Transports> m_transports;
    std::shared_ptr<Subscriptions> m_subscriptions;
    std::unique_ptr<TwoMasters> m_topology;
    std::vector<std::string> m_log;
};

void SubscriptionsTest::init()
{
    m_executor = std::make_unique<ManualExecutor>(m_clock);
    m_servers = std::make_unique<ScriptedServers>(*m_executor);
    m_transports = m_servers->transports();
    m_log.clear();
    m_subscriptions = std::make_shared<Subscriptions>(
        *m_executor,
        lockscope::Log([this](LogLevel, std::string_view, std::string_view line) { m_log.emplace_back(line); },
                       LogLevel::Warning));
    m_topology = std::make_unique<TwoMasters>(std::vector{makeLink(1), makeLink(2)});
    m_subscriptions->use(*m_topology);
    run();
}

void SubscriptionsTest::cleanup()
{
    m_subscriptions->clear();
    m_topology.reset();
    run();
    m_subscriptions.reset();
    m_executor.reset();
    m_servers.reset();
}

std::shared_ptr<ServerLink> SubscriptionsTest::makeLink(std::uint16_t port)
{
    const auto self = std::make_shared<std::weak_ptr<ServerLink>>();
    ServerLink::Handlers handlers;
    handlers.changed = [] {};
    handlers.confirmed = [this](ChannelKind kind, const std::string& name) {
        m_subscriptions->onConfirmed(kind, name);
    };
    handlers.message = [this](ChannelKind kind, const std::string& name, const Message& message) {
        m_subscriptions->onMessage(kind, name, message);
    };
    handlers.ended = [this, self](ChannelKind kind, const std::string& name, const Value& reason) {
        m_subscriptions->onEnded(self->lock(), kind, name, reason);
    };
    auto link = std::make_shared<ServerLink>(LinkContext{*m_executor, *m_transports, m_settings, {}},
                                             Address{"cache", port, {}}, ServerLink::Probe(), std::move(handlers));
    *self = link;
    return link;
}

/// Without PING.
Commands SubscriptionsTest::commandsAt(std::uint16_t port)
{
    Commands all;
    for (std::size_t i = 0; i < m_servers->network().size(); ++i) {
        auto& link = m_servers->network()[i];
        if (link.address.port != port)
            continue;
        for (auto& command : link.commands()) {
            if (command.front() != "PING")
                all.push_back(std::move(command));
        }
    }
    return all;
}

void SubscriptionsTest::handlersShareOneSubscription()
{
    Received first;
    Received second;
    const auto one = subscribe("c", first);
    const auto two = subscribe("c", second);
    QCOMPARE(first.confirmations, 0);
    run();
    QCOMPARE(commandsAt(1), (Commands{{"SUBSCRIBE", "c"}}));
    QCOMPARE(first.confirmations, 1);
    QCOMPARE(second.confirmations, 1);
    m_servers->send({"message", "c", "hello"});
    run();
    QCOMPARE(first.messages, (std::vector<std::string>{"hello"}));
    QCOMPARE(second.messages, (std::vector<std::string>{"hello"}));
}

void SubscriptionsTest::lastHandlerUnsubscribes()
{
    Received first;
    Received second;
    auto one = subscribe("c", first);
    auto two = subscribe("c", second);
    run();
    static_cast<void>(commandsAt(1));
    one.reset();
    m_servers->send({"message", "c", "hello"});
    run();
    QVERIFY(commandsAt(1).empty());
    QVERIFY(first.messages.empty());
    QCOMPARE(second.messages.size(), std::size_t(1));
    two.reset();
    run();
    QCOMPARE(commandsAt(1), (Commands{{"UNSUBSCRIBE", "c"}}));
}

void SubscriptionsTest::laterHandlersAreConfirmed()
{
    Received first;
    Received second;
    const auto one = subscribe("c", first);
    run();
    const auto two = subscribe("c", second);
    QCOMPARE(second.confirmations, 0); // not during the call
    run();
    QCOMPARE(second.confirmations, 1);
    QCOMPARE(first.confirmations, 1);
}

void SubscriptionsTest::eachHandlerIsConfirmedOnce()
{
    // Added when the event is on its way, and before.
    Received first;
    std::vector<std::unique_ptr<Received>> logs;
    std::vector<Subscription> kept;
    const auto one = subscribe("c", first);
    while (m_executor->runOne()) {
        logs.push_back(std::make_unique<Received>());
        kept.push_back(subscribe("c", *logs.back()));
        if (first.confirmations > 0)
            break;
    }
    run();
    QVERIFY(logs.size() > 3);
    for (const auto& log : logs)
        QCOMPARE(log->confirmations, 1);
    QCOMPARE(commandsAt(1).size(), std::size_t(1));
}

void SubscriptionsTest::subscribesAgainWhileUnsubscribing()
{
    Received first;
    auto one = subscribe("c", first);
    run();
    static_cast<void>(commandsAt(1));
    one.reset();
    Received second;
    const auto two = subscribe("c", second);
    run();
    QCOMPARE(commandsAt(1), (Commands{{"UNSUBSCRIBE", "c"}, {"SUBSCRIBE", "c"}}));
    QCOMPARE(second.confirmations, 1);
    m_servers->send({"message", "c", "hello"});
    run();
    QCOMPARE(second.messages.size(), std::size_t(1));
    QVERIFY(first.messages.empty());
}

void SubscriptionsTest::confirmsAgainAfterALoss()
{
    Received log;
    const auto kept = subscribe("c", log);
    m_executor->advance(1s);
    m_servers->disconnect();
    run();
    QCOMPARE(log.confirmations, 2);
}

void SubscriptionsTest::noConfirmationWithoutConnection()
{
    Received first;
    const auto one = subscribe("c", first);
    run();
    m_servers->refuse(true);
    m_servers->disconnect();
    run();
    Received second;
    const auto two = subscribe("c", second);
    run();
    QCOMPARE(second.confirmations, 0);
    m_servers->refuse(false);
    m_executor->advance(3s);
    QCOMPARE(second.confirmations, 1);
    QCOMPARE(first.confirmations, 2);
}

void SubscriptionsTest::handlersMayAddAndRemove()
{
    Received removed;
    Received added;
    Subscription victim;
    Subscription more;
    int calls = 0;
    Subscription self;
    self = m_subscriptions->addChannel(
        "c",
        [&](const Message&) {
            ++calls;
            victim.reset();
            more = subscribe("c", added);
            self.reset();
        },
        [] {});
    victim = subscribe("c", removed);
    run();
    m_servers->send({"message", "c", "1"});
    run();
    QCOMPARE(calls, 1);
    QVERIFY(removed.messages.empty());
    QVERIFY(added.messages.empty());
    m_servers->send({"message", "c", "2"});
    run();
    QCOMPARE(calls, 1);
    QCOMPARE(added.messages, (std::vector<std::string>{"2"}));
}

void SubscriptionsTest::handlersMayClear()
{
    Received other;
    const auto one = m_subscriptions->addChannel(
        "c", [this](const Message&) { m_subscriptions->clear(); }, [] {});
    const auto two = subscribe("c", other);
    run();
    m_servers->send({"message", "c", "1"});
    run();
    QVERIFY(other.messages.empty());
    Received late;
    QVERIFY(!subscribe("c", late));
}

void SubscriptionsTest::patternsAreOnEveryMaster()
{
    Received log;
    m_servers->on(
        "PSUBSCRIBE", [](MemoryLink&, const Command&) { return std::optional<Value>(); }, 2);
    auto kept = m_subscriptions->addPattern("p*", log.onMessage(), log.onConfirmed());
    run();
    QCOMPARE(commandsAt(1), (Commands{{"PSUBSCRIBE", "p*"}}));
    QCOMPARE(commandsAt(2), (Commands{{"PSUBSCRIBE", "p*"}}));
    QCOMPARE(log.confirmations, 0); // one of two
    m_servers->network().newest().reply(
        Value::array({Value::string("psubscribe"), Value::string("p*"), Value::integer(1)}));
    run();
    QCOMPARE(log.confirmations, 1);
    kept.reset();
    run();
    QCOMPARE(commandsAt(1), (Commands{{"PUNSUBSCRIBE", "p*"}}));
    QCOMPARE(commandsAt(2), (Commands{{"PUNSUBSCRIBE", "p*"}}));
}

void SubscriptionsTest::followsTheMaster()
{
    Received log;
    const auto kept = subscribe("c", log);
    run();
    m_topology->master = 1;
    m_subscriptions->place();
    run();
    QCOMPARE(commandsAt(1), (Commands{{"SUBSCRIBE", "c"}, {"UNSUBSCRIBE", "c"}}));
    QCOMPARE(commandsAt(2), (Commands{{"SUBSCRIBE", "c"}}));
    QCOMPARE(log.confirmations, 2);
    m_subscriptions->place(); // nothing has changed
    run();
    QVERIFY(commandsAt(2).empty());
}

void SubscriptionsTest::waitsForAMaster()
{
    m_topology->master.reset();
    Received log;
    const auto kept = subscribe("c", log);
    run();
    QCOMPARE(m_servers->network().size(), std::size_t(0));
    m_topology->master = 0;
    m_subscriptions->place();
    run();
    QCOMPARE(log.confirmations, 1);
}

void SubscriptionsTest::changesToShardedChannels()
{
    Received log;
    const auto kept = subscribe("c", log);
    run();
    m_topology->isSharded = true;
    m_subscriptions->place();
    run();
    QCOMPARE(commandsAt(1), (Commands{{"SUBSCRIBE", "c"}, {"UNSUBSCRIBE", "c"}, {"SSUBSCRIBE", "c"}}));
    QCOMPARE(log.confirmations, 2);
    m_servers->send({"smessage", "c", "1"});
    run();
    QCOMPARE(log.messages, (std::vector<std::string>{"1"}));
}

void SubscriptionsTest::followsARedirect()
{
    m_topology->isSharded = true;
    m_servers->on("SSUBSCRIBE", Value::error("MOVED 7365 cache:2"), 1);
    Received log;
    const auto kept = subscribe("c", log);
    run();
    QCOMPARE(m_topology->redirects, (std::vector<Redirect>{{Redirect::Kind::Moved, 7365, Address{"cache", 2, {}}}}));
    m_topology->master = 1;
    m_executor->advance(1s); // also without a change of the layout: it may be known already
    QCOMPARE(log.confirmations, 1);
    QCOMPARE(commandsAt(2), (Commands{{"SSUBSCRIBE", "c"}}));
    QVERIFY(m_log.empty());
}

void SubscriptionsTest::comesBackAfterASlotMove()
{
    m_topology->isSharded = true;
    Received log;
    const auto kept = subscribe("c", log);
    run();
    m_servers->subscriberLink().reply(
        Value::array({Value::string("sunsubscribe"), Value::string("c"), Value::integer(0)}));
    run();
    QCOMPARE(m_topology->notServed, (std::vector<Address>{Address{"cache", 1, {}}}));
    m_topology->master = 1;
    m_executor->advance(1s);
    QCOMPARE(log.confirmations, 2);
}

void SubscriptionsTest::triesARefusedOneAgain()
{
    m_servers->on("SUBSCRIBE", Value::error("NOPERM No permissions to access a channel"));
    Received log;
    const auto kept = subscribe("c", log);
    m_executor->advance(1min);
    QCOMPARE(m_log,
             (std::vector<std::string>{"cache:1 refused a subscription: NOPERM No permissions to access a channel"}));
    const auto tries = commandsAt(1).size();
    QVERIFY(tries > 5 && tries < 20);
    m_servers->forget("SUBSCRIBE");
    m_executor->advance(10s);
    QCOMPARE(log.confirmations, 1);
}

void SubscriptionsTest::endsWithTheLastHandlerOnly()
{
    // A subscription may own another one, and may be destroyed late.
    Received log;
    auto outer = m_subscriptions->addChannel(
        "outer", [inner = std::make_shared<Subscription>(subscribe("inner", log))](const Message&) {}, [] {});
    run();
    outer.reset();
    run();
    QCOMPARE(
        commandsAt(1),
        (Commands{{"SUBSCRIBE", "inner"}, {"SUBSCRIBE", "outer"}, {"UNSUBSCRIBE", "outer"}, {"UNSUBSCRIBE", "inner"}}));
    auto late = subscribe("late", log);
    m_subscriptions->clear();
    late.reset();
}

} // namespace lockscope::redis::subscriptionsTest

LOCKSCOPE_TEST(lockscope::redis::subscriptionsTest::SubscriptionsTest)
#include "SubscriptionsTest.moc"
