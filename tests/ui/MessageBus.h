// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/LineProcess.h"

#include <QDBusConnection>
#include <QDir>
#include <QFile>
#include <QString>

#include <memory>

namespace lockscope::test {

/// A message bus of the test's own, which starts no programs. From start() on this process uses that bus.
class MessageBus final {
public:
    MessageBus() = default;
    ~MessageBus()
    {
        // GLib ends a program whose bus disappears: the bus stays, and the kernel ends it with the program.
        [[maybe_unused]] static const LineProcess* const lasting = m_bus.release();
    }
    MessageBus(const MessageBus&) = delete;
    MessageBus& operator=(const MessageBus&) = delete;

    /// Called before this process uses any message bus. Its files are in `folder`. Returns the error; empty on success.
    [[nodiscard]] QByteArray start(const QString& folder)
    {
        const QDir files(folder);
        const auto sockets = files.filePath(QStringLiteral("run"));
        QFile configuration(files.filePath(QStringLiteral("bus.conf")));
        if (!files.mkpath(sockets) ||
            !QFile::setPermissions(sockets, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner) ||
            !configuration.open(QIODevice::WriteOnly))
            return "the bus's folder and configuration can't be written";
        configuration.write(
            "<busconfig><type>session</type><auth>EXTERNAL</auth><listen>unix:dir=" + sockets.toLocal8Bit() +
            "</listen><policy context=\"default\"><allow send_destination=\"*\"/><allow receive_sender=\"*\"/>"
            "<allow own=\"*\"/></policy></busconfig>\n");
        configuration.close();
        m_bus = std::make_unique<LineProcess>(
            QStringLiteral("dbus-daemon"), QStringList{QStringLiteral("--config-file=") + configuration.fileName(),
                                                       QStringLiteral("--nofork"), QStringLiteral("--print-address")});
        const auto takeAddress = [this](const QByteArray& line) {
            m_address = line;
            return true;
        };
        constexpr int waitLimitMs = 30'000;
        if (!m_bus->waitForLine(takeAddress, waitLimitMs))
            return "no message bus (install dbus-daemon): " + m_bus->reported();
        qputenv("DBUS_SESSION_BUS_ADDRESS", m_address);
        qputenv("LOCKSCOPE_TEST_BUS", m_address);
        return {};
    }
    /// Another connection of this process, by this name. Returns the error; empty on success.
    [[nodiscard]] QByteArray connectAs(const QString& name)
    {
        const auto bus = QDBusConnection::connectToBus(QString::fromLatin1(m_address), name);
        return bus.isConnected() ? QByteArray() : "cannot connect to the message bus: " + m_bus->reported();
    }

private:
    std::unique_ptr<LineProcess> m_bus;
    QByteArray m_address;
};

} // namespace lockscope::test
