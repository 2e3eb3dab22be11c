// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/LineProcess.h"
#include "tests/ui/MessageBus.h"

#include <QDBusConnection>
#include <QDBusConnectionInterface>
#include <QDBusMessage>
#include <QDBusReply>
#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>

#include <csignal>
#include <memory>

namespace lockscope::test {

/// A message bus of the test's own with only a real keychain on it. The bus starts no programs, so a request to unlock
/// the keychain finds no prompter. From start() on this process uses that bus.
class KeychainWorld final {
public:
    KeychainWorld() = default;
    ~KeychainWorld() { QDBusConnection::disconnectFromBus(connectionName()); }
    KeychainWorld(const KeychainWorld&) = delete;
    KeychainWorld& operator=(const KeychainWorld&) = delete;

    /// Called before this process uses any message bus. Returns the error; empty on success.
    [[nodiscard]] QByteArray start()
    {
        // Otherwise the desktop's own keychain is used.
        for (const char* const variable : {"XDG_CURRENT_DESKTOP", "DESKTOP_SESSION", "GNOME_DESKTOP_SESSION_ID",
                                           "KDE_FULL_SESSION", "DISPLAY", "WAYLAND_DISPLAY"})
            qunsetenv(variable);
        qputenv("HOME", folder().toLocal8Bit());
        qputenv("XDG_DATA_HOME", file("data").toLocal8Bit());
        qputenv("XDG_CONFIG_HOME", file("config").toLocal8Bit());
        qputenv("XDG_RUNTIME_DIR", file("run").toLocal8Bit());
        if (auto complaint = m_bus.start(folder()); !complaint.isEmpty())
            return complaint;
        if (auto complaint = m_bus.connectAs(connectionName()); !complaint.isEmpty())
            return complaint;
        return startKeychain();
    }

    [[nodiscard]] const QString folder() const { return m_folder.path(); }

    /// As a keychain manager does: no program can read it until it is unlocked.
    [[nodiscard]] bool lock() { return setLocked(QStringLiteral("Lock")); }
    /// It does not answer until resume().
    void pause() const { m_keychain->signal(SIGSTOP); }
    void resume() const { m_keychain->signal(SIGCONT); }
    /// Ends it and starts another one, which has the same entries and is unlocked.
    [[nodiscard]] QByteArray restart()
    {
        m_keychain->signal(SIGTERM);
        if (!m_keychain->waitForEnd(waitLimitMs))
            return "it does not end: " + m_keychain->reported();
        return startKeychain();
    }

    /// The files below folder() that contain these bytes.
    [[nodiscard]] QStringList filesWith(const std::string& bytes) const
    {
        QStringList found;
        QDirIterator files(folder(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile each(files.next());
            if (each.open(QIODevice::ReadOnly) && each.readAll().contains(QByteArray::fromStdString(bytes)))
                found << each.fileName();
        }
        return found;
    }
    [[nodiscard]] QString keyring() const { return file("data/keyrings/login.keyring"); }

private:
    static constexpr int waitLimitMs = 30'000;
    static QString connectionName() { return QStringLiteral("keychain-world"); }
    [[nodiscard]] QString file(const char* name) const { return m_folder.filePath(QLatin1String(name)); }

    QByteArray startKeychain()
    {
        m_keychain =
            std::make_unique<LineProcess>(QStringLiteral("gnome-keyring-daemon"),
                                          QStringList{QStringLiteral("--unlock"), QStringLiteral("--foreground"),
                                                      QStringLiteral("--components=secrets")});
        m_keychain->say(QStringLiteral("login-password-of-a-test"));
        m_keychain->endInput();
        const auto bus = QDBusConnection(connectionName());
        const auto isThere = [&] {
            return bus.interface()->isServiceRegistered(QStringLiteral("org.freedesktop.secrets")).value();
        };
        // It acquires its name first and opens the keyring afterwards.
        if (QTest::qWaitFor([&] { return isThere() && setLocked(QStringLiteral("Unlock")); }, waitLimitMs))
            return {};
        return "no keychain (install gnome-keyring): " + m_keychain->reported();
    }

    /// True if the keyring exists and the call succeeded without a prompt.
    [[nodiscard]] bool setLocked(const QString& verb)
    {
        const QDBusObjectPath login(QStringLiteral("/org/freedesktop/secrets/collection/login"));
        auto call = QDBusMessage::createMethodCall(QStringLiteral("org.freedesktop.secrets"),
                                                   QStringLiteral("/org/freedesktop/secrets"),
                                                   QStringLiteral("org.freedesktop.Secret.Service"), verb);
        call << QVariant::fromValue(QList<QDBusObjectPath>{login});
        const auto reply = QDBusConnection(connectionName()).call(call);
        if (reply.type() != QDBusMessage::ReplyMessage)
            return false;
        const auto done = qdbus_cast<QList<QDBusObjectPath>>(reply.arguments().value(0));
        return done.contains(login);
    }

    QTemporaryDir m_folder;
    MessageBus m_bus;
    std::unique_ptr<LineProcess> m_keychain;
};

} // namespace lockscope::test
