// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/SavedConnections.h"

#include "ui/models/Formatting.h"

#include <utility>

namespace lockscope::ui {

SavedConnections::SavedConnections(connect::ProfileFile file, QObject* parent)
    : QObject(parent)
    , m_file(std::move(file))
{
    m_disk.setMaxThreadCount(1);
}

SavedConnections::~SavedConnections()
{
    m_disk.waitForDone();
}

void SavedConnections::load()
{
    order([] { return Result<void>(); });
}

void SavedConnections::keep(const connect::Profile& profile, const std::string& replaced)
{
    order([file = m_file, profile, replaced] { return file.keep(profile, replaced); });
}

void SavedConnections::forget(const std::string& name)
{
    order([file = m_file, name] { return file.forget(name); });
}

void SavedConnections::order(std::function<Result<void>()> change)
{
    m_disk.start([this, file = m_file, change = std::move(change)] {
        const auto changed = change();
        auto list = changed ? file.load() : Result<std::vector<connect::Profile>>(failure(changed.error()));
        QMetaObject::invokeMethod(
            this,
            [this, list = std::move(list)]() mutable {
                if (!list) {
                    Q_EMIT failed(asSentence(QString::fromStdString(describe(list.error()))));
                    return;
                }
                if (*list == m_list)
                    return;
                m_list = std::move(*list);
                Q_EMIT this->changed();
            },
            Qt::QueuedConnection);
    });
}

} // namespace lockscope::ui
