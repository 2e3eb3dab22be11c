// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Commands.h"
#include "app/lockscopectl/Inspection.h"
#include "app/lockscopectl/Interrupt.h"
#include "app/lockscopectl/Link.h"
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
        : m_stream([&context](const inspect::LockEvent& event) { printEvent(context, event); })
    {
    }

    void see(const inspect::PicturePtr& picture)
    {
        const auto state = picture->session.state;
        m_hasContact = m_hasContact || state == zk::SessionState::Connected;
        if (last() && state != last()->session.state)
            complain(QStringLiteral("the connection is %1")
                         .arg(QString::fromStdString(std::string(toString(state))).toLower()));
        m_stream.see(picture);
    }

    void finish() { m_stream.finish(); }

    [[nodiscard]] const inspect::PicturePtr& last() const { return m_stream.last(); }
    [[nodiscard]] bool hasContact() const { return m_hasContact; }

    /// Somebody left of whom the servers must say whether he was lost.
    [[nodiscard]] bool asksForSessions() { return m_stream.asksForSessions(); }

private:
    inspect::EventStream m_stream;
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
            "and lost where the servers tell (by the leader's AdminServer or the four-letter word dump) that "
            "the session of one that left has ended. Ends with Ctrl-C or after --for."));
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
    Watcher watcher(context);
    QTimer questions;
    QObject::connect(&questions, &QTimer::timeout, [&] {
        if (watcher.asksForSessions())
            inspection->refreshFacts();
    });
    questions.start(sessionQuestions);
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
                QCoreApplication::exit(complain(noConnectionAllTheTime(context)));
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
