// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Commands.h"
#include "app/lockscopectl/Inspection.h"
#include "app/lockscopectl/Table.h"
#include "app/lockscopectl/Views.h"
#include "core/inspect/PictureJson.h"

namespace lockscope::ctl {

namespace {

QString holderOf(const inspect::LockQueue& lock)
{
    for (const auto& contender : lock.queue) {
        if (!contender.holds)
            continue;
        const auto others = lock.holders() - 1;
        const auto suffix = others > 0 ? QStringLiteral(" +%1").arg(others) : QString();
        if (!contender.details)
            return elided(safe(contender.node), 24) + suffix;
        const auto& details = *contender.details;
        if (details.session == 0)
            return QStringLiteral("no session!") + suffix;
        if (!details.client.empty() || !details.host.empty())
            return elided(safe(details.client.empty() ? details.host : details.client), 24) + suffix;
        return safe(zk::toHex(details.session)) + suffix;
    }
    return QStringLiteral("-");
}

QString textOf(const std::vector<const inspect::LockQueue*>& locks, WallTime now)
{
    QList<QStringList> rows;
    for (const auto* lock : locks) {
        const auto waiters =
            lock->kind == inspect::LockKind::Single ? QStringLiteral("?") : QString::number(lock->waiters());
        rows.append({safe(lock->path), safe(lock->dialect), holderOf(*lock), shortDuration(heldFor(*lock, now)),
                     waiters, shortDuration(longestWait(*lock, now))});
    }
    return table({QStringLiteral("LOCK"), QStringLiteral("DIALECT"), QStringLiteral("HOLDER"), QStringLiteral("HELD"),
                  QStringLiteral("WAITERS"), QStringLiteral("LONGEST WAIT")},
                 rows);
}

} // namespace

Exit printList(const Context& context, const inspect::Picture& picture, WallTime now)
{
    const auto locks = inspect::worstFirst(picture);
    if (context.json)
        printDocument(inspect::listJson(picture, locks, now));
    else if (locks.empty())
        print(QStringLiteral("No locks here."));
    else
        print(textOf(locks, now));
    return complainProblems(context, picture);
}

int runLs(Context context, const QStringList& arguments)
{
    CommandLine line(QStringLiteral("ls"), QStringLiteral("Lists every lock under the roots, worst first."));
    if (const auto status = line.parse(arguments, context))
        return *status;
    if (!line.parser().positionalArguments().isEmpty())
        return complainUsage(QStringLiteral("ls takes no path; choose where to look with --root %1")
                                 .arg(line.parser().positionalArguments().first()));
    return inspectOnce(context,
                       [&](const inspect::Picture& picture) { return printList(context, picture, picture.takenAt); });
}

} // namespace lockscope::ctl
