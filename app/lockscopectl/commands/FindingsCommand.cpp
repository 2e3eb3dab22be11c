// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Commands.h"
#include "app/lockscopectl/Inspection.h"
#include "app/lockscopectl/Table.h"
#include "app/lockscopectl/Views.h"
#include "core/base/DurationText.h"
#include "core/base/Phrase.h"
#include "core/findings/Findings.h"
#include "core/findings/LimitsFile.h"
#include "core/findings/Notes.h"
#include "core/model/FindingJson.h"

#include <algorithm>

namespace lockscope::ctl {

using namespace Qt::StringLiterals;

namespace {

const QString failOnOption = QStringLiteral("fail-on");
const QString holdOption = QStringLiteral("hold-limit");
const QString waitOption = QStringLiteral("wait-limit");
const QString pathLimitOption = QStringLiteral("limit");
const QString limitsOption = QStringLiteral("limits");
const QString findWatchesOption = QStringLiteral("watches");

/// A duration, or "off" for no limit.
Result<std::optional<std::chrono::milliseconds>> parseLimit(const QString& text)
{
    if (text == u"off")
        return std::optional<std::chrono::milliseconds>();
    const auto duration = parseDuration(text.toStdString());
    if (!duration)
        return failure(ErrorCode::BadArguments, {}, {},
                       QStringLiteral("invalid limit \"%1\": use 30s, 10m or 2h (at most one day), or off")
                           .arg(text)
                           .toStdString());
    return std::optional(*duration);
}

/// "PATTERN=HOLD" or "PATTERN=HOLD,WAIT". The pattern may contain '='.
Result<inspect::PathLimit> parsePathLimit(const QString& text)
{
    const auto equals = text.lastIndexOf(u'=');
    const auto pattern = text.left(equals);
    auto parsed = inspect::PathPattern::parse(pattern.toStdString());
    if (equals <= 0 || !parsed)
        return failure(ErrorCode::BadArguments, {}, {},
                       QStringLiteral("invalid limit \"%1\": use PATTERN=HOLD or PATTERN=HOLD,WAIT, such as "
                                      "/jobs/**=2h,30m")
                           .arg(text)
                           .toStdString());
    const auto limits = text.mid(equals + 1).split(u',');
    if (limits.size() > 2)
        return failure(ErrorCode::BadArguments, {}, {},
                       QStringLiteral("too many limits in \"%1\": use at most one hold limit and one wait limit, such "
                                      "as /jobs/**=2h,30m")
                           .arg(text)
                           .toStdString());
    const auto hold = parseLimit(limits.first());
    const auto wait = parseLimit(limits.last());
    if (!hold || !wait)
        return failure(hold ? wait.error() : hold.error());
    return inspect::PathLimit{
        .pattern = *std::move(parsed), .hold = inspect::AgeLimit{*hold}, .wait = inspect::AgeLimit{*wait}};
}

std::optional<Exit> readLimits(const QCommandLineParser& parser, inspect::FindingSettings& settings)
{
    auto file =
        parser.isSet(limitsOption) ? inspect::loadLimits(parser.value(limitsOption)) : inspect::loadUserLimits();
    if (!file) {
        complain(file.error());
        return Usage;
    }
    settings.limits = *std::move(file);
    for (const auto& [option, limit] :
         {std::pair(holdOption, &settings.holdLimit), {waitOption, &settings.waitLimit}}) {
        if (!parser.isSet(option))
            continue;
        const auto parsed = parseLimit(parser.value(option));
        if (!parsed)
            return complain(ofOption(parsed.error(), option));
        *limit = *parsed;
    }
    for (const auto& value : parser.values(pathLimitOption)) {
        const auto parsed = parsePathLimit(value);
        if (!parsed)
            return complain(ofOption(parsed.error(), pathLimitOption));
        settings.limits.push_back(*parsed);
    }
    return std::nullopt;
}

QString textOf(const inspect::Finding& finding)
{
    const auto severity = QString::fromUtf8(inspect::toString(finding.severity).data()).toUpper();
    const auto kind = safe(std::string(inspect::kindWord(finding)));
    QStringList lines{severity.leftJustified(10) + kind + QStringLiteral("  ") + safe(finding.path),
                      QStringLiteral("    ") + safe(finding.text)};
    if (!finding.evidence.empty())
        lines.append(QStringLiteral("    seen: ") + safe(finding.evidence));
    if (!finding.advice.empty())
        lines.append(QStringLiteral("    next: ") + safe(finding.advice));
    if (!finding.note.empty())
        lines.append(QStringLiteral("    note: ") + safe(finding.note));
    if (!finding.owner.empty())
        lines.append(QStringLiteral("    owner: ") + safe(finding.owner));
    constexpr std::size_t mostShown = 5;
    for (std::size_t i = 0; i < std::min(finding.nodes.size(), mostShown); ++i)
        lines.append(QStringLiteral("    node: ") + safe(finding.nodes[i]));
    if (finding.nodes.size() > mostShown)
        lines.append(QStringLiteral("    and %1 more (--json lists all)").arg(finding.nodes.size() - mostShown));
    return lines.join(u'\n');
}

} // namespace

Exit printFindings(const Context& context, const inspect::Snapshot& snapshot, const std::vector<std::string>& notes)
{
    if (context.json) {
        printDocument(inspect::findingsDocument(snapshot, notes));
    } else if (snapshot.findings.empty()) {
        print(inspect::isWhollyRead(snapshot) ? QStringLiteral("No problems found.")
                                              : QStringLiteral("No problems found in the part that was read."));
    } else {
        for (const auto& finding : snapshot.findings)
            print(textOf(finding));
    }
    if (!context.json && !snapshot.muted.empty())
        print(QString::fromStdString(counted(snapshot.muted.size(), "%1 finding is muted by the limits file.",
                                             "%1 findings are muted by the limits file.")));
    for (const auto& note : notes) {
        if (!context.json)
            complain(safe(note));
    }
    return complainProblems(context, snapshot.problems);
}

namespace {

int runFindings(Context context, const QCommandLineParser& parser)
{
    if (!parser.positionalArguments().isEmpty())
        return complainUsage(QStringLiteral("findings takes no path. To search below a path, use --root %1")
                                 .arg(parser.positionalArguments().first()));
    std::optional<inspect::Severity> failOn;
    if (parser.isSet(failOnOption)) {
        const auto value = parser.value(failOnOption);
        if (value != u"warning" && value != u"critical")
            return complainUsage(QStringLiteral("invalid --fail-on \"%1\": use warning or critical").arg(value));
        failOn = value == u"warning" ? inspect::Severity::Warning : inspect::Severity::Critical;
    }
    Wanted wanted;
    wanted.settled = true;
    wanted.hasLimits = true;
    wanted.watches = parser.isSet(findWatchesOption);
    wanted.waitLimit = wanted.watches ? std::chrono::seconds(10) : std::chrono::seconds(3);
    if (const auto bad = readLimits(parser, wanted.findings))
        return *bad;
    const auto report = [&](const inspect::Snapshot& snapshot) {
        const auto status = printFindings(context, snapshot, inspect::notesOn(snapshot, wanted.watches));
        const bool isBad = failOn && std::any_of(snapshot.findings.begin(), snapshot.findings.end(),
                                                 [&](const auto& finding) { return finding.severity >= *failOn; });
        return isBad ? Found : status;
    };
    return inspectOnce(context, report, wanted);
}

std::vector<JsonRecord> recordsOfFindingsCommand()
{
    return {{u"findings"_s,
             u"The problems of the locks at and below the --root paths."_s,
             {{u"takenAt"_s, u"time"_s, u"When the data was read."_s},
              {u"complete"_s, u"boolean"_s, u"False while data is missing."_s},
              {u"findings"_s, u"[@finding]"_s, u"The findings, worst first."_s},
              {u"muted"_s, u"[@finding]"_s, u"The findings that the limits file mutes, worst first."_s},
              {u"notes"_s, u"[string]"_s, u"Which findings cannot be made now, and why."_s}}}};
}

} // namespace

Command findingsCommand()
{
    return {
        .name = u"findings"_s,
        .summary = u"list problems, and what to do next"_s,
        .description =
            {u"Lists the problems of the locks at and below the --root paths, worst first, with the evidence and what "
             "to do next."_s,
             u"The limits file is a JSON object with a list \"limits\". An entry has a path \"pattern\" and any of "
             "\"hold\", \"wait\", \"note\", \"owner\", \"mute\" and \"kinds\". \"mute\" is the time until which "
             "findings are not reported; \"kinds\" limits it to some kinds of findings. An example: {\"limits\": "
             "[{\"pattern\": \"/jobs/**\", \"hold\": \"2h\", \"mute\": \"2026-12-31T18:00:00Z\"}]}"_s},
        .options =
            {{.names = {failOnOption},
              .text = u"Exit with status 5 if problems of this severity are found: %1."_s,
              .value = u"severity"_s,
              .choices = {{u"warning"_s, u" (any warning or critical finding)"_s},
                          {u"critical"_s, u" (critical findings only)"_s}}},
             {{holdOption}, u"Maximum hold time of a lock: 30s, 10m, 2h or off. Default 15m."_s, u"duration"_s},
             {{waitOption},
              u"Maximum wait time for a lock, in the same form as --hold-limit. Default 5m."_s,
              u"duration"_s},
             {.names = {pathLimitOption},
              .text = u"Other limits for locks whose path matches a pattern: PATTERN=HOLD[,WAIT], such as "
                      "/jobs/**=2h,off. * matches any text in a path component, ** matches any number of components. "
                      "A single limit applies to holding and waiting. May be repeated: the last match applies."_s,
              .value = u"limit"_s,
              .isRepeatable = true},
             {{limitsOption},
              u"Read limits, notes, owners and mutes for locks from this JSON file. Default: limits.json in the user's "
              "configuration folder, if it exists. --limit takes precedence."_s,
              u"file"_s},
             {{findWatchesOption},
              u"Find waiters that will never be notified, from the watches as reported by the servers "
              "(watches_by_path, wchp). Expensive on a large ensemble."_s}},
        .shared = LookOptions | RedisTargets,
        .examples = {{u"Report critical problems to a monitoring system."_s,
                      u"--profile prod findings --fail-on critical"_s}},
        .exits = {{Done}, {Failed}, {Usage}, {NoConnection}, {Found, u"problems found, with --fail-on"_s}},
        .documents = {u"findings"_s},
        .records = recordsOfFindingsCommand(),
        .run = &runFindings,
    };
}

} // namespace lockscope::ctl
