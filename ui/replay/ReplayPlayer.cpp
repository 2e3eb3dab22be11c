// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/replay/ReplayPlayer.h"

#include "core/connect/ThreadTasks.h"
#include "core/sources/DialectFiles.h"
#include "ui/models/text/Formatting.h"

#include <QFile>

namespace lockscope::ui {

namespace {

/// Ten snapshots a second, as many as a live connection delivers.
constexpr int tickMs = 100;
constexpr auto progressEvery = std::chrono::milliseconds(100);

/// `opened`: the name of all files.
QString sentenceOf(const QString& opened, const Error& error)
{
    const auto name = error.path.empty() ? opened : nameOf({QFile::decodeName(error.path.c_str())});
    auto sentence = ReplayPlayer::tr("Cannot open \"%1\": %2.").arg(name, oneLine(error.detail));
    switch (error.code) {
    case ErrorCode::Missing:
        return inTurn({sentence, ReplayPlayer::tr("Check whether the file was moved or deleted.")});
    case ErrorCode::NoAuth:
        return inTurn(
            {sentence, ReplayPlayer::tr("Only the user who created the recording can read it. Contact that user.")});
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

void ReplayPlayer::open(const QStringList& files)
{
    cancelOpening();
    m_opening = Opening{nameOf(files), {}};
    m_stopOpening = std::make_shared<std::atomic_bool>(false);
    m_thread.post([this, files, number = ++m_openings, stop = m_stopOpening, dialects = m_dialects,
                   reported = SteadyTime()]() mutable {
        const auto goOn = [&](const inspect::OpenedFile::Progress& progress) {
            const auto now = m_thread.clock().now();
            if (now - reported >= progressEvery) {
                reported = now;
                ensemble::runLater(this, [this, number, progress] {
                    if (number != m_openings || !m_opening)
                        return;
                    m_opening->progress = progress;
                    Q_EMIT changed();
                });
            }
            return !stop->load();
        };
        auto read = readRecording(files, dialects, goOn);
        ensemble::runLater(this, [this, number, read = std::move(read)]() mutable {
            if (read)
                begin(number, *std::move(read));
            else
                fail(number, read.error());
        });
    });
    Q_EMIT changed();
}

void ReplayPlayer::cancelOpening()
{
    if (!m_opening)
        return;
    *m_stopOpening = true;
    ++m_openings;
    endOpening();
    Q_EMIT changed();
}

void ReplayPlayer::endOpening()
{
    m_opening.reset();
    drop(m_next);
}

void ReplayPlayer::begin(quint64 number, ReadRecording read)
{
    if (number != m_openings || !m_opening)
        return m_thread.post([file = std::move(read.file)] {});
    // The recorded findings had the servers' watches and the limits of that time.
    const bool hasFindings = read.file->replay().header().hasFindings;
    auto source = std::make_unique<inspect::RecordingSource>(
        std::move(read.file), read.facts->from, [this, number](WallTime time, std::uint64_t revision) {
            ensemble::runLater(this, [this, number, time, revision] { takeShown(number, {time, revision}); });
        });
    inspect::LockSource::Handlers handlers;
    handlers.snapshot = [this, number](inspect::SnapshotPtr snapshot) {
        ensemble::runLater(this, [this, number, snapshot = std::move(snapshot)] { take(number, snapshot); });
    };
    handlers.failed = [this, number](const Error& error) {
        ensemble::runLater(this, [this, number, error] { fail(number, error); });
    };
    m_next.facts = std::move(read.facts);
    m_next.source = source.get();
    m_next.inspection = std::make_shared<inspect::Inspection>(
        std::move(source), hasFindings ? std::nullopt : std::optional(m_findings), std::move(handlers));
}

void ReplayPlayer::take(quint64 number, const inspect::SnapshotPtr& snapshot)
{
    if (m_next.inspection && number == m_openings) {
        m_opening.reset();
        drop(m_shown);
        m_shown = std::exchange(m_next, {});
        m_number = number;
        m_snapshot = m_newest = snapshot;
        m_answer.reset();
        m_isFetching = false;
        m_fetched = m_shown.facts->from;
        m_replayClock.begin(m_shown.facts->from, m_shown.facts->to, m_shown.facts->from);
        m_tick.stop();
        Q_EMIT opened();
        Q_EMIT changed();
    } else if (m_shown.inspection && number == m_number) {
        m_newest = snapshot;
        settle();
    }
}

void ReplayPlayer::takeShown(quint64 number, Shown shown)
{
    if (!m_shown.inspection || number != m_number || !m_isFetching)
        return;
    m_answer = shown;
    settle();
}

/// A snapshot and its time arrive separately, in either order.
void ReplayPlayer::settle()
{
    if (m_answer && m_newest->revision == m_answer->revision) {
        m_fetched = m_answer->time;
        m_answer.reset();
        m_isFetching = false;
    } else if (m_newest->revision != m_snapshot->revision) {
        return;
    }
    m_snapshot = m_newest;
    Q_EMIT changed();
    if (!isPlaying())
        fetch();
}

/// The first snapshot of a file, or one of the shown recording, cannot be read: closes it.
void ReplayPlayer::fail(quint64 number, const Error& error)
{
    if (m_opening && number == m_openings) {
        const auto name = m_opening->name;
        endOpening();
        Q_EMIT changed();
        Q_EMIT failed(sentenceOf(name, error));
    } else if (m_shown.inspection && number == m_number) {
        const auto name = m_shown.facts->name;
        close();
        Q_EMIT failed(tr("%1 was changed by another process during the replay. Open it again.").arg(name));
    }
}

/// The temporary folder is removed on the thread, after pending reads.
void ReplayPlayer::drop(Recording& recording)
{
    m_thread.post([inspection = std::exchange(recording, {}).inspection] {});
}

void ReplayPlayer::close()
{
    if (!m_shown.inspection)
        return;
    m_tick.stop();
    drop(m_shown);
    m_snapshot.reset();
    m_newest.reset();
    Q_EMIT closed();
    Q_EMIT changed();
}

void ReplayPlayer::play()
{
    if (!m_shown.facts)
        return;
    m_replayClock.play(m_clock.now());
    m_tick.start();
    tick();
}

void ReplayPlayer::pause()
{
    if (!m_shown.facts)
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
    if (!m_shown.facts)
        return;
    m_replayClock.seek(at, m_clock.now());
    tick();
}

void ReplayPlayer::stepForward()
{
    if (m_shown.facts)
        step(m_shown.facts->marks.after(now()));
}

void ReplayPlayer::stepBack()
{
    if (m_shown.facts)
        step(m_shown.facts->marks.before(now()));
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
    m_findings = settings;
    for (const auto& recording : {m_shown, m_next}) {
        if (recording.inspection)
            recording.inspection->setFindings(settings);
    }
}

/// One read at a time; the newest time is next.
void ReplayPlayer::fetch()
{
    const auto time = now();
    if (m_isFetching || m_fetched == time)
        return;
    m_isFetching = true;
    m_shown.source->show(time);
}

} // namespace lockscope::ui

#include "moc_ReplayPlayer.cpp"
