// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/findings/KindCases.h"

#include "tests/findings/FindingText.h"

#include <utility>

namespace lockscope::test {

using namespace lockscope::inspect;
using namespace std::chrono_literals;

namespace {

using Watches = std::vector<std::pair<std::string, std::int64_t>>; ///< path, session

bool isPresent(Phase phase)
{
    return phase == Phase::Present;
}

Snapshot only(Lock lock)
{
    std::vector<Lock> locks;
    locks.push_back(std::move(lock));
    return snapshotOf(std::move(locks));
}

/// The servers' report of sessions 1 and 2: connected, with a last heartbeat one second before the report.
std::shared_ptr<ensemble::EnsembleFacts> calmFacts()
{
    auto facts = std::make_shared<ensemble::EnsembleFacts>();
    facts->takenAt = noon - 5s;
    facts->hasEverySession = facts->hasEveryConnection = true;
    facts->servers.resize(3);
    for (const std::int64_t id : {1, 2})
        facts->sessions[id] = {id,        "10.0.0.7:5000", "zk1:2181", ensemble::Source::AdminServer, false, 30s,
                               noon - 6s, noon + 24s,      noon - 5s};
    return facts;
}

Snapshot withOwners(std::chrono::milliseconds age, std::shared_ptr<const ensemble::EnsembleFacts> facts)
{
    auto snapshot = snapshotOf({mutexOf("/a", {1, 2}, age)});
    snapshot.ensemble = std::move(facts);
    return snapshot;
}

Snapshot withWatches(const LockText& text, const Watches& watches, std::chrono::milliseconds seenFor = 30s)
{
    auto lock = queueOf(text);
    lock.readAt = noon - 10s;
    for (auto& contender : lock.queue)
        contender.firstSeenAt = noon - seenFor;
    auto snapshot = only(std::move(lock));
    auto facts = std::make_shared<ensemble::WatchFacts>();
    facts->takenAt = noon - 5s;
    facts->isComplete = true;
    facts->source = ensemble::Source::AdminServer;
    for (const auto& [path, session] : watches)
        facts->watchers[path].insert(session);
    snapshot.watchers = facts;
    return snapshot;
}

Snapshot deadlockAt(Phase phase)
{
    LockText a{"/a", "curator-mutex", {{1, curator(1), 1, 9s, 1}}};
    LockText b{"/b", "curator-mutex", {{2, curator(2), 1, 9s, 2}, {1, curator(3), 2, 9s, 3}}};
    if (phase == Phase::Near)
        b.nodes[0].session = 3; // which does not wait
    if (phase == Phase::Present || phase == Phase::Near)
        a.nodes.push_back({2, curator(4), 2, 9s, 4});
    if (phase == Phase::After)
        b.nodes.erase(b.nodes.begin()); // released
    return snapshotOf({a, b});
}

Snapshot persistentAt(Phase phase)
{
    if (phase == Phase::Near) // Hive keeps locks of LOCK TABLE in persistent nodes
        return snapshotOf({{"/h", "hive-lock", {{0, "LOCK-SHARED-", 1}}}});
    return snapshotOf({isPresent(phase) ? mutexOf("/a", {0, 1}) : mutexOf("/a", {1})});
}

Snapshot deadOwnerAt(Phase phase)
{
    auto facts = calmFacts();
    if (phase != Phase::Before)
        facts->sessions.erase(1);
    if (phase == Phase::Near)
        facts->hasEverySession = false; // a server that does not report may know it
    if (phase == Phase::After)
        return withOwners(30s, calmFacts()); // another client holds it
    return withOwners(30s, facts);
}

Snapshot disconnectedAt(Phase phase)
{
    auto facts = calmFacts();
    if (isPresent(phase) || phase == Phase::Near)
        facts->sessions[1].host.clear();
    if (phase == Phase::Near)
        facts->hasEveryConnection = false;
    return withOwners(30s, facts);
}

Snapshot silentAt(Phase phase)
{
    auto facts = calmFacts();
    auto& holder = facts->sessions[1];
    if (isPresent(phase))
        holder.lastHeard = holder.reportedAt - 21s;
    if (phase == Phase::Near) { // two thirds of a short timeout are no time on a busy machine
        holder.timeout = 1s;
        holder.lastHeard = holder.reportedAt - 900ms;
    }
    return withOwners(30s, facts);
}

Snapshot queuedTwiceAt(Phase phase)
{
    LockText text{"/a", "curator-mutex", {{1, curator(1), 1}}};
    if (isPresent(phase))
        text.nodes.push_back({1, curator(1), 2});
    if (phase == Phase::Near)
        text.nodes.push_back({1, curator(2), 2}); // two threads
    return snapshotOf({text});
}

Snapshot watchesNothingAt(Phase phase)
{
    const auto text = mutexOf("/a", {1, 2}, 30s);
    if (phase == Phase::Before) // it has joined just now, and is about to set its watch
        return withWatches(text, {}, 6s);
    if (phase == Phase::Near || phase == Phase::After)
        return withWatches(text, {{pathOf(text, 0), 2}});
    return withWatches(text, {});
}

Snapshot watchesWrongAt(Phase phase)
{
    const auto text = mutexOf("/a", {1, 2, 3}, 30s);
    const auto second = isPresent(phase) ? pathOf(text, 2) : pathOf(text, 0);
    // A node farther ahead is no problem: the client then reads the queue again.
    const auto third = phase == Phase::Near ? pathOf(text, 0) : pathOf(text, 1);
    return withWatches(text, {{second, 2}, {third, 3}});
}

Snapshot lostPlaceAt(Phase phase)
{
    auto text = mutexOf("/a", {1, 2}, 30s);
    if (phase == Phase::After)
        return withWatches(text, {{pathOf(text, 0), 2}}); // restarted
    if (phase == Phase::Before)
        text = mutexOf("/a", {1, 2, 3}, 30s); // its node is there
    if (phase == Phase::Near)
        return withWatches(text, {{pathOf(text, 0), 2}, {"/other", 3}});
    return withWatches(text, {{pathOf(text, 0), 2}, {pathOf(text, 1), 3}});
}

Snapshot herdAt(Phase phase)
{
    Watches watches;
    const auto details = detailsOf({1, "", 0});
    auto snapshot = withWatches(mutexOf("/b", {1}), {});
    snapshot.locks[0] = std::make_shared<const Lock>(
        buildSingle("/lock", *builtinDialects()->find("single-node"), &details, nullptr, noon));
    auto facts = *snapshot.watchers;
    for (int i = 0; i < (isPresent(phase) ? 20 : 19); ++i)
        facts.watchers["/lock"].insert(i);
    if (phase == Phase::Near)
        facts.watchers["/config"].insert({1, 2, 3}); // no lock
    snapshot.watchers = std::make_shared<const ensemble::WatchFacts>(facts);
    return snapshot;
}

Snapshot mixedAt(Phase phase)
{
    LockText text{"/a", "curator-mutex", {{1, curator(1), 1}}};
    if (isPresent(phase))
        text.others = {"0b3e4f5a111142228333abcdefabcdef__lock__0000000009"};
    if (phase == Phase::Near)
        text.nodes.push_back({2, "_c_0b3e4f5a111142228333abcdefabcdef-lock-", 2}); // go-zookeeper: they see each other
    return snapshotOf({text});
}

Snapshot tooManyAt(Phase phase)
{
    auto lock = queueOf({"/s", "kazoo-semaphore", {}, {}, 2});
    for (int i = 0; i < (isPresent(phase) || phase == Phase::Near ? 3 : 2); ++i) {
        Contender holder;
        holder.holds = true;
        holder.node = "0b3e4f5a111142228333abcdefabcde" + std::to_string(i);
        holder.details = detailsOf({i + 1, holder.node, 0});
        lock.queue.push_back(holder);
    }
    if (phase == Phase::Near)
        lock.leasesKnown = Confidence::Inferred;
    return only(std::move(lock));
}

Snapshot overflowAt(Phase phase)
{
    const auto number = isPresent(phase) ? 2'000'000'000 : phase == Phase::Near ? 1'900'000'000 : 7;
    return snapshotOf({{"/a", "curator-mutex", {{1, curator(1), number}}}});
}

Snapshot listingAt(Phase phase)
{
    auto lock = queueOf(mutexOf("/a", {1}));
    lock.parent.emplace();
    lock.parent->cversion = 1;
    lock.parent->numChildren = isPresent(phase) ? 15'500 : phase == Phase::Near ? 8'000 : 1;
    return only(std::move(lock));
}

/// Held until After, when another client has acquired it.
Snapshot longHoldAt(Phase phase)
{
    auto lock = queueOf(mutexOf("/a", {phase == Phase::After ? 2 : 1}, isPresent(phase) ? 16min : 14min));
    if (phase == Phase::Near) { // its node is old, but it waited before
        lock = queueOf(mutexOf("/a", {1}, 16min));
        lock.queue[0].grantedAt = noon - 1min;
    }
    return only(std::move(lock));
}

Snapshot longWaitAt(Phase phase)
{
    if (phase == Phase::After)
        return snapshotOf({mutexOf("/a", {2}, 6min)}); // it holds
    if (phase == Phase::Near)                          // candidates wait for as long as the leader lives
        return snapshotOf(
            {{"/a", "curator-latch", {{1, curator(1, "latch-"), 1, 6min}, {2, curator(2, "latch-"), 2, 6min}}}});
    return snapshotOf({mutexOf("/a", {1, 2}, isPresent(phase) ? 6min : 4min)});
}

Snapshot emptyParentsAt(Phase phase)
{
    auto snapshot = snapshotOf(std::vector<LockText>{});
    snapshot.emptyParents = {{"/locks", isPresent(phase) ? 100 : phase == Phase::Near ? 99 : 1, "/locks/a"}};
    return snapshot;
}

Snapshot strayAt(Phase phase)
{
    LockText text{"/a", "curator-mutex", {{1, curator(1), 1}, {2, curator(2), 2}}};
    if (isPresent(phase))
        text.others = {"0"};
    if (phase == Phase::Near) { // Kazoo's clients look for their own names only
        text.dialect = "kazoo-lock";
        for (auto& node : text.nodes)
            node.stem = "0b3e4f5a111142228333abcdefabcde" + std::to_string(node.number) + "__lock__";
        text.others = {"README"};
    }
    return snapshotOf({text});
}

Snapshot revocationAt(Phase phase)
{
    auto lock = queueOf(mutexOf("/a", {phase == Phase::After ? 2 : 1}, 2min));
    if (phase != Phase::After) {
        auto& details = *lock.queue[0].details;
        details.payload = "__REVOKE__";
        details.version = phase == Phase::Near ? 0 : 1; // written by its own program
        details.modifiedAt = noon - (phase == Phase::Before ? 10s : 40s);
    }
    return only(std::move(lock));
}

Snapshot serverDownAt(Phase phase)
{
    auto facts = calmFacts();
    for (std::size_t i = 0; i < facts->servers.size(); ++i) {
        facts->servers[i].address = {"zk" + std::to_string(i + 1), 2181};
        facts->servers[i].answers = true;
        facts->servers[i].state = ensemble::ServerState::Serving;
    }
    auto& last = facts->servers.back();
    if (isPresent(phase)) {
        last.state = ensemble::ServerState::Down;
        last.downSince = facts->takenAt;
    } else if (phase == Phase::Near) { // one round without an answer
        last.answers = false;
        last.state = ensemble::ServerState::Silent;
        last.downSince = facts->takenAt;
    }
    return withOwners(30s, facts);
}

} // namespace

std::vector<KindCase> kindCases()
{
    std::vector<KindCase> cases{{FindingKind::Deadlock, deadlockAt},
                                {FindingKind::PersistentContender, persistentAt},
                                {FindingKind::DeadOwner, deadOwnerAt},
                                {FindingKind::DisconnectedOwner, disconnectedAt},
                                {FindingKind::SilentHolder, silentAt},
                                {FindingKind::QueuedTwice, queuedTwiceAt},
                                {FindingKind::WatchesNothing, watchesNothingAt},
                                {FindingKind::WatchesWrongNode, watchesWrongAt},
                                {FindingKind::MixedDialects, mixedAt},
                                {FindingKind::TooManyHolders, tooManyAt},
                                {FindingKind::SequenceNearOverflow, overflowAt},
                                {FindingKind::ListingNearLimit, listingAt},
                                {FindingKind::ThunderingHerd, herdAt},
                                {FindingKind::LongHold, longHoldAt},
                                {FindingKind::LongWait, longWaitAt},
                                {FindingKind::EmptyParents, emptyParentsAt},
                                {FindingKind::StrayChild, strayAt},
                                {FindingKind::LostPlace, lostPlaceAt},
                                {FindingKind::RevocationIgnored, revocationAt},
                                {FindingKind::ServerDown, serverDownAt}};
    for (auto& one : redisKindCases())
        cases.push_back(std::move(one));
    return cases;
}

} // namespace lockscope::test
