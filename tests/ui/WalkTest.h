// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/LineProcess.h"
#include "tests/support/ServerTest.h"
#include "tests/support/Test.h"
#include "tests/ui/Warnings.h"
#include "tests/ui/WholeWindow.h"

#include <QFile>
#include <QTemporaryDir>

namespace lockscope::test {

constexpr int scenarioMs = 200'000; ///< more than the limits of the scenarios themselves
constexpr int silenceMs = 60'000;   ///< a client is reported silent after two thirds of its timeout

/// A test of a user's task with the whole window: clients are processes, servers are real.
class WalkTest : public ServerTest {
protected:
    using Client = std::unique_ptr<LineProcess>;

    void startWalk()
    {
        failOnAnyWarning();
        m_root = m_servers.uniquePath();
        QVERIFY(m_client->create(m_root.toStdString()));
    }
    void endWalk()
    {
        QVERIFY(!m_whole || m_whole->end());
        m_whole.reset();
        QFile::remove(m_folder.filePath(QStringLiteral("profiles.json")));
    }
    void prepare() override { qputenv("XDG_DATA_HOME", m_folder.path().toLocal8Bit()); } // the action log's

    [[nodiscard]] QString lock(const QString& name) const { return m_root + QLatin1Char('/') + name; }
    QStringList nodesOf(const QString& lock)
    {
        QStringList nodes;
        if (const auto children = m_client->children(lock.toStdString()))
            for (const auto& child : *children)
                nodes << QString::fromStdString(child);
        return nodes;
    }
    /// A process that queues for the lock and, once it has acquired it, holds it until it ends.
    Client queueFor(const QString& lock, const QString& name)
    {
        const auto before = nodesOf(lock).size();
        auto client = std::make_unique<LineProcess>(
            QStringLiteral(LOCKSCOPECTL),
            QStringList{QStringLiteral("contend"), QStringLiteral("--connect"), m_servers.connectString(),
                        QStringLiteral("--json"), QStringLiteral("--name"), name, QStringLiteral("--hold"),
                        QStringLiteral("forever"), QStringLiteral("--session-timeout"), QStringLiteral("45s"), lock});
        if (!QTest::qWaitFor([&] { return nodesOf(lock).size() == before + 1; }, longestWaitMs))
            qFatal("%s does not queue: %s", qPrintable(name), client->reported().constData());
        return client;
    }
    /// The node of a client that created it without a session and then died.
    void leaveNode(const QString& lock, const std::string& client)
    {
        const auto path = lock.toStdString();
        QVERIFY(m_client->create(path));
        QVERIFY(m_client->create(path + "/_c_01234567-89ab-cdef-0123-456789abcdef-lock-", client,
                                 zk::CreateMode::PersistentSequential));
    }
    /// Starts the window on a machine where the ensemble is saved.
    void launchWindow()
    {
        connect::Profile profile;
        profile.name = "orders-prod";
        profile.colour = "red";
        profile.servers = zk::parseConnectString(m_servers.connectString().toStdString()).value();
        profile.roots = {m_root.toStdString()};
        profile.adminPorts = {m_servers.servers().front().adminPort};
        QVERIFY(connect::ProfileFile(m_folder.filePath(QStringLiteral("profiles.json"))).keep(profile));
        m_traffic = std::make_shared<zk::Traffic>();
        m_whole = std::make_unique<WholeWindow>(m_folder.path(), QStringLiteral(LOCKSCOPECTL), m_traffic);
        QVERIFY(QTest::qWaitForWindowActive(&m_whole->window));
    }

    QTemporaryDir m_folder;
    std::shared_ptr<zk::Traffic> m_traffic;
    std::unique_ptr<WholeWindow> m_whole;
    QString m_root;
};

} // namespace lockscope::test
