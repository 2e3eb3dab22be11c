// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// What a namespace adds to a client; ClientConformance tests that it is a client.

#include "core/zk/NamespaceClient.h"
#include "core/locks/zookeeper/engine/Parents.h"
#include "tests/support/Answer.h"
#include "tests/support/FakeEnsemble.h"
#include "tests/support/ManualExecutor.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

#include <algorithm>

using namespace std::chrono_literals;

namespace lockscope::test::namespaceClientTest {

using zk::CreateMode;
using zk::NamespaceClient;

class NamespaceClientTest final : public QObject {
    Q_OBJECT

private:
    struct World {
        ManualClock clock;
        ManualExecutor executor{clock};
        FakeEnsemble ensemble{executor};
        std::unique_ptr<FakeClient> client = FakeClient::connect(ensemble, executor, 10s);
        std::unique_ptr<NamespaceClient> view;

        explicit World(std::string_view name = "/team/app")
        {
            executor.runUntilIdle();
            view = std::move(NamespaceClient::make(client->share(), name).value());
        }
        ~World()
        {
            client.reset();
            executor.runUntilIdle();
        }
        Answer<zk::Created> create(const std::string& path, CreateMode mode = CreateMode::Persistent)
        {
            Answer<zk::Created> answer;
            view->create({path, "", mode, zk::openAcl()}, answer.reply());
            executor.runUntilIdle();
            return answer;
        }
    };

private Q_SLOTS:
    void pathsLeadIntoTheNamespace();
    void answersLeadOutOfIt();
    void multiIsOfTheNamespace();
    void rootIsTheNamespace();
    void wholeTreeIsANamespaceToo();
    void badNamespacesAreRefused();
    void badPathsStayAsTheyWere();
    void missingNamespaceIsMade_data();
    void missingNamespaceIsMade();
    void multiMakesTheNamespaceToo();
    void emptiedNamespaceIsMadeAgain();
    void persistentWhereThereAreNoContainers();
    void missingParentIsTheCallersAffair();
    void parentsOfALockAreMade();
    void failureToMakeItIsSaid();
    void vanishingNamespaceIsGivenUp();
    void viewGoesWhileItsNamespaceIsMade();
    void clientGoesWhileTheNamespaceIsMade();
    void createsOvertakenByLaterRequestsAreAnsweredOnce();
    void viewEndsNothing();
    void ownedClientEndsWithIt();
};

void NamespaceClientTest::pathsLeadIntoTheNamespace()
{
    World world;
    QVERIFY(world.create("/a").ok());
    QVERIFY(world.ensemble.exists("/team/app/a"));
    const Answer<zk::Stat> set;
    const Answer<void> synced;
    const Answer<void> removed;
    world.view->set("/a", "data", zk::anyVersion, set.reply());
    world.view->sync("/a", synced.reply());
    world.executor.runUntilIdle();
    QVERIFY(set.ok() && synced.ok());
    QCOMPARE(printed(world.ensemble.data("/team/app/a")), "data");
    world.view->remove("/a", zk::anyVersion, removed.reply());
    world.executor.runUntilIdle();
    QVERIFY(removed.ok());
    for (const auto& request : world.ensemble.requests())
        QVERIFY2(request.path.starts_with("/team"), request.path.c_str());
}

void NamespaceClientTest::answersLeadOutOfIt()
{
    World world;
    QCOMPARE(printed(world.create("/a").result()->path), "/a");
    QCOMPARE(printed(world.create("/a").result().error().path), "/a");
    QCOMPARE(printed(world.create("/none/x").result().error().path), "/none/x");
    QCOMPARE(printed(world.create("/", CreateMode::EphemeralSequential).result()->path), "/0000000001");
    const Events events;
    const Answer<std::optional<zk::Stat>> found;
    const auto watch = world.view->exists("/a", events.handler(), found.reply());
    world.executor.runUntilIdle();
    QVERIFY(world.ensemble.setData("/team/app/a", "new"));
    world.executor.runUntilIdle();
    QCOMPARE(events.count(), 1U);
    QCOMPARE(printed(events.at(0).path), "/a");
}

void NamespaceClientTest::multiIsOfTheNamespace()
{
    World world;
    QVERIFY(world.create("/a").ok());
    const Answer<std::vector<zk::OpResult>> good;
    const Answer<std::vector<zk::OpResult>> bad;
    world.view->multi({zk::CheckOp{"/a"}, zk::SetOp{"/a", "x", 0},
                       zk::CreateOp{{"/n-", "", CreateMode::EphemeralSequential, zk::openAcl()}}},
                      good.reply());
    world.view->multi({zk::CheckOp{"/a"}, zk::RemoveOp{"/team/app/a"}}, bad.reply());
    world.executor.runUntilIdle();
    QVERIFY(good.ok());
    QCOMPARE(printed(good.result()->at(2).path), "/n-0000000001");
    QVERIFY(good.result()->at(1).path.empty());
    QVERIFY(bad.failedWith(ErrorCode::NoNode));
    QCOMPARE(printed(bad.result().error().path), "/team/app/a"); // as requested: inside the namespace
    QCOMPARE(printed(world.ensemble.data("/team/app/a")), "x");
}

void NamespaceClientTest::rootIsTheNamespace()
{
    World world;
    QVERIFY(world.create("/").ok()); // with its missing parents
    QVERIFY(world.create("/").failedWith(ErrorCode::NodeExists));
    QVERIFY(world.create("/b").ok());
    const Answer<std::vector<std::string>> names;
    const Events events;
    const auto watch = world.view->children("/", events.handler(), names.reply());
    world.executor.runUntilIdle();
    QCOMPARE(printed(names.result().value()), "b");
    QVERIFY(world.create("/c").ok());
    QCOMPARE(printed(events.at(0).path), "/");
}

void NamespaceClientTest::wholeTreeIsANamespaceToo()
{
    World world("/");
    QCOMPARE(printed(world.create("/a").result()->path), "/a");
    QVERIFY(world.ensemble.exists("/a"));
    QVERIFY(world.create("/").failedWith(ErrorCode::NodeExists));
    QVERIFY(world.create("/x/y").failedWith(ErrorCode::NoNode));
    QCOMPARE(printed(world.ensemble.children("/")), "a");
}

void NamespaceClientTest::badNamespacesAreRefused()
{
    World world;
    for (const char* name : {"", "team", "/team/", "/team//app"}) {
        const auto made = NamespaceClient::make(world.client->share(), name);
        QVERIFY2(!made, name);
        QCOMPARE(printed(made.error().code), "BadArguments");
        QVERIFY(!made.error().detail.empty());
    }
}

void NamespaceClientTest::badPathsStayAsTheyWere()
{
    World world;
    for (const char* path : {"", "relative", "/team/app//a", "/a/"}) {
        const auto answer = world.create(path);
        QVERIFY2(answer.failedWith(ErrorCode::BadArguments), path);
        QCOMPARE(printed(answer.result().error().path), path);
    }
    QVERIFY(!world.ensemble.exists("/team"));
}

void NamespaceClientTest::missingNamespaceIsMade_data()
{
    QTest::addColumn<QString>("present");
    QTest::newRow("all of it is missing") << QString();
    QTest::newRow("the last is missing") << QStringLiteral("/team");
}

void NamespaceClientTest::missingNamespaceIsMade()
{
    QFETCH(const QString, present);
    World world;
    if (!present.isEmpty())
        QVERIFY(world.ensemble.create(present.toStdString()));
    const auto answer = world.create("/lock-", CreateMode::EphemeralSequential);
    QCOMPARE(answer.count(), 1);
    QVERIFY(answer.ok());
    QCOMPARE(printed(answer.result()->path), "/lock-0000000000");
    const auto before = world.ensemble.count(FakeOp::Create);
    QVERIFY(world.create("/b").ok());
    QCOMPARE(world.ensemble.count(FakeOp::Create), before + 1); // one request once the namespace exists
}

void NamespaceClientTest::multiMakesTheNamespaceToo()
{
    World world;
    const Answer<std::vector<zk::OpResult>> made;
    const Answer<std::vector<zk::OpResult>> missing;
    world.view->multi({zk::CheckOp{"/none"}}, missing.reply());
    world.executor.runUntilIdle();
    QVERIFY(missing.failedWith(ErrorCode::NoNode));
    QCOMPARE(printed(missing.result().error().path), "/none");
    QVERIFY(!world.ensemble.exists("/team"));
    world.view->multi({zk::CreateOp{{"/a", "", CreateMode::Persistent, zk::openAcl()}},
                       zk::CreateOp{{"/a/b", "", CreateMode::Persistent, zk::openAcl()}}},
                      made.reply());
    world.executor.runUntilIdle();
    QVERIFY(made.ok());
    QCOMPARE(printed(made.result()->at(1).path), "/a/b");
    QVERIFY(world.ensemble.exists("/team/app/a/b"));
}

void NamespaceClientTest::emptiedNamespaceIsMadeAgain()
{
    World world;
    for (int i = 0; i < 3; ++i) {
        QVERIFY(world.create("/a").ok());
        QVERIFY(world.ensemble.remove("/team/app/a"));
        world.ensemble.reapContainers();
        QVERIFY(!world.ensemble.exists("/team/app")); // it was a container
    }
}

void NamespaceClientTest::persistentWhereThereAreNoContainers()
{
    World world;
    world.ensemble.fail(
        {.code = ErrorCode::Unimplemented, .path = "/team", .nth = 2}); // the first is the create itself
    QVERIFY(world.create("/a").ok());
    QCOMPARE(world.ensemble.faultsLeft(), 0U);
    QVERIFY(world.ensemble.remove("/team/app/a"));
    world.ensemble.reapContainers();
    QVERIFY(world.ensemble.exists("/team/app"));
}

void NamespaceClientTest::missingParentIsTheCallersAffair()
{
    World world;
    QVERIFY(world.create("/a/b").failedWith(ErrorCode::NoNode));
    QVERIFY(!world.ensemble.exists("/team"));
    const Answer<std::vector<std::string>> names;
    world.view->children("/", names.reply());
    world.executor.runUntilIdle();
    QVERIFY(names.failedWith(ErrorCode::NoNode));
    QCOMPARE(printed(names.result().error().path), "/");
}

void NamespaceClientTest::parentsOfALockAreMade()
{
    World world;
    const Answer<void> made;
    locks::makeParents(world.view->share(), "/locks/orders", {}, made.reply());
    world.executor.runUntilIdle();
    QVERIFY(made.ok());
    QVERIFY(world.ensemble.exists("/team/app/locks/orders"));
}

void NamespaceClientTest::failureToMakeItIsSaid()
{
    World world;
    world.ensemble.deny("/", zk::Permission::Create);
    const auto answer = world.create("/a");
    QVERIFY(answer.failedWith(ErrorCode::NoAuth));
    const auto& error = answer.result().error();
    QCOMPARE(printed(error.path), "/a");
    QCOMPARE(printed(error.operation), "create");
    QVERIFY2(error.detail.find("/team") != std::string::npos, error.detail.c_str());
}

void NamespaceClientTest::vanishingNamespaceIsGivenUp()
{
    World world;
    for (int i = 0; i < 3; ++i)
        world.ensemble.fail({.op = FakeOp::Create, .code = ErrorCode::NoNode, .path = "/team/app/a"});
    const auto answer = world.create("/a");
    QVERIFY(answer.failedWith(ErrorCode::NoNode));
    QCOMPARE(answer.count(), 1);
    QCOMPARE(world.ensemble.faultsLeft(), 0U);
}

void NamespaceClientTest::viewGoesWhileItsNamespaceIsMade()
{
    World world;
    const Answer<zk::Created> answer;
    world.view->create({"/a", "", CreateMode::Persistent, zk::openAcl()}, answer.reply());
    world.view.reset();
    world.executor.runUntilIdle();
    QVERIFY(answer.ok());
    QVERIFY(world.ensemble.exists("/team/app/a"));
}

void NamespaceClientTest::clientGoesWhileTheNamespaceIsMade()
{
    // At each step of the creation: the create succeeded or fails with the end of the client, and is answered once.
    int closed = 0;
    for (int steps = 0; steps < 16; ++steps) {
        World world;
        const Answer<zk::Created> answer;
        world.view->create({"/a", "", CreateMode::Persistent, zk::openAcl()}, answer.reply());
        for (int i = 0; i < steps; ++i)
            world.executor.runOne();
        world.client.reset();
        world.executor.runUntilIdle();
        QCOMPARE(answer.count(), 1);
        QVERIFY(answer.ok() || answer.failedWith(ErrorCode::Closed));
        QCOMPARE(answer.ok(), world.ensemble.exists("/team/app/a") && !answer.failedWith(ErrorCode::Closed));
        closed += answer.ok() ? 0 : 1;
    }
    QVERIFY(closed > 4 && closed < 16);
}

void NamespaceClientTest::createsOvertakenByLaterRequestsAreAnsweredOnce()
{
    World world;
    std::vector<std::string> order;
    const auto note = [&order](std::string what) {
        return [&order, what = std::move(what)](const auto& result) { order.push_back(what + (result ? "" : "!")); };
    };
    world.view->create({"/a", "", CreateMode::Persistent, zk::openAcl()}, note("first"));
    world.view->create({"/b", "", CreateMode::Persistent, zk::openAcl()}, note("second"));
    world.view->sync("/", note("sync"));
    world.executor.runUntilIdle();
    QCOMPARE(printed(order), "sync first second");
}

void NamespaceClientTest::viewEndsNothing()
{
    World world;
    const auto share = world.view->share();
    QVERIFY(world.create("/e", CreateMode::Ephemeral).ok());
    world.view.reset();
    world.executor.runUntilIdle();
    QCOMPARE(printed(share->session().state), "Connected");
    QVERIFY(world.ensemble.exists("/team/app/e"));
    const Answer<void> removed;
    share->remove("/e", zk::anyVersion, removed.reply());
    world.executor.runUntilIdle();
    QVERIFY(removed.ok());
    int closed = 0;
    share->close([&] { ++closed; });
    world.executor.runUntilIdle();
    QCOMPARE(closed, 1);
    QCOMPARE(printed(world.client->session().state), "Closed");
}

void NamespaceClientTest::ownedClientEndsWithIt()
{
    World world;
    std::shared_ptr<zk::Client> own = FakeClient::connect(world.ensemble, world.executor, 10s);
    auto owner = std::move(NamespaceClient::make(std::move(own), "/mine").value());
    world.executor.runUntilIdle();
    const auto share = owner->share();
    const Answer<zk::Created> open;
    owner->create({"/a", "", CreateMode::Ephemeral, zk::openAcl()}, open.reply());
    owner.reset();
    world.executor.runUntilIdle();
    QVERIFY(open.failedWith(ErrorCode::Closed));
    QCOMPARE(open.count(), 1);
    QCOMPARE(printed(share->session().state), "Closed");
    QCOMPARE(printed(world.client->session().state), "Connected");
}

} // namespace lockscope::test::namespaceClientTest

LOCKSCOPE_TEST(lockscope::test::namespaceClientTest::NamespaceClientTest)
#include "NamespaceClientTest.moc"
