// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/history/RecordedSnapshots.h"

#include <algorithm>

namespace lockscope::test {

using namespace inspect;

namespace {

template <typename T> void compare(std::string& text, const std::string& what, const T& wanted, const T& found)
{
    if (text.empty() && !(wanted == found))
        text = what;
}

bool sameLayout(const Lock& a, const Lock& b)
{
    if (!a.layout || !b.layout)
        return !a.layout == !b.layout;
    return a.layout->queue == b.layout->queue && a.layout->gate == b.layout->gate;
}

std::string difference(const Lock& wanted, const Lock& found)
{
    std::string text;
    compare(text, "path", wanted.path, found.path);
    compare(text, "dialect", wanted.dialect, found.dialect);
    compare(text, "title", wanted.dialectTitle, found.dialectTitle);
    compare(text, "kind", wanted.kind, found.kind);
    compare(text, "leases", wanted.leases, found.leases);
    compare(text, "leasesKnown", wanted.leasesKnown, found.leasesKnown);
    compare(text, "layout", sameLayout(wanted, found), true);
    compare(text, "gateHolder", wanted.gateHolder, found.gateHolder);
    compare(text, "counterContradiction", wanted.counterContradiction, found.counterContradiction);
    compare(text, "queue length", wanted.queue.size(), found.queue.size());
    for (std::size_t i = 0; i < wanted.queue.size() && text.empty(); ++i) {
        const auto& one = wanted.queue[i];
        const auto& other = found.queue[i];
        const auto who = "contender " + std::to_string(i);
        compare(text, who + "'s node", one.node, other.node);
        compare(text, who + "'s position", one.position, other.position);
        compare(text, who + "'s sequence", one.sequence, other.sequence);
        compare(text, who + "'s waitsOn", one.waitsOn, other.waitsOn);
        compare(text, who + "'s details", one.details, other.details);
        auto recorded = one;
        recorded.firstSeenAt = other.firstSeenAt; // only known while Lockscope watches
        compare(text, who, recorded, other);
    }
    compare(text, "unrecognised", wanted.unrecognised, found.unrecognised);
    compare(text, "polled", wanted.polled, found.polled);
    compare(text, "readAt", wanted.readAt, found.readAt);
    compare(text, "parent", wanted.parent, found.parent);
    compare(text, "unlisted", wanted.unlisted, found.unlisted);
    return text;
}

/// A recording contains only the sessions of contenders.
std::string difference(const ensemble::EnsembleFacts& wanted, const ensemble::EnsembleFacts& found,
                       const Snapshot& snapshot)
{
    std::string text;
    compare(text, "facts' time", wanted.takenAt, found.takenAt);
    compare(text, "servers", wanted.servers, found.servers);
    compare(text, "every session", wanted.hasEverySession, found.hasEverySession);
    compare(text, "every connection", wanted.hasEveryConnection, found.hasEveryConnection);
    for (const auto& lock : snapshot.locks) {
        for (const auto& contender : lock->queue) {
            const auto id = contender.details ? contender.details->session : 0;
            const auto* one = id == 0 ? nullptr : wanted.find(id);
            const auto* other = id == 0 ? nullptr : found.find(id);
            if ((one == nullptr) != (other == nullptr) || (one && !(*one == *other)))
                compare(text, "session " + toHex(id), true, false);
        }
    }
    return text;
}

} // namespace

std::string difference(const Snapshot& wanted, const Snapshot& found)
{
    std::string text;
    compare(text, "state", wanted.session.state, found.session.state);
    compare(text, "session", wanted.session.id, found.session.id);
    compare(text, "session's timeout", wanted.session.timeout, found.session.timeout);
    compare(text, "server", wanted.session.server, found.session.server);
    compare(text, "detail", wanted.session.detail, found.session.detail);
    compare(text, "takenAt", wanted.takenAt, found.takenAt);
    compare(text, "complete", wanted.complete, found.complete);
    compare(text, "problems", wanted.problems, found.problems);
    compare(text, "emptyParents", wanted.emptyParents, found.emptyParents);
    compare(text, "watches", wanted.watches, found.watches);
    compare(text, "watchBudget", wanted.watchBudget, found.watchBudget);
    compare(text, "eventsPerSecond", wanted.eventsPerSecond, found.eventsPerSecond);
    compare(text, "revision", wanted.revision, found.revision);
    compare(text, "findings", wanted.findings, found.findings);
    compare(text, "lock count", wanted.locks.size(), found.locks.size());
    for (std::size_t i = 0; i < wanted.locks.size() && text.empty(); ++i) {
        if (const auto inLock = difference(*wanted.locks[i], *found.locks[i]); !inLock.empty())
            text = "lock " + std::to_string(i) + ": " + inLock;
    }
    compare(text, "facts", !wanted.ensemble, !found.ensemble);
    if (text.empty() && wanted.ensemble)
        text = difference(*wanted.ensemble, *found.ensemble, wanted);
    return text;
}

std::string SnapshotMaker::bytes(int most)
{
    static const std::vector<std::string> samples{"worker-07",
                                                  "Ünïcödé 🔒",
                                                  std::string("a\0b", 3),
                                                  "\xff\xfe\x80",
                                                  "\xef\xbb\xbf"
                                                  "bom",
                                                  "\xed\xa0\x80",
                                                  "{\"client\":\"x\"}",
                                                  "\n\r\t\""};
    if (oneIn(2))
        return samples[static_cast<std::size_t>(below(static_cast<int>(samples.size())))];
    std::string text;
    for (auto left = below(most); left > 0; --left)
        text += static_cast<char>(below(256));
    return text;
}

WallTime SnapshotMaker::time()
{
    return WallTime(std::chrono::milliseconds(1'795'190'467'314 + below(1'000'000'000)));
}

zk::Stat SnapshotMaker::stat()
{
    zk::Stat stat;
    stat.czxid = static_cast<std::int64_t>(m_random()) << 31;
    stat.mzxid = -1;
    stat.ctime = time();
    stat.mtime = time();
    stat.version = below(5);
    stat.cversion = -below(1'000'000);
    stat.ephemeralOwner = oneIn(2) ? std::int64_t(m_random()) - (std::int64_t(1) << 62) : 0;
    stat.dataLength = below(100);
    stat.numChildren = below(100);
    stat.pzxid = below(1'000'000);
    return stat;
}

ContenderDetails SnapshotMaker::details()
{
    ContenderDetails details;
    details.session = oneIn(5) ? 0 : 1 + below(8) - (std::int64_t(1) << 60);
    details.createdAt = time();
    details.creationId = (std::int64_t(1) << 55) + below(1'000'000);
    details.version = below(3);
    details.modifiedAt = time();
    details.payload = bytes(oneIn(50) ? 5'000 : 20);
    details.payloadCut = oneIn(10) ? 1 + below(1'000'000) : 0;
    details.client = oneIn(2) ? bytes(10) : "";
    details.host = oneIn(2) ? "10.0.0.7:40112" : "";
    details.hostSource = static_cast<HostSource>(below(4));
    details.isLastKnown = oneIn(4);
    details.isPayloadKnown = !oneIn(8);
    return details;
}

Contender SnapshotMaker::contender()
{
    Contender contender;
    contender.holds = oneIn(3);
    contender.atGate = oneIn(6);
    contender.mode = oneIn(2) ? LockMode::Shared : LockMode::Exclusive;
    contender.isModeKnown = !oneIn(8);
    contender.isStateKnown = contender.holds || !oneIn(8);
    contender.node = bytes(20) + "-lock-" + std::to_string(++m_names);
    if (!oneIn(4))
        contender.sequence = below(100) - 50;
    for (auto left = below(3); left > 0; --left)
        contender.waitsOn.push_back(bytes(20));
    if (!oneIn(3))
        contender.details = details();
    if (oneIn(3))
        contender.grantedAt = time();
    return contender;
}

Lock SnapshotMaker::lock(int number)
{
    Lock lock;
    lock.path = "/locks/" + std::to_string(number) + (number == 3 ? "/\xff" : "");
    lock.dialect = "curator-mutex";
    lock.dialectTitle = "Curator mutex";
    for (auto left = oneIn(150) ? 4'000 : below(6); left > 0; --left)
        lock.queue.push_back(contender());
    change(lock);
    return lock;
}

void SnapshotMaker::change(Lock& lock)
{
    auto& queue = lock.queue;
    switch (below(8)) {
    case 0:
        if (!queue.empty())
            queue.erase(queue.begin());
        break;
    case 1:
        queue.insert(queue.begin() + below(static_cast<int>(queue.size()) + 1), contender());
        break;
    case 2:
        if (!queue.empty())
            queue[static_cast<std::size_t>(below(static_cast<int>(queue.size())))].details = details();
        break;
    case 3:
        std::reverse(queue.begin(), queue.end());
        break;
    case 4:
        lock.kind = static_cast<LockKind>(below(6));
        lock.leases = below(4);
        lock.leasesKnown = static_cast<Confidence>(below(3));
        lock.gateHolder = oneIn(2) ? bytes(10) : "";
        lock.counterContradiction = oneIn(4) ? bytes(10) : "";
        lock.unrecognised = oneIn(2) ? std::vector<std::string>{bytes(10), "stranger"} : std::vector<std::string>();
        lock.polled = oneIn(2);
        break;
    case 5:
        lock.layout = oneIn(2) ? std::make_shared<const Layout>(Layout{"/leases", oneIn(2) ? "/locks" : ""}) : nullptr;
        break;
    case 6:
        lock.parent = oneIn(2) ? std::optional(stat()) : std::nullopt;
        lock.unlisted = oneIn(2) ? below(1'000) : 0;
        break;
    default:
        break; // read again, with the same values
    }
    lock.readAt = time();
    for (std::size_t i = 0; i < queue.size(); ++i)
        queue[i].position = oneIn(40) ? below(100) : static_cast<int>(i);
}

std::shared_ptr<const ensemble::EnsembleFacts> SnapshotMaker::facts()
{
    auto facts = std::make_shared<ensemble::EnsembleFacts>();
    facts->takenAt = time();
    facts->hasEverySession = oneIn(2);
    facts->hasEveryConnection = oneIn(2);
    ensemble::ServerFacts server;
    server.address = {"zk1.example.org", static_cast<std::uint16_t>(below(65'536))};
    server.answers = oneIn(2);
    server.mode = "leader";
    server.trouble = bytes(30);
    server.advice = {"admin.enableServer=true"};
    server.connections = static_cast<ensemble::Source>(below(3));
    server.askedAt = time();
    facts->servers.push_back(server);
    for (int i = 0; i < 8; ++i) {
        if (oneIn(3))
            continue;
        ensemble::SessionFacts session;
        session.id = 1 + i - (std::int64_t(1) << 60);
        session.host = "10.0.0.9:1234";
        session.source = static_cast<ensemble::Source>(below(3));
        session.isSecure = oneIn(2);
        if (oneIn(2))
            session.timeout = std::chrono::milliseconds(below(100'000));
        if (oneIn(2))
            session.lastHeard = time();
        if (oneIn(2))
            session.expiresAt = time();
        session.reportedAt = time();
        facts->sessions.emplace(session.id, session);
    }
    return facts;
}

Finding SnapshotMaker::finding()
{
    return {static_cast<FindingKind>(below(18)),
            {},
            static_cast<Severity>(below(3)),
            "/locks/1",
            {"/locks/1/n", bytes(5), std::to_string(below(1'000'000))}, // a change of text only is not a change
            {-5, 7},
            bytes(30),
            "seen",
            "look",
            {},
            {},
            oneIn(2) ? bytes(20) + "\n" : std::string()};
}

SnapshotPtr SnapshotMaker::next()
{
    auto& snapshot = m_snapshot;
    snapshot.takenAt =
        snapshot.takenAt == WallTime() ? time() : snapshot.takenAt + std::chrono::milliseconds(1 + below(500));
    snapshot.complete = !oneIn(4);
    snapshot.revision += 1U + static_cast<unsigned>(below(2));
    snapshot.watches = below(10);
    snapshot.watchBudget = 10'000;
    snapshot.eventsPerSecond = below(100) / 3.0;
    if (oneIn(5)) {
        snapshot.session.state = static_cast<SessionState>(below(7));
        snapshot.session.id = below(1'000);
        snapshot.session.timeout = std::chrono::milliseconds(below(40'000));
        snapshot.session.detail = bytes(20);
    }
    if (oneIn(6))
        snapshot.problems = {{"/" + bytes(9), {static_cast<ErrorCode>(below(27)), "get", "/x", bytes(9)}}};
    if (oneIn(6))
        snapshot.problems.clear();
    if (oneIn(6))
        snapshot.emptyParents = {{"/old", below(1'000), "/old/7"}};
    if (oneIn(4))
        snapshot.ensemble = facts();
    if (oneIn(6))
        snapshot.findings = {finding()};
    for (int i = 0; i < 3; ++i) {
        const auto wanted = lock(below(12));
        const auto place = std::lower_bound(snapshot.locks.begin(), snapshot.locks.end(), wanted.path,
                                            [](const auto& one, const std::string& path) { return one->path < path; });
        const bool isThere = place != snapshot.locks.end() && (*place)->path == wanted.path;
        if (!isThere) {
            snapshot.locks.insert(place, std::make_shared<const Lock>(wanted));
        } else if (oneIn(5)) {
            snapshot.locks.erase(place);
        } else {
            auto changed = **place;
            change(changed);
            *place = std::make_shared<const Lock>(std::move(changed));
        }
    }
    return std::make_shared<const Snapshot>(snapshot);
}

} // namespace lockscope::test
