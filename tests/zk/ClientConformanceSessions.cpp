// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/zk/ClientConformance.h"

#include <algorithm>

namespace lockscope::test {

using zk::CreateMode;

std::shared_ptr<SessionLog> ClientConformance::logSession()
{
    std::shared_ptr<SessionLog> log;
    m_world->run([&] { log = std::make_shared<SessionLog>(client()); });
    m_kept.push_back(log);
    return log;
}

std::optional<zk::Session> ClientConformance::firstOf(const SessionLog& log)
{
    std::optional<zk::Session> first;
    (void)m_world->waitFor([&] {
        if (log.count() > 0)
            first = log.at(0);
        return first.has_value();
    });
    return first;
}

/// The C client does not wait for the server's reply to a close: it may take effect a moment after `closed`. A deletion
/// before the session timeout is an effect of the close.
bool ClientConformance::emptiedBeforeTheTimeout()
{
    const Clock& clock = other().executor().clock();
    zk::Session alike; // the session of the remaining client, with the same timeout
    m_world->run([&] { alike = other().session(); });
    const SteadyTime limit = clock.now() + alike.timeout;
    for (;;) {
        const auto names = children(other(), m_world->root());
        if (!names || clock.now() >= limit)
            return false;
        if (names->empty())
            return true;
    }
}

void ClientConformance::connectedSessionIsDescribed()
{
    const zk::Session now = session();
    QCOMPARE(printed(now.state), "Connected");
    QVERIFY(now.id != 0);
    QCOMPARE(now.generation, 1U);
    QVERIFY(now.timeout.count() > 0);
    QVERIFY(!now.server.empty());
    zk::Session foreign;
    m_world->run([&] { foreign = other().session(); });
    QVERIFY(foreign.id != now.id);

    const SteadyTime before = client().executor().clock().now();
    QVERIFY(now.validUntil > before);
    QVERIFY(now.connectedAt > SteadyTime() && now.connectedAt <= before);
    QVERIFY(sync(client()));
    const zk::Session later = session();
    QVERIFY(later.lastContact >= before);
    QVERIFY(later.connectedAt == now.connectedAt && isAnswered(later));
    QVERIFY(later.lastContact <= client().executor().clock().now());
    QVERIFY(later.validUntil >= now.validUntil);
    QVERIFY(later.validUntil <= client().executor().clock().now() + now.timeout);
    QVERIFY(later.expiry && later.expiry->validUntil() >= later.validUntil);
}

void ClientConformance::answersComeInOrder()
{
    std::vector<int> order;
    m_world->run([&] {
        for (int i = 0; i < 60; ++i) {
            const auto note = [&order, i](const auto&) { order.push_back(i); };
            if (i % 3 == 0)
                client().create({at("n-"), "", CreateMode::EphemeralSequential, zk::openAcl()}, note);
            else if (i % 3 == 1)
                client().exists(at("none"), note);
            else
                client().sync(m_world->root(), note);
        }
    });
    QVERIFY(m_world->waitFor([&] { return order.size() == 60; }));
    QVERIFY(std::is_sorted(order.begin(), order.end()));
}

void ClientConformance::listingContainsTheNodeJustCreated()
{
    for (int i = 0; i < 10; ++i) {
        const Answer<zk::Created> created;
        const Answer<std::vector<std::string>> listed;
        m_world->run([&] {
            client().create({at("n-"), "", CreateMode::EphemeralSequential, zk::openAcl()}, created.reply());
            client().children(m_world->root(), listed.reply());
        });
        QVERIFY(m_world->waitFor([&] { return listed.arrived(); }));
        QVERIFY(created.ok());
        QVERIFY(listed.ok());
        const auto& names = listed.result().value();
        const std::string name = created.result().value().path.substr(m_world->root().size() + 1);
        QVERIFY(std::find(names.begin(), names.end(), name) != names.end());
    }
}

void ClientConformance::answersNeverComeFromWithinTheCall()
{
    const Answer<std::optional<zk::Stat>> good;
    const Answer<std::optional<zk::Stat>> bad;
    int within = 0;
    m_world->run([&] {
        client().exists(at("a"), good.reply());
        client().exists("no path", bad.reply());
        within = good.count() + bad.count();
    });
    QVERIFY(m_world->waitFor([&] { return good.arrived() && bad.arrived(); }));
    QCOMPARE(within, 0);
}

void ClientConformance::closeRemovesEphemerals()
{
    QVERIFY(create(client(), at("e"), CreateMode::Ephemeral));
    const auto log = logSession();
    int closed = 0;
    m_world->run([&] { client().close([&] { ++closed; }); });
    QVERIFY(m_world->waitFor([&] { return closed == 1; }));
    QVERIFY(emptiedBeforeTheTimeout());
    QCOMPARE(printed(log->states()), "Closed");
    QCOMPARE(printed(session().state), "Closed");
}

void ClientConformance::closeFailsWhatIsOpen()
{
    std::vector<Answer<zk::Created>> answers(20);
    bool closed = false;
    m_world->run([&] {
        for (const auto& answer : answers)
            client().create({at("n-"), "", CreateMode::EphemeralSequential, zk::openAcl()}, answer.reply());
        client().close([&] { closed = true; });
    });
    QVERIFY(m_world->waitFor([&] {
        return closed &&
               std::all_of(answers.begin(), answers.end(), [](const auto& answer) { return answer.arrived(); });
    }));
    for (const auto& answer : answers) {
        QCOMPARE(answer.count(), 1);
        QVERIFY(answer.ok() || answer.failedWith(ErrorCode::Closed));
    }
    QVERIFY(answers.back().failedWith(ErrorCode::Closed));
    QVERIFY(emptiedBeforeTheTimeout());
}

void ClientConformance::requestsAfterCloseFail()
{
    bool closed = false;
    const Answer<zk::Created> atOnce;
    m_world->run([&] {
        client().close([&] { closed = true; });
        client().create({at("a"), "", CreateMode::Persistent, zk::openAcl()}, atOnce.reply());
    });
    QVERIFY(m_world->waitFor([&] { return closed && atOnce.arrived(); }));
    QVERIFY(atOnce.failedWith(ErrorCode::Closed));
    const auto later = create(client(), at("a"));
    QVERIFY(!later);
    QCOMPARE(printed(later.error().code), "Closed");
    int again = 0;
    m_world->run([&] { client().close([&] { ++again; }); });
    QVERIFY(m_world->waitFor([&] { return again == 1; }));
}

} // namespace lockscope::test
