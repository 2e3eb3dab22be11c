// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Commands.h"
#include "app/lockscopectl/bench/BenchCommands.h"

namespace lockscope::ctl {

using namespace Qt::StringLiterals;

namespace {

int runBench(Context, const QCommandLineParser&)
{
    return complain(Error{
        ErrorCode::BadArguments, "run bench", {}, "the part to measure is missing: use bench locks or bench inspect"});
}

} // namespace

Command benchCommand()
{
    return {
        .name = u"bench"_s,
        .summary = u"measure the lock library and Lockscope on this ensemble"_s,
        .description = {u"Measures Lockscope on this ensemble, compared with the limits of the ensemble itself."_s,
                        u"Generates maximum load on the servers. Do not use on a production ensemble."_s},
        .arguments = {{u"what"_s, u"locks|inspect"_s, u"Part to measure: locks or inspect."_s}},
        .examples = {{u"Measure the lock library with four clients."_s, u"bench locks --clients 4"_s}},
        .exits = {{Done}, {Failed}, {Usage}, {NoConnection}, {Refused}},
        .commands = {benchLocksCommand(), benchInspectCommand(), benchCrowdCommand()},
        .run = &runBench,
    };
}

} // namespace lockscope::ctl
