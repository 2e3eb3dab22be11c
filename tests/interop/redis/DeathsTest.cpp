// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// A program of ours or Redisson's is killed while it holds locks of every type, and while it waits for them: clients
/// of the other program get them.

#include "tests/interop/redis/RedisPeerTest.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

namespace lockscope::deathsTest {

using namespace lockscope::test;
using Kind = RedisClientKind;

namespace {

/// All but the semaphore without leases, whose permits are lost with their holder. Each is the id of a worker.
const std::vector<std::string> recipes{"lock", "fair", "fenced", "spin", "read", "write", "permit", "multi"};

} // namespace

class DeathsTest final : public RedisPeerTest {
    Q_OBJECT
public:
    DeathsTest()
        : RedisPeerTest({Kind::Ours, Kind::Redisson3, Kind::Redisson4}, recipes)
    {
    }

private Q_SLOTS:
    static void holderIsKilled_data() { addDeaths(); }
    void holderIsKilled();
    static void waiterIsKilled_data() { addDeaths(); }
    void waiterIsKilled();
    static void headIsDeadAndRedissonReleases_data() { addKinds({Kind::Redisson3, Kind::Redisson4}); }
    void headIsDeadAndRedissonReleases();

private:
    static void addDeaths();
    /// The spec of a recipe for a new lock, and that of a client that competes with it.
    [[nodiscard]] std::pair<std::string, std::string> specs(const std::string& recipe);
};

void DeathsTest::addDeaths()
{
    QTest::addColumn<Kind>("dying");
    QTest::addColumn<Kind>("other");
    for (const auto kind : {Kind::Redisson3, Kind::Redisson4}) {
        QTest::addRow("%s dies", nameOf(kind).constData()) << kind << Kind::Ours;
        QTest::addRow("ours dies, among %s", nameOf(kind).constData()) << Kind::Ours << kind;
    }
}

std::pair<std::string, std::string> DeathsTest::specs(const std::string& recipe)
{
    const auto name = freshName();
    const auto rest = ":" + name + (recipe == "multi" ? "," + freshName() : "") + (recipe == "permit" ? ":1" : "");
    return {recipe + rest, (recipe == "read" ? "write" : recipe) + rest};
}

void DeathsTest::holderIsKilled()
{
    QFETCH(Kind, dying);
    QFETCH(Kind, other);
    const auto process = mortal(dying, recipes);
    QVERIFY(process);
    std::vector<Death> deaths;
    for (const auto& recipe : recipes) {
        const auto [own, competing] = specs(recipe);
        deaths.push_back({{process.get(), recipe, own}, slot(other, competing, recipe)});
    }
    QCOMPARE(dieAsHolder(*process, deaths), "");
}

/// The holder is of the other program; that of a fair lock is ours, since a release by Redisson does not see that the
/// head of the queue is dead.
void DeathsTest::waiterIsKilled()
{
    QFETCH(Kind, dying);
    QFETCH(Kind, other);
    const auto process = mortal(dying, recipes);
    QVERIFY(process);
    std::vector<Death> deaths;
    LockSlots holders;
    for (const auto& recipe : recipes) {
        const auto [own, competing] = specs(recipe);
        const bool isFair = recipe == "fair";
        const auto heir = isFair && dying == Kind::Ours ? other : dying;
        deaths.push_back({{process.get(), recipe, own}, slot(heir, own, recipe)});
        holders.push_back(slot(isFair ? Kind::Ours : other, competing, recipe));
    }
    QCOMPARE(dieAsWaiter(*process, deaths, holders), "");
}

/// Our client finds out when the lease in its last reply ends, here 2.5 seconds. One of Redisson's waits for five
/// minutes.
void DeathsTest::headIsDeadAndRedissonReleases()
{
    QFETCH(Kind, kind);
    const auto holder = mortal(kind, {"a"});
    const auto head = mortal(Kind::Ours, {"a"});
    QVERIFY(holder && head);
    const auto spec = "fair:" + freshName();
    QCOMPARE(dieAsWaiter(*head, {{{head.get(), "a", spec}, ours(spec, "fair")}}, {{holder.get(), "a", spec}}), "");
    QVERIFY2(holder->endsWell(), holder->reported());
}

} // namespace lockscope::deathsTest

LOCKSCOPE_TEST(lockscope::deathsTest::DeathsTest)
#include "DeathsTest.moc"
