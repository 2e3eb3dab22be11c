// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/interop/PeerTest.h"

#include "core/base/Path.h"
#include "core/locks/Hold.h"
#include "core/locks/Lock.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

namespace lockscope::test {

using namespace std::chrono_literals;

namespace {

std::string nameOf(Peer::Kind kind)
{
    return kind == Peer::Kind::Ours ? "ours" : kind == Peer::Kind::Curator ? "curator" : "kazoo";
}

} // namespace

void PeerTest::initTestCase()
{
    const auto started = m_world.start();
    QVERIFY_RESULT(started);
    for (const auto& [kind, ids] : m_peers) {
        place(kind) = std::make_unique<Peer>(kind, m_world.connectString(), nameOf(kind));
        place(kind)->reportStart(ids);
    }
    for (const auto& [kind, ids] : m_peers)
        QVERIFY2(place(kind)->hasStarted(), place(kind)->reported());
}

void PeerTest::cleanupTestCase()
{
    for (const auto& [kind, ids] : m_peers)
        QVERIFY2(place(kind)->endsWell(), place(kind)->reported());
}

PeerTest::Peers PeerTest::mortals(const std::vector<std::string>& names)
{
    Peers peers;
    for (const auto& name : names) {
        auto kind = Kind::Kazoo;
        for (const auto other : {Kind::Ours, Kind::Curator}) {
            if (name.starts_with(nameOf(other)))
                kind = other;
        }
        peers.push_back(std::make_unique<Peer>(kind, m_world.connectString(), name, Peer::mortal));
        peers.back()->reportStart({"a"});
    }
    for (const auto& peer : peers) {
        if (!peer->hasStarted()) {
            QTest::qFail(peer->reported(), __FILE__, __LINE__);
            return {};
        }
    }
    return peers;
}

QByteArray PeerTest::excludeEachOther(const LockSlot& stock, locks::Lock& lock, const std::string& path)
{
    if (stock.acquire() != "granted")
        return stock.peer->reported();
    const auto node = baseName(stock.node());
    for (const auto budget : {0ms, 300ms}) {
        const auto refused = lock.acquire(budget);
        if (refused || refused.error().code != ErrorCode::TimedOut)
            return "ours did not time out";
    }
    // The client that gave up leaves nothing; the holder's node stays.
    if (const auto left = printed(m_world.children(path)); left != printed(node))
        return "after ours gave up: " + left;
    if (stock.release() != "released")
        return stock.peer->reported();
    auto hold = lock.acquire(10s);
    if (!hold)
        return "ours did not get it: " + printed(describe(hold.error()));
    if (stock.acquire(0) != "timedOut" || stock.acquire(300) != "timedOut")
        return stock.peer->reported();
    if (const auto left = printed(m_world.children(path)); left != printed(hold->grant().node))
        return "after the stock client gave up: " + left;
    stock.reportAcquire();
    if (!m_world.waitForChildren(path, 2))
        return "the stock client does not queue";
    if (!hold->release())
        return "ours did not release";
    return stock.answer() == "granted" && stock.release() == "released" ? QByteArray() : stock.peer->reported();
}

} // namespace lockscope::test
