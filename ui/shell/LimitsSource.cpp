// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/LimitsSource.h"

#include "core/connect/ThreadTasks.h"
#include "core/findings/LimitsFile.h"
#include "ui/models/text/Formatting.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

#include <utility>

namespace lockscope::ui {

LimitsSource::LimitsSource(QObject* parent)
    : QObject(parent)
{
    take(inspect::loadUserLimits());
}

void LimitsSource::load()
{
    if (std::exchange(m_isLoading, true))
        return;
    // The pool may outlive this object: a late result is dropped.
    ensemble::runInPool(*QThreadPool::globalInstance(), [self = QPointer(this)] {
        ensemble::runLater(QCoreApplication::instance(), [self, limits = inspect::loadUserLimits()] {
            if (!self)
                return;
            self->m_isLoading = false;
            self->take(limits);
            Q_EMIT self->loaded();
        });
    });
}

void LimitsSource::take(const Result<Limits>& limits)
{
    m_limits = limits ? *limits : Limits();
    m_problem = limits ? QString() : asSentence(errorSentence(limits.error()));
}

} // namespace lockscope::ui

#include "moc_LimitsSource.cpp"
