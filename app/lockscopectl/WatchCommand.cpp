// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Commands.h"
#include "app/lockscopectl/Inspection.h"
#include "app/lockscopectl/Interrupt.h"
#include "app/lockscopectl/LostHolds.h"
#include "app/lockscopectl/Table.h"
#include "app/lockscopectl/Views.h"
#include "core/console/ContendOptions.h"
#include "core/inspect/PictureJson.h"
#include "core/zk/Path.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QTimer>

namespace lockscope::ctl {

namespace {

/// Tells what changes from picture to picture, and when the pictures themselves are old.
class Watcher final {
public:
    explicit Watcher(const Context& context)
        : m_stream([this, &context](const inspect::LockEvent& event) {
            printEvent(context, event);
            // Where the servers' list of sessions comes with the picture, the stream looks by itself.
            if (event.change.type == inspect::Change::Type::Left && !tellsSessions())
                m_lost.left(event.change);
        })
        , m_lost(context.servers.servers, [this](const inspect::Change& change) {
            m_stream.add({change, SystemClock().wallNow(), inspect::Know::Inferred});
        })
    {
    }

    void see(const inspect::PicturePtr& picture)
    {
        const auto state = picture->session.state;
        m_hasContact = m_hasContact || state == zk::SessionState::Connected;
        if (last() && state != last()->session.state)
            complain(QStringLiteral("the connection is %1")
                         .arg(QString::fromStdString(std::string(toString(state))).toLower()));
        m_lost.see(picture);
        m_stream.see(picture);
    }

    void finish() { m_stream.finish(); }

    [[nodiscard]] const inspect::PicturePtr& last() const { return m_stream.last(); }
    [[nodiscard]] bool hasContact() const { return m_hasContact; }

private:
    [[nodiscard]] bool tellsSessions() const { return last() && last()->ensemble && last()->ensemble->hasEverySession; }

    inspect::EventStream m_stream;
    LostHolds m_lost;
    bool m_hasContact = false;
};

} // namespace

void printEvent(const Context& context, const inspect::LockEvent& event)
{
    const auto& change = event.change;
    if (context.json) {
        printLine(inspect::changeJson(change, event.at));
        return;
    }
    const auto time =
        QDateTime::fromMSecsSinceEpoch(event.at.time_since_epoch().count()).toString(QStringLiteral("HH:mm:ss.zzz"));
    const auto& details = change.contender.details;
    const auto who = !details ? std::string() : !details->client.empty() ? details->client : details->host;
    const auto client = who.empty() ? QStringLiteral("-") : safe(who);
    print(QStringLiteral("%1  %2  %3  %4  %5")
              .arg(time, QString::fromUtf8(toString(change.type).data()).leftJustified(7), safe(change.lockPath),
                   client.leftJustified(12), elided(safe(change.contender.node), 32)));
}

int runWatch(Context context, const QStringList& arguments)
{
    CommandLine line(
        QStringLiteral("watch"),
        QStringLiteral(
            "Prints a line for each change: joined, granted, left, revoked when a holder is asked to let go, "
            "and lost where the servers tell that the session of one that left has ended. Ends with Ctrl-C "
            "or after --for."));
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
    Watcher watcher(context);
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
    const Inspection inspection(context, std::chrono::milliseconds(0), [&](const inspect::PicturePtr& picture) {
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
