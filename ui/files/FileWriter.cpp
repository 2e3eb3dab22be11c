// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/files/FileWriter.h"

#include "core/connect/ThreadTasks.h"
#include "core/model/files/PrivateFile.h"
#include "ui/models/text/Formatting.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

#include <utility>

namespace lockscope::ui {

namespace {

/// One thread, so that of two writes to the same file the later one stays.
QThreadPool& oneThread()
{
    static QThreadPool pool;
    pool.setMaxThreadCount(1);
    return pool;
}

} // namespace

FileWriter::~FileWriter() = default;

void FileWriter::write(const QString& file, Make make)
{
    cancel();
    m_isBusy = true;
    m_phase = std::make_shared<std::atomic<Phase>>(Phase::Making);
    // The pool may outlive this object: a late result is dropped.
    ensemble::runInPool(oneThread(), [self = QPointer(this), phase = m_phase, file, make = std::move(make)] {
        QString fault;
        if (const auto bytes = make(); !bytes)
            fault = errorSentence(bytes.error());
        else if (auto making = Phase::Making; !phase->compare_exchange_strong(making, Phase::Writing))
            return;
        else if (const auto done = inspect::writePrivately("save", file, *bytes); !done)
            fault = tr("Cannot write \"%1\": %2. Any existing file is unchanged. Save to another location.")
                        .arg(file, oneLine(done.error().detail));
        ensemble::runLater(QCoreApplication::instance(), [self, phase, file, fault] {
            if (!self || self->m_phase != phase || *phase == Phase::Cancelled)
                return;
            self->m_isBusy = false;
            if (fault.isEmpty())
                Q_EMIT self->written(file);
            else
                Q_EMIT self->failed(fault);
        });
    });
}

bool FileWriter::cancel()
{
    auto making = Phase::Making;
    if (m_isBusy && !m_phase->compare_exchange_strong(making, Phase::Cancelled))
        return false;
    m_isBusy = false;
    return true;
}

} // namespace lockscope::ui

#include "moc_FileWriter.cpp"
