// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/replay/ReplayPlayer.h"

#include "core/connect/EventLoop.h"
#include "core/sources/zookeeper/dialects/DialectFiles.h"
#include "ui/models/text/Formatting.h"

#include <QFileInfo>

namespace lockscope::ui {

namespace {

/// Ten snapshots a second are as many as a live one gives.
constexpr int tickMs = 100;
constexpr auto progressEvery = std::chrono::milliseconds(100);

QString sentenceOf(const QString& name, const Error& error)
{
    auto sentence = ReplayPlayer::tr("%1 could not be opened: %2.").arg(name, oneLine(error.detail));
    switch (error.code) {
    case ErrorCode::Missing:
        return inTurn({sentence, ReplayPlayer::tr("Was it moved, or removed?")});
    case ErrorCode::NoAuth:
        return inTurn({sentence, ReplayPlayer::tr("A recording is its user's alone: ask whoever made it.")});
    default:
        return sentence;
    }
}

} // namespace

ReplayPlayer::ReplayPlayer(const Clock& clock, QObject* parent)
    : QObject(parent)
    , m_clock(clock)
    , m_dialects(inspect::builtinDialects())
{
    m_tick.setInterval(tickMs);
    connect(&m_tick, &QTimer::timeout, this, &ReplayPlayer::tick);
}

ReplayPlayer::~ReplayPlayer()
{
    if (m_stopOpening)
        *m_stopOpening = true;
    m_thread.stop();
}

void ReplayPlayer::open(const QString& file)
{
    cancelOpening();
    const auto name = QFileInfo(file).fileName();
    m_opening = Opening{name, {}};
    m_stopOpening = std::make_shared<std::atomic_bool>(false);
    m_thread.post([this, file, name, number = ++m_openings, stop = m_stopOpening, dialects = m_dialects,
                   findings = m_findings, told = SteadyTime()]() mutable {
        const auto goOn = [&](const inspect::OpenedFile::Progress& progress) {
            const auto now = m_thread.clock().now();
            if (now - told >= progressEvery) {
                told = now;
                ensemble::runLater(this, [this, number, progress] {
                    if (number != m_openings || !m_opening)
                        return;
                    m_opening->progress = progress;
                    Q_EMIT changed();
                });
            }
            return !stop->load();
        };
        auto opened = OpenRecording::open(file, dialects, goOn);
        const auto error =
            opened ? Error{ErrorCode::System, "open", {}, tr("it was changed while it was read").toStdString()}
                   : opened.error();
        Recording recording = opened ? Recording(*std::move(opened)) : nullptr;
        const auto first = recording ? recording->at(recording->facts()->from, findings) : nullptr;
        ensemble::runLater(this, [this, number, name, recording = std::move(recording), first, error]() mutable {
            if (number != m_openings || !m_opening)
                return dropThere(std::move(recording));
            if (first)
                return take(std::move(recording), first);
            m_opening.reset();
            Q_EMIT changed();
            Q_EMIT failed(sentenceOf(name, error));
        });
    });
    Q_EMIT changed();
}

void ReplayPlayer::cancelOpening()
{
    if (!m_opening)
        return;
    *m_stopOpening = true;
    m_opening.reset();
    ++m_openings;
    Q_EMIT changed();
}

void ReplayPlayer::take(Recording recording, inspect::SnapshotPtr first)
{
    m_opening.reset();
    ++m_showings;
    dropThere(std::exchange(m_recording, std::move(recording)));
    m_facts = m_recording->facts();
    m_snapshot = std::move(first);
    m_isFetching = false;
    m_fetched = m_facts->from;
    m_replayClock.begin(m_facts->from, m_facts->to, m_facts->from);
    m_tick.stop();
    Q_EMIT opened();
    Q_EMIT changed();
}

/// Its temporary folder is removed on the thread, after what is still being read of it.
void ReplayPlayer::dropThere(Recording recording)
{
    m_thread.post([recording = std::move(recording)] {});
}

void ReplayPlayer::close()
{
    if (!m_facts)
        return;
    ++m_showings;
    m_tick.stop();
    dropThere(std::exchange(m_recording, nullptr));
    m_facts.reset();
    m_snapshot.reset();
    Q_EMIT closed();
    Q_EMIT changed();
}

void ReplayPlayer::play()
{
    if (!m_facts)
        return;
    m_replayClock.play(m_clock.now());
    m_tick.start();
    tick();
}

void ReplayPlayer::pause()
{
    if (!m_facts)
        return;
    m_replayClock.pause(m_clock.now());
    tick();
}

void ReplayPlayer::setSpeed(double speed)
{
    m_replayClock.setSpeed(speed, m_clock.now());
    Q_EMIT changed();
}

void ReplayPlayer::seek(WallTime at)
{
    if (!m_facts)
        return;
    m_replayClock.seek(at, m_clock.now());
    tick();
}

void ReplayPlayer::stepForward()
{
    if (m_facts)
        step(m_facts->marks.after(now()));
}

void ReplayPlayer::stepBack()
{
    if (m_facts)
        step(m_facts->marks.before(now()));
}

void ReplayPlayer::step(std::optional<WallTime> to)
{
    if (!to)
        return;
    m_replayClock.pause(m_clock.now());
    seek(*to);
}

void ReplayPlayer::tick()
{
    if (!isPlaying()) {
        m_tick.stop();
        m_replayClock.pause(m_clock.now());
    }
    fetch();
    Q_EMIT changed();
}

void ReplayPlayer::setFindings(inspect::FindingSettings settings)
{
    m_findings = std::move(settings);
    if (!m_recording)
        return;
    m_thread.post([recording = m_recording] { recording->judgeAnew(); });
    ++m_showings; // what is on its way was judged by the old ones
    m_isFetching = false;
    m_fetched.reset();
    fetch();
}

/// One at a time: while one is read, the time may go on, and the newest wins.
void ReplayPlayer::fetch()
{
    const auto time = now();
    if (m_isFetching || m_fetched == time)
        return;
    m_isFetching = true;
    m_thread.post([this, number = m_showings, time, recording = m_recording, findings = m_findings] {
        const auto snapshot = recording->at(time, findings);
        ensemble::runLater(this, [this, number, time, snapshot] { takeSnapshot(number, time, snapshot); });
    });
}

void ReplayPlayer::takeSnapshot(quint64 showing, WallTime time, const inspect::SnapshotPtr& snapshot)
{
    if (showing != m_showings)
        return;
    m_isFetching = false;
    m_fetched = time;
    if (!snapshot) {
        const auto name = m_facts->name;
        close();
        Q_EMIT failed(tr("%1 was changed by somebody while it was shown: open it again.").arg(name));
        return;
    }
    m_snapshot = snapshot;
    Q_EMIT changed();
    if (!isPlaying())
        fetch();
}

} // namespace lockscope::ui

#include "moc_ReplayPlayer.cpp"
