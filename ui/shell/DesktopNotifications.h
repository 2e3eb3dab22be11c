// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/shell/NotificationService.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>

namespace lockscope::ensemble {
class EventThread;
}

namespace lockscope::ui {

/// The notifications of the desktop that this program shows. Lives on the UI thread and never blocks it: a thread of
/// its own, which begins with the first use, talks to the desktop's service. Only the destructor waits for that thread;
/// it closes no notification. A service may never reply: nothing waits for it.
class DesktopNotifications final : public QObject {
    Q_OBJECT
public:
    explicit DesktopNotifications(QObject* parent = nullptr);
    ~DesktopNotifications() override;

    /// Shows it, in place of the one with this key, which is not empty. failed() follows if it is not shown.
    void show(const QString& key, const DesktopNotification& notification);
    /// No effect if it is not shown.
    void withdraw(const QString& key);
    /// failed() follows, with an empty key, if the desktop shows no notifications.
    void check();

Q_SIGNALS:
    /// The user chose this action of the notification; `action` is "default" for a click on it. The program may bring
    /// its window forward now, also on Wayland.
    void actionChosen(const QString& key, const QString& action);
    /// `reason`: in the bus's words, on one line.
    void failed(const QString& key, const QString& reason);
    /// The user or the desktop has closed it.
    void closed(const QString& key);

private:
    void post(std::function<void(NotificationService&)> task);
    [[nodiscard]] NotificationService::Handlers handlers();

    std::unique_ptr<NotificationService> m_service; ///< used and destroyed on the thread
    std::unique_ptr<ensemble::EventThread> m_thread;
};

} // namespace lockscope::ui
