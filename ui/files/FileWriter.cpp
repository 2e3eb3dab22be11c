// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/files/FileWriter.h"

#include "core/inspect/PrivateFile.h"
#include "ui/models/Formatting.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

#include <utility>

namespace lockscope::ui {

FileWriter::~FileWriter() = default;

void FileWriter::write(const QString& file, Make make)
{
    cancel();
    m_isBusy = true;
    m_isCancelled = std::make_shared<std::atomic<bool>>(false);
    // The pool may outlive this: what comes too late is dropped.
    QThreadPool::globalInstance()->start(
        [self = QPointer(this), isCancelled = m_isCancelled, file, make = std::move(make)] {
            Result<void> done;
            if (const auto bytes = make(); !bytes)
                done = failure(bytes.error());
            else if (!*isCancelled)
                done = inspect::writePrivately("save", file, *bytes);
            const auto fault = done ? QString() : asSentence(oneLine(describe(done.error())));
            QMetaObject::invokeMethod(
                QCoreApplication::instance(),
                [self, isCancelled, file, fault] {
                    if (!self || *isCancelled)
                        return;
                    self->m_isBusy = false;
                    if (fault.isEmpty())
                        Q_EMIT self->written(file);
                    else
                        Q_EMIT self->failed(fault);
                },
                Qt::QueuedConnection);
        });
}

void FileWriter::cancel()
{
    if (m_isCancelled)
        *m_isCancelled = true;
    m_isBusy = false;
}

} // namespace lockscope::ui
