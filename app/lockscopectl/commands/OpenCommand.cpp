// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Commands.h"
#include "app/lockscopectl/Inspection.h"
#include "app/lockscopectl/JsonRecords.h"
#include "app/lockscopectl/OpenedViews.h"
#include "app/lockscopectl/Table.h"
#include "app/lockscopectl/Views.h"
#include "core/base/DurationText.h"
#include "core/base/Path.h"
#include "core/history/History.h"
#include "core/history/recordings/RecordingSource.h"
#include "core/inspection/Inspection.h"
#include "core/model/SnapshotJson.h"
#include "core/redis/Target.h"

#include <QDateTime>
#include <QFile>

#include <future>

namespace lockscope::ctl {

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::hours longestRecording{24 * 366};
const QString withOption = QStringLiteral("with");

/// "+90s" after the beginning, "-10s" before the end, or a time: "2026-11-21T03:12:00Z", without a zone in local time;
/// "03:12" or "03:12:05" on the recording's first day. Nothing if the text has none of these forms.
std::optional<WallTime> parseTime(const QString& text, const inspect::Replay& replay)
{
    if (text.startsWith(u'+') || text.startsWith(u'-')) {
        const auto duration = durationIn(text.mid(1).toStdString(), longestRecording);
        if (!duration)
            return std::nullopt;
        return text.startsWith(u'+') ? replay.from() + *duration : replay.to() - *duration;
    }
    auto time = QDateTime::fromString(text, Qt::ISODateWithMs);
    if (!time.isValid()) {
        auto clock = QTime::fromString(text, Qt::ISODateWithMs);
        if (!clock.isValid())
            clock = QTime::fromString(text, QStringLiteral("HH:mm"));
        if (!clock.isValid())
            return std::nullopt;
        const auto first = QDateTime::fromMSecsSinceEpoch(replay.from().time_since_epoch().count());
        time = QDateTime(first.date(), clock);
        if (time < first.addSecs(-1))
            time = time.addDays(1); // the recording continues past midnight
    }
    return WallTime(std::chrono::milliseconds(time.toMSecsSinceEpoch()));
}

/// A file that cannot be read is a failure of the operation, not a usage error.
Exit complainOfFile(const Error& error)
{
    complain(QString::fromStdString(describe(error)));
    return Failed;
}

bool isOfRedis(const inspect::Replay& replay)
{
    return redis::isRedisTarget(replay.header().connect);
}

Exit playEvents(const Context& context, inspect::Replay& replay, const std::string& path, WallTime until)
{
    const bool hasTree = !isOfRedis(replay);
    const auto report = [&](const inspect::LockEvent& event) {
        const auto& where = event.change.lockPath; // empty: a gap of all locks
        const bool isWanted = path.empty() || where.empty() || (hasTree ? isWithin(where, path) : where == path);
        if (isWanted && event.at <= until)
            printEvent(context, event);
    };
    inspect::History history({.events = 0, .eventBytes = 0}, report);
    replay.play([&](const inspect::RecordingReader::Item& item) {
        if (item.step && item.step->rest->takenAt > until)
            return false;
        if (item.step)
            history.see(*item.step);
        else if (item.event)
            history.add(*item.event);
        return true;
    });
    history.finish();
    return Done;
}

struct Look {
    QString file;
    QString view;     ///< empty: a summary
    std::string path; ///< for show and watch; on Redis the name of the lock
};

/// On an error, prints it and returns the exit status.
std::optional<Exit> readLook(QStringList words, Look& look)
{
    if (words.isEmpty())
        return complainUsage(QStringLiteral("open needs a file that was written by record, such as locks.rec"));
    look.file = words.takeFirst();
    look.view = words.isEmpty() ? QString() : words.takeFirst();
    const QStringList views{QString(),
                            QStringLiteral("ls"),
                            QStringLiteral("show"),
                            QStringLiteral("watch"),
                            QStringLiteral("findings"),
                            QStringLiteral("sessions")};
    if (!views.contains(look.view))
        return complainUsage(
            QStringLiteral("open: unknown view \"%1\". Views: ls, show PATH, watch, findings, sessions")
                .arg(safe(look.view.toStdString())));
    const bool isShow = look.view == u"show";
    const bool takesPath = isShow || look.view == u"watch";
    if (words.size() > (takesPath ? 1 : 0) || (isShow && words.isEmpty()))
        return complainUsage(isShow
                                 ? QStringLiteral("open FILE show takes one lock, such as /locks/orders")
                                 : QStringLiteral("unexpected argument \"%1\"").arg(safe(words.last().toStdString())));
    if (!words.isEmpty())
        look.path = words.first().toStdString();
    return std::nullopt;
}

/// The time to show: that of --at, else the end. On an error, prints it and returns the exit status.
std::optional<Exit> readTime(const QCommandLineParser& parser, const Look& look, const inspect::Replay& replay,
                             WallTime& at)
{
    at = replay.end() ? std::max(replay.to(), replay.end()->at) : replay.to();
    if (!parser.isSet(QStringLiteral("at"))) {
        if (replay.header().source != "live")
            at = replay.to(); // the recording was made just now, from a log that ended then
        return std::nullopt;
    }
    const auto text = parser.value(QStringLiteral("at"));
    const auto time = parseTime(text, replay);
    if (!time)
        return complainUsage(
            QStringLiteral("invalid --at \"%1\": use a time such as 2026-11-21T03:12:00Z, 03:12:00, +90s or -10s")
                .arg(safe(text.toStdString())));
    if (*time < replay.from()) {
        complain(QStringLiteral("Cannot open \"%1\" at %3: the recording begins at %2")
                     .arg(look.file, inspect::isoTime(replay.from()), inspect::isoTime(*time)));
        return Failed;
    }
    if (*time > at + std::chrono::seconds(1)) { // times are printed in whole seconds
        complain(QStringLiteral("Cannot open \"%1\" at %3: the recording ends at %2")
                     .arg(look.file, inspect::isoTime(at), inspect::isoTime(*time)));
        return Failed;
    }
    at = std::min(*time, at);
    return std::nullopt;
}

/// The snapshot at this time, with its findings: as recorded, else computed without the servers' watches.
Result<inspect::SnapshotPtr> seenAt(std::shared_ptr<inspect::OpenedFile> file, WallTime at)
{
    std::promise<Result<inspect::SnapshotPtr>> answer;
    auto answered = answer.get_future();
    inspect::LockSource::Handlers handlers;
    handlers.snapshot = [&](inspect::SnapshotPtr snapshot) { answer.set_value(std::move(snapshot)); };
    handlers.failed = [&](const Error& error) { answer.set_value(failure(error)); };
    std::optional<inspect::FindingSettings> computed;
    if (!file->replay().header().hasFindings)
        addUserLimits(computed.emplace());
    const inspect::Inspection inspection(std::make_unique<inspect::RecordingSource>(std::move(file), at),
                                         std::move(computed), std::move(handlers));
    return answered.get();
}

Exit printView(const Context& context, const std::shared_ptr<inspect::OpenedFile>& file, const Look& look, WallTime at)
{
    auto& replay = file->replay();
    if (look.view.isEmpty()) {
        printSummary(context, look.file.toStdString(), replay);
        return Done;
    }
    if (look.view == u"watch")
        return playEvents(context, replay, look.path, at);
    const auto seen = seenAt(file, at);
    if (!seen) {
        auto error = seen.error();
        error.path = look.file.toStdString();
        return complainOfFile(error);
    }
    const auto& snapshot = *seen;
    if (look.view == u"ls")
        return printList(context, *snapshot, at);
    if (look.view == u"show")
        return printQueue(context, *snapshot, look.path, at);
    if (look.view == u"findings")
        return printFindings(context, *snapshot);
    return printSessions(context, *snapshot, inspect::WhichSessions::WithLocks, at);
}

} // namespace

namespace {

int runOpen(Context context, const QCommandLineParser& parser)
{
    Look look;
    if (const auto bad = readLook(parser.positionalArguments(), look))
        return *bad;
    const auto file = QFile::encodeName(look.file).toStdString();
    std::vector<std::string> others;
    for (const auto& other : parser.values(withOption))
        others.push_back(QFile::encodeName(other).toStdString());
    auto read = inspect::OpenedFile::open(file, context.roots, knownDialects(), {}, others);
    if (!read)
        return complainOfFile(read.error());
    const std::shared_ptr<inspect::OpenedFile> opened = *std::move(read);
    auto& replay = opened->replay();
    if (!look.path.empty() && !isOfRedis(replay)) {
        auto checked = checkedPath(look.path);
        if (!checked)
            return complain(checked.error());
        look.path = *std::move(checked);
    }
    WallTime at{};
    if (const auto bad = readTime(parser, look, replay, at))
        return *bad;
    for (const auto& remark : opened->remarks())
        complain(look.file + QStringLiteral(": ") + remark);
    context.roots = replay.header().roots;
    return printView(context, opened, look, at);
}

std::vector<JsonField> eventCounts()
{
    return {{u"joined"_s, u"integer"_s, u"Contenders that queued."_s},
            {u"granted"_s, u"integer"_s, u"Acquisitions."_s},
            {u"left"_s, u"integer"_s, u"Contenders that left."_s},
            {u"gaveUp"_s, u"integer"_s, u"Contenders that left without acquiring the lock."_s},
            {u"lost"_s, u"integer"_s, u"Contenders whose session ended."_s},
            {u"revoked"_s, u"integer"_s, u"Revocation requests."_s},
            {u"released"_s, u"integer"_s, u"Nodes that an operator released."_s},
            {u"unseen"_s, u"integer"_s, u"Acquisitions that may be missing, at most."_s}};
}

JsonRecord recordedFindingRecord()
{
    const auto known = wordsOf<inspect::Confidence>();
    return {u"recorded finding"_s, u"A problem, with the time when it began and ended."_s,
            withFields({{u"beganAt"_s, u"time|null"_s, u"When it began; null: before the recording."_s},
                        {u"beganKnown"_s, known, u"\"inferred\": it began during a gap before beganAt."_s},
                        {u"endedAt"_s, u"time|null"_s, u"When it ended; null: it has not ended."_s},
                        {u"endedKnown"_s, known, u"\"inferred\": it ended during a gap before endedAt."_s}},
                       findingRecord().fields)};
}

std::vector<JsonRecord> recordsOfOpenCommand()
{
    return {
        {u"recording"_s,
         u"The summary of a recording, printed without VIEW."_s,
         {{u"file"_s, u"string"_s, u"The file."_s},
          {u"source"_s, u"string"_s, u"\"live\" or \"audit log\"."_s},
          {u"connect"_s, u"string"_s, u"The connect string of the recorded ensemble."_s},
          {u"from"_s, u"time"_s, u"When the recording begins."_s},
          {u"to"_s, u"time"_s, u"When it ends."_s},
          {u"end"_s, u"string|null"_s, u"Why the recording ended; null if the recorder was killed."_s},
          {u"pictures"_s, u"integer"_s, u"The number of snapshots."_s},
          {u"events"_s, u"@event counts"_s, u"The events of all locks."_s},
          {u"gaps"_s, u"[@recorded gap]"_s, u"The times in which nothing was watched."_s},
          {u"findings"_s, u"[@recorded finding]"_s, u"The problems, with the time when they began and ended."_s},
          {u"locks"_s, u"[@recorded lock]"_s,
           u"The locks, those with the longest waits first; possible locks last."_s}}},
        {u"recorded gap"_s,
         u"A time in which nothing was watched."_s,
         {{u"from"_s, u"time"_s, u"Its begin."_s},
          {u"to"_s, u"time|null"_s, u"Its end; null if it has not ended."_s},
          {u"path"_s, u"string|null"_s, u"The lock that could not be read; null: all locks."_s}}},
        recordedFindingRecord(),
        {u"event counts"_s, u"The number of events of each kind."_s, eventCounts()},
        {u"recorded lock"_s, u"The history of a lock."_s,
         withFields({{u"path"_s, u"string"_s, u"The path of the lock."_s},
                     {u"certainty"_s, wordsOf<inspect::Certainty>(), u"Whether the lock certainly is one."_s}},
                    withFields(eventCounts(),
                               {{u"waitMs"_s, u"@durations"_s, u"The waits."_s},
                                {u"openWaitMs"_s, u"@durations"_s,
                                 u"How long the clients that wait at the end have waited."_s},
                                {u"undecided"_s, u"integer"_s,
                                 u"The number of clients at the end that hold or wait; which of the two is unknown. "
                                 "They are in no duration."_s},
                                {u"holdMs"_s, u"@durations"_s, u"The holds."_s},
                                {u"inferredWaits"_s, u"integer"_s, u"Waits without an observed beginning or end."_s},
                                {u"inferredHolds"_s, u"integer"_s, u"Holds without an observed beginning or end."_s},
                                {u"mostWaiters"_s, u"integer"_s, u"The longest queue."_s},
                                {u"queueLength"_s, u"[@queue length]"_s, u"The length of the queue over time."_s}}))},
        {u"durations"_s,
         u"Statistics of durations, in milliseconds. Percentiles are Kaplan-Meier estimates: a duration that has not "
         "ended counts with the time it has lasted."_s,
         {{u"count"_s, u"integer"_s, u"The number of durations that have ended."_s},
          {u"open"_s, u"integer"_s, u"The number of durations that have not ended, or ended without the lock."_s},
          {u"p50"_s, u"integer|null"_s, u"The median."_s},
          {u"p50AtLeast"_s, u"boolean"_s, u"True: the median is at least this."_s},
          {u"p99"_s, u"integer|null"_s, u"The 99th percentile."_s},
          {u"p99AtLeast"_s, u"boolean"_s, u"True: the 99th percentile is at least this."_s},
          {u"longest"_s, u"integer|null"_s, u"The longest."_s}}},
        {u"queue length"_s,
         u"The length of a queue from a time on."_s,
         {{u"at"_s, u"time"_s, u"The time."_s},
          {u"most"_s, u"integer"_s, u"The most waiters until the next time."_s}}}};
}

} // namespace

Command openCommand()
{
    return {
        .name = u"open"_s,
        .summary = u"show a recording or a ZooKeeper audit log, without a connection"_s,
        .description =
            {u"Shows a recording, without a connection. VIEW selects the output of ls, show, watch, findings "
             "or sessions at a given time. Without VIEW, prints a summary with the longest waits first."_s,
             u"FILE can also be the audit log of a ZooKeeper server (written with -Dzookeeper.audit.enable=true). "
             "The action log of Lockscope, audit.jsonl, is not a recording: the window shows it."_s},
        .arguments = {{.name = u"file"_s,
                       .syntax = u"FILE"_s,
                       .text = u"A recording, created with lockscopectl record."_s,
                       .completion = Completion::File},
                      {.name = u"view"_s,
                       .syntax = u"[VIEW]"_s,
                       .text = u"View to print: %1. Default: a summary."_s,
                       .choices = {{u"ls"_s},
                                   {u"show"_s, u" PATH"_s},
                                   {u"watch"_s, u" [PATH]"_s},
                                   {u"findings"_s},
                                   {u"sessions"_s}}}},
        .options = {{{withOption},
                     u"The audit log of another server of the same ensemble. Can be given several times. Each server "
                     "logs only the requests of its own clients."_s,
                     u"file"_s},
                    {{u"at"_s},
                     u"Time to show: 2026-11-21T03:12:00Z, 03:12:00, +90s (from the start) or -10s (before the end). "
                     "Default: the end. 03:12:00 is the first such time in the recording, in the time zone of this "
                     "machine. The view watch prints the events up to this time."_s,
                     u"time"_s}},
        .shared = RootOption | JsonOption,
        .examples = {{u"Show a queue as it was at a given time."_s,
                      u"open night.rec show /locks/orders --at 03:12:00"_s}},
        .exits = {{Done}, {Failed}, {Usage}},
        .documents = {u"recording"_s, u"list"_s, u"queue"_s, u"change"_s, u"gap"_s, u"unseen"_s, u"findings"_s,
                      u"sessions"_s},
        .records = recordsOfOpenCommand(),
        .run = &runOpen,
    };
}

} // namespace lockscope::ctl
