// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/client/ServerCycle.h"
#include "tests/support/Test.h"

#include <algorithm>
#include <set>

namespace lockscope::serverCycleTest {

using namespace std::chrono_literals;

class ServerCycleTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void triesEachAddressOncePerRound();
    void triesTheLostServerLast();
    void spreadsClientsOverTheServers();
    void pausesGrowWithJitterUpToALimit();
    void pausesAreShortAgainAfterAConnection();
    void endsAtOnceWithoutAddresses();
};

const std::vector<std::string> three{"10.0.0.1:2181", "10.0.0.2:2181", "10.0.0.2:2182"};

std::vector<std::string> roundOf(zk::ServerCycle& cycle)
{
    std::vector<std::string> tried;
    while (auto address = cycle.next())
        tried.push_back(*std::move(address));
    return tried;
}

void ServerCycleTest::triesEachAddressOncePerRound()
{
    zk::ServerCycle cycle(1);
    for (int round = 0; round < 20; ++round) {
        cycle.begin(three, {});
        auto tried = roundOf(cycle);
        std::sort(tried.begin(), tried.end());
        QCOMPARE(tried, three);
        QCOMPARE(cycle.size(), three.size());
    }
}

void ServerCycleTest::triesTheLostServerLast()
{
    zk::ServerCycle cycle(1);
    for (int round = 0; round < 20; ++round) {
        const auto& lost = three[static_cast<std::size_t>(round) % three.size()];
        cycle.begin(three, lost);
        QCOMPARE(roundOf(cycle).back(), lost);
    }
}

void ServerCycleTest::spreadsClientsOverTheServers()
{
    std::set<std::string> first;
    for (std::uint32_t seed = 0; seed < 50; ++seed) {
        zk::ServerCycle cycle(seed);
        cycle.begin(three, {});
        first.insert(cycle.next().value());
    }
    QCOMPARE(first.size(), three.size());
}

void ServerCycleTest::pausesGrowWithJitterUpToALimit()
{
    zk::ServerCycle cycle(1);
    Duration limit = zk::ServerCycle::firstPause;
    std::set<Duration> seen;
    for (int i = 0; i < 20; ++i) {
        const auto pause = cycle.pause();
        QVERIFY(pause >= limit / 2 && pause <= limit);
        seen.insert(pause);
        limit = std::min<Duration>(limit * 2, zk::ServerCycle::longestPause);
    }
    QVERIFY(seen.size() > 10);                       // so that clients do not return at the same moment
    QVERIFY(zk::ServerCycle::longestPause <= 500ms); // a server that serves is found within a second
}

void ServerCycleTest::pausesAreShortAgainAfterAConnection()
{
    zk::ServerCycle cycle(1);
    for (int i = 0; i < 10; ++i)
        static_cast<void>(cycle.pause());
    cycle.succeeded();
    QVERIFY(cycle.pause() <= zk::ServerCycle::firstPause);
}

void ServerCycleTest::endsAtOnceWithoutAddresses()
{
    zk::ServerCycle cycle(1);
    cycle.begin({}, "10.0.0.1:2181");
    QVERIFY(!cycle.next());
}

} // namespace lockscope::serverCycleTest

LOCKSCOPE_TEST(lockscope::serverCycleTest::ServerCycleTest)
#include "ServerCycleTest.moc"
