// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/discovery/EnsembleInspector.h"

#include <utility>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace lockscope::inspect {

namespace {

constexpr auto configNode = "/zookeeper/config";

/// How long the walk leaves the servers time to list everything. A closed endpoint is known at once, and a silent one
/// shall not keep the snapshot back.
constexpr auto timeToList = std::chrono::milliseconds(500);

/// From so many nodes on the memory in which they were listed is worth giving back.
constexpr std::size_t manyNodes = 10'000;

void returnFreeMemory()
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

} // namespace

/// Where snapshots and facts meet. Confined to the client's executor; what comes from the collector's thread is posted
/// there, and dropped once this is gone.
class EnsembleInspector::Joint final : public std::enable_shared_from_this<Joint> {
public:
    Joint(zk::Client& client, LiveInspector::Publish publish, LiveInspector& inspector)
        : m_client(client)
        , m_publish(std::move(publish))
        , m_inspector(inspector)
    {
    }

    void open(ensemble::CollectorSettings settings)
    {
        m_hasChroot = !settings.connect.chroot.empty();
        auto& executor = m_client.executor();
        ensemble::EnsembleCollector::Handlers handlers;
        handlers.facts = [weak = weak_from_this(), &executor](ensemble::FactsPtr facts) {
            executor.post([weak, facts = std::move(facts)]() mutable {
                if (const auto self = weak.lock())
                    self->takeFacts(std::move(facts));
            });
        };
        handlers.watches = [weak = weak_from_this(), &executor](ensemble::WatchFactsPtr facts) {
            executor.post([weak, facts = std::move(facts)] {
                if (const auto self = weak.lock())
                    self->takeWatches(facts);
            });
        };
        m_collector = std::make_unique<ensemble::CollectorThread>(std::move(settings), std::move(handlers));
        m_session = m_client.onSession([this](const zk::Session& session) { onSession(session); });
        onSession(m_client.session());
    }

    void take(SnapshotPtr snapshot)
    {
        m_snapshot = std::move(snapshot);
        if (m_snapshot->complete)
            m_whole = m_snapshot->session.generation;
        publish();
    }

    void refreshFacts()
    {
        if (m_collector && m_begun)
            m_collector->refresh();
    }

    void askWatches()
    {
        if (!m_collector)
            return;
        const auto own = m_snapshot ? m_snapshot->ownSessions : std::vector<zk::SessionId>{m_client.session().id};
        m_collector->askWatches({own.begin(), own.end()});
    }

private:
    void takeFacts(ensemble::FactsPtr facts)
    {
        if (facts && facts->ephemerals) {
            // Of use until every node was read, which a session does once; and tens of megabytes are not kept twice.
            if (!m_snapshot || m_snapshot->session.generation != m_whole)
                m_inspector.know(*facts->ephemerals, facts->nodes());
            const auto count = facts->ephemerals->size();
            auto rest = std::make_shared<ensemble::EnsembleFacts>(*facts);
            rest->ephemerals.reset();
            facts = std::move(rest);
            if (count >= manyNodes)
                m_client.executor().post(returnFreeMemory);
        }
        m_inspector.proceed();
        m_facts = std::move(facts);
        publish();
    }

    void takeWatches(ensemble::WatchFactsPtr watches)
    {
        m_watches = std::move(watches);
        publish();
    }

    void publish()
    {
        if (!m_snapshot)
            return;
        auto joined = std::make_shared<Snapshot>(*m_snapshot);
        joined->ensemble = m_facts;
        joined->watchers = m_watches;
        joined->revision = ++m_revision;
        m_publish(std::move(joined));
    }

    void onSession(const zk::Session& session)
    {
        m_collector->setOwnSession(session.state == zk::SessionState::Connected ? session.id : 0);
        if (!zk::canRead(session.state) || session.generation == m_asked)
            return;
        m_asked = session.generation;
        readMembers();
    }

    /// The configuration may change while we look. Below a chroot there is no way to its node.
    void readMembers()
    {
        if (m_hasChroot) {
            begin();
            return;
        }
        m_config = m_client.get(
            configNode,
            [this](const zk::WatchEvent& event) {
                if (event.type != zk::WatchEvent::Type::Deleted)
                    readMembers();
            },
            [weak = weak_from_this()](const Result<zk::NodeData>& config) {
                const auto self = weak.lock();
                if (!self)
                    return;
                if (!config && isRetryable(config.error()))
                    self->m_asked = 0; // once the connection is there again
                if (config)
                    self->m_collector->setMembers(ensemble::membersIn(QByteArray::fromStdString(config->data)));
                self->begin();
            });
    }

    void begin()
    {
        if (std::exchange(m_begun, true))
            return;
        m_inspector.expectToKnow(timeToList);
        m_collector->start();
    }

    zk::Client& m_client;
    LiveInspector::Publish m_publish;
    LiveInspector& m_inspector; ///< ends just before this does, on the same thread
    bool m_hasChroot = false;
    bool m_begun = false;
    std::optional<std::uint64_t> m_whole; ///< the session in which every node was read
    std::uint64_t m_asked = 0;            ///< the session in which the configuration was read
    SnapshotPtr m_snapshot;
    ensemble::FactsPtr m_facts;
    ensemble::WatchFactsPtr m_watches;
    std::uint64_t m_revision = 0;
    Subscription m_session;
    Subscription m_config;
    std::unique_ptr<ensemble::CollectorThread> m_collector; ///< the first to go
};

EnsembleInspector::EnsembleInspector(zk::Client& client, InspectorSettings settings,
                                     std::optional<ensemble::CollectorSettings> collector,
                                     LiveInspector::Publish publish, Log log)
    : m_joint(std::make_shared<Joint>(client, std::move(publish), m_inspector))
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
    m_joint->refreshFacts();
}

void EnsembleInspector::refreshFacts()
{
    m_joint->refreshFacts();
}

void EnsembleInspector::askWatches()
{
    m_joint->askWatches();
}

} // namespace lockscope::inspect
