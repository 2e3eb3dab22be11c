// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"

#include <QByteArray>
#include <QFile>

#include <memory>
#include <string>

namespace lockscope::inspect {

/// Reads an untrusted file line by line, in bounded memory. One thread; blocks for the disk.
class LineFile final {
public:
    enum class Line {
        Whole,
        TooLong, ///< skipped
        Cut,     ///< the file ends within the line
        End
    };

    /// Errors: Missing, NoAuth, System when it cannot be opened; BadArguments for a folder or a device.
    [[nodiscard]] static Result<std::unique_ptr<LineFile>> open(const std::string& file, qint64 mostLineBytes);

    /// The next line, without its line end. `line` is empty unless Whole or Cut.
    [[nodiscard]] Line next(QByteArray& line);

    /// Offset of the next line, in bytes.
    [[nodiscard]] qint64 position() const { return m_position; }
    /// Number of the line that next() returned last, from 1; seek() sets it.
    [[nodiscard]] qint64 number() const { return m_number; }
    /// `position` must be the beginning of a line. `number`: the number of lines before it.
    [[nodiscard]] bool seek(qint64 position, qint64 number);
    [[nodiscard]] qint64 size() const { return m_file.size(); }

private:
    LineFile(const QString& file, qint64 mostLineBytes);

    QFile m_file;
    qint64 m_mostLineBytes;
    QByteArray m_buffer;
    qsizetype m_at = 0; ///< offset in the buffer
    qint64 m_position = 0;
    qint64 m_number = 0;
};

} // namespace lockscope::inspect
