// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscope/Screenshot.h"

#include "app/StandardOutput.h"
#include "core/base/Clock.h"
#include "ui/models/text/Formatting.h"
#include "ui/replay/ReplayController.h"
#include "ui/shell/MainWindow.h"
#include "ui/shell/WindowController.h"
#include "ui/shell/connection/Connection.h"

#include <QPixmap>
#include <QTextStream>

#include <algorithm>
#include <span>

namespace lockscope::app {

using namespace Qt::StringLiterals;

namespace {

constexpr int lookEveryMs = 100;
constexpr int mostLooks = 200;
constexpr std::size_t mostLines = 50;

QString queueText(const inspect::Lock& lock, const inspect::Snapshot& snapshot, const inspect::Moment& now)
{
    QString text;
    QTextStream out(&text);
    out << ui::oneLine(lock.path) << u"  "_s << ui::oneLine(lock.dialectTitle) << u'\n';
    for (const auto& contender : std::span(lock.queue).first(std::min(lock.queue.size(), mostLines)))
        out << u"%1  %2  %3  %4  %5\n"_s.arg(contender.position, 3)
                   .arg(contender.holds     ? u"holding"_s
                        : contender.waits() ? u"waiting"_s
                                            : u"unknown"_s,
                        ui::displayName(contender, snapshot.ensemble.get()).leftJustified(16),
                        ui::oneLine(contender.node), ui::formatSince(inspect::sinceOf(contender, now)));
    if (lock.queue.size() > mostLines)
        out << u"  and %1 more\n"_s.arg(lock.queue.size() - mostLines);
    return text;
}

} // namespace

Screenshot::Screenshot(ScreenshotOrder order, ui::MainWindow& window, ui::Connection& connection,
                       ui::WindowController& controller, QObject* parent)
    : QObject(parent)
    , m_order(std::move(order))
    , m_window(window)
    , m_connection(connection)
    , m_controller(controller)
{
    if (!m_order.size.isEmpty())
        m_window.resize(m_order.size);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &Screenshot::look);
    m_timer.start(static_cast<int>(m_order.afterSeconds * 1'000));
}

inspect::SnapshotPtr Screenshot::shownSnapshot() const
{
    return m_controller.replay().isShowing() ? m_controller.replay().viewState().snapshot : m_connection.snapshot();
}

WallTime Screenshot::shownTime() const
{
    return m_controller.replay().isShowing() ? m_controller.replay().viewState().now : SystemClock().wallNow();
}

bool Screenshot::isReady() const
{
    if (m_order.wantsReplay)
        return m_controller.replay().isShowing();
    if (m_connection.source() != ui::SourceState::Live || !m_connection.snapshot())
        return false;
    const auto* lock = m_window.shownLock();
    if (!m_order.wantsQueue)
        return m_connection.snapshot()->complete;
    // On Redis, only fair locks record their waiters.
    const bool hasWaiters = lock && (lock->waiters() > 0 || (lock->redis && !lock->redis->isOrdered));
    return hasWaiters && lock->holders() > 0 && std::all_of(lock->queue.begin(), lock->queue.end(), [](const auto& c) {
               return c.details.has_value() || c.redis;
           });
}

QString Screenshot::whatIsMissing() const
{
    if (m_order.wantsReplay)
        return tr("the recording was not loaded in time. Set a longer time with --for");
    if (m_connection.source() == ui::SourceState::NotConnected)
        return tr("not connected. Use --connect SERVERS or --demo");
    if (m_connection.source() != ui::SourceState::Live)
        return tr("cannot connect to %1. Check that the server is running and that the address is correct")
            .arg(m_connection.text());
    return m_order.wantsQueue ? tr("no queue with a holder and waiters was found at %1").arg(m_connection.text())
                              : tr("cannot read the locks of %1 in time").arg(m_connection.text());
}

void Screenshot::look()
{
    if (isReady())
        return take();
    if (++m_looks >= mostLooks) {
        Q_EMIT done(whatIsMissing());
        return;
    }
    m_timer.start(lookEveryMs);
}

void Screenshot::take()
{
    if (!m_window.grab().save(m_order.file)) {
        Q_EMIT done(
            tr("cannot save the screenshot as %1. Check that the folder exists and that the file name ends with .png")
                .arg(m_order.file));
        return;
    }
    const auto snapshot = shownSnapshot();
    if (const auto* lock = m_window.shownLock(); lock && snapshot) {
        const auto text = queueText(*lock, *snapshot, snapshot->momentAt(shownTime())).toStdString();
        if (const auto written = writeToStandardOutput(text); !written) {
            Q_EMIT done(QString::fromStdString(describe(written.error())));
            return;
        }
    }
    Q_EMIT done({});
}

} // namespace lockscope::app

#include "moc_Screenshot.cpp"
