// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Commands.h"
#include "app/lockscopectl/bench/BenchCommands.h"

namespace lockscope::ctl {

int runBench(Context context, const QStringList& arguments)
{
    CommandLine line(
        QStringLiteral("bench"),
        QStringLiteral("Measures Lockscope on this ensemble, compared with the limits of the ensemble itself.\n  bench "
                       "locks     the lock library\n  bench inspect   reading and showing locks, with test locks of "
                       "its own\nEach command has its own --help. Generates maximum load on the servers."));
    line.parser().addPositionalArgument(QStringLiteral("what"), QStringLiteral("Part to measure: locks or inspect."),
                                        QStringLiteral("locks|inspect"));
    if (!arguments.isEmpty() && arguments.first() == QStringLiteral("locks"))
        return runBenchLocks(std::move(context), arguments.mid(1));
    if (!arguments.isEmpty() && arguments.first() == QStringLiteral("inspect"))
        return runBenchInspect(std::move(context), arguments.mid(1));
    if (!arguments.isEmpty() && arguments.first() == QStringLiteral("crowd"))
        return runBenchCrowd(std::move(context), arguments.mid(1));
    if (const auto status = line.parse(arguments, context))
        return *status;
    return complain(Error{
        ErrorCode::BadArguments, "run bench", {}, "the part to measure is missing: use bench locks or bench inspect"});
}

} // namespace lockscope::ctl
