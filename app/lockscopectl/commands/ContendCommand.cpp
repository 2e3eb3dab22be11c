// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Commands.h"
#include "app/lockscopectl/ContendArguments.h"
#include "app/lockscopectl/ContendRun.h"

namespace lockscope::ctl {

using namespace Qt::StringLiterals;

namespace {

int runContend(Context context, const QCommandLineParser& parser)
{
    const auto options = readContendOptions(parser);
    if (!options)
        return complain(options.error());
    if (options->control && !context.json)
        return complainUsage(QStringLiteral("contend: --control needs JSON output: add --json before the command"));
    if (const auto refused = refuseReadOnly(context))
        return *refused;
    return ContendRun(context, *options, parser.value(QStringLiteral("csv"))).run();
}

} // namespace

Command contendCommand()
{
    return {
        .name = u"contend"_s,
        .summary = u"run simulated clients that queue for a lock"_s,
        .description =
            u"Runs simulated clients that queue for a lock, hold the lock and release it. Each client has its own "
            "session.\nWith --recipe single, the lock is the node PATH/lock."_s,
        .arguments =
            {{u"path"_s, u"PATH..."_s,
              u"Path of the lock, such as /locks/orders. The recipe multi and --nested take several paths."_s}},
        .options = contendOptions(),
        .shared = ConnectionOptions | WriteOptions | JsonOption,
        .examples = {{u"Let four clients queue for a lock for ten seconds."_s,
                      u"contend /locks/orders --clients 4 --for 10s"_s}},
        .exits = {{Done}, {Failed}, {Usage}, {NoConnection}, {Refused}},
        .run = &runContend,
    };
}

} // namespace lockscope::ctl
