// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The contract of share(). As in real use, the pending replies and observers own the shares.

#include "tests/zk/ClientConformance.h"

#include <algorithm>
#include <thread>

namespace lockscope::test {

using zk::CreateMode;

namespace {

using Share = std::shared_ptr<zk::Client>;

/// A create whose reply owns the share.
void createThrough(const Share& share, const std::string& path, const Answer<zk::Created>& answer)
{
    share->create({path, "", CreateMode::EphemeralSequential, zk::openAcl()},
                  [share, reply = answer.reply()](Result<zk::Created> created) { reply(std::move(created)); });
}

} // namespace

std::unique_ptr<zk::Client> ClientConformance::connected()
{
    auto made = m_world->connect();
    if (!m_world->waitFor([&] { return made->session().state == SessionState::Connected; }))
        return nullptr;
    return made;
}

void ClientConformance::deathRows()
{
    QTest::addColumn<QString>("where");
    for (const char* where : {"in a task", "on another thread", "outside"})
        QTest::newRow(where) << where;
}

void ClientConformance::destroy(std::unique_ptr<zk::Client>& client, const Task& before)
{
    QFETCH(const QString, where);
    m_world->run([&] {
        if (before)
            before();
        if (where == QLatin1String("in a task"))
            client.reset();
    });
    if (where == QLatin1String("on another thread"))
        std::thread([&] { client.reset(); }).join();
    client.reset();
}

void ClientConformance::shareIsTheSameClient()
{
    std::vector<int> order;
    Share share;
    zk::Session seen;
    m_world->run([&] {
        share = client().share();
        seen = share->session();
        for (int i = 0; i < 20; ++i) {
            auto& through = i % 2 == 0 ? *share : client();
            through.exists(at("none"), [&order, i](const auto&) { order.push_back(i); });
        }
    });
    QCOMPARE(seen.id, session().id);
    QVERIFY(&share->executor() == &client().executor());
    QVERIFY(m_world->waitFor([&] { return order.size() == 20; }));
    QVERIFY(std::is_sorted(order.begin(), order.end()));
    const auto created = create(*share, at("e"), CreateMode::Ephemeral);
    QVERIFY(created);
    QCOMPARE(created->stat.ephemeralOwner, session().id);
    m_world->run([&] { share.reset(); });
    QVERIFY(sync(client()));
}

void ClientConformance::shareMayGoFirst()
{
    QVERIFY(create(other(), at("a")));
    const Answer<zk::Created> created;
    const Answer<zk::NodeData> read;
    const Events events;
    Subscription watch;
    std::unique_ptr<SessionLog> log;
    m_world->run([&] {
        const auto share = client().share();
        log = std::make_unique<SessionLog>(*share);
        share->create({at("b"), "", CreateMode::Ephemeral, zk::openAcl()}, created.reply());
        watch = share->get(at("a"), events.handler(), read.reply());
    });
    QVERIFY(m_world->waitFor([&] { return created.arrived() && read.arrived(); }));
    QVERIFY(created.ok() && read.ok());
    QVERIFY(set(other(), at("a"), "new"));
    QVERIFY(m_world->waitFor([&] { return events.count() == 1; }));
    m_world->disconnect();
    QVERIFY(waitForState(SessionState::Suspended));
    m_world->reconnect();
    QVERIFY(waitForState(SessionState::Connected));
    QCOMPARE(printed(log->states()), "Suspended Connected");
    m_world->run([&] {
        log.reset();
        watch.reset();
    });
}

void ClientConformance::closeThroughShareClosesTheClient()
{
    const auto log = logSession();
    int closed = 0;
    m_world->run([&] { client().share()->close([&] { ++closed; }); });
    QVERIFY(m_world->waitFor([&] { return closed == 1 && log->count() == 1; }));
    QCOMPARE(printed(session().state), "Closed");
    QCOMPARE(printed(create(client(), at("a")).error().code), "Closed");
}

void ClientConformance::shareOutlivesTheClient_data()
{
    deathRows();
}

void ClientConformance::shareOutlivesTheClient()
{
    QFETCH(const QString, where);
    auto mine = connected();
    QVERIFY(mine);
    std::vector<Answer<zk::Created>> answers(20);
    std::vector<std::string> order;
    Share share;
    std::unique_ptr<SessionLog> sharesLog;
    std::unique_ptr<SessionLog> clientsLog;
    Subscription last;
    SessionState atOnce = SessionState::Connected;
    SessionState reportedWhen = SessionState::Connected;
    destroy(mine, [&] {
        share = mine->share();
        sharesLog = std::make_unique<SessionLog>(*share);
        clientsLog = std::make_unique<SessionLog>(*mine);
        last = share->onSession([&, share](const zk::Session&) {
            order.emplace_back("observer");
            reportedWhen = share->session().state;
        });
        for (const auto& answer : answers)
            createThrough(share, at("n-"), answer);
        share->sync("/", [&order, share](const Result<void>&) { order.emplace_back("reply"); });
    });
    m_world->run([&] { atOnce = share->session().state; });
    QVERIFY(m_world->waitFor([&] { return order.size() == 2; }));
    QCOMPARE(printed(order), "reply observer");
    QCOMPARE(printed(reportedWhen), "Closed");
    for (const auto& answer : answers) {
        QCOMPARE(answer.count(), 1);
        QVERIFY(answer.ok() || answer.failedWith(ErrorCode::Closed));
    }
    if (where == QLatin1String("in a task")) {
        QCOMPARE(printed(atOnce), "Closed");
        QVERIFY(answers.front().failedWith(ErrorCode::Closed));
    }
    QCOMPARE(printed(sharesLog->states()), "Closed");
    QVERIFY(sharesLog->at(0).id != 0);
    QCOMPARE(clientsLog->count(), 0U);
    QVERIFY(emptiedBeforeTheTimeout());
    zk::Session ended;
    m_world->run([&] {
        ended = share->session();
        last.reset();
        sharesLog.reset();
        clientsLog.reset();
    });
    QCOMPARE(printed(ended.state), "Closed");
    QCOMPARE(ended.generation, 1U);
    QCOMPARE(order.size(), 2U);
}

void ClientConformance::shareOfConnectingClientHearsOfTheEnd_data()
{
    deathRows();
}

void ClientConformance::shareOfConnectingClientHearsOfTheEnd()
{
    auto mine = m_world->connect();
    const Answer<zk::Created> answer;
    std::unique_ptr<SessionLog> log;
    std::weak_ptr<zk::Client> left;
    destroy(mine, [&] {
        const auto share = mine->share();
        left = share;
        log = std::make_unique<SessionLog>(*share);
        createThrough(share, at("n-"), answer);
    });
    QVERIFY(m_world->waitFor([&] { return !log->states().empty() && log->states().back() == SessionState::Closed; }));
    QCOMPARE(answer.count(), 1);
    QVERIFY(answer.ok() || answer.failedWith(ErrorCode::Closed));
    QVERIFY(m_world->waitFor([&] { return left.expired(); })); // the handlers are destroyed, and so is the share
    m_world->run([&] { log.reset(); });
    QVERIFY(emptiedBeforeTheTimeout());
}

void ClientConformance::watchesOfSharesEnd_data()
{
    deathRows();
}

void ClientConformance::watchesOfSharesEnd()
{
    QVERIFY(create(other(), at("a")));
    auto mine = connected();
    QVERIFY(mine);
    Share share;
    m_world->run([&] { share = mine->share(); });
    const Events events;
    const Answer<zk::NodeData> read;
    const Answer<zk::NodeData> open;
    Subscription early;
    Subscription late;
    m_world->run([&] { early = share->get(at("a"), events.handler(), read.reply()); });
    QVERIFY(m_world->waitFor([&] { return read.ok(); }));
    std::weak_ptr<zk::Client> left = share;
    destroy(mine, [&] {
        const auto kept = [handler = events.handler(), share](const zk::WatchEvent& event) { handler(event); };
        late = share->get(at("a"), kept, open.reply());
    });
    QVERIFY(m_world->waitFor([&] { return open.arrived(); }));
    QVERIFY(set(other(), at("a"), "new"));
    QVERIFY(sync(other()));
    QCOMPARE(events.count(), 0U);
    m_world->run([&] {
        early.reset(); // empty by now
        share.reset();
    });
    QVERIFY(m_world->waitFor([&] { return left.expired(); })); // no watch is left
    m_world->run([&] { late.reset(); });
}

void ClientConformance::requestsThroughShareAfterTheEndFail_data()
{
    deathRows();
}

void ClientConformance::requestsThroughShareAfterTheEndFail()
{
    auto mine = connected();
    QVERIFY(mine);
    Share share;
    m_world->run([&] { share = mine->share(); });
    destroy(mine);
    std::vector<std::string> codes;
    const auto note = [&codes](const auto& result) {
        codes.push_back(result ? "ok" : std::string(toString(result.error().code)));
    };
    const Events events;
    const Answer<zk::Created> named;
    std::size_t within = 0;
    int closed = 0;
    int observed = 0;
    Subscription ignored[4];
    Subscription observer;
    const auto askAll = [&] {
        const auto again = share->share();
        ignored[0] = again->exists(at("a"), events.handler(), note);
        ignored[1] = again->get(at("a"), events.handler(), note);
        ignored[2] = again->children(at("a"), events.handler(), note);
        ignored[3] = again->list(at("a"), events.handler(), note);
        share->create({at("a"), "", CreateMode::Persistent, zk::openAcl()}, note);
        share->remove(at("a"), zk::anyVersion, note);
        share->exists(at("a"), note);
        share->get(at("a"), note);
        share->set(at("a"), "", zk::anyVersion, note);
        share->children(at("a"), note);
        share->list(at("a"), note);
        share->multi({zk::CheckOp{at("a")}}, note);
        share->sync(at("a"), note);
        share->addAuth("digest", "user:password", note);
        share->create({at("a"), "", CreateMode::Persistent, zk::openAcl()}, named.reply());
        share->close([&] { ++closed; });
        within = codes.size() + static_cast<std::size_t>(named.count());
    };
    m_world->run(askAll); // possibly before the end is reported
    QVERIFY(m_world->waitFor([&] { return closed == 1 && codes.size() == 14 && named.arrived(); }));
    QCOMPARE(within, 0U);
    codes.clear();
    m_world->run([&] {
        observer = share->onSession([&](const zk::Session&) { ++observed; });
        askAll(); // certainly after it
    });
    QVERIFY(m_world->waitFor([&] { return closed == 2 && codes.size() == 14 && named.count() == 2; }));
    QCOMPARE(within, 1U); // of the first round
    QVERIFY(std::all_of(codes.begin(), codes.end(), [](const auto& code) { return code == "Closed"; }));
    QCOMPARE(printed(named.result().error().operation), "create");
    QCOMPARE(printed(named.result().error().path), printed(at("a")));
    QCOMPARE(observed, 0);
    QCOMPARE(events.count(), 0U);
    const auto names = children(other(), m_world->root());
    QVERIFY(names);
    QVERIFY(names->empty());
    m_world->run([&] {
        observer.reset();
        for (auto& subscription : ignored)
            subscription.reset();
    });
    share.reset(); // on any thread
}

void ClientConformance::shareOfClosedClientIsNotReportedTwice()
{
    auto mine = connected();
    QVERIFY(mine);
    Share share;
    std::unique_ptr<SessionLog> log;
    int closed = 0;
    m_world->run([&] {
        share = mine->share();
        log = std::make_unique<SessionLog>(*share);
        mine->close([&] { ++closed; });
    });
    QVERIFY(m_world->waitFor([&] { return closed == 1; }));
    m_world->run([&] { mine.reset(); });
    QVERIFY(sync(other()));
    QCOMPARE(printed(log->states()), "Closed");
    QCOMPARE(printed(create(*share, at("a")).error().code), "Closed");
    m_world->run([&] { log.reset(); });
}

void ClientConformance::clientMayBeDestroyedByItsOwnAnswer()
{
    auto mine = connected();
    QVERIFY(mine);
    const Answer<zk::Created> later;
    std::unique_ptr<SessionLog> log;
    m_world->run([&] {
        const auto share = mine->share();
        log = std::make_unique<SessionLog>(*share);
        share->sync("/", [&, share](const Result<void>&) {
            mine.reset();
            createThrough(share, at("n-"), later);
        });
        createThrough(share, at("n-"), later);
    });
    QVERIFY(m_world->waitFor([&] { return later.count() == 2 && log->count() == 1; }));
    QVERIFY(later.failedWith(ErrorCode::Closed));
    QCOMPARE(printed(log->states()), "Closed");
    m_world->run([&] { log.reset(); });
    QVERIFY(emptiedBeforeTheTimeout());
}

void ClientConformance::clientsDieUnderLoad_data()
{
    deathRows();
}

void ClientConformance::clientsDieUnderLoad()
{
    // Each reply sends the next request, until there are enough or the client has ended: every chain must see the end.
    struct Chain : std::enable_shared_from_this<Chain> {
        Share share;
        std::string path;
        int* over = nullptr;
        int left = 60;
        void next()
        {
            share->exists(path, [self = shared_from_this()](const Result<std::optional<zk::Stat>>& found) {
                if (found && --self->left > 0)
                    self->next();
                else if (found || found.error().code == ErrorCode::Closed)
                    ++*self->over;
            });
        }
    };
    constexpr int rounds = 15;
    constexpr int chains = 8;
    for (int round = 0; round < rounds; ++round) {
        auto mine = round % 3 == 0 ? m_world->connect() : connected();
        QVERIFY(mine);
        int over = 0;
        int reported = 0;
        Subscription observer;
        std::weak_ptr<zk::Client> left;
        m_world->run([&] {
            const auto share = mine->share();
            left = share;
            observer = share->onSession(
                [&](const zk::Session& session) { reported += session.state == SessionState::Closed ? 1 : 0; });
            for (int i = 0; i < chains; ++i) {
                const auto chain = std::make_shared<Chain>();
                chain->share = share;
                chain->path = at("none");
                chain->over = &over;
                chain->next();
            }
        });
        destroy(mine);
        QVERIFY(m_world->waitFor([&] { return over == chains && reported == 1; }));
        QVERIFY(m_world->waitFor([&] { return left.expired(); }));
        m_world->run([&] { observer.reset(); });
    }
}

} // namespace lockscope::test
