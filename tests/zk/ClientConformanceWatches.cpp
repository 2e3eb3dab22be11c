// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/zk/ClientConformance.h"

namespace lockscope::test {

using EventType = zk::WatchEvent::Type;

namespace {

struct Rule {
    const char* watch;
    const char* change; ///< a change of the node "a", which exists before all changes except "create"
    EventType event = EventType::Deleted;
};

const Rule firing[] = {
    {"exists", "create", EventType::Created},
    {"exists", "set", EventType::DataChanged},
    {"exists", "delete", EventType::Deleted},
    {"get", "set", EventType::DataChanged},
    {"get", "delete", EventType::Deleted},
    {"children", "create child", EventType::ChildrenChanged},
    {"children", "delete child", EventType::ChildrenChanged},
    {"children", "delete", EventType::Deleted},
    {"list", "create child", EventType::ChildrenChanged},
    {"list", "delete child", EventType::ChildrenChanged},
    {"list", "delete", EventType::Deleted},
};

const Rule silent[] = {
    {"exists", "create child"}, {"exists", "delete child"}, {"get", "create child"},
    {"get", "delete child"},    {"children", "set"},        {"list", "set"},
};

} // namespace

void ClientConformance::watchRows()
{
    QTest::addColumn<int>("watch");
    QTest::newRow("exists") << static_cast<int>(Watch::Exists);
    QTest::newRow("get") << static_cast<int>(Watch::Get);
    QTest::newRow("children") << static_cast<int>(Watch::Children);
    QTest::newRow("list") << static_cast<int>(Watch::List);
}

ClientConformance::Watch ClientConformance::watchNamed(const QString& name)
{
    return name == QLatin1String("exists")     ? Watch::Exists
           : name == QLatin1String("get")      ? Watch::Get
           : name == QLatin1String("children") ? Watch::Children
                                               : Watch::List;
}

bool ClientConformance::prepare(const QString& change)
{
    return (change == QLatin1String("create") || create(other(), at("a"))) &&
           (change != QLatin1String("delete child") || create(other(), at("a/child")));
}

bool ClientConformance::apply(const QString& change)
{
    if (change == QLatin1String("create"))
        return create(other(), at("a")).has_value();
    if (change == QLatin1String("set"))
        return set(other(), at("a"), "new").has_value();
    if (change == QLatin1String("delete"))
        return remove(other(), at("a")).has_value();
    if (change == QLatin1String("create child"))
        return create(other(), at("a/child")).has_value();
    return remove(other(), at("a/child")).has_value();
}

void ClientConformance::watchFires_data()
{
    QTest::addColumn<QString>("watch");
    QTest::addColumn<QString>("change");
    QTest::addColumn<int>("event");
    for (const Rule& rule : firing)
        QTest::addRow("%s, %s", rule.watch, rule.change) << rule.watch << rule.change << static_cast<int>(rule.event);
}

void ClientConformance::watchFires()
{
    QFETCH(const QString, watch);
    QFETCH(const QString, change);
    QFETCH(const int, event);
    QVERIFY(prepare(change));
    const auto watched = setWatch(watchNamed(watch), at("a"));
    QVERIFY(sync(client()));
    QVERIFY(apply(change));
    QVERIFY(m_world->waitFor([&] { return watched->events.count() > 0; }));
    QVERIFY(sync(client()));
    QCOMPARE(watched->events.count(), 1U);
    const zk::WatchEvent& seen = watched->events.at(0);
    QCOMPARE(static_cast<int>(seen.type), event);
    QCOMPARE(printed(seen.path), printed(at("a")));
    QCOMPARE(seen.session, session().id);
    QVERIFY(seen.at > SteadyTime{});
}

void ClientConformance::watchIgnores_data()
{
    QTest::addColumn<QString>("watch");
    QTest::addColumn<QString>("change");
    for (const Rule& rule : silent)
        QTest::addRow("%s, %s", rule.watch, rule.change) << rule.watch << rule.change;
}

void ClientConformance::watchIgnores()
{
    QFETCH(const QString, watch);
    QFETCH(const QString, change);
    QVERIFY(prepare(change));
    const auto watched = setWatch(watchNamed(watch), at("a"));
    QVERIFY(sync(client()));
    QVERIFY(apply(change));
    QVERIFY(sync(client()));
    QCOMPARE(watched->events.count(), 0U);
    QCOMPARE(printed(*watched->order), "reply");
}

void ClientConformance::watchIsOneShot()
{
    QVERIFY(create(other(), at("a")));
    const auto watched = setWatch(Watch::Get, at("a"));
    QVERIFY(sync(client()));
    QVERIFY(set(other(), at("a"), "one"));
    QVERIFY(set(other(), at("a"), "two"));
    QVERIFY(remove(other(), at("a")));
    QVERIFY(sync(client()));
    QCOMPARE(watched->events.count(), 1U);
    QCOMPARE(static_cast<int>(watched->events.at(0).type), static_cast<int>(EventType::DataChanged));
}

void ClientConformance::watchCanBeSetAgainInItsHandler()
{
    struct Chain {
        std::vector<std::string> seen;
        Subscription subscription;
        std::function<void()> set;
    };
    const auto chain = std::make_shared<Chain>();
    m_kept.push_back(chain);
    QVERIFY(create(other(), at("a")));
    chain->set = [this, raw = chain.get()] {
        raw->subscription = client().get(
            at("a"), [raw](const zk::WatchEvent&) { raw->set(); },
            [raw](const Result<zk::NodeData>& data) { raw->seen.push_back(data ? data->data : "gone"); });
    };
    m_world->run(chain->set);
    for (const char* text : {"one", "two", "three"}) {
        QVERIFY(sync(client())); // the watch is set before the change
        QVERIFY(set(other(), at("a"), text));
        QVERIFY(m_world->waitFor([&] { return !chain->seen.empty() && chain->seen.back() == text; }));
    }
    QVERIFY(remove(other(), at("a")));
    QVERIFY(m_world->waitFor([&] { return chain->seen.back() == "gone"; }));
}

void ClientConformance::replyComesBeforeEvent_data()
{
    watchRows();
}

void ClientConformance::replyComesBeforeEvent()
{
    QFETCH(const int, watch);
    QVERIFY(create(other(), at("a")));
    const auto watched = setWatch(static_cast<Watch>(watch), at("a"));
    QVERIFY(remove(client(), at("a"))); // directly after it on the same connection
    QVERIFY(m_world->waitFor([&] { return watched->order->size() == 2; }));
    QCOMPARE(printed(*watched->order), "reply event");
}

void ClientConformance::droppedWatchIsSilent()
{
    QVERIFY(create(other(), at("a")));
    const auto watched = setWatch(Watch::Get, at("a"));
    QVERIFY(sync(client()));
    m_world->run([&] { watched->subscription.reset(); });
    QVERIFY(set(other(), at("a"), "new"));
    QVERIFY(sync(client()));
    QCOMPARE(printed(*watched->order), "reply");

    // a new watch on the same node works as usual
    const auto next = setWatch(Watch::Get, at("a"));
    QVERIFY(sync(client()));
    QVERIFY(set(other(), at("a"), "newer"));
    QVERIFY(m_world->waitFor([&] { return next->events.count() == 1; }));
    QCOMPARE(watched->events.count(), 0U);
}

void ClientConformance::watchDroppedBeforeItsReplyIsSilent()
{
    QVERIFY(create(other(), at("a")));
    const Answer<zk::NodeData> answer;
    const Events events;
    m_world->run([&] { client().get(at("a"), events.handler(), answer.reply()).reset(); });
    QVERIFY(m_world->waitFor([&] { return answer.arrived(); }));
    QVERIFY(answer.ok());
    QVERIFY(set(other(), at("a"), "new"));
    QVERIFY(sync(client()));
    QCOMPARE(answer.count(), 1);
    QCOMPARE(events.count(), 0U);
}

void ClientConformance::watchOnMissingNode_data()
{
    watchRows();
}

void ClientConformance::watchOnMissingNode()
{
    QFETCH(const int, watch);
    const auto watched = setWatch(static_cast<Watch>(watch), at("a"));
    QVERIFY(sync(client()));
    QVERIFY(create(other(), at("a")));
    QVERIFY(create(other(), at("a/child")));
    QVERIFY(sync(client()));
    QCOMPARE(printed(*watched->order), static_cast<Watch>(watch) == Watch::Exists ? "reply event" : "reply");
}

void ClientConformance::twoWatchesOfOneNode()
{
    QVERIFY(create(other(), at("a")));
    const auto first = setWatch(Watch::Get, at("a"));
    const auto second = setWatch(Watch::Get, at("a"));
    const auto third = setWatch(Watch::Exists, at("a"));
    const auto child = setWatch(Watch::Children, at("a"));
    QVERIFY(sync(client()));
    QVERIFY(set(other(), at("a"), "new"));
    QVERIFY(sync(client()));
    QCOMPARE(first->events.count(), 1U);
    QCOMPARE(second->events.count(), 1U);
    QCOMPARE(third->events.count(), 1U);
    QCOMPARE(child->events.count(), 0U);
    QVERIFY(remove(other(), at("a")));
    QVERIFY(sync(client()));
    QCOMPARE(first->events.count(), 1U);
    QCOMPARE(child->events.count(), 1U);
}

void ClientConformance::droppingOneWatchLeavesTheOther()
{
    QVERIFY(create(other(), at("a")));
    const auto first = setWatch(Watch::Get, at("a"));
    const auto second = setWatch(Watch::Exists, at("a"));
    const auto child = setWatch(Watch::Children, at("a"));
    QVERIFY(sync(client()));
    m_world->run([&] { first->subscription.reset(); });
    QVERIFY(sync(client()));
    QVERIFY(remove(other(), at("a")));
    QVERIFY(sync(client()));
    QCOMPARE(first->events.count(), 0U);
    QCOMPARE(second->events.count(), 1U);
    QCOMPARE(child->events.count(), 1U);
}

} // namespace lockscope::test
