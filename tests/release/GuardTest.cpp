// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Changes between the requests of a release: no node other than the planned one is ever deleted. Changes between the
/// requests of a revocation: no other node keeps the message, or an error is reported.

#include "tests/release/ReleaseWorld.h"
#include "tests/release/Watching.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

#include <algorithm>
#include <limits>

namespace lockscope::guardTest {

using namespace lockscope::test;
using namespace lockscope::release;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class GuardTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anotherNodeNeverGoes_data();
    void anotherNodeNeverGoes();
    void aDirectoryMadeAnewIsSeen_data();
    void aDirectoryMadeAnewIsSeen();
    void theNodeIsNeverWritten();
    void aNameOfAnExhaustedDirectory_data();
    void aNameOfAnExhaustedDirectory();
    void whereNoProbeMayBeMade_data();
    void whereNoProbeMayBeMade();
    void aBusyQueueIsNoObstacle();
    void aBusyDirectoryIsGivenUp();
    void aBusyServerIsNoReasonToProveLess();
    void theProbeIsNeverSeen();
    void aWishToReleaseInBetweenDoesNotHinder();
    void aLostAnswerIsLookedUp_data();
    void aLostAnswerIsLookedUp();
    void aLostConnectionBeforeTheDeleteIsNoDelete();
    void aWishInAnotherNodeIsTakenBack();
    void aWishThatStaysInAnotherNodeIsReported();
};

namespace {

/// Observes the requests of the service's client just before they are executed, by number.
class Between final {
public:
    Between(ReleaseWorld& world, std::function<void(int, FakeOp)> act)
        : m_world(world)
    {
        m_world.ensemble.onExecuting([own = world.client->session().id, act = std::move(act),
                                      number = 0](SessionId session, const FakeRequest& request) mutable {
            if (session == own)
                act(number++, request.op);
        });
    }
    ~Between() { m_world.ensemble.onExecuting({}); }
    Between(const Between&) = delete;
    Between& operator=(const Between&) = delete;

private:
    ReleaseWorld& m_world;
};

} // namespace

void GuardTest::anotherNodeNeverGoes_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("sameSession");
    QTest::newRow("single node") << "lock" << false;
    QTest::newRow("single node, same client") << "lock" << true;
    QTest::newRow("numbered") << "_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-0000000000" << false;
}

void GuardTest::anotherNodeNeverGoes()
{
    QFETCH(QString, name);
    QFETCH(bool, sameSession);
    ReleaseWorld world;
    constexpr int points = 8; // seven requests, and no action
    int released = 0;
    int refused = 0;
    for (int i = 0; i < 1'000; ++i) {
        const auto directory = "/a/" + std::to_string(i);
        const auto path = directory + "/" + name.toStdString();
        QVERIFY(world.ensemble.create(directory));
        QVERIFY(world.ensemble.create(path, "one", 1, zk::CreateMode::Ephemeral));
        const auto plan = world.plan(path);
        QVERIFY(plan.ok());
        bool wasThere = false;
        std::int64_t made = 0;
        {
            const Between between(world, [&](int number, FakeOp) {
                if (number != i % points)
                    return;
                wasThere = world.ensemble.remove(path).has_value();
                made = world.ensemble.create(path, "two", sameSession ? 1 : 2, zk::CreateMode::Ephemeral)->stat.czxid;
            });
            Answer<GuardedDelete> answer;
            removeGuarded(*world.client, inspect::builtinDialects(), *plan.result(), answer.reply());
            world.executor.runUntilIdle();
            QCOMPARE(answer.count(), 1);
            if (made != 0)
                QCOMPARE(answer.ok(), !wasThere); // deleted either by the release or by the other client
            else
                QVERIFY(answer.ok());
            if (!answer.ok())
                QCOMPARE(printed(answer.result().error().code), "Refused");
            ++(answer.ok() ? released : refused);
        }
        const auto stands = world.ensemble.stat(path);
        QCOMPARE(stands.has_value(), made != 0);
        if (stands) {
            QCOMPARE(stands->czxid, made);
            QCOMPARE(world.ensemble.data(path), std::string("two"));
        }
        QCOMPARE(world.ensemble.children(directory).size(), std::size_t(made != 0 ? 1 : 0));
        if (stands)
            QVERIFY(world.ensemble.remove(path));
        QVERIFY(world.ensemble.remove(directory));
    }
    QVERIFY(released >= 100 && refused >= 500);
}

void GuardTest::aDirectoryMadeAnewIsSeen_data()
{
    QTest::addColumn<QString>("top"); // deleted with all nodes below and recreated just before the transaction
    QTest::newRow("parent") << "/a/d/e";
    QTest::newRow("grandparent") << "/a/d";
    QTest::newRow("great-grandparent") << "/a";
}

void GuardTest::aDirectoryMadeAnewIsSeen()
{
    QFETCH(QString, top);
    for (const std::string name : {"lock", "n_0000000000"}) {
        ReleaseWorld world;
        const auto path = "/a/d/e/" + name;
        const std::vector<std::string> chain{"/a", "/a/d", "/a/d/e"};
        const auto first = std::find(chain.begin(), chain.end(), top.toStdString());
        const auto make = [&](const std::string& data, SessionId owner) {
            for (const auto& each : chain) {
                if (!world.ensemble.exists(each))
                    QVERIFY(world.ensemble.create(each));
            }
            QVERIFY(world.ensemble.create(path, data, owner, zk::CreateMode::Ephemeral));
        };
        make("one", 1);
        const auto plan = world.plan(path);
        QVERIFY(plan.ok());
        bool done = false;
        const Between between(world, [&](int, FakeOp op) {
            if (op != FakeOp::Multi || std::exchange(done, true))
                return;
            QVERIFY(world.ensemble.remove(path));
            for (auto each = chain.end(); each != first;)
                QVERIFY(world.ensemble.remove(*--each));
            make("two", 2); // each counter below the topmost has its old value
        });
        const auto answer = world.release(*plan.result());
        QVERIFY(answer.failedWith(ErrorCode::Refused));
        QCOMPARE(world.ensemble.data(path), std::string("two"));
        QCOMPARE(world.ensemble.stat(path)->version, 0);
    }
}

void GuardTest::aBusyQueueIsNoObstacle()
{
    ReleaseWorld world;
    const auto holder = world.queueUp(1);
    const auto plan = world.plan(holder);
    int joined = 0;
    const Between between(world, [&](int, FakeOp op) {
        if (op == FakeOp::Multi)
            world.queueUp(100 + ++joined); // each time, just before the transaction
    });
    const auto released = world.release(*plan.result());
    QVERIFY(released.ok());
    QCOMPARE(printed(toString(released.result()->releaseResult.guarded.proof)), "version");
    QVERIFY(!world.ensemble.exists(holder));
    QCOMPARE(joined, world.actorSettings.guard.tries + 1); // the last time by its version
    QCOMPARE(world.ensemble.children("/a").size(), static_cast<std::size_t>(joined));
    QVERIFY(plan.result()->guard.text.find("deleted by its version") != std::string::npos);
    QCOMPARE(world.lastAct().record.outcome->text,
             "deleted " + holder + " by its version after " + std::to_string(joined) + " attempts");
}

void GuardTest::aBusyDirectoryIsGivenUp()
{
    ReleaseWorld world;
    QVERIFY(world.ensemble.create("/a/lock", "one", 1, zk::CreateMode::Ephemeral));
    const auto plan = world.plan("/a/lock");
    int made = 0;
    const Between between(world, [&](int, FakeOp op) {
        if (op == FakeOp::Multi)
            QVERIFY(world.ensemble.create("/a/other-" + std::to_string(++made)));
    });
    const auto answer = world.release(*plan.result());
    QVERIFY(answer.failedWith(ErrorCode::TimedOut));
    QVERIFY(world.ensemble.exists("/a/lock"));
    QCOMPARE(world.ensemble.stat("/a/lock")->version, 0);
    QCOMPARE(printed(toString(world.lastAct().verdict())), "failed");
}

void GuardTest::theNodeIsNeverWritten()
{
    for (const int busy : {0, 3}) { // how often a child is created in between
        ReleaseWorld world;
        const auto holder = world.queueUp(1, "10.0.0.1");
        const auto plan = world.plan(holder);
        const auto client = FakeClient::connect(world.ensemble, world.executor, 9s);
        world.executor.runUntilIdle();
        Watching neighbour;
        int armed = 0;
        neighbour.watch(*client, holder, [&] { ++armed; });
        world.executor.runUntilIdle();
        QCOMPARE(armed, Watching::watchCount);
        int left = busy;
        const Between between(world, [&](int, FakeOp op) {
            if (op == FakeOp::Multi && left-- > 0)
                world.queueUp(100 + left);
        });
        QVERIFY(world.release(*plan.result()).ok());
        QCOMPARE(left, -1);
        QVERIFY(neighbour.events() == Watching::ofADelete(holder));
        neighbour.stop();
    }
}

void GuardTest::aNameOfAnExhaustedDirectory_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("proof");
    QTest::newRow("with a GUID") << QString::fromStdString(curatorPrefix.substr(1) + "0000000000")
                                 << QByteArray("version");
    QTest::newRow("numbered") << u"n_0000000000"_s << QByteArray("none");
    QTest::newRow("single node") << u"lock"_s << QByteArray("none");
}

void GuardTest::aNameOfAnExhaustedDirectory()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, proof);
    ReleaseWorld world;
    const auto path = "/a/" + name.toStdString();
    QVERIFY(world.ensemble.create(path, {}, 1, zk::CreateMode::Ephemeral));
    QVERIFY(world.ensemble.setNextSequence("/a", std::numeric_limits<std::int32_t>::max()));
    const auto plan = world.plan(path);
    QVERIFY(plan.ok());
    QCOMPARE(printed(toString(plan.result()->guard.proof)), proof.constData());
    QVERIFY(plan.result()->guard.text.find("exhausted") != std::string::npos);
    const auto answer = world.release(*plan.result());
    QCOMPARE(answer.ok(), proof == "version");
    QCOMPARE(world.ensemble.exists(path), proof != "version");
    if (!answer.ok())
        QVERIFY(answer.failedWith(ErrorCode::Refused));
}

void GuardTest::whereNoProbeMayBeMade_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("denied");
    QTest::addColumn<QByteArray>("proof");
    QTest::addColumn<QString>("said");
    const auto curator = QString::fromStdString(curatorPrefix.substr(1) + "0000000000");
    QTest::newRow("GUID, parent") << curator << u"/a"_s << QByteArray("version") << u"CREATE permission on /a"_s;
    QTest::newRow("GUID, root") << curator << u"/"_s << QByteArray("counter") << u"GUID"_s;
    QTest::newRow("numbered, parent") << u"n_0000000000"_s << u"/a"_s << QByteArray("version")
                                      << u"CREATE permission on /a"_s;
    QTest::newRow("numbered, root") << u"n_0000000000"_s << u"/"_s << QByteArray("counter")
                                    << u"One case is therefore not excluded: /a is deleted and created again"_s;
    QTest::newRow("single, parent") << u"lock"_s << u"/a"_s << QByteArray("none") << u"The release is refused"_s;
    QTest::newRow("single, root") << u"lock"_s << u"/"_s << QByteArray("counter")
                                  << u"One case is therefore not excluded: /a is deleted and created again"_s;
}

void GuardTest::whereNoProbeMayBeMade()
{
    QFETCH(QString, name);
    QFETCH(QString, denied);
    QFETCH(QByteArray, proof);
    QFETCH(QString, said);
    ReleaseWorld world;
    const auto path = "/a/" + name.toStdString();
    QVERIFY(world.ensemble.create(path, {}, 1, zk::CreateMode::Ephemeral));
    world.ensemble.deny(denied.toStdString(), zk::Permission::Create);
    const auto plan = world.plan(path);
    QVERIFY(plan.ok());
    const auto& guard = plan.result()->guard;
    QCOMPARE(printed(toString(guard.proof)), proof.constData());
    QVERIFY2(guard.text.find(said.toStdString()) != std::string::npos, guard.text.c_str());
    const auto answer = world.release(*plan.result());
    QCOMPARE(answer.ok(), proof != "none");
    if (answer.ok()) {
        QCOMPARE(printed(toString(answer.result()->releaseResult.guarded.proof)), proof.constData());
        QVERIFY(!world.ensemble.exists(path));
    } else {
        QVERIFY(answer.failedWith(ErrorCode::NoAuth));
        QVERIFY(world.ensemble.exists(path));
    }
}

void GuardTest::aBusyServerIsNoReasonToProveLess()
{
    ReleaseWorld world;
    QVERIFY(world.ensemble.create("/a/lock", "one", 1, zk::CreateMode::Ephemeral));
    const auto plan = world.plan("/a/lock");
    world.ensemble.fail({.op = FakeOp::Exists, .code = ErrorCode::Throttled, .path = "/"});
    const auto answer = world.release(*plan.result());
    QVERIFY(answer.failedWith(ErrorCode::Throttled));
    QVERIFY(world.ensemble.exists("/a/lock"));
    QVERIFY(world.release(*plan.result()).ok());
}

void GuardTest::theProbeIsNeverSeen()
{
    ReleaseWorld world;
    const auto holder = world.queueUp(1, "10.0.0.1");
    const auto next = world.queueUp(2);
    const auto plan = world.plan(holder);
    const auto watcher = FakeClient::connect(world.ensemble, world.executor, 9s);
    world.executor.runUntilIdle();
    std::vector<std::vector<std::string>> listings;
    std::function<void()> look;
    Subscription watch;
    look = [&] {
        watch = watcher->children(
            "/a", [&](const zk::WatchEvent&) { look(); },
            [&](const Result<std::vector<std::string>>& names) { listings.push_back(*names); });
    };
    look();
    world.executor.runUntilIdle();
    QVERIFY(world.release(*plan.result()).ok());
    QVERIFY(listings.size() >= 2);
    for (const auto& names : listings) {
        for (const auto& name : names)
            QVERIFY2("/a/" + name == holder || "/a/" + name == next, name.c_str());
    }
    watch.reset();
}

void GuardTest::aWishToReleaseInBetweenDoesNotHinder()
{
    ReleaseWorld world;
    const auto holder = world.queueUp(1);
    const auto plan = world.plan(holder);
    bool done = false;
    const Between between(world, [&](int, FakeOp op) {
        if (op == FakeOp::Multi && !std::exchange(done, true))
            QVERIFY(world.ensemble.setData(holder, "__REVOKE__"));
    });
    QVERIFY(world.release(*plan.result()).ok());
    QVERIFY(!world.ensemble.exists(holder));
}

void GuardTest::aLostAnswerIsLookedUp_data()
{
    QTest::addColumn<bool>("executed");
    QTest::addColumn<bool>("comesBack");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("verdict");
    QTest::newRow("not executed") << false << true << QByteArray("NoConnection") << QByteArray("failed");
    QTest::newRow("executed") << true << true << QByteArray("ConnectionLoss") << QByteArray("unknown");
    QTest::newRow("unknown") << false << false << QByteArray("ConnectionLoss") << QByteArray("unknown");
}

void GuardTest::aLostAnswerIsLookedUp()
{
    QFETCH(bool, executed);
    QFETCH(bool, comesBack);
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, verdict);
    ReleaseWorld world;
    const auto holder = world.queueUp(1);
    const auto plan = world.plan(holder);
    const auto when = executed ? When::AfterExecution : When::BeforeExecution;
    const auto held = world.ensemble.hold({.op = FakeOp::Multi, .when = when});
    const auto answer = world.release(*plan.result());
    QVERIFY(!answer.arrived());
    world.ensemble.disconnect(*world.client, when);
    world.executor.runUntilIdle();
    QVERIFY(!answer.arrived()); // it may reconnect
    if (comesBack)
        world.ensemble.reconnect(*world.client);
    world.ensemble.release(held);
    world.executor.runUntilIdle();
    if (!comesBack)
        world.executor.advance(world.actorSettings.guard.waitLimit);
    QCOMPARE(answer.count(), 1);
    QVERIFY(!answer.ok());
    QCOMPARE(printed(toString(answer.result().error().code)), code.constData());
    QCOMPARE(world.ensemble.exists(holder), !executed);
    QCOMPARE(printed(toString(world.lastAct().verdict())), verdict.constData());
}

void GuardTest::aLostConnectionBeforeTheDeleteIsNoDelete()
{
    for (const auto op : {FakeOp::Sync, FakeOp::List, FakeOp::Get, FakeOp::Multi}) {
        ReleaseWorld world;
        const auto holder = world.queueUp(1);
        const auto plan = world.plan(holder);
        const auto when = op == FakeOp::Multi ? When::BeforeExecution : When::AfterExecution; // the delete
        world.ensemble.fail({.op = op, .when = when});
        const auto answer = world.release(*plan.result());
        QVERIFY(answer.failedWith(ErrorCode::NoConnection));
        QVERIFY(answer.result().error().detail.find("nothing was deleted") != std::string::npos);
        QVERIFY(world.ensemble.exists(holder));
        QCOMPARE(printed(toString(world.lastAct().verdict())), "failed");
    }
}

void GuardTest::aWishInAnotherNodeIsTakenBack()
{
    ReleaseWorld world;
    const auto holder = world.queueUp(1);
    const auto plan = world.plan(holder);
    int gets = 0;
    const Between between(world, [&](int, FakeOp op) {
        if (op != FakeOp::Get || ++gets != 2) // the read that is sent with the message
            return;
        QVERIFY(world.ensemble.remove(holder));
        QVERIFY(world.ensemble.create(holder, "two", 2, zk::CreateMode::Ephemeral));
    });
    const auto answer = world.ask(*plan.result(), 10s);
    QVERIFY(answer.failedWith(ErrorCode::Refused));
    QCOMPARE(world.ensemble.data(holder), std::string("two"));
    QCOMPARE(world.ensemble.stat(holder)->version, 2); // written, and restored
    const auto& detail = answer.result().error().detail;
    QVERIFY2(detail.find("removed again") != std::string::npos, detail.c_str());
    QVERIFY2(detail.find("no revocation request was sent") == std::string::npos, detail.c_str());
}

void GuardTest::aWishThatStaysInAnotherNodeIsReported()
{
    ReleaseWorld world;
    const auto holder = world.queueUp(1);
    const auto plan = world.plan(holder);
    bool done = false;
    const Between between(world, [&](int, FakeOp op) {
        if (op != FakeOp::Set || std::exchange(done, true))
            return;
        QVERIFY(world.ensemble.remove(holder));
        QVERIFY(world.ensemble.create(holder, "two", 2, zk::CreateMode::Ephemeral));
    });
    const auto answer = world.ask(*plan.result(), 10s);
    QVERIFY(answer.failedWith(ErrorCode::Refused));
    QCOMPARE(world.ensemble.data(holder), std::string("__REVOKE__")); // its former value was never read
    const auto& detail = answer.result().error().detail;
    QVERIFY2(detail.find("The message was written to that node, and the owner may follow it") != std::string::npos,
             detail.c_str());
}

} // namespace lockscope::guardTest

LOCKSCOPE_TEST(lockscope::guardTest::GuardTest)
#include "GuardTest.moc"
