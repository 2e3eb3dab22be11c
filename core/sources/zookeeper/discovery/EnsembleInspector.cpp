// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/discovery/EnsembleInspector.h"

#include "core/model/FindingSettings.h"
#include "core/model/Owners.h"

#include <algorithm>
#include <utility>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace lockscope::inspect {

namespace {

/// How long the walk slows down while the servers list ephemeral nodes. A closed endpoint fails immediately; a silent
/// endpoint must not delay the snapshot.
constexpr auto timeToList = std::chrono::milliseconds(500);

/// From this number of nodes on the freed memory of the list is returned to the system.
constexpr std::size_t manyNodes = 10'000;

void returnFreeMemory()
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

} // namespace

/// Joins snapshots and facts. Confined to the client's executor.
class EnsembleInspector::Joint final {
public:
    Joint(zk::Client& client, LiveInspector::Publish publish, LiveInspector& inspector, bool keepEphemerals)
        : m_client(client)
        , m_publish(std::move(publish))
        , m_inspector(inspector)
        , m_keepEphemerals(keepEphemerals)
    {
    }

    void open(ensemble::CollectorSettings settings)
    {
        ensemble::FactsSource::Handlers handlers;
        handlers.begun = [this] { m_inspector.expectToKnow(timeToList); };
        handlers.facts = [this](ensemble::FactsPtr facts) { takeFacts(std::move(facts)); };
        handlers.watches = [this](ensemble::WatchFactsPtr watches) {
            m_watches = std::move(watches);
            publish();
        };
        m_servers = std::make_shared<ensemble::FactsSource>(m_client, std::move(settings), std::move(handlers));
        m_servers->start();
    }

    void take(SnapshotPtr snapshot)
    {
        m_snapshot = std::move(snapshot);
        if (m_snapshot->complete)
            m_whole = m_snapshot->session.generation;
        publish();
    }

    [[nodiscard]] ensemble::FactsSource* servers() const { return m_servers.get(); }

    void askWatches()
    {
        if (m_servers)
            m_servers->askWatches(m_snapshot ? m_snapshot->ownSessions : std::vector<SessionId>{m_client.session().id});
    }

private:
    void takeFacts(ensemble::FactsPtr facts)
    {
        if (facts && facts->ephemerals) {
            // Shown only before all nodes are read, once per session; tens of megabytes are not kept twice.
            if (!m_snapshot || m_snapshot->session.generation != m_whole)
                m_inspector.know(*facts->ephemerals, facts->nodes());
            else
                m_inspector.lookWhere(*facts->ephemerals);
            const auto count = facts->ephemerals->size();
            if (!m_keepEphemerals) {
                auto rest = std::make_shared<ensemble::EnsembleFacts>(*facts);
                rest->ephemerals.reset();
                facts = std::move(rest);
                if (count >= manyNodes)
                    m_client.executor().post(returnFreeMemory);
            }
        } else if (facts && facts->nodes()) {
            m_inspector.count(*facts->nodes());
        }
        m_inspector.proceed();
        if (!m_newFacts)
            m_mayWait = hasLostOwner();
        if (!facts)
            m_facts = m_newFacts = m_latestFacts = nullptr;
        else
            (m_newFacts ? m_latestFacts : m_newFacts) = std::move(facts);
        publish();
    }

    /// A node whose owner has no session or no connection, by the published reports.
    [[nodiscard]] bool hasLostOwner() const
    {
        if (!m_snapshot || !m_facts)
            return false;
        const FindingSettings settings;
        const auto isLost = [&](const Lock& lock, const Contender& contender) {
            const auto life = judgeOwner(*m_facts, contender, m_snapshot->lastSeen(lock), settings);
            return life == OwnerLife::Gone || life == OwnerLife::Disconnected;
        };
        return std::any_of(m_snapshot->locks.begin(), m_snapshot->locks.end(), [&](const auto& lock) {
            return std::any_of(lock->queue.begin(), lock->queue.end(),
                               [&](const Contender& contender) { return isLost(*lock, contender); });
        });
    }

    /// Whether an owner has a session or a connection can be told only for nodes that still stood some time after the
    /// servers' reports. Until a snapshot shows that, earlier reports stay, so that no finding vanishes meanwhile. A
    /// snapshot that stays as it is waits for nothing.
    [[nodiscard]] bool areNewFactsDue() const
    {
        return m_newFacts &&
               (!m_facts || !m_mayWait || m_snapshot->manual || m_snapshot->session.state != SessionState::Connected ||
                m_snapshot->takenAt >= m_newFacts->completeAt() + FindingSettings().settle);
    }

    void publish()
    {
        if (!m_snapshot)
            return;
        while (areNewFactsDue())
            m_facts = std::exchange(m_newFacts, std::exchange(m_latestFacts, nullptr));
        auto joined = std::make_shared<Snapshot>(*m_snapshot);
        joined->ensemble = m_facts;
        joined->watchers = m_watches;
        joined->revision = ++m_revision;
        m_publish(std::move(joined));
    }

    zk::Client& m_client;
    LiveInspector::Publish m_publish;
    LiveInspector& m_inspector; ///< destroyed just before this, on the same thread
    const bool m_keepEphemerals;
    std::optional<std::uint64_t> m_whole; ///< the session in which all nodes have been read
    SnapshotPtr m_snapshot;
    ensemble::FactsPtr m_facts;
    ensemble::FactsPtr m_newFacts;    ///< not published yet; null: none
    bool m_mayWait = false;           ///< m_newFacts
    ensemble::FactsPtr m_latestFacts; ///< newer than m_newFacts, which must be published first; null: none
    ensemble::WatchFactsPtr m_watches;
    std::uint64_t m_revision = 0;
    std::shared_ptr<ensemble::FactsSource> m_servers; ///< null: no facts; destroyed first
};

EnsembleInspector::EnsembleInspector(zk::Client& client, InspectorSettings settings,
                                     std::optional<ensemble::CollectorSettings> collector,
                                     LiveInspector::Publish publish, Log log)
    : m_joint(std::make_unique<Joint>(client, std::move(publish), m_inspector, settings.keepEphemerals))
    , m_inspector(
          client, std::move(settings),
          [joint = m_joint.get()](SnapshotPtr snapshot) { joint->take(std::move(snapshot)); }, std::move(log))
{
    if (collector)
        m_joint->open(*std::move(collector));
}

EnsembleInspector::~EnsembleInspector() = default;

void EnsembleInspector::start()
{
    m_inspector.start();
}

void EnsembleInspector::refresh()
{
    m_inspector.refresh();
    refreshFacts();
}

void EnsembleInspector::refreshFacts()
{
    if (auto* servers = m_joint->servers())
        servers->refresh();
}

void EnsembleInspector::freshFacts(std::chrono::milliseconds waitLimit, ensemble::FactsSource::Done done)
{
    if (auto* servers = m_joint->servers())
        servers->fresh(waitLimit, std::move(done));
    else
        done(nullptr);
}

void EnsembleInspector::askWatches()
{
    m_joint->askWatches();
}

} // namespace lockscope::inspect
