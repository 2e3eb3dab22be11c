// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/DesktopNotifications.h"

#include "core/connect/EventThread.h"
#include "ui/models/text/Formatting.h"

#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr const char* activationToken = "XDG_ACTIVATION_TOKEN";

} // namespace

DesktopNotifications::DesktopNotifications(QObject* parent)
    : QObject(parent)
{
}

DesktopNotifications::~DesktopNotifications()
{
    if (m_thread)
        m_thread->post([this] { m_service.reset(); });
    m_thread.reset();
}

void DesktopNotifications::show(const QString& key, const DesktopNotification& notification)
{
    post([key, notification](NotificationService& service) { service.show(key, notification); });
}

void DesktopNotifications::withdraw(const QString& key)
{
    if (m_thread)
        post([key](NotificationService& service) { service.withdraw(key); });
}

void DesktopNotifications::check()
{
    post([](NotificationService& service) { service.check(); });
}

void DesktopNotifications::post(std::function<void(NotificationService&)> task)
{
    if (!m_thread)
        m_thread = std::make_unique<ensemble::EventThread>(u"notifications"_s);
    m_thread->post([this, task = std::move(task)] {
        if (!m_service)
            m_service = std::make_unique<NotificationService>(handlers());
        task(*m_service);
    });
}

NotificationService::Handlers DesktopNotifications::handlers()
{
    NotificationService::Handlers handlers;
    handlers.actionChosen = [this](const QString& key, const QString& action, const QString& token) {
        ensemble::runLater(this, [this, key, action, token] {
            // Where Qt's Wayland plugin takes the token for the next window that is brought forward.
            if (!token.isEmpty())
                qputenv(activationToken, token.toUtf8());
            Q_EMIT actionChosen(key, action);
        });
    };
    handlers.failed = [this](const QString& key, const QString& reason) {
        ensemble::runLater(this, [this, key, reason = oneLine(reason.toStdString())] { Q_EMIT failed(key, reason); });
    };
    handlers.closed = [this](const QString& key) { ensemble::runLater(this, [this, key] { Q_EMIT closed(key); }); };
    return handlers;
}

} // namespace lockscope::ui

#include "moc_DesktopNotifications.cpp"
