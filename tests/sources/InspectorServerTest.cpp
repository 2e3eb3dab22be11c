// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The inspector on a real server: more watched paths than fit into one packet of a reconnect, and a listing that is
/// larger than the usual limit of Java clients.

#include "core/simulate/measure/BenchPipeline.h"
#include "core/sources/zookeeper/discovery/LiveInspector.h"
#include "tests/support/BlockingClient.h"
#include "tests/support/ServerFixture.h"
#include "tests/support/Test.h"

#include <mutex>

namespace lockscope::inspectorServerTest {

using namespace lockscope::test;
using namespace lockscope::inspect;
using namespace std::chrono_literals;

namespace {

/// Of every session: longer than a loaded machine needs to start a server and to read everything again.
constexpr auto sessionTimeout = 40s;

/// An inspector whose snapshots are read on the test's thread.
class Seer final {
public:
    explicit Seer(const QString& connect)
        : m_watching(connect, sessionTimeout)
    {
        InspectorSettings settings;
        settings.roots = {"/locks"};
        settings.moreSessions = [this, connect]() -> std::unique_ptr<zk::Client> {
            zk::ClientSettings another;
            another.servers = zk::parseConnectString(connect.toStdString()).value();
            another.sessionTimeout = sessionTimeout;
            return std::make_unique<zk::ZooKeeperClient>(std::move(another), m_watching.executor(), Log());
        };
        m_watching.executor().runAndWait([&] {
            m_inspector = std::make_unique<LiveInspector>(
                m_watching.client(), settings,
                [this](const SnapshotPtr& snapshot) {
                    const std::lock_guard lock(m_mutex);
                    m_snapshot = snapshot;
                },
                Log());
            m_inspector->start();
        });
    }
    ~Seer()
    {
        m_watching.executor().runAndWait([this] { m_inspector.reset(); });
    }
    Seer(const Seer&) = delete;
    Seer& operator=(const Seer&) = delete;

    [[nodiscard]] SnapshotPtr now()
    {
        const std::lock_guard lock(m_mutex);
        return m_snapshot;
    }
    [[nodiscard]] int waitersOf(const std::string& path)
    {
        const auto snapshot = now();
        const auto* lock = snapshot ? snapshot->find(path) : nullptr;
        return lock ? lock->waiters() : -1;
    }
    [[nodiscard]] bool isWhole(int watches)
    {
        const auto snapshot = now();
        return snapshot && snapshot->complete && snapshot->watches == watches;
    }

private:
    std::mutex m_mutex;
    SnapshotPtr m_snapshot;
    BlockingClient m_watching;
    std::unique_ptr<LiveInspector> m_inspector;
};

constexpr int manyLocks = 3'000;
const std::string contender = "/_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-";

/// 450 bytes each: 1.3 MB altogether, where a server takes 1 MiB.
std::string lockPath(int i)
{
    return "/locks/" + std::string(440, 'x') + std::to_string(1'000 + i);
}

} // namespace

class InspectorServerTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void survivesARestartWithMoreWatchesThanOnePacketHolds();
    void listsADirectoryAboveTheUsualLimit();
};

void InspectorServerTest::survivesARestartWithMoreWatchesThanOnePacketHolds()
{
    ensemble::SandboxOptions options;
    options.sessionTimeoutMs = static_cast<int>(std::chrono::milliseconds(sessionTimeout).count());
    ServerFixture servers(options);
    const auto started = servers.start();
    QVERIFY_RESULT(started);
    BlockingClient holder(servers.connectString(), sessionTimeout);
    QVERIFY(holder.create("/locks"));
    const auto step = [&](const std::function<zk::CreateRequest(int)>& request) {
        return console::runPipeline(
            holder.executor(), manyLocks, console::benchWidth,
            [&](std::size_t index, const console::BenchStepDone& done) {
                holder.client().create(request(static_cast<int>(index)), [done](const Result<zk::Created>& created) {
                    done(created ? Result<void>() : failure(created.error()));
                });
            },
            150s);
    };
    QVERIFY(step([](int i) { return zk::CreateRequest{lockPath(i), {}, zk::CreateMode::Persistent, zk::openAcl()}; }));
    QVERIFY(step([](int i) {
        return zk::CreateRequest{lockPath(i) + contender, {}, zk::CreateMode::EphemeralSequential, zk::openAcl()};
    }));

    Seer seer(servers.connectString());
    constexpr int watches = manyLocks + 1;
    QTRY_VERIFY_WITH_TIMEOUT(seer.isWhole(watches), 60'000);
    QVERIFY(seer.now()->ownSessions.size() >= 3);
    QCOMPARE(static_cast<int>(seer.now()->locks.size()), manyLocks);
    const auto sessions = seer.now()->ownSessions;

    QVERIFY(servers.killServer());
    QTRY_VERIFY(!canRead(seer.now()->session.state));
    const auto saidAt = seer.now()->takenAt;
    QVERIFY(!seer.now()->complete);
    QCOMPARE(static_cast<int>(seer.now()->locks.size()), manyLocks); // the last snapshot stays and is marked as old
    QVERIFY(servers.startServer());
    // A client queues as soon as the server is up: the inspector must report it, on each of its sessions.
    QTRY_VERIFY_WITH_TIMEOUT(holder.create(lockPath(0) + contender, {}, zk::CreateMode::EphemeralSequential), 90'000);
    QVERIFY(holder.create(lockPath(manyLocks - 1) + contender, {}, zk::CreateMode::EphemeralSequential));
    // Some of the tries may have succeeded without a reply, and one of them as late as now.
    const auto queued = [&] {
        return static_cast<int>(holder.children(lockPath(0)).value_or(std::vector<std::string>()).size());
    };
    QVERIFY(queued() >= 2);
    QTRY_VERIFY_WITH_TIMEOUT(seer.isWhole(watches), 60'000);
    QTRY_COMPARE(seer.waitersOf(lockPath(0)), queued() - 1);
    QTRY_COMPARE(seer.waitersOf(lockPath(manyLocks - 1)), 1);
    QCOMPARE(seer.now()->ownSessions, sessions); // no packet was too large for the server
    QVERIFY(seer.now()->takenAt > saidAt);

    // And its watches are set again.
    QVERIFY(holder.create(lockPath(manyLocks - 1) + contender, {}, zk::CreateMode::EphemeralSequential));
    QTRY_COMPARE(seer.waitersOf(lockPath(manyLocks - 1)), 2);
}

/// 20,000 names of 60 bytes are 1.28 MB, and a lock is in one of them.
void InspectorServerTest::listsADirectoryAboveTheUsualLimit()
{
    constexpr int children = 20'000;
    constexpr int atOnce = 500;
    const auto child = [](int i) { return "/locks/" + std::string(54, 'w') + std::to_string(100'000 + i); };
    ServerFixture servers;
    QVERIFY_RESULT(servers.start());
    BlockingClient holder(servers.connectString(), sessionTimeout);
    QVERIFY(holder.create("/locks"));
    QVERIFY(console::runPipeline(
        holder.executor(), children / atOnce, 4,
        [&](std::size_t index, const console::BenchStepDone& done) {
            std::vector<zk::Op> ops;
            for (int i = 0; i < atOnce; ++i)
                ops.emplace_back(zk::CreateOp{
                    {child(static_cast<int>(index) * atOnce + i), {}, zk::CreateMode::Persistent, zk::openAcl()}});
            holder.client().multi(std::move(ops), [done](const Result<std::vector<zk::OpResult>>& results) {
                done(results ? Result<void>() : failure(results.error()));
            });
        },
        150s));
    QVERIFY(holder.create(child(15'000) + contender, {}, zk::CreateMode::EphemeralSequential));

    Seer seer(servers.connectString());
    QTRY_VERIFY_WITH_TIMEOUT(seer.now() && seer.now()->complete, 60'000);
    QVERIFY(seer.now()->problems.empty());
    QCOMPARE(seer.waitersOf(child(15'000)), 0);
    const LargeDirectory expected{"/locks", children, children * (60LL + 4)};
    QCOMPARE(seer.now()->largeDirectories, std::vector<LargeDirectory>{expected});
}

} // namespace lockscope::inspectorServerTest

LOCKSCOPE_TEST(lockscope::inspectorServerTest::InspectorServerTest)
#include "InspectorServerTest.moc"
