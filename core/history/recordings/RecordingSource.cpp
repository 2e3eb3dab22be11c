// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/recordings/RecordingSource.h"

#include "core/base/Phrase.h"

#include <algorithm>
#include <utility>

namespace lockscope::inspect {

RecordingSource::RecordingSource(std::shared_ptr<OpenedFile> file, WallTime first, Shown shown)
    : m_file(std::move(file))
    , m_first(first)
    , m_shown(std::move(shown))
{
}

RecordingSource::~RecordingSource()
{
    stop();
}

void RecordingSource::start(Handlers handlers)
{
    m_handlers = std::move(handlers);
    show(m_first);
}

void RecordingSource::stop()
{
    m_thread.stop();
}

void RecordingSource::show(WallTime time)
{
    m_thread.post([this, time] { showNow(time); });
}

void RecordingSource::read(Part, Task begun)
{
    if (begun)
        m_thread.post(std::move(begun));
}

void RecordingSource::showNow(WallTime time)
{
    auto& replay = m_file->replay();
    const auto recorded = replay.at(std::max(time, replay.from()));
    if (!recorded) {
        m_handlers.failed(
            {ErrorCode::System, phraseLater("open"), {}, phrase("the file has changed since it was opened")});
        return;
    }
    if (recorded != m_recorded) {
        m_recorded = recorded;
        auto snapshot = std::make_shared<Snapshot>(*recorded);
        snapshot->revision = ++m_revision;
        if (m_handlers.session)
            m_handlers.session(snapshot->session);
        m_handlers.snapshot(std::move(snapshot));
    }
    if (m_shown)
        m_shown(time, m_revision);
}

} // namespace lockscope::inspect
