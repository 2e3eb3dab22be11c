// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Commands.h"
#include "app/lockscopectl/ContendArguments.h"
#include "app/lockscopectl/ContendRun.h"
#include "app/lockscopectl/JsonRecords.h"

namespace lockscope::ctl {

using namespace Qt::StringLiterals;

namespace {

int runContend(Context context, const QCommandLineParser& parser)
{
    const auto options = readContendOptions(parser, context.target);
    if (!options)
        return complain(options.error());
    if (options->control && !context.json)
        return complainUsage(QStringLiteral("contend: --control needs JSON output: add --json before the command"));
    if (const auto refused = refuseReadOnly(context))
        return *refused;
    return ContendRun(context, *options, parser.value(QStringLiteral("csv"))).run();
}

std::vector<JsonRecord> recordsOfContendCommand()
{
    return {
        {u"answer"_s,
         u"With --control: one line for each command from standard input."_s,
         {{u"order"_s, u"string|null"_s, u"The command."_s},
          {u"client"_s, u"string|null"_s, u"The client of the command."_s},
          {u"id"_s, u"integer|null"_s, u"The id of the command."_s},
          {u"ok"_s, u"boolean"_s, u"Whether it was carried out."_s},
          {u"error"_s, u"string"_s, u"Why not."_s, true}}},
        {u"measured"_s,
         u"With --control: the line after the answer to the command measure, and before the last line."_s,
         {{u"measurements"_s, u"@measurements"_s, u"The measurements until now."_s}}},
        {u"measurements"_s,
         u"The measurements of all clients."_s,
         {{u"elapsedUs"_s, u"integer"_s, u"The time since the start."_s},
          {u"overlaps"_s, u"integer"_s, u"Moments with more holders than the recipe allows."_s},
          {u"handovers"_s, u"@histogram"_s, u"The times from a release to the next acquisition."_s},
          {u"clients"_s, u"{@client measurements}"_s, u"The measurements of each client, by its name."_s}}},
        {u"client measurements"_s, u"The measurements of one client."_s,
         withFields({{u"waits"_s, u"@histogram"_s, u"The waits."_s}, {u"holds"_s, u"@histogram"_s, u"The holds."_s}},
                    clientCounts())},
        {u"histogram"_s,
         u"A histogram of durations."_s,
         {{u"maxNs"_s, u"integer"_s, u"The longest."_s},
          {u"buckets"_s, u"[integer]"_s, u"Each index of a bucket, followed by its count."_s}}},
        {u"summarised"_s, u"The last line."_s, {{u"summary"_s, u"@summary"_s, u"The summary."_s}}},
        {u"summary"_s, u"The summary of a run of simulated clients."_s,
         withFields(
             {{u"recipe"_s, wordsOf<console::Recipe>(), u"The recipe."_s},
              {u"clients"_s, u"integer"_s, u"The number of clients."_s},
              {u"seconds"_s, u"number"_s, u"How long they ran."_s},
              {u"handoversPerS"_s, u"number"_s, u"Hand-overs per second."_s},
              {u"grantsPerS"_s, u"number"_s, u"Acquisitions per second."_s},
              {u"handoverUs"_s, u"@percentiles"_s, u"The times from a release to the next acquisition."_s},
              {u"waitMs"_s, u"@percentiles"_s, u"The waits."_s},
              {u"holdMs"_s, u"@percentiles"_s, u"The holds."_s},
              {u"fairness"_s, u"number"_s, u"Jain's fairness index of the cycles of the clients."_s},
              {u"wakeUpsPerRelease"_s, u"number"_s, u"Watch events of waiters per release, on Redis messages."_s},
              {u"requestsPerGrant"_s, u"number"_s, u"Requests per acquisition."_s},
              {u"overlaps"_s, u"integer"_s, u"Moments with more holders than the recipe allows."_s}},
             clientCounts())},
        {u"percentiles"_s,
         u"Percentiles of durations."_s,
         {{u"p50"_s, u"number"_s, u"The median."_s},
          {u"p99"_s, u"number"_s, u"The 99th percentile."_s},
          {u"max"_s, u"number"_s, u"The longest."_s}}}};
}

} // namespace

Command contendCommand()
{
    return {
        .name = u"contend"_s,
        .summary = u"run simulated clients that queue for a lock"_s,
        .description =
            {u"Runs simulated clients that queue for a lock, hold the lock and release it. Each client has its own "
             "session, on Redis its own connection."_s,
             u"Do not use the path or the name of a lock that an application uses: the clients of the application "
             u"would wait for "
             "the simulated clients."_s,
             u"Recipes of ZooKeeper: kazoo-lock and kazoo-semaphore are those of Kazoo; single is one node, PATH/lock; "
             u"all others "
             "are those of Curator. semaphore-mutex is a mutex that is not re-entrant. multi acquires all of several "
             "locks or none. latch elects a leader."_s,
             u"Recipes of Redis: redisson-2016-lock is the lock of Redisson 2.2, redis-json-lock that of Redisson "
             u"before "
             "July 2015; redis-lock is the lock of redis-py; redlock needs redlock://, a vote of several masters. All "
             "others are those of Redisson 3 and 4. redisson-semaphore has no leases: a client that dies keeps its "
             "permits."_s,
             u"On Redis, keys that were not there before are removed at the end: the permits of a semaphore, if all of "
             "them are free, and the fencing counter of redisson-fenced-lock, if the lock is free."_s},
        .arguments = {{u"path"_s, u"PATH…"_s,
                       u"Path of the lock, such as /locks/orders; on Redis its name, which is its key, such as orders. "
                       u"The recipes "
                       "multi and redisson-multi-lock and --nested take several."_s}},
        .options = contendOptions(),
        .shared = ConnectionOptions | RedisTargets | WriteOptions | JsonOption,
        .examples = {{u"Let four clients queue for a lock for ten seconds."_s,
                      u"contend /locks/orders --clients 4 --for 10s"_s},
                     {u"The same on Redis, with a lock of Redisson."_s,
                      u"contend orders --connect redis://cache1 --clients 4 --for 10s"_s}},
        .exits = {{Done},
                  {Failed, u"failed, a client had errors, or more clients held the lock than the recipe allows"_s},
                  {Usage},
                  {NoConnection},
                  {Refused}},
        .documents = {u"client event"_s, u"answer"_s, u"measured"_s, u"summarised"_s},
        .records = recordsOfContendCommand(),
        .run = &runContend,
    };
}

} // namespace lockscope::ctl
