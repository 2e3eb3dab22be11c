// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Commands.h"
#include "app/lockscopectl/bench/BenchCommands.h"

namespace lockscope::ctl {

int runBench(Context context, const QStringList& arguments)
{
    CommandLine line(QStringLiteral("bench"),
                     QStringLiteral("Measures what Lockscope does on this ensemble, beside what the ensemble itself "
                                    "allows.\n"
                                    "  bench locks     the lock library\n"
                                    "  bench inspect   the inspector, on a crowd of its own\n"
                                    "Each has its own --help. Loads the servers with all they can take."));
    line.parser().addPositionalArgument(QStringLiteral("what"), QStringLiteral("locks or inspect."),
                                        QStringLiteral("locks|inspect"));
    if (!arguments.isEmpty() && arguments.first() == QStringLiteral("locks"))
        return runBenchLocks(std::move(context), arguments.mid(1));
    if (!arguments.isEmpty() && arguments.first() == QStringLiteral("inspect"))
        return runBenchInspect(std::move(context), arguments.mid(1));
    if (!arguments.isEmpty() && arguments.first() == QStringLiteral("crowd"))
        return runBenchCrowd(std::move(context), arguments.mid(1));
    if (const auto status = line.parse(arguments, context))
        return *status;
    return complain(Error{ErrorCode::BadArguments, "bench", {}, "say what to measure: bench locks, or bench inspect"});
}

} // namespace lockscope::ctl
