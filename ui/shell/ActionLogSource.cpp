// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/ActionLogSource.h"

#include "core/connect/ThreadTasks.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QPointer>
#include <QThreadPool>

namespace lockscope::ui {

namespace {

constexpr int lookMs = 1'000;

} // namespace

ActionLogSource::ActionLogSource(const QString& file, QObject* parent)
    : QObject(parent)
    , m_file(file)
{
    m_timer.setInterval(lookMs);
    connect(&m_timer, &QTimer::timeout, this, &ActionLogSource::look);
}

void ActionLogSource::setWanted(bool wanted)
{
    if (!wanted) {
        m_timer.stop();
        return;
    }
    m_timer.start();
    look();
}

void ActionLogSource::look()
{
    if (std::exchange(m_isLooking, true))
        return;
    // The pool may outlive this object: a late result is dropped.
    ensemble::runInPool(*QThreadPool::globalInstance(), [self = QPointer(this), file = m_file, seen = m_seen] {
        const QFileInfo info(file);
        const State state{info.exists() ? info.size() : -1, info.lastModified()};
        std::optional<Result<release::ActionLogReading>> reading;
        if (seen != state)
            reading = release::readAudit(file.toStdString());
        ensemble::runLater(QCoreApplication::instance(), [self, state, reading] {
            if (self)
                self->take(state, reading);
        });
    });
}

void ActionLogSource::take(const State& state, const std::optional<Result<release::ActionLogReading>>& reading)
{
    m_isLooking = false;
    if (!reading)
        return;
    m_seen = state;
    Q_EMIT read(*reading);
}

} // namespace lockscope::ui

#include "moc_ActionLogSource.cpp"
