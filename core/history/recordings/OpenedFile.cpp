// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/recordings/OpenedFile.h"

#include "core/base/Phrase.h"
#include "core/history/recordings/RecordingWriter.h"
#include "core/history/serverlog/zookeeper/ServerAuditImport.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <set>
#include <utility>

namespace lockscope::inspect {

namespace {

constexpr qint64 mostAuditLine = 1'048'576;
/// A file that begins with this many other lines is not an audit log.
constexpr qint64 mostOtherLines = 10'000;

enum class Form {
    Empty,
    Recording,
    ServerAuditLog,
    Other
};

Result<Form> formOf(const std::string& file)
{
    auto lines = LineFile::open(file, mostAuditLine);
    if (!lines)
        return failure(lines.error());
    QByteArray line;
    if ((*lines)->next(line) == LineFile::Line::End)
        return Form::Empty;
    if (line.startsWith('{'))
        return Form::Recording;
    do {
        if (parseAuditLine({line.constData(), static_cast<std::size_t>(line.size())}))
            return Form::ServerAuditLog;
    } while ((*lines)->number() < mostOtherLines && (*lines)->next(line) != LineFile::Line::End);
    return Form::Other;
}

/// Whether there are audit logs, and no other files. An empty log is one: its server has logged nothing.
Result<bool> areAuditLogs(const std::vector<std::string>& files)
{
    bool hasLog = false;
    std::set<QString> known;
    for (const auto& file : files) {
        const auto form = formOf(file);
        if (!form)
            return failure(form.error());
        hasLog = hasLog || *form == Form::ServerAuditLog;
        if (files.size() > 1 && *form == Form::Recording)
            return failure(ErrorCode::BadArguments, phraseLater("open"), file,
                           phrase("a recording cannot be opened together with other files. Open it alone"));
        if (files.size() > 1 && *form == Form::Other)
            return failure(ErrorCode::BadArguments, phraseLater("open"), file,
                           phrase("not an audit log. Only audit logs can be opened together"));
        // A log that counts twice would hide that another one is missing.
        if (!known.insert(QFileInfo(QFile::decodeName(file.c_str())).canonicalFilePath()).second)
            return failure(ErrorCode::BadArguments, phraseLater("open"), file,
                           phrase("the same audit log was given twice. Open each log once"));
    }
    return hasLog;
}

/// The error of the temporary recording, with the log's name.
Error importFailed(const std::string& file, const Error& error)
{
    return {error.code, phraseLater("open"), file,
            phrase("cannot store its snapshots in %1. Free some space there", QDir::tempPath())};
}

Error cancelled(const std::string& file)
{
    return {ErrorCode::Cancelled, phraseLater("open"), file, phrase("reading was stopped")};
}

} // namespace

Result<std::unique_ptr<OpenedFile>> OpenedFile::open(const std::string& file, const std::vector<std::string>& roots,
                                                     std::shared_ptr<const DialectCatalogue> dialects,
                                                     const ProgressObserver& progressObserver,
                                                     const std::vector<std::string>& others)
{
    auto files = others;
    files.insert(files.begin(), file);
    const auto areLogs = areAuditLogs(files);
    if (!areLogs)
        return failure(areLogs.error());
    std::unique_ptr<OpenedFile> opened(new OpenedFile);
    if (*areLogs) {
        if (auto imported = opened->import(files, roots, std::move(dialects), progressObserver); !imported)
            return failure(imported.error());
        return opened;
    }
    // A file that is neither gets the error for a recording.
    if (auto read = opened->index(file, progressObserver); !read)
        return failure(read.error());
    if (opened->m_replay->isCut())
        opened->m_remarks.append(
            QString::fromStdString(phrase("the recording has no end: the recorder was killed, or is still running. All "
                                          "data before that point is available")));
    if (const auto& damage = opened->m_replay->damage())
        opened->m_remarks.append(
            QString::fromStdString(phrase("line %1 is damaged (%2): the data up to the next full snapshot is missing",
                                          damage->line, damage->reason)));
    return opened;
}

Result<void> OpenedFile::index(const std::string& file, const ProgressObserver& progressObserver)
{
    Replay::ProgressObserver looks;
    looks.see = progressObserver.see;
    if (progressObserver.goOn)
        looks.goOn = [&](qint64 bytes, qint64 ofBytes, std::size_t snapshots) {
            return progressObserver.goOn({false, bytes, ofBytes, snapshots});
        };
    auto replay = Replay::open(file, looks);
    if (!replay)
        return failure(replay.error());
    m_replay = *std::move(replay);
    return {};
}

Result<void> OpenedFile::import(const std::vector<std::string>& files, const std::vector<std::string>& roots,
                                std::shared_ptr<const DialectCatalogue> dialects,
                                const ProgressObserver& progressObserver)
{
    const auto& file = files.front();
    // Read twice: first to know which servers' logs are missing.
    AuditCoverage coverage;
    auto first = ServerAuditLogs::open(files);
    if (!first)
        return failure(first.error());
    const auto goOn = [&](const ServerAuditLogs& logs, int pass) {
        const auto bytes = (logs.position() + pass * logs.size()) / 2;
        return !progressObserver.goOn || progressObserver.goOn({true, bytes, logs.size(), 0});
    };
    while (const auto entry = (*first)->next()) {
        if (!goOn(**first, 0))
            return failure(cancelled(file));
        coverage.add(*entry);
    }
    auto logs = ServerAuditLogs::open(files);
    if (!logs)
        return failure(logs.error());
    m_folder = std::make_unique<QTemporaryDir>();
    if (!m_folder->isValid())
        return failure(ErrorCode::System, phraseLater("create a temporary folder"), {},
                       m_folder->errorString().toStdString());
    const auto copy = QFile::encodeName(m_folder->filePath(QStringLiteral("audit.rec"))).toStdString();
    const SystemClock clock;
    RecordingSettings settings;
    settings.roots = roots;
    settings.source = "audit log";
    auto writer = RecordingWriter::create(copy, settings, clock);
    if (!writer)
        return failure(importFailed(file, writer.error()));
    ServerAuditImport audit(roots, std::move(dialects), coverage.mayBeWhole((*first)->atOnce()));
    bool hasBegun = false;
    while (!(*writer)->isFull()) {
        const auto entry = (*logs)->next();
        if (!entry)
            break;
        if (!goOn(**logs, 1))
            return failure(cancelled(file));
        if (!std::exchange(hasBegun, true)) {
            if (auto written = (*writer)->write(audit.begin(entry->at.value_or(clock.wallNow()))); !written)
                return failure(importFailed(file, written.error()));
        }
        const auto step = audit.take(*entry);
        if (!step)
            continue;
        if (auto written = (*writer)->write(*step); !written)
            return failure(importFailed(file, written.error()));
        for (const auto& end : audit.ends()) {
            if (auto written = (*writer)->write(end); !written)
                return failure(importFailed(file, written.error()));
        }
    }
    if ((*writer)->isFull())
        m_remarks.append(QString::fromStdString(phrase("the log is too large: changes after the first gigabyte are "
                                                       "omitted. Open a part of the log, or select fewer locks")));
    if (auto finished = (*writer)->finish("end of the log"); !finished)
        return failure(importFailed(file, finished.error()));
    if (auto read = index(copy, progressObserver); !read) {
        auto error = read.error();
        error.path = file;
        return failure(std::move(error));
    }
    remark(coverage, (*first)->atOnce());
    if (const auto unknown = audit.unknownNodes(); unknown > 0)
        m_remarks.append(QString::fromStdString(
            counted(unknown, "%1 node of a lock was deleted whose creation is in none of the logs",
                    "%1 nodes of locks were deleted whose creation is in none of the logs")));
    if (const auto others = (*logs)->others(); others > 0)
        m_remarks.append(QString::fromStdString(counted(static_cast<std::size_t>(others),
                                                        "%1 line is not an audit log line and was skipped",
                                                        "%1 lines are not audit log lines and were skipped")));
    if (const auto untimed = (*logs)->untimed(); untimed > 0)
        m_remarks.append(QString::fromStdString(
            counted(static_cast<std::size_t>(untimed),
                    "%1 line has no valid time (such as 2026-11-21 19:26:38,404): the time of the line before is used",
                    "%1 lines have no valid time (such as 2026-11-21 19:26:38,404): the time of the line before is "
                    "used")));
    m_remarks.append(
        QString::fromStdString(phrase("an audit log contains no payloads and no data from before its start. Times "
                                      "without a time zone are read as local time of this machine")));
    return {};
}

/// What is missing: each server logs the requests of its own clients only.
void OpenedFile::remark(const AuditCoverage& coverage, std::size_t logs)
{
    const auto missing = coverage.missing();
    if (!missing.empty()) {
        QStringList ids;
        for (const auto id : missing)
            ids << QString::number(id);
        m_remarks.append(QString::fromStdString(
            phrase("sessions of server %1 end in these logs, but no request of them is logged: the log of that server "
                   "is missing. Each server logs only its own clients. Times are inferred",
                   ids.join(QStringLiteral(", ")))));
    } else if (coverage.servers().size() > logs) {
        m_remarks.append(QString::fromStdString(
            phrase("the sessions in the logs were created by %1 servers, but at most %2 of the logs are of the same "
                   "time: the log of a server may be missing. Times are inferred",
                   coverage.servers().size(), logs)));
    } else if (logs == 1) {
        m_remarks.append(QString::fromStdString(
            phrase("each server logs only the requests of its own clients. If the ensemble has other servers, open "
                   "their logs together with this one")));
    }
}

} // namespace lockscope::inspect
