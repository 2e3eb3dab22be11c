// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Commands.h"
#include "app/lockscopectl/JsonRecords.h"
#include "app/lockscopectl/Table.h"
#include "core/base/Phrase.h"
#include "core/model/json/JsonValues.h"
#include "core/sources/DialectFiles.h"
#include "core/sources/redis/dialects/RedisDialectFiles.h"

namespace lockscope::ctl {

using namespace Qt::StringLiterals;

namespace {

int runDialect(Context, const QCommandLineParser&)
{
    return complain(Error{ErrorCode::BadArguments, "run dialect", {}, "use dialect test FILE"});
}

int runDialectTest(Context context, const QCommandLineParser& parser)
{
    const auto files = parser.positionalArguments();
    if (files.size() != 1)
        return complainUsage(QStringLiteral("dialect test takes one file, such as our-pool.json"));
    const auto text = inspect::readDialectText(files.first());
    const bool isRedis = text && inspect::isRedisDialect(*text);
    const auto check =
        isRedis ? inspect::checkRedisDialectFile(files.first()) : inspect::checkDialectFile(files.first());
    if (context.json) {
        const auto& problem = check.problem;
        printDocument({{QStringLiteral("file"), files.first()},
                       {QStringLiteral("valid"), !problem},
                       {QStringLiteral("id"), inspect::textOrNull(check.id)},
                       {QStringLiteral("title"), inspect::textOrNull(check.title)},
                       {QStringLiteral("examples"), static_cast<qint64>(check.examples)},
                       {QStringLiteral("replacesBuiltin"), check.replacesBuiltin},
                       {QStringLiteral("where"), inspect::textOrNull(problem ? problem->where : std::string())},
                       {QStringLiteral("reason"), inspect::textOrNull(problem ? problem->reason : std::string())}});
    }
    if (check.problem) {
        complain(QString::fromStdString(inspect::describe(*check.problem)));
        return Failed;
    }
    if (!context.json) {
        const auto examples = check.examples == 0 ? std::string("it has no examples")
                                                  : counted(check.examples, "%1 example has the expected result",
                                                            "%1 examples have the expected results");
        print(QStringLiteral("%1 (%2): valid, %3.")
                  .arg(safe(check.id), safe(check.title), QString::fromStdString(examples)));
        if (check.replacesBuiltin)
            print(QStringLiteral("In %1 this file replaces the built-in dialect with the same id.")
                      .arg(safe(inspect::userDialectFolder().toStdString())));
    }
    return Done;
}

Command dialectTestCommand()
{
    return {
        .name = u"dialect test"_s,
        .summary = u"check a dialect file and the examples in it"_s,
        .description = {u"Checks a file that describes a dialect: the naming scheme of a lock client library. The "
                        "examples in the file must have the expected results. Needs no server. An error has line, "
                        "column and field."_s,
                        u"Lockscope reads the files *.json in ~/.config/lockscope/dialects at startup."_s},
        .arguments = {{u"file"_s, u"FILE"_s, u"The dialect file."_s}},
        .shared = JsonOption,
        .examples = {{u"Check a file before you install it."_s, u"dialect test our-pool.json"_s}},
        .exits = {{Done}, {Failed, u"the file cannot be read or is not valid"_s}, {Usage}},
        .documents = {u"dialectTest"_s},
        .records = {{u"dialectTest"_s,
                     u"The check of a dialect file."_s,
                     {{u"file"_s, u"string"_s, u"The file."_s},
                      {u"valid"_s, u"boolean"_s, u"Whether Lockscope can use the file."_s},
                      {u"id"_s, u"string|null"_s, u"The dialect's id; null if the file is not valid."_s},
                      {u"title"_s, u"string|null"_s, u"The dialect's title."_s},
                      {u"examples"_s, u"integer"_s, u"The number of examples, all with the expected result."_s},
                      {u"replacesBuiltin"_s, u"boolean"_s, u"Whether a built-in dialect has the same id."_s},
                      {u"where"_s, u"string|null"_s, u"The place of the error: line, column and field."_s},
                      {u"reason"_s, u"string|null"_s, u"The error and its correction."_s}}}},
        .run = &runDialectTest,
    };
}

} // namespace

Command dialectCommand()
{
    return {
        .name = u"dialect"_s,
        .summary = u"check dialect files"_s,
        .description = {u"Checks files that describe the naming schemes of lock client libraries."_s},
        .arguments = {{u"what"_s, u"test"_s, u"What to do: test."_s}},
        .examples = {{u"Check a file."_s, u"dialect test our-pool.json"_s}},
        .exits = {{Done}, {Failed}, {Usage}},
        .commands = {dialectTestCommand()},
        .run = &runDialect,
    };
}

} // namespace lockscope::ctl
