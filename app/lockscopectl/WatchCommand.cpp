// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Commands.h"
#include "app/lockscopectl/Inspection.h"
#include "app/lockscopectl/Interrupt.h"
#include "app/lockscopectl/LostHolds.h"
#include "app/lockscopectl/Table.h"
#include "core/console/ContendOptions.h"
#include "core/inspect/PictureJson.h"
#include "core/zk/Path.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QTimer>

#include <deque>

namespace lockscope::ctl {

namespace {

/// Tells what changes from picture to picture, and when the pictures themselves are old.
class Watcher final {
public:
    /// `askServers` makes them tell soon of their sessions.
    Watcher(const Context& context, std::function<void()> askServers)
        : m_context(context)
        , m_lost(std::move(askServers),
                 [this](const inspect::Change& change) { tell(change, SystemClock().wallNow()); })
    {
    }

    void see(const inspect::PicturePtr& picture)
    {
        m_hasContact = m_hasContact || picture->session.state == zk::SessionState::Connected;
        const auto state = picture->session.state;
        if (m_before && state != m_before->session.state)
            complain(QStringLiteral("the connection is %1")
                         .arg(QString::fromStdString(std::string(toString(state))).toLower()));
        // Cut off, nothing is known: what changed meanwhile shows in the first complete picture afterwards.
        if (!picture->complete && !m_before)
            return;
        if (m_before) {
            for (auto& change : changesBetween(*m_before, *picture))
                m_untold.push_back({std::move(change), picture->takenAt});
        }
        m_before = picture;
        m_lost.see(picture);
        tellWhatIsKnown();
    }

    /// What is still waiting for details is told without.
    void finish()
    {
        for (const auto& untold : m_untold)
            tell(untold.change, untold.at);
        m_untold.clear();
    }

    [[nodiscard]] const inspect::PicturePtr& last() const { return m_before; }
    [[nodiscard]] bool hasContact() const { return m_hasContact; }

private:
    struct Untold {
        inspect::Change change;
        WallTime at;
    };

    /// A contender's name is known a moment before its owner is: its line waits for that moment, and the lines after it
    /// too.
    void tellWhatIsKnown()
    {
        constexpr auto patience = std::chrono::milliseconds(200);
        while (!m_untold.empty()) {
            auto& [change, at] = m_untold.front();
            const auto* lock = m_before->find(change.lockPath);
            const auto* now = lock ? lock->find(change.contender.node) : nullptr;
            if (!change.contender.details && now) {
                change.contender.details = now->details;
                if (!now->details && m_before->session.state == zk::SessionState::Connected &&
                    m_before->takenAt - at < patience)
                    return;
            }
            tell(change, at);
            if (change.type == inspect::Change::Type::Left)
                m_lost.left(change, at);
            m_untold.pop_front();
        }
    }

    void tell(const inspect::Change& change, WallTime at) const
    {
        if (m_context.json) {
            printLine(inspect::changeJson(change, at));
            return;
        }
        const auto time =
            QDateTime::fromMSecsSinceEpoch(at.time_since_epoch().count()).toString(QStringLiteral("HH:mm:ss.zzz"));
        const auto& details = change.contender.details;
        const auto client = details && !details->client.empty() ? safe(details->client) : QStringLiteral("-");
        print(QStringLiteral("%1  %2  %3  %4  %5")
                  .arg(time, QString::fromUtf8(toString(change.type).data()).leftJustified(7), safe(change.lockPath),
                       client.leftJustified(12), elided(safe(change.contender.node), 32)));
    }

    const Context& m_context;
    LostHolds m_lost;
    inspect::PicturePtr m_before;
    std::deque<Untold> m_untold; ///< in the order in which it happened
    bool m_hasContact = false;
};

} // namespace

int runWatch(Context context, const QStringList& arguments)
{
    CommandLine line(
        QStringLiteral("watch"),
        QStringLiteral("Prints a line for each change: joined, granted, left, and lost where the servers tell (by the "
                       "leader's AdminServer or the four-letter word dump) that the session of one that left has "
                       "ended. Ends with Ctrl-C or after "
                       "--for."));
    line.parser().addPositionalArgument(
        QStringLiteral("path"), QStringLiteral("The lock; else every lock under the roots."), QStringLiteral("[PATH]"));
    line.parser().addOption(
        {QStringLiteral("for"), QStringLiteral("End after this time, such as 10s."), QStringLiteral("duration")});
    if (const auto status = line.parse(arguments, context))
        return *status;
    const auto paths = line.parser().positionalArguments();
    if (paths.size() > 1)
        return complainUsage(QStringLiteral("watch takes one path at most"));
    if (!paths.isEmpty()) {
        auto path = zk::checkedPath(paths.first().toStdString());
        if (!path)
            return complain(path.error());
        context.roots = {*std::move(path)};
    }
    std::unique_ptr<Inspection> inspection;
    Watcher watcher(context, [&inspection] { inspection->refreshFacts(); });
    QTimer limit;
    limit.setSingleShot(true);
    limit.setTimerType(Qt::PreciseTimer); // the other types may end early
    if (line.parser().isSet(QStringLiteral("for"))) {
        const auto duration = console::parseDuration(line.parser().value(QStringLiteral("for")).toStdString());
        if (!duration)
            return complain(duration.error());
        limit.setInterval(*duration);
        QObject::connect(&limit, &QTimer::timeout, [&] {
            if (watcher.hasContact())
                QCoreApplication::exit(Done);
            else
                QCoreApplication::exit(
                    complain(Error{ErrorCode::NoConnection, "connect to", context.connect.toStdString(),
                                   "nothing answered until the end of --for. Check the address with --connect, and "
                                   "that a server runs there"}));
        });
        limit.start();
    }
    const Interrupt interrupt([] { QCoreApplication::exit(Done); });
    inspection = std::make_unique<Inspection>(context, Attention::Live, std::chrono::milliseconds(0),
                                              [&](const inspect::PicturePtr& picture) {
                                                  const bool first = !watcher.last();
                                                  watcher.see(picture);
                                                  if (first && watcher.last()) {
                                                      const auto status = complainProblems(context, *picture);
                                                      if (status != Done && status != Failed)
                                                          QCoreApplication::exit(status);
                                                  }
                                              });
    const auto status = QCoreApplication::exec();
    watcher.finish();
    return status;
}

} // namespace lockscope::ctl
