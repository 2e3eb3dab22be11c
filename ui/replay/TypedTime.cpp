// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/replay/TypedTime.h"

#include "ui/models/text/Formatting.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QList>
#include <QRegularExpression>

#include <algorithm>
#include <chrono>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

struct TypedTimeText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::TypedTime)
};

struct DayAndTime {
    QDate day; ///< null: none was typed
    QTime time;
    std::chrono::milliseconds unit; ///< of the last part: a minute, a second, or less
};

std::optional<DayAndTime> parse(const QString& typed)
{
    static const QRegularExpression pattern(
        uR"(^(?:(\d{4}-\d{1,2}-\d{1,2})(?:\s+|T))?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,3}))?)?$)"_s);
    const auto match = pattern.match(typed.trimmed());
    const auto day = match.captured(1);
    const auto second = match.captured(4);
    const auto fraction = match.captured(5);
    const QTime time(match.captured(2).toInt(), match.captured(3).toInt(), second.toInt(),
                     fraction.leftJustified(3, u'0').toInt());
    const auto date = QDate::fromString(day, u"yyyy-M-d"_s);
    if (!match.hasMatch() || !time.isValid() || (!day.isEmpty() && !date.isValid()))
        return std::nullopt;
    const std::chrono::milliseconds unit = !fraction.isEmpty() ? 1ms : !second.isEmpty() ? 1s : 1min;
    return DayAndTime{date, time, unit};
}

/// Null for a time that a change of the clock leaves out.
std::optional<WallTime> timeOn(const QDate& day, const QTime& time)
{
    const QDateTime at(day, time);
    return at.isValid() ? std::optional(WallTime(std::chrono::milliseconds(at.toMSecsSinceEpoch()))) : std::nullopt;
}

TypedTime invalid(const QString& typed, WallTime from, WallTime to)
{
    return {std::nullopt,
            inTurn({TypedTimeText::tr("Invalid time \"%1\": use %2.").arg(typed, typedTimeExamples(from)),
                    TypedTimeText::tr("The recording lasts from %1 to %2.").arg(formatTime(from), formatTime(to))})};
}

} // namespace

QString typedTimeExamples(WallTime from)
{
    constexpr int seconds = 7; // the length of ":30.250"
    const auto whole = formatTime(from);
    return TypedTimeText::tr("%1, %2 or %3")
        .arg(whole.section(u' ', 1).chopped(seconds), whole.section(u' ', 1), whole.chopped(seconds));
}

TypedTime readTypedTime(const QString& typed, WallTime shown, WallTime from, WallTime to)
{
    const auto parsed = parse(typed);
    if (!parsed)
        return invalid(typed, from, to);
    QList<QDate> days{parsed->day};
    if (parsed->day.isNull()) {
        // The recording includes `shown`: no nearer one exists than those of that day and of the days beside it.
        const auto shownDay = QDateTime::fromMSecsSinceEpoch(shown.time_since_epoch().count()).date();
        days = {shownDay, shownDay.addDays(-1), shownDay.addDays(1)};
    }
    for (const auto& day : std::as_const(days)) {
        const auto at = timeOn(day, parsed->time);
        if (at && *at + parsed->unit > from && *at <= to)
            return {std::max(*at, from), {}};
    }
    const auto outside = timeOn(days.constFirst(), parsed->time);
    if (!outside)
        return invalid(typed, from, to);
    return {std::nullopt, TypedTimeText::tr("%1 is outside the recording, which lasts from %2 to %3.")
                              .arg(formatTime(*outside), formatTime(from), formatTime(to))};
}

} // namespace lockscope::ui
