// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/NotificationService.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QGuiApplication>
#include <QVariantMap>

#include <algorithm>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

const auto notificationsName = u"org.freedesktop.Notifications"_s;
const auto notificationsPath = u"/org/freedesktop/Notifications"_s;

QDBusMessage notificationsCall(const QString& method, const QVariantList& arguments = {})
{
    auto call = QDBusMessage::createMethodCall(notificationsName, notificationsPath, notificationsName, method);
    call.setArguments(arguments);
    return call;
}

QStringList actionsOf(const DesktopNotification& notification)
{
    QStringList actions;
    if (!notification.actions.isEmpty())
        actions << u"default"_s << notification.actions.front().text;
    for (const auto& action : notification.actions)
        actions << action.key << action.text;
    return actions;
}

QVariantMap hintsOf(const DesktopNotification& notification)
{
    constexpr uchar normal = 1;
    constexpr uchar critical = 2;
    QVariantMap hints{{u"urgency"_s, QVariant::fromValue(notification.isUrgent ? critical : normal)}};
    if (const auto entry = QGuiApplication::desktopFileName(); !entry.isEmpty())
        hints.insert(u"desktop-entry"_s, entry);
    return hints;
}

} // namespace

NotificationService::NotificationService(Handlers handlers)
    : m_handlers(std::move(handlers))
    , m_bus(QString())
{
    m_owner.setWatchMode(QDBusServiceWatcher::WatchForOwnerChange);
    connect(&m_owner, &QDBusServiceWatcher::serviceOwnerChanged, this, &NotificationService::forgetShown);
}

NotificationService::~NotificationService()
{
    QDBusConnection::disconnectFromBus(m_busName);
}

/// Also later, if the first attempt has failed: Qt keeps a failed connection under its name.
bool NotificationService::connectToBus()
{
    if (m_bus.isConnected())
        return true;
    QDBusConnection::disconnectFromBus(m_busName);
    m_busName = u"lockscope-notifications-%1-%2"_s.arg(reinterpret_cast<quintptr>(this)).arg(++m_attempts);
    m_bus = QDBusConnection::connectToBus(QDBusConnection::SessionBus, m_busName);
    if (!m_bus.isConnected())
        return false;
    m_owner.setConnection(m_bus);
    m_owner.setWatchedServices({notificationsName});
    const auto listen = [this](const QString& signal, const char* slot) {
        m_bus.connect(notificationsName, notificationsPath, notificationsName, signal, this, slot);
    };
    listen(u"ActivationToken"_s, SLOT(takeToken(uint, QString)));
    listen(u"ActionInvoked"_s, SLOT(takeAction(uint, QString)));
    listen(u"NotificationClosed"_s, SLOT(takeEnd(uint, uint)));
    return true;
}

void NotificationService::show(const QString& key, const DesktopNotification& notification)
{
    auto& shown = m_shown[key];
    if (shown.id != 0)
        close(shown.id);
    shown = {.number = ++m_number};
    askCapabilities(key, [this, key, notification, number = m_number](const QStringList& capabilities) {
        notify(key, number, notification, capabilities);
    });
}

void NotificationService::withdraw(const QString& key)
{
    const auto shown = m_shown.find(key);
    if (shown == m_shown.end())
        return;
    if (shown->second.id != 0)
        close(shown->second.id);
    m_shown.erase(shown);
}

void NotificationService::check()
{
    askCapabilities({}, [](const QStringList&) {});
}

/// Each time: the service may have been replaced by one with others.
void NotificationService::askCapabilities(const QString& key, Use use)
{
    if (!connectToBus()) {
        m_shown.erase(key);
        m_handlers.failed(key, m_bus.lastError().message());
        return;
    }
    auto* watcher = new QDBusPendingCallWatcher(m_bus.asyncCall(notificationsCall(u"GetCapabilities"_s)), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, key, use = std::move(use), watcher] {
        watcher->deleteLater();
        const QDBusPendingReply<QStringList> reply = *watcher;
        if (reply.isError()) {
            m_shown.erase(key);
            m_handlers.failed(key, reply.error().message());
        } else {
            use(reply.value());
        }
    });
}

void NotificationService::notify(const QString& key, quint64 number, const DesktopNotification& notification,
                                 const QStringList& capabilities)
{
    const auto wanted = m_shown.find(key);
    if (wanted == m_shown.end() || wanted->second.number != number)
        return; // withdrawn or replaced
    constexpr int desktopsTime = -1;
    const auto body = capabilities.contains(u"body-markup"_s) ? notification.body.toHtmlEscaped() : notification.body;
    const auto actions = capabilities.contains(u"actions"_s) ? actionsOf(notification) : QStringList();
    const auto call =
        notificationsCall(u"Notify"_s, {QGuiApplication::applicationDisplayName(), QVariant::fromValue(0U),
                                        QGuiApplication::desktopFileName(), notification.summary, body, actions,
                                        hintsOf(notification), desktopsTime});
    auto* watcher = new QDBusPendingCallWatcher(m_bus.asyncCall(call), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, key, number, watcher] {
        watcher->deleteLater();
        const QDBusPendingReply<uint> reply = *watcher;
        if (!reply.isError()) {
            takeId(key, number, reply.value());
            return;
        }
        if (const auto failed = m_shown.find(key); failed != m_shown.end() && failed->second.number == number)
            m_shown.erase(failed);
        m_handlers.failed(key, reply.error().message());
    });
}

void NotificationService::takeId(const QString& key, quint64 number, uint id)
{
    // A service that has replaced another counts from 1 again.
    std::erase_if(m_shown, [&](const auto& entry) { return entry.first != key && entry.second.id == id; });
    const auto shown = m_shown.find(key);
    if (shown != m_shown.end() && shown->second.number == number)
        shown->second.id = id;
    else
        close(id); // withdrawn or replaced meanwhile
}

void NotificationService::close(uint id)
{
    m_bus.send(notificationsCall(u"CloseNotification"_s, {QVariant::fromValue(id)}));
}

/// Numbers of an earlier owner of the service's name may be those of other notifications now.
void NotificationService::forgetShown()
{
    std::erase_if(m_shown, [this](const auto& entry) {
        const bool isGone = entry.second.id != 0;
        if (isGone)
            m_handlers.closed(entry.first);
        return isGone;
    });
}

QString NotificationService::keyOf(uint id) const
{
    const auto found = std::find_if(m_shown.begin(), m_shown.end(),
                                    [id](const auto& entry) { return id != 0 && entry.second.id == id; });
    return found == m_shown.end() ? QString() : found->first;
}

/// Every program gets the signals of all notifications. This one precedes ActionInvoked.
void NotificationService::takeToken(uint id, const QString& token)
{
    if (const auto key = keyOf(id); !key.isEmpty())
        m_shown[key].token = token;
}

void NotificationService::takeAction(uint id, const QString& action)
{
    if (const auto key = keyOf(id); !key.isEmpty())
        m_handlers.actionChosen(key, action, std::exchange(m_shown[key].token, {}));
}

void NotificationService::takeEnd(uint id, uint)
{
    const auto key = keyOf(id);
    if (key.isEmpty())
        return;
    m_shown.erase(key);
    m_handlers.closed(key);
}

} // namespace lockscope::ui

#include "moc_NotificationService.cpp"
