// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/discovery/RedlockInspector.h"

#include <algorithm>
#include <utility>

namespace lockscope::inspect {

namespace {

using std::chrono::milliseconds;

/// Keys that one call of a later scan looks at: of each, the first bytes are read.
constexpr int laterCount = 100;

/// A key is gone some milliseconds after its time, by the clock of its server.
constexpr milliseconds afterLeaseEnd{10};

} // namespace

/// The masters' answers about one key, as they arrive.
struct RedlockInspector::Reading {
    RedlockReading votes;
    std::vector<SteadyTime> answeredAt; ///< of each master
    std::size_t open = 0;               ///< masters that have not answered
    std::optional<Error> problem;
};

/// The other masters may have answered much later than this one: its lease has passed meanwhile.
void RedlockInspector::ageVotes(Reading& reading, SteadyTime now)
{
    for (std::size_t i = 0; i < reading.answeredAt.size(); ++i) {
        auto& lease = reading.votes.votes[i].lease;
        const auto passed = std::chrono::duration_cast<milliseconds>(now - reading.answeredAt[i]);
        if (lease)
            lease = std::max(*lease - passed, milliseconds(0));
    }
}

RedlockInspector::RedlockInspector(const std::vector<redis::Client*>& masters, RedlockInspectorSettings settings,
                                   Publish publish, StatusHandler onStatus)
    : m_executor(masters.front()->executor())
    , m_settings(std::move(settings))
    , m_publish(std::move(publish))
    , m_onStatus(std::move(onStatus))
{
    for (auto* client : masters) {
        auto& master = m_masters.emplace_back();
        master.server = std::make_unique<RedlockMaster>(*client, [this] { onAnswersChanged(); });
    }
}

RedlockInspector::~RedlockInspector() = default;

SessionStatus RedlockInspector::status() const
{
    std::vector<SessionStatus> statuses;
    for (const auto& master : m_masters)
        statuses.push_back(master.server->client().status());
    return joinedStatus(statuses);
}

void RedlockInspector::start()
{
    for (const auto& name : m_settings.names)
        m_known[name].isAsked = true;
    for (std::size_t i = 0; i < m_masters.size(); ++i) {
        m_masters[i].status = m_masters[i].server->client().onStatus([this, i](const redis::Status&) { onStatus(i); });
        onStatus(i);
    }
    if (!m_settings.manual)
        m_tick = m_executor.after(m_settings.readEvery, [this] { tick(); });
}

/// A new connection: the master may have been restarted, without its keys.
void RedlockInspector::onStatus(std::size_t index)
{
    auto& master = m_masters[index];
    const auto& status = master.server->client().status();
    if (canRead(status.state) && status.generation != master.generation) {
        master.generation = status.generation;
        master.hasScanned = false;
        m_isWhole = false;
        master.server->measure();
        scan(master, Scan::Missed);
    }
    readLocks();
    m_onStatus(this->status());
}

/// The votes of the master are known again, or not any more.
void RedlockInspector::onAnswersChanged()
{
    m_executor.post([this, alive = std::weak_ptr(m_alive)] {
        if (!alive.expired())
            readLocks();
    });
}

void RedlockInspector::refresh()
{
    m_isWhole = false;
    m_looked.clear();
    m_problems.clear();
    for (const auto& name : m_settings.names)
        m_known[name].isAsked = true;
    for (auto& master : m_masters) {
        master.hasScanned = false;
        master.server->measure();
        if (canRead(master.server->client().status().state))
            scan(master, Scan::Requested);
    }
    readLocks();
}

void RedlockInspector::readLocks()
{
    std::vector<std::string> names;
    for (const auto& [name, known] : m_known)
        names.push_back(name);
    readLocks(names);
}

void RedlockInspector::readLocks(const std::vector<std::string>& names)
{
    for (const auto& name : names) {
        const auto found = m_known.find(name);
        if (found != m_known.end() && !std::exchange(found->second.isDue, true))
            m_due.push_back(name);
    }
    readSome();
    changed();
}

void RedlockInspector::tick()
{
    for (auto& master : m_masters)
        master.server->measure();
    for (const auto& name : m_settings.names)
        m_known[name].isAsked = true;
    readLocks();
    const bool isScanning = std::any_of(m_masters.begin(), m_masters.end(),
                                        [](const Master& one) { return one.scan && one.scan->isRunning(); });
    if (!isScanning) {
        m_looked.clear();
        std::erase_if(m_problems, [this](const auto& one) { return one.second.round < m_round; });
        ++m_round;
        for (auto& master : m_masters) {
            if (master.hasScanned && master.server->answers())
                scan(master, Scan::Again);
        }
    }
    m_tick = m_executor.after(m_settings.readEvery, [this] { tick(); });
}

// --- finding ---------------------------------------------------------------------------------------------------------

/// The first scan takes what it needs, so that something can be shown.
TokenScan::Settings RedlockInspector::scanSettings(const Master& master, Scan scan) const
{
    TokenScan::Settings settings;
    settings.roots = m_settings.roots;
    settings.dialects = m_settings.dialects;
    if (scan != Scan::Requested && master.hasScannedOnce)
        settings.callsPerSecond = m_settings.laterScans / static_cast<double>(m_masters.size());
    if (scan == Scan::Again)
        settings.count = laterCount;
    return settings;
}

void RedlockInspector::scan(Master& master, Scan scan)
{
    if (!m_settings.names.empty()) {
        master.hasScanned = true;
        return;
    }
    master.scan = std::make_unique<TokenScan>(master.server->client(), scanSettings(master, scan),
                                              [this](const std::string& key, const TokenValue&) { onFound(key); });
    master.scan->start([this, &master](const Result<void>& result) {
        master.scanError = result ? std::nullopt : std::optional(result.error());
        master.hasScanned = true;
        master.hasScannedOnce = master.hasScannedOnce || result;
        noteWhole();
        changed();
    });
}

void RedlockInspector::onFound(const std::string& key)
{
    if (!m_settings.filter.shows(key) || !m_looked.insert(key).second || m_known.contains(key))
        return; // a known lock is read again in turn
    m_known.try_emplace(key);
    readLocks({key});
}

// --- reading ---------------------------------------------------------------------------------------------------------

/// While it is unknown whether a master can be reached, a vote of it is neither missing nor there.
bool RedlockInspector::areDecided() const
{
    return std::all_of(m_masters.begin(), m_masters.end(), [](const Master& one) { return one.server->isDecided(); });
}

bool RedlockInspector::isAnswered() const
{
    return std::any_of(m_masters.begin(), m_masters.end(), [](const Master& one) { return one.server->answers(); });
}

void RedlockInspector::readSome()
{
    while (areDecided() && isAnswered() && m_openReads < m_settings.readsAtOnce && !m_due.empty()) {
        const auto name = std::move(m_due.front());
        m_due.pop_front();
        const auto found = m_known.find(name);
        if (found == m_known.end())
            continue;
        found->second.isDue = false;
        read(name);
    }
}

void RedlockInspector::read(const std::string& name)
{
    ++m_openReads;
    const auto reading = std::make_shared<Reading>();
    reading->votes.name = name;
    reading->votes.begunAt = m_executor.clock().wallNow();
    reading->votes.votes.resize(m_masters.size());
    reading->answeredAt.resize(m_masters.size());
    reading->open = m_masters.size();
    for (std::size_t i = 0; i < m_masters.size(); ++i)
        m_masters[i].server->read(
            name, [this, reading, i](const RedlockMaster::Answer& answer) { onAnswer(reading, i, answer); });
}

void RedlockInspector::onAnswer(const std::shared_ptr<Reading>& reading, std::size_t index,
                                const RedlockMaster::Answer& answer)
{
    reading->votes.votes[index] = answer.vote;
    reading->answeredAt[index] = m_executor.clock().now();
    if (answer.problem)
        reading->problem = answer.problem;
    if (--reading->open > 0)
        return;
    --m_openReads;
    reading->votes.readAt = m_executor.clock().wallNow();
    ageVotes(*reading, m_executor.clock().now());
    onRead(*reading);
    noteWhole();
    changed();
    m_executor.post([this, alive = std::weak_ptr(m_alive)] {
        if (!alive.expired())
            readSome();
    });
}

void RedlockInspector::onRead(const Reading& reading)
{
    const auto& name = reading.votes.name;
    const auto found = m_known.find(name);
    if (found == m_known.end())
        return;
    if (reading.problem)
        m_problems.insert_or_assign(name, Failed{*reading.problem, m_round});
    else
        m_problems.erase(name);
    auto& known = found->second;
    if (!isLock(known, reading)) {
        m_known.erase(found);
        return;
    }
    auto votes = reading.votes;
    for (const auto& vote : votes.votes) {
        if (vote.token && m_settings.dialects && !votes.dialect)
            votes.dialect = m_settings.dialects->find(name, {*vote.token, vote.lease});
    }
    if (votes.dialect && !votes.dialect->isUsers)
        votes.dialect = nullptr; // those of one server do not fit
    auto lock = buildRedlock(votes, known.lock.get());
    lock.polled = !m_settings.manual;
    known.lock = std::make_shared<const Lock>(std::move(lock));
    readAtLeaseEnd(name, known, votes.votes);
}

bool RedlockInspector::isLock(const Known& known, const Reading& reading) const
{
    const auto& votes = reading.votes.votes;
    if (known.lock)
        return isTaken(votes);
    const auto fitsUsers = [&](const RedisVote& vote) {
        const auto* dialect = vote.token && m_settings.dialects
                                  ? m_settings.dialects->find(reading.votes.name, {*vote.token, vote.lease})
                                  : nullptr;
        return dialect && dialect->isUsers && !dialect->isNone;
    };
    if (std::any_of(votes.begin(), votes.end(), fitsUsers) || isRedlock(votes))
        return true;
    const auto hasValue = [](const RedisVote& vote) { return vote.token.has_value(); };
    const auto hasToken = [](const RedisVote& vote) { return vote.token && isToken(*vote.token); };
    // The masters that do not answer may have a quorum for a token.
    const bool mayBeHeld = std::none_of(votes.begin(), votes.end(), hasValue) && isTaken(votes);
    return known.isAsked && (mayBeHeld || std::any_of(votes.begin(), votes.end(), hasToken));
}

void RedlockInspector::readAtLeaseEnd(const std::string& name, Known& known, const std::vector<RedisVote>& votes)
{
    auto next = milliseconds(m_settings.readEvery);
    for (const auto& vote : votes) {
        if (vote.token && vote.lease)
            next = std::min(next, *vote.lease);
    }
    known.leaseEnd.reset();
    if (!m_settings.manual && next < m_settings.readEvery)
        known.leaseEnd = m_executor.after(next + afterLeaseEnd, [this, name] { readLocks({name}); });
}

// --- snapshots -------------------------------------------------------------------------------------------------------

/// What a master has that does not answer is missing: see problems().
void RedlockInspector::noteWhole()
{
    m_isWhole = m_isWhole || (areDecided() && isAnswered() && m_openReads == 0 && m_due.empty() &&
                              std::all_of(m_masters.begin(), m_masters.end(),
                                          [](const Master& one) { return one.hasScanned || !one.server->answers(); }));
}

std::vector<Problem> RedlockInspector::problems() const
{
    std::vector<Problem> problems;
    for (const auto& master : m_masters) {
        const auto& server = *master.server;
        if (server.isDecided() && !server.answers())
            problems.push_back({server.server(), server.trouble()});
        else if (master.scanError)
            problems.push_back({server.server(), *master.scanError});
    }
    for (const auto& [name, failed] : m_problems)
        problems.push_back({name, failed.error});
    return problems;
}

void RedlockInspector::changed()
{
    if (std::exchange(m_isPublishing, true))
        return;
    const auto wait = m_lastSnapshot + m_settings.snapshotInterval - m_executor.clock().now();
    m_timer = m_executor.after(std::max<Duration>(wait, Duration::zero()), [this] { publishNow(); });
}

void RedlockInspector::publishNow()
{
    m_isPublishing = false;
    const auto& clock = m_executor.clock();
    m_lastSnapshot = clock.now();
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->backend = Backend::Redis;
    snapshot->connect = m_settings.connect;
    snapshot->session = status();
    const auto& session = snapshot->session;
    const auto age = session.lastContact == SteadyTime() ? Duration::zero() : m_lastSnapshot - session.lastContact;
    snapshot->takenAt =
        clock.wallNow() - std::chrono::duration_cast<milliseconds>(std::max<Duration>(age, Duration::zero()));
    noteWhole();
    snapshot->complete = m_isWhole && isAnswered();
    snapshot->manual = m_settings.manual;
    for (const auto& [name, known] : m_known) {
        if (known.lock)
            snapshot->locks.push_back(known.lock);
    }
    snapshot->problems = problems();
    snapshot->revision = ++m_revision;
    m_publish(std::move(snapshot));
}

} // namespace lockscope::inspect
