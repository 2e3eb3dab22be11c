// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// How long an event loop is blocked, and how much memory the process uses.

#include <QApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QFile>
#include <QThread>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <unistd.h>
#include <utility>

namespace lockscope::bench {

using namespace Qt::StringLiterals;

inline constexpr auto beatEvery = std::chrono::milliseconds(2);
inline constexpr qint64 stutterUs = 50'000;

/// The gaps between the ticks of a timer in the event loop of its thread.
class Beat final : public QObject {
public:
    struct Gaps {
        qint64 longestUs = 0;
        int stutters = 0;
        QString reported{}; ///< the thread's work in the longest gap, if known
    };

    /// `report` returns the thread's work since its previous call.
    explicit Beat(std::function<QString(qint64 gapUs)> report = {})
        : m_report(std::move(report))
    {
    }

    void start()
    {
        m_timer = std::make_unique<QTimer>();
        auto* timer = m_timer.get();
        timer->setTimerType(Qt::PreciseTimer);
        connect(timer, &QTimer::timeout, this, [this] {
            const auto gap = m_since.nsecsElapsed() / 1'000;
            m_since.restart();
            const auto reported = m_report ? m_report(gap) : QString();
            const std::lock_guard lock(m_mutex);
            m_gaps.stutters += gap > stutterUs ? 1 : 0;
            if (gap > m_gaps.longestUs) {
                m_gaps.longestUs = gap;
                m_gaps.reported = reported;
            }
        });
        m_since.start();
        timer->start(beatEvery);
    }
    /// Called on the thread that started it.
    void stop() { m_timer.reset(); }
    /// The gaps since the previous call. Any thread.
    Gaps take()
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_gaps, {});
    }

private:
    std::function<QString(qint64)> m_report;
    std::unique_ptr<QTimer> m_timer;
    QElapsedTimer m_since;
    std::mutex m_mutex;
    Gaps m_gaps;
};

/// The timer of an otherwise idle thread: its gaps come from the machine, which other programs use as well.
class IdleBeat final {
public:
    IdleBeat()
    {
        m_beat.moveToThread(&m_thread);
        QObject::connect(&m_thread, &QThread::started, &m_beat, [this] { m_beat.start(); });
        QObject::connect(&m_thread, &QThread::finished, &m_beat, [this] { m_beat.stop(); });
        m_thread.start();
    }
    ~IdleBeat()
    {
        m_thread.quit();
        m_thread.wait();
    }
    IdleBeat(const IdleBeat&) = delete;
    IdleBeat& operator=(const IdleBeat&) = delete;

    Beat::Gaps take() { return m_beat.take(); }

private:
    QThread m_thread;
    Beat m_beat;
};

/// Measures the time of the events of its thread.
class Watched final : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override
    {
        if (QThread::currentThread() != thread() || m_isInside)
            return QApplication::notify(receiver, event);
        // Read before the call: the receiver may be deleted by it.
        const auto type = event->type();
        const auto* const kind = receiver->metaObject()->className();
        const auto* const timer = qobject_cast<QTimer*>(receiver);
        const auto interval = timer ? timer->interval() : 0;
        QElapsedTimer clock;
        clock.start();
        m_isInside = true;
        const auto done = QApplication::notify(receiver, event);
        m_isInside = false;
        if (const auto took = clock.nsecsElapsed() / 1'000; took > worthTellingUs)
            m_events.append({kind, type, interval, took});
        return done;
    }
    /// Since the previous call: how long the thread ran, how long it was ready without a processor, and the longest
    /// events (of nested ones, the outermost).
    QString take(qint64 gapUs)
    {
        const auto now = scheduled();
        const auto used = now.ranUs - m_scheduled.ranUs;
        const auto queued = now.queuedUs - m_scheduled.queuedUs;
        m_scheduled = now;
        auto events = std::exchange(m_events, {});
        if (gapUs < worthTellingUs)
            return {};
        std::sort(events.begin(), events.end(), [](const Took& a, const Took& b) { return a.us > b.us; });
        auto reported = u"ran %1, ready %2"_s.arg(static_cast<double>(used) / 1'000, 0, 'f', 1)
                            .arg(static_cast<double>(queued) / 1'000, 0, 'f', 1);
        for (const auto& event : events.first(std::min<qsizetype>(3, events.size())))
            reported += u", %1 %2: %3"_s.arg(QLatin1StringView(event.kind))
                            .arg(event.interval > 0 ? event.interval : static_cast<int>(event.type))
                            .arg(static_cast<double>(event.us) / 1'000, 0, 'f', 1);
        return reported;
    }

private:
    static constexpr qint64 worthTellingUs = 2'000;
    struct Took {
        const char* kind;
        QEvent::Type type;
        int interval; ///< of a timer, which identifies it; otherwise 0
        qint64 us;
    };

    struct Scheduled {
        qint64 ranUs = 0;
        qint64 queuedUs = 0;
    };

    /// The kernel's counters of the main thread; zero if there are none.
    Scheduled scheduled()
    {
        if (!m_statistics.isOpen() && !m_statistics.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
            return {};
        m_statistics.seek(0);
        const auto numbers = m_statistics.readLine().split(' ');
        return {numbers.value(0).toLongLong() / 1'000, numbers.value(1).toLongLong() / 1'000};
    }

    QFile m_statistics{u"/proc/thread-self/schedstat"_s};
    QList<Took> m_events;
    Scheduled m_scheduled;
    bool m_isInside = false;
};

inline long residentMiB()
{
    QFile file(u"/proc/self/statm"_s);
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    return file.readAll().split(' ').value(1).toLong() * ::sysconf(_SC_PAGESIZE) / 1'048'576;
}

} // namespace lockscope::bench
