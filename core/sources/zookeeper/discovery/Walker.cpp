// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/discovery/Walker.h"

#include "core/base/Path.h"

#include <QScopedValueRollback>

#include <algorithm>
#include <utility>

namespace lockscope::inspect {

namespace {

constexpr auto tickInterval = std::chrono::seconds(1);

/// The time over which many inspectors return to an ensemble that has recovered: by the number of nodes to read.
constexpr auto returnTimePerNode = std::chrono::milliseconds(1);
constexpr auto longestReturnTime = std::chrono::milliseconds(10'000);

/// More empty directories are not counted again for each snapshot.
constexpr std::size_t manyEmpty = 5'000;

} // namespace

LiveInspector::Walker::Walker(zk::Client& client, InspectorSettings settings, Publish publish, Log log)
    : m_client(client)
    , m_settings(std::move(settings))
    , m_log(std::move(log))
    , m_requests(client.executor(), m_settings.maxInFlight, m_settings.requestsPerSecond)
    , m_sessions(client, m_settings, [this](WatchSessions::Index index, bool isNew) { onWatchSession(index, isNew); })
    , m_board(
          client.executor(), m_settings, [this] { return takeStock(); }, std::move(publish))
    , m_empty(m_settings.dialects.get())
{
}

// --- the connection ------------------------------------------------------------------------------------------------

void LiveInspector::Walker::start()
{
    m_session = m_client.onSession([weak = weak_from_this()](const zk::Session& session) {
        if (const auto me = weak.lock())
            me->onSession(session);
    });
    tick();
    onSession(m_client.session());
}

void LiveInspector::Walker::onSession(const zk::Session& session)
{
    switch (session.state) {
    case SessionState::Connected:
    case SessionState::ReadOnly:
        m_syncedAt.erase(0); // another server may lag behind
        if (m_sessionRead == 0)
            readAll();
        else if (m_sessionRead != session.generation)
            returnLater();
        else
            resume();
        break;
    case SessionState::Lost:
    case SessionState::Closed:
    case SessionState::AuthFailed:
        dropWatches();
        break;
    case SessionState::Connecting:
    case SessionState::Suspended:
        break;
    }
    m_board.changed();
}

void LiveInspector::Walker::dropWatches()
{
    m_requests.clear();
    for (auto& [path, visit] : m_visits) {
        visit.watch.reset();
        visit.rootWatch.reset();
        giveWatch(path, visit);
        visit.open = false;
        visit.again = false;
        visit.asksLeases = false;
        visit.generation = ++m_generation;
        visit.wanted.clear();
        visit.isInLine = false;
        visit.asked.clear();
    }
    m_again.clear();
}

/// A new session after a loss: everything is read again, but not by all inspectors at the same moment.
void LiveInspector::Walker::returnLater()
{
    const auto most = std::min(longestReturnTime, returnTimePerNode * static_cast<int>(m_visits.size()));
    std::uniform_int_distribution<std::int64_t> delay(0, most.count());
    m_return = m_client.executor().after(std::chrono::milliseconds(delay(m_random)), [weak = weak_from_this()] {
        if (const auto me = weak.lock())
            me->refresh();
    });
}

/// The same session is connected again, with its watches: the server reports the changes of watched nodes before its
/// reply to any later request. So the roots are read, and locks without a watch; other nodes in turn, as always.
void LiveInspector::Walker::resume()
{
    const QScopedValueRollback scope(m_due, walk());
    std::vector<std::string> due;
    for (auto& [path, visit] : m_visits) {
        if (!isRoot(path) && !(visit.polled && visit.isLock()))
            continue;
        visit.due = m_due;
        due.push_back(path);
    }
    for (const auto& path : due)
        look(path);
}

/// The session of that index is connected. Nodes without a watch may get one now. The nodes that it watched are read
/// again if it is a new session.
void LiveInspector::Walker::onWatchSession(WatchSessions::Index index, bool isNew)
{
    m_syncedAt.erase(index);
    const QScopedValueRollback scope(m_due, walk());
    std::vector<std::string> due;
    for (auto& [path, visit] : m_visits) {
        const bool isLate = isNew && visit.watchedBy == index;
        if (isLate)
            visit.due = m_due;
        if (isLate || (visit.watchedBy == WatchSessions::none && visit.polled && visit.isLock()))
            due.push_back(path);
    }
    for (const auto& path : due)
        look(path);
    if (!isNew) // incomplete until the server has reported what this session missed
        m_sessions.client(index).exists(
            m_settings.roots.front(), [weak = weak_from_this(), late = m_due](const Result<std::optional<zk::Stat>>&) {
                if (const auto me = weak.lock())
                    me->m_board.changed();
            });
    m_board.changed();
}

/// What a walk that begins now holds; or the walk that is not complete yet.
LiveInspector::Walker::Due LiveInspector::Walker::walk()
{
    auto due = m_walk.lock();
    if (!due) {
        due = std::make_shared<const int>();
        m_walk = due;
    }
    return due;
}

/// Each session syncs for itself: their servers may differ, and one may lag behind.
void LiveInspector::Walker::sync(WatchSessions::Index session, Task then)
{
    m_requests.add(Urgency::Change, [weak = weak_from_this(), session, then = std::move(then)](const Task& done) {
        const auto me = weak.lock();
        if (!me)
            return done();
        const auto sentAt = me->m_client.executor().clock().wallNow();
        me->m_sessions.client(session).sync("/", [weak, session, then, done, sentAt](const Result<void>& synced) {
            if (const auto late = weak.lock()) {
                if (synced)
                    late->m_syncedAt[session] = sentAt;
                then();
            }
            done();
        });
    });
}

void LiveInspector::Walker::refresh()
{
    if (!canRead(m_client.session().state))
        return;
    sync(0, [this, late = walk()] { readAll(); });
    m_board.changed(); // it is incomplete now
}

void LiveInspector::Walker::confirm(const std::vector<std::string>& locks)
{
    if (!canRead(m_client.session().state))
        return;
    std::map<WatchSessions::Index, std::vector<std::string>> due;
    const auto add = [&](const std::string& directory) {
        const auto found = m_visits.find(directory);
        if (found != m_visits.end())
            due[std::max(found->second.watchedBy, 0)].push_back(directory);
    };
    for (const auto& path : locks) {
        const auto* lock = m_board.find(path);
        if (!lock)
            continue;
        add(lock->layout ? path + lock->layout->queue : path);
        if (!lock->gatePath().empty())
            add(lock->gatePath());
    }
    for (auto& [session, directories] : due) {
        sync(session, [this, directories = std::move(directories)] {
            for (const auto& directory : directories) {
                if (m_visits.contains(directory))
                    look(directory, Urgency::Change);
            }
        });
    }
}

void LiveInspector::Walker::readAll()
{
    if (!canRead(m_client.session().state))
        return;
    m_return.reset();
    m_walked = true;
    m_sessionRead = m_client.session().generation;
    readAgain([](const std::string&, const Visit&) { return true; });
}

void LiveInspector::Walker::listLocks()
{
    if (!canRead(m_client.session().state))
        return;
    sync(0, [this, late = walk()] {
        if (canRead(m_client.session().state))
            readAgain([this](const std::string& path, const Visit& visit) { return visit.isLock() || isRoot(path); });
    });
    m_board.changed();
}

/// Reads these nodes and the roots, the locks first.
void LiveInspector::Walker::readAgain(const std::function<bool(const std::string&, const Visit&)>& which)
{
    const QScopedValueRollback scope(m_due, walk());
    std::vector<std::string> known;
    for (auto& [path, visit] : m_visits) {
        if (!which(path, visit))
            continue;
        visit.due = m_due;
        visit.open = false; // a reply that is on its way may be older than this call
        visit.again = false;
        visit.losses = 0;
        known.push_back(path);
    }
    const auto isLock = [this](const std::string& path) {
        const auto* visit = seen(path);
        return visit && visit->listed && visit->isLock();
    };
    std::stable_partition(known.begin(), known.end(), isLock);
    for (const auto& root : m_settings.roots)
        this->visit(root);
    for (const auto& path : known)
        look(path, isLock(path) ? Urgency::Change : Urgency::Listing);
    m_board.changed();
}

void LiveInspector::Walker::readAllNodes()
{
    m_settings.visitLimit = 0;
    m_nodes.reset();
    if (!std::exchange(m_isHalted, false) || !canRead(m_client.session().state))
        return;
    const QScopedValueRollback scope(m_due, walk());
    std::vector<std::string> left;
    for (const auto& [path, visit] : m_visits) {
        for (const auto& name : visit.below) {
            if (auto child = joinPath(path, name); !m_visits.contains(child))
                left.push_back(std::move(child));
        }
    }
    for (const auto& path : left)
        visit(path);
    m_board.changed();
}

// --- time and snapshots ---------------------------------------------------------------------------------------------

void LiveInspector::Walker::tick()
{
    m_ticker = m_client.executor().after(tickInterval, [weak = weak_from_this()] {
        const auto me = weak.lock();
        if (!me)
            return;
        me->lookAgain();
        me->reviewHolders();
        me->sweep();
        me->askContact();
        me->m_board.changed(); // ages change even without events
        me->tick();
    });
}

/// A broken connection is noticed late. So without other requests one is sent each second: the snapshot is as old as
/// the last answer.
void LiveInspector::Walker::askContact()
{
    const auto& session = m_client.session();
    const auto now = m_client.executor().clock().now();
    if (!canRead(session.state) || m_asksContact || now - session.lastContact < tickInterval / 2)
        return;
    m_asksContact = true;
    m_requests.charge();
    m_client.exists("/", [weak = weak_from_this()](const auto&) {
        if (const auto me = weak.lock()) {
            me->m_asksContact = false;
            me->m_board.changed();
        }
    });
}

void LiveInspector::Walker::lookAgain()
{
    if (!canRead(m_client.session().state))
        return;
    std::vector<std::string> due;
    for (const auto& path : std::exchange(m_again, {})) {
        if (m_visits.contains(path))
            due.push_back(path);
    }
    const auto now = m_client.executor().clock().now();
    if (now >= m_nextPoll && !m_settings.manual) {
        // Jitter of up to a third, so that several inspectors do not poll at the same moment.
        const auto third = m_settings.pollInterval.count() / 3;
        std::uniform_int_distribution<std::int64_t> jitter(-third, third);
        m_nextPoll = now + m_settings.pollInterval + std::chrono::milliseconds(jitter(m_random));
        for (const auto& [path, visit] : m_visits) {
            if (!visit.open && ((visit.polled && visit.isLock()) || m_board.hasProblem(path)))
                due.push_back(path);
        }
    }
    for (const auto& path : due)
        look(path);
}

SnapshotBoard::Conditions LiveInspector::Walker::takeStock()
{
    for (const auto& path : std::exchange(m_stale, {})) {
        const auto found = m_visits.find(path);
        if (found != m_visits.end() && found->second.dialect)
            rebuild(found->second);
    }
    SnapshotBoard::Conditions conditions;
    conditions.session = m_client.session();
    conditions.complete = canRead(conditions.session.state) && m_walked &&
                          m_sessionRead == conditions.session.generation && !isWalking() && !m_sessions.isCutOff();
    conditions.unread = m_walk.use_count(); // each of them holds one
    conditions.watches = m_sessions.watches();
    conditions.ownSessions = m_sessions.ids();
    const auto now = m_client.executor().clock().now();
    if (m_empty.size() < manyEmpty || now - m_emptyCountedAt >= tickInterval) {
        m_emptyCountedAt = now;
        m_emptyParents = m_empty.counted();
    }
    conditions.emptyParents = m_emptyParents;
    for (const auto& [path, large] : m_large)
        conditions.largeDirectories.push_back(large);
    conditions.halt = haltProblem();
    conditions.serverClock = m_serverClock;
    for (const auto& root : m_settings.roots) {
        if (m_settings.explains && conditions.complete && seen(root))
            conditions.recognitions.push_back(explain(root));
    }
    return conditions;
}

} // namespace lockscope::inspect
