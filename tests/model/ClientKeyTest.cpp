// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Which contenders belong to one client, over its turns and sessions.

#include "core/model/ClientKey.h"
#include "tests/support/Test.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::clientKeyTest {

using namespace lockscope::inspect;
using By = ClientKey::By;

namespace {

Contender turnOf(const std::string& node, std::int64_t session, const std::string& client)
{
    Contender contender;
    contender.node = node;
    ContenderDetails details;
    details.session = session;
    details.client = client;
    contender.details = details;
    return contender;
}

/// Its details are not read yet; the servers' list has its session.
Contender unreadTurn(const std::string& node, std::int64_t session)
{
    Contender contender;
    contender.node = node;
    contender.owner = session;
    return contender;
}

Contender threadOf(const std::string& owner)
{
    Contender contender;
    contender.node = owner;
    contender.redis = std::make_shared<const RedisContender>(RedisContender{owner, 1, {}, Alive::Unknown, {}});
    return contender;
}

Lock lockOf(std::vector<Contender> queue)
{
    Lock lock;
    lock.path = "/lock";
    lock.queue = std::move(queue);
    return lock;
}

std::string foundIn(const Lock& lock, const ClientKey& client)
{
    const auto* found = findClient(lock, client);
    return found ? found->node : "(none)";
}

} // namespace

class ClientKeyTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theBestIdentityIsUsed()
    {
        QVERIFY((clientOf(turnOf("n1", 7, "worker-1")) == ClientKey{By::Name, "worker-1", 7}));
        QVERIFY((clientOf(turnOf("n1", 7, "")) == ClientKey{By::Session, "0x7", 7}));
        QVERIFY((clientOf(unreadTurn("n1", 7)) == ClientKey{By::Session, "0x7", 7}));
        QVERIFY((clientOf(turnOf("n1", 0, "")) == ClientKey{By::Node, "n1", 0}));
        const std::string instance = "5f0c2a9e-7421-469a-addb-44fb92259a1b";
        QVERIFY((clientOf(threadOf(instance + ":41")) == ClientKey{By::Instance, instance, 0}));
        QVERIFY((clientOf(threadOf("0a1b2c3d")) == ClientKey{By::Node, "0a1b2c3d", 0}));
    }

    /// Its name is the same, its session is another one.
    void aRestartedClientIsFoundByItsName()
    {
        const auto client = clientOf(turnOf("n1", 7, "worker-1"));
        QCOMPARE(foundIn(lockOf({turnOf("n2", 8, "worker-2"), turnOf("n3", 9, "worker-1")}), client),
                 std::string("n3"));
        QCOMPARE(foundIn(lockOf({turnOf("n2", 8, "worker-2")}), client), std::string("(none)"));
    }

    /// Several clients have one name.
    void itsOwnSessionComesFirst()
    {
        const auto client = clientOf(turnOf("n1", 7, "worker"));
        QCOMPARE(foundIn(lockOf({turnOf("n2", 8, "worker"), turnOf("n3", 7, "worker")}), client), std::string("n3"));
    }

    /// Threads of one session may have names of their own.
    void anotherNameIsAnotherClient()
    {
        QVERIFY(!belongsTo(turnOf("n2", 7, "worker-2"), clientOf(turnOf("n1", 7, "worker-1"))));
    }

    void detailsThatAreReadLaterChangeNothing()
    {
        QVERIFY(belongsTo(unreadTurn("n2", 7), clientOf(turnOf("n1", 7, "worker-1"))));
        QVERIFY(belongsTo(turnOf("n1", 7, "worker-1"), clientOf(unreadTurn("n1", 7))));
        QVERIFY(!belongsTo(unreadTurn("n2", 8), clientOf(turnOf("n1", 7, "worker-1"))));
    }

    void anInstanceHasSeveralThreads()
    {
        const std::string instance = "5f0c2a9e-7421-469a-addb-44fb92259a1b";
        const auto client = clientOf(threadOf(instance + ":41"));
        QCOMPARE(
            foundIn(lockOf({threadOf("9b41d7e0-7421-469a-addb-44fb92259a1b:41"), threadOf(instance + ":4")}), client),
            instance + ":4");
    }

    void aNodeWithoutAnythingElseIsFollowedForOneTurn()
    {
        const auto client = clientOf(turnOf("n1", 0, ""));
        QVERIFY(belongsTo(turnOf("n1", 0, ""), client));
        QVERIFY(!belongsTo(turnOf("n2", 0, ""), client));
    }
};

} // namespace lockscope::clientKeyTest

LOCKSCOPE_TEST(lockscope::clientKeyTest::ClientKeyTest)
#include "ClientKeyTest.moc"
