// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/zk/ClientConformance.h"

namespace lockscope::test {

using zk::CreateMode;

namespace {

/// The allowed results of a request whose connection breaks: success, unknown outcome, or the end of the session.
bool isHonest(const Answer<zk::Created>& answer)
{
    return answer.count() == 1 && (answer.ok() || answer.failedWith(ErrorCode::ConnectionLoss) ||
                                   answer.failedWith(ErrorCode::SessionExpired));
}

} // namespace

void ClientConformance::reconnectKeepsTheSession()
{
    QVERIFY(create(client(), at("e"), CreateMode::Ephemeral));
    const zk::Session before = session();
    const auto log = logSession();
    m_world->disconnect();
    QVERIFY(waitForState(SessionState::Suspended));
    QVERIFY(session().validUntil > client().executor().clock().now());
    m_world->reconnect();
    QVERIFY(waitForState(SessionState::Connected));
    QCOMPARE(session().id, before.id);
    QCOMPARE(session().generation, 1U);
    QCOMPARE(printed(log->states()), "Suspended Connected");
    QCOMPARE(log->at(0).id, before.id);
    const auto seen = exists(client(), at("e"));
    QVERIFY(seen && *seen);
    QCOMPARE((*seen)->ephemeralOwner, before.id);
}

void ClientConformance::missedChangesAreDelivered_data()
{
    watchFires_data();
}

void ClientConformance::missedChangesAreDelivered()
{
    QFETCH(const QString, watch);
    QFETCH(const QString, change);
    QFETCH(const int, event);
    QVERIFY(prepare(change));
    const auto watched = setWatch(watchNamed(watch), at("a"));
    QVERIFY(sync(client()));
    m_world->disconnect();
    QVERIFY(waitForState(SessionState::Suspended));
    QVERIFY(apply(change));
    QCOMPARE(watched->events.count(), 0U);
    m_world->reconnect();
    QVERIFY(m_world->waitFor([&] { return watched->events.count() > 0; }));
    QVERIFY(sync(client()));
    QCOMPARE(watched->events.count(), 1U);
    QCOMPARE(static_cast<int>(watched->events.at(0).type), event);
}

void ClientConformance::unchangedWatchesLiveOn()
{
    QVERIFY(create(other(), at("a")));
    const auto data = setWatch(Watch::Get, at("a"));
    const auto child = setWatch(Watch::Children, at("a"));
    const auto missing = setWatch(Watch::Exists, at("b"));
    const auto dropped = setWatch(Watch::Get, at("a"));
    QVERIFY(sync(client()));
    m_world->disconnect();
    QVERIFY(waitForState(SessionState::Suspended));
    m_world->run([&] { dropped->subscription.reset(); });
    m_world->reconnect();
    QVERIFY(waitForState(SessionState::Connected));
    QVERIFY(sync(client()));
    QCOMPARE(data->events.count() + child->events.count() + missing->events.count(), 0U);
    QVERIFY(set(other(), at("a"), "new"));
    QVERIFY(create(other(), at("a/child")));
    QVERIFY(create(other(), at("b")));
    QVERIFY(sync(client()));
    QCOMPARE(data->events.count(), 1U);
    QCOMPARE(child->events.count(), 1U);
    QCOMPARE(missing->events.count(), 1U);
    QCOMPARE(dropped->events.count(), 0U);
}

void ClientConformance::requestsInFlightAtDisconnectAreAnsweredOnce()
{
    std::vector<Answer<zk::Created>> answers(50);
    m_world->run([&] {
        for (const auto& answer : answers)
            client().create({at("n-"), "", CreateMode::PersistentSequential, zk::openAcl()}, answer.reply());
    });
    m_world->disconnect();
    QVERIFY(waitForState(SessionState::Suspended));
    m_world->reconnect();
    QVERIFY(waitForState(SessionState::Connected));
    QVERIFY(sync(client()));
    std::size_t done = 0;
    for (const auto& answer : answers) {
        QVERIFY(isHonest(answer));
        done += answer.ok() ? 1 : 0;
    }
    const auto names = children(client(), m_world->root());
    QVERIFY(names);
    QVERIFY(names->size() >= done);
    QVERIFY(names->size() <= answers.size());
}

void ClientConformance::requestsWhileSuspendedAreAnsweredOnce()
{
    m_world->disconnect();
    QVERIFY(waitForState(SessionState::Suspended));
    std::vector<Answer<zk::Created>> answers(5);
    m_world->run([&] {
        for (const auto& answer : answers)
            client().create({at("n-"), "", CreateMode::PersistentSequential, zk::openAcl()}, answer.reply());
    });
    m_world->reconnect();
    QVERIFY(waitForState(SessionState::Connected));
    QVERIFY(m_world->waitFor([&] { return answers.back().arrived(); }));
    QVERIFY(sync(client()));
    for (const auto& answer : answers)
        QVERIFY(isHonest(answer));
}

void ClientConformance::expiredSessionIsReplaced()
{
    QVERIFY(create(client(), at("e"), CreateMode::Ephemeral));
    const auto first = session().id;
    const auto log = logSession();
    const auto expired = m_world->expire();
    QVERIFY_RESULT(expired);
    QVERIFY(m_world->waitFor([&] { return client().session().generation == 2; }));
    QVERIFY(waitForState(SessionState::Connected));
    QCOMPARE(printed(log->states()), "Suspended Lost Connecting Connected");
    QCOMPARE(log->at(1).id, first);
    QCOMPARE(log->at(1).generation, 1U);
    QCOMPARE(log->at(3).generation, 2U);
    QVERIFY(session().id != first);
    const auto seen = exists(client(), at("e"));
    QVERIFY(seen);
    QVERIFY(!*seen);
    const auto mine = create(client(), at("mine"), CreateMode::Ephemeral);
    QVERIFY(mine);
    QCOMPARE(mine->stat.ephemeralOwner, session().id);
}

void ClientConformance::watchesEndWithTheirSession()
{
    QVERIFY(create(other(), at("a")));
    const auto data = setWatch(Watch::Get, at("a"));
    const auto missing = setWatch(Watch::Exists, at("b"));
    QVERIFY(sync(client()));
    QVERIFY(m_world->expire());
    QVERIFY(m_world->waitFor([&] { return client().session().generation == 2; }));
    QVERIFY(set(other(), at("a"), "new"));
    QVERIFY(create(other(), at("b")));
    QVERIFY(sync(client()));
    QCOMPARE(data->events.count(), 0U);
    QCOMPARE(missing->events.count(), 0U);
    m_world->run([&] { data->subscription.reset(); }); // empty by now

    const auto next = setWatch(Watch::Get, at("a"));
    QVERIFY(sync(client()));
    QVERIFY(set(other(), at("a"), "newer"));
    QVERIFY(m_world->waitFor([&] { return next->events.count() == 1; }));
    QCOMPARE(next->events.at(0).session, session().id);
}

void ClientConformance::ownDeadlineEndsTheSession()
{
    QVERIFY(enter(makeShortLivedWorld()));
    const zk::Session before = session();
    const auto log = logSession();
    const Answer<zk::Created> waiting;
    const auto asking = std::make_shared<Subscription>();
    m_kept.push_back(asking);
    m_world->run([&] {
        // At once: from the test's thread the request might come after the session's end.
        *asking = client().onSession([this, reply = waiting.reply()](const zk::Session& now) {
            if (now.state == SessionState::Suspended)
                client().create({at("a"), "", CreateMode::Persistent, zk::openAcl()}, reply);
        });
    });
    m_world->disconnect();
    const auto suspended = firstOf(*log);
    QVERIFY(suspended);
    QCOMPARE(printed(suspended->state), "Suspended");
    const SteadyTime deadline = suspended->validUntil;
    QVERIFY(m_world->waitFor([&] { return log->count() >= 2; }));
    QVERIFY(client().executor().clock().now() >= deadline);
    QVERIFY(m_world->waitFor([&] { return waiting.arrived(); }));
    QVERIFY(isHonest(waiting) && !waiting.ok());
    QVERIFY(waitForState(SessionState::Connecting));
    m_world->reconnect();
    QVERIFY(waitForState(SessionState::Connected));
    QCOMPARE(printed(log->states()), "Suspended Lost Connecting Connected");
    QCOMPARE(log->at(1).id, before.id);
    QVERIFY(session().id != before.id);
    QCOMPARE(session().generation, 2U);
    QVERIFY(create(client(), at("b"), CreateMode::Ephemeral));
}

void ClientConformance::silenceEndsTheSessionInTime()
{
    QVERIFY(enter(makeShortLivedWorld()));
    const auto log = logSession();
    QVERIFY(create(client(), at("e"), CreateMode::Ephemeral));
    m_world->silence();
    const SteadyTime silent = client().executor().clock().now();
    const auto suspended = firstOf(*log);
    QVERIFY(suspended);
    QCOMPARE(printed(suspended->state), "Suspended");
    const SteadyTime deadline = suspended->validUntil;
    QVERIFY(deadline <= silent + suspended->timeout);
    QVERIFY(m_world->waitFor([&] { return log->count() >= 2; }));
    QVERIFY(client().executor().clock().now() >= deadline);
    m_world->reconnect();
    QVERIFY(m_world->waitFor([&] { return client().session().generation == 2; }));
    QCOMPARE(printed(log->states()), "Suspended Lost Connecting Connected");
    QVERIFY(m_world->waitFor([&] { return log->count() == 4; }));
}

void ClientConformance::destroyedSessionSubscriptionIsSilent()
{
    int calls = 0;
    Subscription subscription;
    m_world->run([&] { subscription = client().onSession([&](const zk::Session&) { ++calls; }); });
    m_world->run([&] { subscription.reset(); });
    m_world->disconnect();
    QVERIFY(waitForState(SessionState::Suspended));
    QCOMPARE(calls, 0);
}

} // namespace lockscope::test
