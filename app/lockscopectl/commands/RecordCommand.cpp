// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Commands.h"
#include "app/lockscopectl/Table.h"
#include "app/lockscopectl/commands/LiveCommand.h"
#include "core/base/Phrase.h"
#include "core/findings/Findings.h"
#include "core/history/History.h"
#include "core/history/recordings/RecordingWriter.h"
#include "core/inspection/SecondLook.h"
#include "core/model/SnapshotJson.h"

#include <QCoreApplication>
#include <QFile>

#include <string>
#include <utility>
#include <vector>

namespace lockscope::ctl {

using namespace Qt::StringLiterals;

namespace {

/// Snapshots closer together than this are combined.
constexpr auto recordedInterval = std::chrono::milliseconds(10);
/// Maximum wait for a complete first snapshot; with many changes there may be none.
constexpr auto longestFirstSnapshot = std::chrono::seconds(3);

constexpr auto findingsInterval = std::chrono::seconds(1);
constexpr int restFactor = 10;

/// "64M": bytes, with K, M or G for powers of 1024.
std::optional<std::int64_t> parseSize(const QString& text)
{
    auto number = text;
    std::int64_t factor = 1;
    const auto unit = text.isEmpty() ? QChar() : text.back().toUpper();
    if (unit == u'K' || unit == u'M' || unit == u'G') {
        number.chop(1);
        factor = unit == u'K' ? 1'024 : unit == u'M' ? 1'048'576 : 1'073'741'824;
    }
    bool isNumber = false;
    const auto value = number.toLongLong(&isNumber);
    constexpr std::int64_t most = 1'099'511'627'776;
    if (!isNumber || value <= 0 || value > most / factor)
        return std::nullopt;
    return value * factor;
}

/// Writes the snapshots to the file, and counts the events. Main thread.
class Recorder final {
public:
    explicit Recorder(inspect::RecordingWriter& writer)
        : m_writer(writer)
        , m_history(limits(), [this](const inspect::LockEvent&) { ++m_events; })
    {
    }

    /// Returns true once a snapshot was written.
    bool see(const inspect::SnapshotPtr& snapshot)
    {
        if (!m_last) {
            if (m_firstAt == SteadyTime())
                m_firstAt = m_clock.now();
            if (!snapshot->complete && m_clock.now() - m_firstAt < longestFirstSnapshot)
                return false;
        }
        m_last = withFindings(snapshot);
        check(m_writer.write(m_last));
        m_history.see(m_last);
        return true;
    }

    /// This process did not run for some time.
    void miss(const inspect::LockEvent& gap)
    {
        if (!m_last)
            return;
        check(m_writer.write(gap));
        m_history.add(gap);
    }

    void finish() { m_history.finish(); }
    /// Whether a contender has left and the servers must report whether its session has ended.
    [[nodiscard]] bool asksForSessions() { return m_history.asksForSessions(); }

    [[nodiscard]] const inspect::SnapshotPtr& last() const { return m_last; }
    [[nodiscard]] std::uint64_t events() const { return m_events; }
    /// Whether the last snapshot has all locks.
    [[nodiscard]] bool isComplete() const { return m_last && m_last->complete && m_last->problems.empty(); }
    /// The locks to read again before what seems critical is recorded.
    [[nodiscard]] std::vector<std::string> takeToConfirm() { return std::exchange(m_toConfirm, {}); }

private:
    /// Keeps nothing: the events are in the file.
    static inspect::HistoryLimits limits() { return {.events = 0, .eventBytes = 0, .locks = 1, .openContenders = 0}; }

    /// Computes findings at most once a second, and in a tenth of the time: every snapshot must be recorded.
    inspect::SnapshotPtr withFindings(const inspect::SnapshotPtr& snapshot)
    {
        const auto begin = m_clock.now();
        if (m_judgeFrom <= begin) {
            const auto judged = inspect::withFindings(snapshot, {}, m_findings);
            auto review = m_secondLook.review(*judged, judged->findings, begin);
            m_findings = std::move(review.findings);
            m_toConfirm = std::move(review.toConfirm);
            const auto end = m_clock.now();
            m_judgeFrom = end + std::max<Duration>(findingsInterval, restFactor * (end - begin));
        }
        if (m_findings.empty())
            return snapshot;
        auto judged = std::make_shared<inspect::Snapshot>(*snapshot);
        judged->findings = m_findings;
        return judged;
    }

    void check(const Result<void>& written)
    {
        if (!written)
            QCoreApplication::exit(complain(written.error()));
        else if (m_writer.isFull())
            QCoreApplication::exit(Done);
    }

    SystemClock m_clock;
    inspect::RecordingWriter& m_writer;
    inspect::History m_history;
    inspect::SnapshotPtr m_last;
    inspect::SecondLook m_secondLook;
    std::vector<inspect::Finding> m_findings; ///< computed last
    std::vector<std::string> m_toConfirm;
    SteadyTime m_judgeFrom{};
    SteadyTime m_firstAt{};
    std::uint64_t m_events = 0;
};

void reportWhatWasWritten(const Context& context, const std::string& file, const inspect::RecordingWriter& writer,
                          const Recorder& recorder, std::chrono::milliseconds took, const QString& reason)
{
    const auto locks = recorder.last() ? recorder.last()->locks.size() : 0;
    if (context.json) {
        printDocument({{QStringLiteral("file"), QString::fromStdString(file)},
                       {QStringLiteral("bytes"), static_cast<qint64>(writer.bytes())},
                       {QStringLiteral("tookMs"), static_cast<qint64>(took.count())},
                       {QStringLiteral("pictures"), static_cast<qint64>(writer.snapshots())},
                       {QStringLiteral("fullPictures"), static_cast<qint64>(writer.fullSnapshots())},
                       {QStringLiteral("events"), static_cast<qint64>(recorder.events())},
                       {QStringLiteral("locks"), static_cast<qint64>(locks)},
                       {QStringLiteral("complete"), recorder.isComplete()},
                       {QStringLiteral("end"), reason}});
        return;
    }
    const auto recorded = [](std::size_t count, const char* one, const char* many) {
        return QString::fromStdString(counted(count, one, many));
    };
    print((writer.isFull()
               ? QStringLiteral("Recorded %1 for %2 to %3: %4, %5, %6. Stopped because --max-size was reached.")
               : QStringLiteral("Recorded %1 for %2 to %3: %4, %5, %6."))
              .arg(recorded(locks, "%1 lock", "%1 locks"), shortDuration(took), safe(file),
                   recorded(recorder.events(), "%1 event", "%1 events"),
                   recorded(writer.snapshots(), "%1 snapshot", "%1 snapshots"), sizeText(writer.bytes())));
    print(QStringLiteral("To show the recording, run: lockscopectl open %1").arg(safe(file)));
}

struct RecordRequest {
    std::string file;
    inspect::RecordingSettings settings;
    std::optional<std::chrono::milliseconds> limit;
};

/// On an error, prints it and returns the exit status.
std::optional<Exit> readWish(const QCommandLineParser& parser, const Context& context, RecordRequest& request)
{
    const auto files = parser.positionalArguments();
    if (files.size() != 1)
        return complainUsage(QStringLiteral("record takes one file, such as locks.rec"));
    const auto every = durationOf(parser, QStringLiteral("every"));
    if (!every)
        return complain(every.error());
    const auto size = parseSize(parser.value(QStringLiteral("max-size")));
    if (!size)
        return complainUsage(QStringLiteral("invalid --max-size \"%1\": use a size such as 64M")
                                 .arg(parser.value(QStringLiteral("max-size"))));
    const auto limit = limitIn(parser);
    if (!limit)
        return complain(limit.error());
    request.file = QFile::encodeName(files.first()).toStdString();
    request.settings.connect = context.connect.toStdString();
    request.settings.roots = context.roots;
    request.settings.hasFindings = true;
    request.settings.isReplacing = parser.isSet(QStringLiteral("force"));
    request.settings.fullEvery = *every;
    request.settings.mostBytes = *size;
    request.limit = *limit;
    return std::nullopt;
}

} // namespace

namespace {

int runRecord(Context context, const QCommandLineParser& parser)
{
    RecordRequest request;
    if (const auto bad = readWish(parser, context, request))
        return *bad;

    const SystemClock clock;
    const auto created = inspect::RecordingWriter::create(request.file, request.settings, clock);
    if (!created)
        return complain(created.error());
    auto& writer = **created;
    const auto begin = clock.now();
    Recorder recorder(writer);
    LiveWork work;
    work.snapshotInterval = recordedInterval;
    work.limit = request.limit;
    work.see = [&recorder](const inspect::SnapshotPtr& snapshot) { return recorder.see(snapshot); };
    work.missed = [&recorder](const inspect::LockEvent& gap) { recorder.miss(gap); };
    work.toConfirm = [&recorder] { return recorder.takeToConfirm(); };
    work.asksForSessions = [&recorder] { return recorder.asksForSessions(); };
    const auto end = lookLive(context, work);
    recorder.finish();
    auto status = Exit(end.status);
    if (writer.snapshots() == 0) {
        writer.discard();
        return status == Done ? complain(Error{ErrorCode::NoConnection, "record from", context.connect.toStdString(),
                                               "stopped before the first snapshot. Nothing was written"})
                              : status;
    }
    const auto reason = writer.isFull() ? QStringLiteral("size")
                        : end.isTime    ? QStringLiteral("time")
                                        : QStringLiteral("interrupted");
    if (const auto finished = writer.finish(reason.toStdString()); !finished && status == Done)
        status = complain(finished.error());
    reportWhatWasWritten(context, request.file, writer, recorder,
                         std::chrono::duration_cast<std::chrono::milliseconds>(clock.now() - begin), reason);
    return status;
}

std::vector<JsonRecord> recordsOfRecordCommand()
{
    return {
        {u"recorded"_s,
         u"What was written, printed at the end."_s,
         {{u"file"_s, u"string"_s, u"The file."_s},
          {u"bytes"_s, u"integer"_s, u"Its size."_s},
          {u"tookMs"_s, u"integer"_s, u"How long it was recorded."_s},
          {u"pictures"_s, u"integer"_s, u"The number of snapshots."_s},
          {u"fullPictures"_s, u"integer"_s, u"The number of full snapshots."_s},
          {u"events"_s, u"integer"_s, u"The number of events."_s},
          {u"locks"_s, u"integer"_s, u"The number of locks at the end."_s},
          {u"complete"_s, u"boolean"_s, u"False: at the end, data was missing, such as nodes that were not read."_s},
          {u"end"_s, u"size|time|interrupted"_s, u"Why the recording ended."_s}}}};
}

} // namespace

Command recordCommand()
{
    return {
        .name = u"record"_s,
        .summary = u"record locks and their changes to a file, until Ctrl-C"_s,
        .description =
            {u"Records the locks at and below the --root paths and their changes to a file, until Ctrl-C or "
             "--for."_s,
             u"The file is readable only by its owner. To show the recording, run: lockscopectl open FILE"_s},
        .arguments = {{.name = u"file"_s,
                       .syntax = u"FILE"_s,
                       .text = u"File to write, such as locks.rec. The file must not exist, unless --force is given."_s,
                       .completion = Completion::File}},
        .options =
            {limitOption(u"10m"_s),
             {{u"every"_s},
              u"Interval between full snapshots, such as 60s. Changes are recorded between the snapshots."_s,
              u"duration"_s,
              u"60s"_s},
             {{u"max-size"_s}, u"Stop before the file is larger than this size, such as 64M."_s, u"size"_s, u"1G"_s},
             {{u"force"_s}, u"Replace FILE if it exists."_s}},
        .shared = LookOptions | RedisTargets,
        .examples = {{u"Record the locks below one path for ten minutes."_s,
                      u"--root /app record night.rec --for 10m"_s}},
        .exits = {{Done}, {Failed}, {Usage}, {NoConnection}},
        .documents = {u"recorded"_s},
        .records = recordsOfRecordCommand(),
        .run = &runRecord,
    };
}

} // namespace lockscope::ctl
