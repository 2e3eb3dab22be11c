// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/recordings/RecordingReader.h"

#include "core/base/Phrase.h"
#include "core/history/recordings/RecordingFormat.h"
#include "core/sources/DialectFiles.h"

#include <QJsonDocument>

namespace lockscope::inspect {

using namespace Qt::StringLiterals;

namespace {

const QByteArray versionMember = QByteArrayLiteral("lockscope-recording");

/// The kind of a line, from its beginning {"kind":. Empty without it.
QByteArray kindOf(const QByteArray& line)
{
    if (!line.startsWith("{\""))
        return {};
    const auto end = line.indexOf("\":", 2);
    return end < 0 || end > 32 ? QByteArray() : line.mid(2, end - 2);
}

} // namespace

RecordingReader::RecordingReader(std::unique_ptr<LineFile> lines)
    : m_lines(std::move(lines))
{
}

Result<std::unique_ptr<RecordingReader>> RecordingReader::open(const std::string& file)
{
    auto lines = LineFile::open(file, recording::mostLineBytes);
    if (!lines)
        return failure(lines.error());
    std::unique_ptr<RecordingReader> reader(new RecordingReader(*std::move(lines)));
    if (auto read = reader->readHeader(file); !read)
        return failure(read.error());
    return reader;
}

Result<void> RecordingReader::readHeader(const std::string& file)
{
    QByteArray line;
    const auto form = m_lines->next(line);
    const auto json = QJsonDocument::fromJson(line).object();
    const auto number = json.value(QLatin1StringView(versionMember));
    if (form == LineFile::Line::End)
        return failure(ErrorCode::BadArguments, phraseLater("open"), file,
                       phrase("not a Lockscope recording: the file is empty"));
    if (form != LineFile::Line::Whole || !number.isDouble())
        return failure(ErrorCode::BadArguments, phraseLater("open"), file,
                       phrase("not a Lockscope recording. Create one with: lockscopectl record FILE"));
    if (number.toDouble() != recording::version)
        return failure(ErrorCode::BadArguments, phraseLater("open"), file,
                       phrase("the recording has format %1, but this program reads format %2. Open it with the version "
                              "of Lockscope that created it, or a newer version",
                              QString::number(number.toDouble()), recording::version));
    recording::Reader reader(json);
    reader.bytes("connect"_L1, m_header.connect);
    reader.texts("roots"_L1, m_header.roots);
    reader.bytes("source"_L1, m_header.source);
    reader.flag("findings"_L1, m_header.hasFindings);
    reader.time("startedAt"_L1, m_header.startedAt);
    if (!reader.isGood())
        return failure(ErrorCode::BadArguments, phraseLater("open"), file, phrase("the first line is damaged"));
    return {};
}

void RecordingReader::seek(qint64 position, qint64 lines)
{
    m_isWithin = false;
    m_isUnderstood = false;
    if (!m_lines->seek(position, lines))
        complain(phrase("the file can no longer be read at this position"));
}

void RecordingReader::complain(const std::string& reason)
{
    if (!m_damage)
        m_damage = RecordingDamage{m_lines->number(), reason};
    m_isUnderstood = false;
    m_isWithin = false;
}

std::optional<RecordingReader::Item> RecordingReader::next()
{
    QByteArray line;
    while (true) {
        const auto position = m_lines->position();
        m_isStopped = m_isStopped || (m_goOn && !m_goOn(position, m_lines->size()));
        if (m_isStopped)
            return std::nullopt;
        const auto number = m_lines->number();
        const auto form = m_lines->next(line);
        if (form == LineFile::Line::End || form == LineFile::Line::Cut) {
            m_isCut = !m_end;
            return std::nullopt;
        }
        if (form == LineFile::Line::TooLong) {
            complain(phrase("the line is longer than any line of a recording"));
            continue;
        }
        const auto kind = kindOf(line);
        const bool isFull = kind == "full";
        if (!m_isUnderstood && !isFull && kind != "end")
            continue; // depends on a full snapshot, which is missing
        QJsonParseError error;
        const auto json = QJsonDocument::fromJson(line, &error);
        if (error.error != QJsonParseError::NoError) {
            complain(phrase("invalid JSON: %1", error.errorString()));
            continue;
        }
        const auto value = json.object().value(QLatin1StringView(kind));
        if (kind.isEmpty() || !value.isObject()) {
            complain(phrase("not a line of a recording"));
            continue;
        }
        if (isFull || kind == "change" || kind == "event") {
            m_beginPosition = position;
            m_beginLine = number;
        }
        if (auto item = take(kind, value.toObject()))
            return item;
    }
}

std::optional<RecordingReader::Item> RecordingReader::take(const QByteArray& kind, const QJsonObject& value)
{
    if (kind == "full" || kind == "change") {
        begin(kind == "full", value);
        return std::nullopt;
    }
    if (kind == "end") {
        RecordingEnd end;
        recording::Reader reader(value);
        reader.time("at"_L1, end.at);
        reader.bytes("reason"_L1, end.reason);
        m_end = std::move(end);
        return std::nullopt;
    }
    if (kind == "event") {
        LockEvent event;
        if (m_isWithin || !recording::readEvent(value, event)) {
            complain(phrase("not an event of a recording"));
            return std::nullopt;
        }
        m_itemPosition = m_beginPosition;
        m_itemLine = m_beginLine;
        m_isFull = false;
        return Item{std::nullopt, std::move(event)};
    }
    if (!m_isWithin) {
        complain(phrase("the line belongs to no snapshot"));
        return std::nullopt;
    }
    if (kind == "done")
        return complete();
    if (!takePart(kind, value))
        complain(phrase("\"%1\" is damaged", kind));
    return std::nullopt;
}

void RecordingReader::begin(bool isFull, const QJsonObject& value)
{
    if (m_isWithin && m_isUnderstood && !isFull) {
        complain(phrase("the previous snapshot is incomplete"));
        return;
    }
    m_touched.clear();
    m_isFull = isFull;
    if (isFull) {
        m_snapshot = {};
        m_snapshot.connect = m_header.connect;
        m_snapshot.dialects = builtinDialects();
    }
    m_isWithin = true;
    m_isUnderstood = true;
    if (!recording::readSnapshot(value, m_snapshot))
        complain(phrase("the beginning of a snapshot is damaged"));
}

bool RecordingReader::takePart(const QByteArray& kind, const QJsonObject& value)
{
    if (kind == "lock")
        return takeLock(value);
    if (kind == "more")
        return takeMore(value);
    if (kind == "queue")
        return takeQueue(value);
    if (kind == "gone")
        return takeGone(value);
    if (kind == "ensemble")
        return takeEnsemble(value);
    if (kind == "findings")
        return takeFindings(value);
    return false;
}

} // namespace lockscope::inspect
