// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Table.h"

#include "core/base/DurationText.h"

#include <algorithm>

namespace lockscope::ctl {

namespace {

/// One long name widens its own line, not the table.
constexpr qsizetype mostWidth = 60;

} // namespace

QString table(const QStringList& header, const QList<QStringList>& rows)
{
    QList<qsizetype> widths;
    for (const auto& title : header)
        widths.append(title.size());
    for (const auto& row : rows) {
        for (qsizetype i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], std::min(row[i].size(), mostWidth));
    }
    const auto line = [&](const QStringList& cells) {
        QString text;
        for (qsizetype i = 0; i < cells.size(); ++i)
            text += cells[i].leftJustified(std::max(widths[i], cells[i].size()) + 2);
        while (text.endsWith(u' '))
            text.chop(1);
        return text;
    };
    QStringList lines{line(header)};
    for (const auto& row : rows)
        lines.append(line(row));
    return lines.join(u'\n');
}

QString shortDuration(const std::optional<std::chrono::milliseconds>& duration)
{
    return duration ? QString::fromStdString(durationText(*duration)) : QStringLiteral("-");
}

QString sizeText(std::int64_t bytes)
{
    if (bytes < 10'000)
        return QStringLiteral("%1 bytes").arg(bytes);
    if (bytes < 1'000'000)
        return QStringLiteral("%1 KB").arg(static_cast<double>(bytes) / 1'000, 0, 'f', 0);
    return QStringLiteral("%1 MB").arg(static_cast<double>(bytes) / 1'000'000, 0, 'f', 1);
}

QString elided(const QString& name, qsizetype width)
{
    if (name.size() <= width)
        return name;
    const auto tail = (width - 1) * 2 / 3; // the number is at the end
    return name.left(width - 1 - tail) + u'…' + name.right(tail);
}

QString wrapped(const QString& text)
{
    constexpr qsizetype width = 79;
    QStringList lines;
    for (const auto& paragraph : text.split(u'\n')) {
        if (paragraph.size() <= width || paragraph.startsWith(u' ')) {
            lines << paragraph;
            continue;
        }
        QString line;
        for (const auto& word : paragraph.split(u' ')) {
            if (!line.isEmpty() && line.size() + 1 + word.size() > width)
                lines << std::exchange(line, QString());
            line += line.isEmpty() ? word : u' ' + word;
        }
        lines << line;
    }
    return lines.join(u'\n');
}

QString safe(const std::string& text)
{
    auto shown = QString::fromStdString(text);
    std::replace_if(
        shown.begin(), shown.end(), [](QChar c) { return !c.isPrint() && !c.isSurrogate(); }, QChar(u'·'));
    return shown;
}

} // namespace lockscope::ctl
