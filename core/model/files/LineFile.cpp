// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/files/LineFile.h"

#include "core/base/Phrase.h"

#include <QFileInfo>

namespace lockscope::inspect {

LineFile::LineFile(const QString& file, qint64 mostLineBytes)
    : m_file(file)
    , m_mostLineBytes(mostLineBytes)
{
}

Result<std::unique_ptr<LineFile>> LineFile::open(const std::string& file, qint64 mostLineBytes)
{
    const auto name = QString::fromStdString(file);
    const QFileInfo info(name);
    if (!info.exists())
        return failure(ErrorCode::Missing, phraseLater("open"), file, phrase("no such file"));
    if (!info.isFile())
        return failure(ErrorCode::BadArguments, phraseLater("open"), file,
                       phrase("not a regular file. Use a file that can be read line by line"));
    std::unique_ptr<LineFile> lines(new LineFile(name, mostLineBytes));
    if (!lines->m_file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return failure(lines->m_file.error() == QFileDevice::PermissionsError ? ErrorCode::NoAuth : ErrorCode::System,
                       phraseLater("open"), file, lines->m_file.errorString().toStdString());
    return lines;
}

LineFile::Line LineFile::next(QByteArray& line)
{
    constexpr qint64 piece = 262'144;
    line.clear();
    bool isTooLong = false;
    while (true) {
        const auto end = m_buffer.indexOf('\n', m_at);
        const auto last = end < 0 ? m_buffer.size() : end;
        isTooLong = isTooLong || line.size() + (last - m_at) > m_mostLineBytes;
        if (isTooLong)
            line.clear();
        else
            line.append(m_buffer.constData() + m_at, last - m_at);
        m_position += last - m_at;
        m_at = last;
        if (end >= 0) {
            ++m_at;
            ++m_position;
            ++m_number;
            return isTooLong ? Line::TooLong : Line::Whole;
        }
        m_buffer = m_file.read(piece);
        m_at = 0;
        if (m_buffer.isEmpty()) {
            if (line.isEmpty() && !isTooLong)
                return Line::End;
            ++m_number;
            return isTooLong ? Line::TooLong : Line::Cut;
        }
    }
}

bool LineFile::seek(qint64 position, qint64 number)
{
    m_buffer.clear();
    m_at = 0;
    m_position = position;
    m_number = number;
    return m_file.seek(position);
}

} // namespace lockscope::inspect
