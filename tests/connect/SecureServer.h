// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sandbox/SandboxPorts.h"
#include "core/sandbox/ZooKeeperServer.h"
#include "tests/support/Test.h"

#include <QTemporaryDir>

#include <memory>

namespace lockscope::test {

/// A real ZooKeeper server with TLS on one port and plain text on another. Thread: the one that made it, which runs its
/// event loop to start it. The destructor removes everything.
class SecureServer final {
public:
    /// `store`: its key and certificate. `authority`: the CA of its clients. `settings`: more lines of zoo.cfg.
    [[nodiscard]] Result<void> start(const QString& store, const QString& authority,
                                     const QByteArray& settings = "ssl.clientAuth=none\n")
    {
        auto software = ensemble::findServerSoftware();
        if (!software)
            return failure(software.error());
        // The manifest of Debian's zookeeper.jar omits some jars that TLS needs and the plain server does not.
        for (const char* const part : {"common", "buffer", "codec", "handler", "resolver", "transport"})
            software->classPath += QStringLiteral(":/usr/share/java/netty-%1.jar").arg(QLatin1String(part));
        const auto ports = ensemble::freeSandboxPorts(1);
        if (!ports)
            return failure(ports.error());
        m_ports = ports->front();
        ensemble::ZooKeeperServer plan;
        plan.folder = m_folder.filePath(QStringLiteral("start-1"));
        plan.clientPort = m_ports.client;
        plan.adminPort = m_ports.admin;
        // A session that outlasts a stall of the machine.
        plan.settings = QStringLiteral("tickTime=500\n"
                                       "maxSessionTimeout=90000\n"
                                       "serverCnxnFactory=org.apache.zookeeper.server.NettyServerCnxnFactory\n"
                                       "secureClientPort=%1\n"
                                       "secureClientPortAddress=127.0.0.1\n"
                                       "ssl.keyStore.location=%2\n"
                                       "ssl.keyStore.type=PEM\n"
                                       "ssl.trustStore.location=%3\n"
                                       "ssl.trustStore.type=PEM\n"
                                       "admin.portUnification=true\n"
                                       "ssl.quorum.keyStore.location=%2\n"
                                       "ssl.quorum.keyStore.type=PEM\n"
                                       "ssl.quorum.trustStore.location=%3\n"
                                       "ssl.quorum.trustStore.type=PEM\n")
                            .arg(m_ports.quorum)
                            .arg(store, authority) +
                        QString::fromLatin1(settings);
        m_process = std::make_unique<ensemble::ServerProcess>(ensemble::planOf(*software, plan));
        if (Result<void> prepared = m_process->prepare(); !prepared)
            return prepared;
        return startAgain();
    }

    [[nodiscard]] Result<void> startAgain()
    {
        m_process->start();
        if (QTest::qWaitFor([this] { return m_process->isServing() || !m_process->isRunning(); }, 90'000) &&
            m_process->isServing())
            return {};
        return failure(ErrorCode::System, "start a test's server", {}, m_process->complaint().toStdString());
    }

    [[nodiscard]] bool kill()
    {
        if (!m_process)
            return true;
        m_process->kill();
        return QTest::qWaitFor([this] { return !m_process->isRunning(); }, lockscope::test::longestWaitMs);
    }

    [[nodiscard]] quint16 plainPort() const { return static_cast<quint16>(m_ports.client); }
    [[nodiscard]] quint16 securePort() const { return static_cast<quint16>(m_ports.quorum); }
    [[nodiscard]] int adminPort() const { return m_ports.admin; } ///< HTTP and HTTPS
    [[nodiscard]] QString plainConnect() const { return QStringLiteral("127.0.0.1:%1").arg(plainPort()); }

private:
    QTemporaryDir m_folder;
    ensemble::SandboxPorts m_ports;
    std::unique_ptr<ensemble::ServerProcess> m_process;
};

} // namespace lockscope::test
