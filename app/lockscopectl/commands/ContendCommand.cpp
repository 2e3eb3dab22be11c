// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Commands.h"
#include "app/lockscopectl/ContendArguments.h"
#include "app/lockscopectl/ContendRun.h"

namespace lockscope::ctl {

int runContend(Context context, const QStringList& arguments)
{
    CommandLine line(
        QStringLiteral("contend"),
        QStringLiteral("Runs simulated clients that queue for a lock, hold the lock and release it. Each client has "
                       "its own session.\nWith --recipe single, the lock is the node PATH/lock."),
        ConnectionOptions | WriteOptions | JsonOption);
    addContendOptions(line.parser());
    if (const auto status = line.parse(arguments, context))
        return *status;
    const auto options = readContendOptions(line.parser());
    if (!options)
        return complain(options.error());
    if (options->control && !context.json)
        return complainUsage(QStringLiteral("contend: --control needs JSON output: add --json before the command"));
    if (const auto refused = refuseReadOnly(context))
        return *refused;
    return ContendRun(context, *options, line.parser().value(QStringLiteral("csv"))).run();
}

} // namespace lockscope::ctl
