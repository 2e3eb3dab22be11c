// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"

#include <QByteArray>
#include <QFile>

#include <memory>
#include <string>

namespace lockscope::inspect {

/// Reads a file of strangers line by line, in bounded memory. One thread; blocks for the disk.
class LineFile final {
public:
    enum class Line {
        Whole,
        TooLong, ///< passed over
        Cut,     ///< the file ends within it
        End
    };

    /// Missing, NoAuth, System: it cannot be opened. BadArguments: it is a folder or a device.
    [[nodiscard]] static Result<std::unique_ptr<LineFile>> open(const std::string& file, qint64 mostLineBytes);

    /// The next line without its end. `line` is empty unless Whole or Cut.
    [[nodiscard]] Line next(QByteArray& line);

    /// Where the next line begins.
    [[nodiscard]] qint64 position() const { return m_position; }
    /// Of the line that next() gave last, from 1; counts from the last seek.
    [[nodiscard]] qint64 number() const { return m_number; }
    /// The beginning of a line. `number`: how many lines are before it.
    [[nodiscard]] bool seek(qint64 position, qint64 number);
    [[nodiscard]] qint64 size() const { return m_file.size(); }

private:
    LineFile(const QString& file, qint64 mostLineBytes);

    QFile m_file;
    qint64 m_mostLineBytes;
    QByteArray m_buffer;
    qsizetype m_at = 0; ///< in the buffer
    qint64 m_position = 0;
    qint64 m_number = 0;
};

} // namespace lockscope::inspect
