// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/corpus/CorpusWorld.h"

#include "core/inspection/Inspection.h"
#include "core/sources/zookeeper/ZooKeeperSource.h"
#include "tests/corpus/TreeLoader.h"

#include <QFile>

#include <algorithm>
#include <mutex>

namespace lockscope::corpus {

namespace {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using inspect::SnapshotPtr;

/// The product's own inspection, with snapshots that the test's thread reads.
class View final {
public:
    View(const test::ServerFixture& servers, StatusEndpoints endpoints)
    {
        const auto server = servers.servers().front();
        inspect::ZooKeeperSource::Settings settings;
        settings.connection.profile.servers = zk::parseConnectString(servers.connectString().toStdString()).value();
        settings.connection.profile.sessionTimeout = test::BlockingClient::longSession;
        settings.connection.profile.adminPorts.clear();
        if (endpoints == StatusEndpoints::Open)
            settings.connection.profile.adminPorts.push_back(server.adminPort);
        settings.collector.emplace();
        settings.collector->interval = 200ms;
        auto source = std::make_unique<inspect::ZooKeeperSource>(
            [](const zk::ClientSettings& client, EventLoop& loop) {
                return std::make_unique<zk::ZooKeeperClient>(client, loop, Log());
            },
            std::move(settings), Log());
        inspect::LockSource::Handlers handlers;
        handlers.session = [](const SessionStatus&) {};
        handlers.failed = [](const Error& error) { qWarning("%s", describe(error).c_str()); };
        handlers.snapshot = [this](SnapshotPtr snapshot) {
            const std::scoped_lock lock(m_mutex);
            m_snapshot = std::move(snapshot);
        };
        m_inspection = std::make_unique<inspect::Inspection>(std::move(source), inspect::FindingSettings(), handlers);
    }

    [[nodiscard]] SnapshotPtr now() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_snapshot;
    }
    [[nodiscard]] bool isComplete() const
    {
        const auto snapshot = now();
        return snapshot && snapshot->complete;
    }

private:
    mutable std::mutex m_mutex;
    SnapshotPtr m_snapshot;
    std::unique_ptr<inspect::Inspection> m_inspection;
};

} // namespace

CorpusWorld::CorpusWorld(StatusEndpoints endpoints, TreeIsCreated created, QString name)
    : m_endpoints(endpoints)
    , m_created(created)
    , m_name(std::move(name))
{
}

void CorpusWorld::start()
{
    const auto folder = QStringLiteral(LOCKSCOPE_CORPUS);
    auto trees = readTrees(folder + u"/trees"_s);
    QVERIFY2(trees, qPrintable(trees ? QString() : trees.error()));
    m_trees = *std::move(trees);
    QVERIFY(!m_trees.empty());
    QFile pending(folder + u"/pending.txt"_s);
    QVERIFY(pending.open(QIODevice::ReadOnly));
    for (const auto& line : QString::fromUtf8(pending.readAll()).split(u'\n', Qt::SkipEmptyParts)) {
        auto words = line.split(u' ', Qt::SkipEmptyParts);
        const auto tree = words.takeFirst();
        QVERIFY2(std::any_of(m_trees.begin(), m_trees.end(), [&](const Tree& one) { return one.name == tree; }),
                 qPrintable(tree));
        if (words.contains(m_name))
            m_pending.insert(tree);
    }
    // The servers' Java programs read this: without it they create no TTL nodes.
    qputenv("JDK_JAVA_OPTIONS", "-Dzookeeper.extendedTypesEnabled=true");
    ensemble::SandboxOptions options;
    options.longestSessionMs = test::ServerFixture::longestSessionMs;
    if (m_endpoints == StatusEndpoints::Closed) {
        options.adminServer = false;
        options.words = u"srvr"_s;
    }
    m_servers = std::make_unique<test::ServerFixture>(options);
    const auto started = m_servers->start();
    QVERIFY_RESULT(started);
}

void CorpusWorld::addRows() const
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < m_trees.size(); ++i)
        QTest::newRow(qPrintable(m_trees[i].name)) << static_cast<int>(i);
}

void CorpusWorld::check()
{
    QFETCH(const int, index);
    compare(m_trees[static_cast<std::size_t>(index)]);
}

void CorpusWorld::compare(const Tree& tree)
{
    TreeLoader loader(m_servers->connectString());
    const auto cleared = loader.clear();
    QVERIFY_RESULT(cleared);
    std::optional<View> view;
    if (m_created == TreeIsCreated::AfterTheFirstSnapshot) {
        view.emplace(*m_servers, m_endpoints);
        QTRY_VERIFY(view->isComplete());
    }
    auto loaded = loader.load(tree);
    for (int i = 0; i < 3 && !loaded && loaded.error().code == ErrorCode::NoNode; ++i) {
        // Once a minute the server deletes containers that had children and have none now.
        const auto again = loader.clear();
        QVERIFY_RESULT(again);
        loaded = loader.load(tree);
    }
    QVERIFY_RESULT(loaded);
    const auto marked = loader.markEnd();
    QVERIFY_RESULT(marked);
    const auto createdAt = SystemClock().wallNow();
    if (!view)
        view.emplace(*m_servers, m_endpoints);
    const auto isWhole = [&] {
        const auto now = view->now();
        return now && now->complete && now->find(TreeLoader::endMark) &&
               (m_endpoints == StatusEndpoints::Closed ||
                (now->ensemble && now->ensemble->hasEverySession && now->ensemble->takenAt > createdAt));
    };
    QTRY_VERIFY(isWhole());
    // Critical findings appear once a second read has confirmed them.
    const auto whole = view->now()->revision;
    QTRY_VERIFY(view->now()->revision >= whole + 2);
    const auto differing = [&] {
        std::string lines;
        for (const auto& difference : differences(tree, *view->now(), TreeLoader::endMark))
            lines += "\n  " + difference;
        return lines;
    };
    if (!m_pending.contains(tree.name))
        static_cast<void>(QTest::qWaitFor([&] { return differing().empty(); }));
    const auto text = differing();
    if (m_pending.contains(tree.name)) {
        QVERIFY2(!text.empty(), "it is right now: delete it from pending.txt");
        return;
    }
    if (!text.empty()) // QVERIFY2 cuts long texts
        qWarning("%s", text.c_str());
    QVERIFY(text.empty());
}

} // namespace lockscope::corpus
