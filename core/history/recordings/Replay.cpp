// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/recordings/Replay.h"

#include "core/base/Phrase.h"

#include <algorithm>

namespace lockscope::inspect {

namespace {

constexpr std::size_t mostRecent = 64;

} // namespace

Replay::Replay(std::unique_ptr<RecordingReader> reader)
    : m_reader(std::move(reader))
{
}

Result<std::unique_ptr<Replay>> Replay::open(const std::string& file, const ProgressObserver& progressObserver)
{
    auto reader = RecordingReader::open(file);
    if (!reader)
        return failure(reader.error());
    std::unique_ptr<Replay> replay(new Replay(*std::move(reader)));
    if (auto read = replay->readIndex(file, progressObserver); !read)
        return failure(read.error());
    return replay;
}

Result<void> Replay::readIndex(const std::string& file, const ProgressObserver& progressObserver)
{
    if (progressObserver.goOn)
        m_reader->setGoOn(
            [&](qint64 bytes, qint64 ofBytes) { return progressObserver.goOn(bytes, ofBytes, m_index.size()); });
    while (const auto item = m_reader->next()) {
        if (progressObserver.see)
            progressObserver.see(*item);
        if (!item->step)
            continue;
        if (m_reader->isFull())
            m_fulls.push_back({m_index.size(), m_reader->position(), m_reader->line()});
        const auto takenAt = item->step->rest->takenAt;
        const auto at = m_index.empty() ? takenAt : std::max(m_index.back().at, takenAt);
        m_index.push_back({at, static_cast<qint64>(m_fulls.size()) - 1});
    }
    if (m_reader->isStopped())
        return failure(ErrorCode::Cancelled, phraseLater("open"), file, phrase("reading was stopped"));
    m_reader->setGoOn({});
    m_end = m_reader->end();
    m_damage = m_reader->damage();
    m_isCut = m_reader->isCut();
    if (m_index.empty())
        return failure(ErrorCode::BadArguments, phraseLater("open"), file,
                       m_damage ? phrase("the recording contains no complete snapshot; line %1: %2", m_damage->line,
                                         m_damage->reason)
                                : phrase("the recording ended before its first snapshot was complete"));
    rewind(m_fulls.front());
    return {};
}

void Replay::rewind(const Full& full)
{
    m_reader->seek(full.position, full.line);
    m_readNext = full.snapshot;
    m_recent.clear();
}

SnapshotPtr Replay::snapshot(std::size_t index)
{
    m_current = index;
    const auto& full = m_fulls[static_cast<std::size_t>(m_index[index].fullIndex)];
    if (m_readNext > index && m_readNext - index <= m_recent.size())
        return m_recent[m_recent.size() - (m_readNext - index)];
    if (m_readNext > index || full.snapshot > m_readNext)
        rewind(full);
    while (const auto item = m_reader->next()) {
        if (!item->step)
            continue;
        if (index - m_readNext < mostRecent)
            m_recent.push_back(m_reader->snapshot());
        else
            m_recent.clear(); // has the snapshots before m_readNext, without a hole
        if (m_recent.size() > mostRecent)
            m_recent.pop_front();
        if (m_readNext++ == index)
            return m_recent.back();
    }
    m_current.reset();
    return nullptr; // the file was truncated after open()
}

SnapshotPtr Replay::at(WallTime time)
{
    const auto later = std::upper_bound(m_index.begin(), m_index.end(), time,
                                        [](WallTime wanted, const Place& place) { return wanted < place.at; });
    return later == m_index.begin() ? nullptr : snapshot(static_cast<std::size_t>(later - m_index.begin()) - 1);
}

SnapshotPtr Replay::next()
{
    const auto index = m_current ? *m_current + 1 : 0;
    return index < m_index.size() ? snapshot(index) : nullptr;
}

SnapshotPtr Replay::previous()
{
    return m_current && *m_current > 0 ? snapshot(*m_current - 1) : nullptr;
}

void Replay::play(const std::function<bool(const RecordingReader::Item&)>& take)
{
    rewind(m_fulls.front());
    while (const auto item = m_reader->next()) {
        if (!take(*item))
            break;
    }
    rewind(m_fulls.front());
}

} // namespace lockscope::inspect
