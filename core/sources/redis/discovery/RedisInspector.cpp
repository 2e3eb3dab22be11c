// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/discovery/RedisInspector.h"

#include "core/base/Phrase.h"
#include "core/redis/ConnectionError.h"
#include "core/sources/redis/dialects/KeyRoles.h"

#include <algorithm>
#include <utility>

namespace lockscope::inspect {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds serversEvery{10'000};

/// The first scan waits this long for the reports of changes: what was read before them would be read twice.
constexpr auto longestFeedStart = std::chrono::milliseconds(300);

LockFinder::Settings finderSettings(const RedisInspectorSettings& settings)
{
    LockFinder::Settings result;
    result.wanted = {settings.roots, settings.names, settings.filter};
    return result;
}

ChangeFeed::Settings feedSettings(const RedisInspectorSettings& settings)
{
    ChangeFeed::Settings result;
    result.roots = settings.names.empty() ? settings.roots : settings.names;
    result.database = settings.database;
    result.mostPerSecond = settings.mostChangesPerSecond;
    result.retryEvery = settings.followAgainEvery;
    result.trial = settings.followAgainEvery / 6;
    return result;
}

} // namespace

RedisInspector::RedisInspector(redis::Client& client, RedisInspectorSettings settings, Publish publish)
    : m_client(client)
    , m_settings(std::move(settings))
    , m_publish(std::move(publish))
    , m_reader(client)
    , m_finder(client, finderSettings(m_settings),
               {[this](const std::string& name, Family family, Evidence evidence, Cause cause) {
                    take(name, family, evidence, cause);
                },
                [this](LockFinder::Step step, const std::string& name, const Result<void>& result) {
                    onStep(step, name, result);
                },
                [this] { onFinderEnded(); }})
    , m_servers(client, {m_settings.manual ? 0ms : serversEvery},
                [this](std::shared_ptr<const RedisServers> servers) { onServers(std::move(servers)); })
    , m_feed(client, feedSettings(m_settings),
             {[this](const std::vector<std::string>* keys) { onChanged(keys); }, [this] { onReports(true); },
              [this] { onReports(false); }, [this] { changed(); }})
{
    if (m_settings.roots.empty() && m_settings.names.empty())
        return;
    TokenInspectorSettings tokens;
    tokens.wanted = {m_settings.roots, m_settings.names, m_settings.filter};
    tokens.dialects = m_settings.dialects;
    tokens.readsAtOnce = m_settings.readsAtOnce;
    tokens.laterScans = m_settings.laterScans / 2; // the other half is laterScans()
    tokens.verifyEvery = m_settings.verifyEvery;
    tokens.isPolled = [this] { return !m_settings.manual && !m_feed.reportsSemaphores(); };
    m_tokens = std::make_unique<TokenInspector>(m_client, std::move(tokens), [this] { changed(); });
}

RedisInspector::~RedisInspector() = default;

void RedisInspector::start()
{
    m_status = m_client.onStatus([this](const redis::Status& status) { onStatus(status); });
    onStatus(m_client.status());
    m_servers.start();
}

void RedisInspector::onServers(std::shared_ptr<const RedisServers> servers)
{
    m_redisServers = std::move(servers);
    for (const auto& server : m_redisServers->servers) {
        if (server.notifications)
            m_feed.checkEvents(*server.notifications);
    }
    changed();
}

/// A new connection: messages and changes may have been missed.
void RedisInspector::onStatus(const redis::Status& status)
{
    const bool isNew = status.state == SessionState::Connected && status.generation != m_generation;
    if (m_shown == SessionState::Connected && (isNew || status.state != SessionState::Connected))
        sayGap(status.detail);
    if (isNew) {
        const bool isFirst = std::exchange(m_generation, status.generation) == 0;
        if (isFirst && !m_settings.manual)
            m_begin = m_client.executor().after(longestFeedStart, [this] { readAgain(scanRate()); });
        else
            readAgain(scanRate());
        if (!m_settings.manual) {
            m_tick = m_client.executor().after(m_settings.readEvery, [this] { tick(); });
            if (isFirst)
                m_feed.start();
            else
                m_feed.restart();
        }
    }
    changed();
}

void RedisInspector::refresh()
{
    readAgain(0);
    m_servers.read();
}

void RedisInspector::readAgain(double callsPerSecond)
{
    noteGap();
    readKnown();
    scan(callsPerSecond);
    if (m_tokens)
        m_tokens->refresh(callsPerSecond);
    changed();
}

void RedisInspector::scan(double callsPerSecond)
{
    ++m_scans;
    m_scanBegan = m_client.executor().clock().now();
    m_finder.scan(callsPerSecond);
}

double RedisInspector::laterScans() const
{
    return m_tokens ? m_settings.laterScans / 2 : m_settings.laterScans;
}

/// The first scan takes what it needs, so that something can be shown.
double RedisInspector::scanRate() const
{
    return m_hasScannedOnce ? laterScans() : 0;
}

void RedisInspector::tick()
{
    const auto now = m_client.executor().clock().now();
    const bool hasFailed = m_failed.contains({static_cast<int>(LockFinder::Step::Names), {}}) ||
                           m_failed.contains({static_cast<int>(LockFinder::Step::Hashes), {}});
    if (m_tokens) {
        m_tokens->readDue();
        m_tokens->scanAgain();
    }
    const bool hasGap = !m_isWhole && m_scans == m_scansBeforeGap;
    const bool isDue = hasFailed || hasGap || m_finder.isLost() || !m_feed.isComplete() || !m_settings.names.empty() ||
                       now - m_scanBegan >= m_settings.verifyEvery;
    if (m_finder.hasScanned() && !m_finder.isLooking() && isDue)
        scan(laterScans());
    else if (m_settings.names.empty())
        m_finder.listChannels();
    m_tick = m_client.executor().after(m_settings.readEvery, [this] { tick(); });
}

// --- changes ---------------------------------------------------------------------------------------------------------

void RedisInspector::onReports(bool areBegun)
{
    if (!areBegun) {
        sayGap(phrase("The reports of changes have ended. Everything is read again."));
        readKnown();
        if (m_tokens)
            m_tokens->refresh(scanRate());
    } else if (m_feed.isComplete()) {
        m_begin = {};
        readAgain(scanRate());
    }
    changed();
}

void RedisInspector::onChanged(const std::vector<std::string>* keys)
{
    if (!keys) {
        for (auto& [name, known] : m_known)
            known.changedAt = known.changedAt.value_or(m_client.executor().clock().now());
        readLocks();
        return;
    }
    for (const auto& key : *keys)
        onChanged(key);
    if (m_tokens)
        lookForTokens(*keys);
}

/// Of many keys, the next scan finds those that are left out.
void RedisInspector::lookForTokens(const std::vector<std::string>& keys)
{
    std::vector<std::string> some;
    const auto now = m_client.executor().clock().now();
    for (const auto& key : keys) {
        if (!m_settings.names.empty() || m_tokens->locks().contains(key) || m_tokenLooks.take(now))
            some.push_back(key);
    }
    m_tokens->look(some);
}

void RedisInspector::onChanged(const std::string& key)
{
    const auto role = roleOfKey(key);
    if (role && role->part == KeyRole::Part::UnlockLatch)
        return; // the lock's own key has changed with it
    bool isKnown = false;
    for (const auto& name : role ? role->locks : std::vector<std::string>{key}) {
        auto found = m_known.find(name);
        if (found == m_known.end()) {
            const auto former = m_former.find(name);
            if (former == m_former.end())
                continue;
            found = m_known.emplace(name, former->second).first;
            m_former.erase(former);
        }
        isKnown = true;
        found->second.changedAt = found->second.changedAt.value_or(m_client.executor().clock().now());
        markDirty(name, found->second);
    }
    if (!isKnown)
        m_finder.look(key);
}

void RedisInspector::take(const std::string& name, Family family, Evidence evidence, Cause cause)
{
    const auto [found, isNew] = m_known.try_emplace(name);
    auto& known = found->second;
    if (isNew && cause == Cause::Scan) {
        known.isOwed = !m_isWhole;
        known.isFoundLate = m_wasWhole;
    }
    if (!isNew && (known.lock || evidence <= known.evidence)) {
        const bool isNews = evidence == Evidence::Channel && known.lock && !isReadInTurn(known);
        if (isNews && m_feed.isComplete())
            markDirty(name, known); // clients listen
        return;                     // a known lock is read again in turn
    }
    known.family = family;
    known.evidence = evidence;
    readLocks({name});
}

void RedisInspector::onStep(LockFinder::Step step, const std::string& name, const Result<void>& result)
{
    note({static_cast<int>(step), name}, result);
}

void RedisInspector::onFinderEnded()
{
    if (m_finder.hasScanned() && !m_finder.isLooking()) {
        m_hasScannedOnce = m_hasScannedOnce || !m_finder.isLost();
        // Hashes that failed before this scan and not during it are gone or have succeeded.
        const auto fields = static_cast<int>(LockFinder::Step::Fields);
        std::erase_if(m_failed,
                      [&](const auto& one) { return one.first.first == fields && one.second.scan < m_scans; });
        if (m_settings.manual && m_finder.isLost() && m_client.status().state == SessionState::Connected)
            m_tick = m_client.executor().after(m_settings.readEvery, [this] { scan(0); });
        noteWhole(); // at once: the next scan may begin before the next snapshot
    }
    if (m_openReads == 0 && m_due.empty()) // else a snapshot now would delay the one with their results
        changed();
}

// --- snapshots -------------------------------------------------------------------------------------------------------

/// Without a connection nothing is known of a single lock: the session says so.
void RedisInspector::note(const Subject& subject, const Result<void>& result)
{
    if (result)
        m_failed.erase(subject);
    else if (!redis::isConnectionError(result.error()))
        m_failed.insert_or_assign(subject, Failed{result.error(), m_scans});
}

void RedisInspector::noteGap()
{
    m_isWhole = false;
    ++m_gaps;
    m_scansBeforeGap = m_scans;
    for (auto& [name, known] : m_known)
        known.isOwed = true;
}

/// Locks that come later are not waited for: there may always be new ones.
void RedisInspector::noteWhole()
{
    const bool hasScanned = m_scans > m_scansBeforeGap && m_finder.hasScanned() && !m_finder.isLooking();
    if (m_isWhole || !hasScanned || m_finder.isLost() || (m_tokens && !m_tokens->isWhole()))
        return;
    m_isWhole = std::none_of(m_known.begin(), m_known.end(), [](const auto& one) { return one.second.isOwed; });
    m_wasWhole = m_wasWhole || m_isWhole;
}

void RedisInspector::changed()
{
    if (std::exchange(m_isPublishing, true))
        return;
    const auto wait = m_lastSnapshot + m_settings.snapshotInterval - m_client.executor().clock().now();
    m_timer = m_client.executor().after(std::max<Duration>(wait, Duration::zero()), [this] { publishNow(); });
}

/// A snapshot of its own, so that a connection that was made again at once is seen as a gap too.
void RedisInspector::sayGap(const std::string& why)
{
    noteGap();
    if (m_settings.manual || m_shown != SessionState::Connected)
        return;
    auto gap = snapshot();
    if (gap->session.state == SessionState::Connected) {
        gap->session.state = SessionState::Suspended;
        gap->session.detail = why;
    }
    gap->complete = false;
    m_shown = gap->session.state;
    m_publish(std::move(gap));
}

std::shared_ptr<Snapshot> RedisInspector::snapshot()
{
    const auto& clock = m_client.executor().clock();
    m_lastSnapshot = clock.now();
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->backend = Backend::Redis;
    snapshot->connect = m_settings.connect;
    snapshot->session = m_client.status();
    const auto& session = snapshot->session;
    const auto age = session.lastContact == SteadyTime() ? Duration::zero() : m_lastSnapshot - session.lastContact;
    snapshot->takenAt = clock.wallNow() - std::chrono::duration_cast<std::chrono::milliseconds>(
                                              std::max<Duration>(age, Duration::zero()));
    noteWhole();
    snapshot->complete = m_isWhole && snapshot->session.state == SessionState::Connected;
    snapshot->manual = m_settings.manual;
    if (!m_settings.manual)
        snapshot->redisWatch = RedisWatch{
            m_feed.by(), m_feed.isComplete() ? m_settings.verifyEvery : m_settings.readEvery, m_feed.reason()};
    snapshot->redisServers = m_redisServers;
    showLateOnes();
    for (const auto& [name, known] : m_known) {
        if (known.lock)
            snapshot->locks.push_back(known.lock);
    }
    addTokens(*snapshot);
    for (const auto& [subject, failed] : m_failed)
        snapshot->problems.push_back({subject.second, failed.error});
    if (auto hidden = hiddenCluster())
        snapshot->problems.push_back({{}, *std::move(hidden)});
    snapshot->revision = ++m_revision;
    return snapshot;
}

/// SCAN on one server of a cluster gives this server's keys only, and nothing redirects it.
std::optional<Error> RedisInspector::hiddenCluster() const
{
    if (!m_redisServers || m_client.topology() == redis::Topology::Cluster)
        return std::nullopt;
    const auto& servers = m_redisServers->servers;
    const auto found = std::find_if(servers.begin(), servers.end(),
                                    [](const RedisServerFacts& server) { return server.isCluster == true; });
    if (found == servers.end())
        return std::nullopt;
    return Error{ErrorCode::BadArguments,
                 phraseLater("read all locks"),
                 {},
                 phrase("%1 is one server of a Redis Cluster, so only its locks are read. Use a target such as "
                        "redis+cluster://%1",
                        found->address)};
}

/// A key is of one type, so no lock is of both kinds.
void RedisInspector::addTokens(Snapshot& snapshot) const
{
    if (!m_tokens)
        return;
    const auto byPath = [](const auto& one, const auto& other) { return one->path < other->path; };
    const auto first = static_cast<std::ptrdiff_t>(snapshot.locks.size());
    for (const auto& [name, lock] : m_tokens->locks()) {
        if (lock)
            snapshot.locks.push_back(lock);
    }
    std::inplace_merge(snapshot.locks.begin(), snapshot.locks.begin() + first, snapshot.locks.end(), byPath);
    snapshot.problems = m_tokens->problems();
}

void RedisInspector::publishNow()
{
    m_isPublishing = false;
    auto next = snapshot();
    m_shown = next->session.state;
    m_publish(std::move(next));
}

} // namespace lockscope::inspect
