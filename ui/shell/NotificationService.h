// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDBusConnection>
#include <QDBusServiceWatcher>
#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <map>

namespace lockscope::ui {

/// What a notification shows. All texts are plain.
struct DesktopNotification {
    struct Action {
        QString key;
        QString text;
    };
    QString summary;
    QString body;
    bool isUrgent = false;   ///< the desktop keeps it until the user closes it
    QList<Action> actions{}; ///< a click on the notification is the first one
};

/// The desktop's service org.freedesktop.Notifications (Desktop Notifications Specification 1.2), by asynchronous calls
/// on a connection of its own to the session bus. Lives on a thread of its own, because making that connection blocks;
/// handlers are called there. The service may be absent, start later, or be replaced: then its notifications are gone.
class NotificationService final : public QObject {
    Q_OBJECT
public:
    struct Handlers {
        /// `token` permits this program to bring its window forward (XDG activation); empty: the desktop sends none.
        std::function<void(const QString& key, const QString& action, const QString& token)> actionChosen;
        /// The notification is not shown; the key is empty for check().
        std::function<void(const QString& key, const QString& reason)> failed;
        /// It is shown no longer, and was not withdrawn: the user or the desktop has closed it.
        std::function<void(const QString& key)> closed;
    };

    explicit NotificationService(Handlers handlers);
    ~NotificationService() override;

    /// Shows it, in place of the one with this key.
    void show(const QString& key, const DesktopNotification& notification);
    void withdraw(const QString& key);
    /// Fails if there is no service.
    void check();

private Q_SLOTS:
    void takeToken(uint id, const QString& token);
    void takeAction(uint id, const QString& action);
    void takeEnd(uint id, uint reason);

private:
    struct Shown {
        quint64 number = 0;
        uint id = 0;     ///< of the service; 0: it has not replied yet
        QString token{}; ///< of the user's last input in it
    };
    using Use = std::function<void(const QStringList& capabilities)>;

    bool connectToBus();
    void askCapabilities(const QString& key, Use use);
    void notify(const QString& key, quint64 number, const DesktopNotification& notification,
                const QStringList& capabilities);
    void takeId(const QString& key, quint64 number, uint id);
    void close(uint id);
    void forgetShown();
    [[nodiscard]] QString keyOf(uint id) const;

    Handlers m_handlers;
    QString m_busName;
    QDBusConnection m_bus;
    QDBusServiceWatcher m_owner;
    int m_attempts = 0; ///< to connect to the bus
    quint64 m_number = 0;
    std::map<QString, Shown> m_shown; ///< by key
};

} // namespace lockscope::ui
