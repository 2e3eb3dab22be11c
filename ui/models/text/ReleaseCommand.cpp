// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/text/ReleaseCommand.h"

#include "core/release/PlanRows.h"
#include "ui/models/text/Formatting.h"

#include <QRegularExpression>
#include <QStringDecoder>
#include <QStringList>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

/// "$'a\x01b'": each byte that a terminal cannot show by its number.
QString ansiQuoted(std::string_view word)
{
    QString quoted = u"$'"_s;
    for (const char letter : word) {
        const auto byte = static_cast<unsigned char>(letter);
        if (byte < 0x20 || byte >= 0x7f) {
            quoted += u"\\x%1"_s.arg(uint(byte), 2, 16, QChar(u'0'));
            continue;
        }
        if (letter == '\'' || letter == '\\')
            quoted += u'\\';
        quoted += QLatin1Char(letter);
    }
    return quoted + u'\'';
}

QStringList redisArguments(const release::ReleasePlan& plan)
{
    const auto& redis = plan.redis;
    if (redis.kind == release::RedisPlan::Kind::Semaphore)
        return {u"--permits"_s, QString::number(redis.permits), u"--free-permits"_s,
                QString::number(redis.freePermits)};
    return {plan.holds ? u"--owner"_s : u"--waiter"_s, shellQuoted(plan.node)};
}

} // namespace

QString shellQuoted(std::string_view word)
{
    static const QRegularExpression plain(u"^[A-Za-z0-9_./:@%+,=-]+$"_s);
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    QString text = decoder(QByteArrayView(word.data(), static_cast<qsizetype>(word.size())));
    const bool isPrintable =
        std::all_of(text.begin(), text.end(), [](QChar letter) { return letter.isPrint() || letter.isSurrogate(); });
    if (decoder.hasError() || !isPrintable)
        return ansiQuoted(word);
    if (plain.match(text).hasMatch())
        return text;
    return u'\'' + QString(text).replace(u'\'', u"'\\''"_s) + u'\'';
}

QString releaseCommand(const CommandTarget& target, const release::ReleasePlan& plan)
{
    QStringList words{u"lockscopectl"_s, u"release"_s};
    if (target.profile.isEmpty())
        words << u"--connect"_s << shellQuoted(target.servers.toStdString());
    else
        words << u"--profile"_s << shellQuoted(target.profile.toStdString());
    if (plan.isRedis())
        words << redisArguments(plan);
    else if (plan.creationId != 0)
        words << u"--czxid"_s << formatHex(plan.creationId);
    if (plan.certainty == inspect::Certainty::Possible)
        words << u"--possible"_s;
    words << u"--reason"_s << u"''"_s;
    const auto& name = plan.isRedis() ? plan.lockPath : plan.nodePath;
    if (name.starts_with('-'))
        words << u"--"_s; // it is no option
    words << shellQuoted(name);
    return words.join(u' ');
}

QString planText(const release::ReleasePlan& plan, WallTime now)
{
    QStringList lines;
    for (const auto& row : release::planRows(plan, now))
        lines << asEntry(QString::fromStdString(row.title), row.time ? formatTime(*row.time) : oneLine(row.text));
    return lines.join(u'\n');
}

} // namespace lockscope::ui
