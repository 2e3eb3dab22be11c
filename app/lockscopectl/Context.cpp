// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Context.h"

#include "app/StandardOutput.h"
#include "app/lockscopectl/Table.h"
#include "core/base/DurationText.h"
#include "core/base/Path.h"
#include "core/connect/Interrupt.h"
#include "core/connect/ProfileFile.h"

#include <QJsonDocument>

#include <atomic>
#include <cstdio>

namespace lockscope::ctl {

namespace {

std::atomic<bool> outputLost = false;

void write(const QString& line)
{
    if (outputLost)
        return;
    const auto bytes = (line + u'\n').toUtf8();
    const auto written = writeToStandardOutput({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    if (written || outputLost.exchange(true))
        return;
    complain(written.error());
    connect::Interrupt::raise();
}

/// A terminal may interpret U+009B as the start of a command, and U+202E reverses text; JSON keeps both. They can only
/// occur inside strings, where an escape has the same meaning.
QString escaped(const QByteArray& json)
{
    QString text;
    for (const auto c : QString::fromUtf8(json)) {
        if (c.isPrint() || c.isSurrogate() || c == u'\n')
            text += c;
        else
            text += QStringLiteral("\\u%1").arg(c.unicode(), 4, 16, QLatin1Char('0'));
    }
    return text;
}

Exit exitFor(const Error& error)
{
    switch (error.code) {
    case ErrorCode::Refused:
        return Refused;
    case ErrorCode::BadArguments:
        return Usage;
    case ErrorCode::NoConnection:
    case ErrorCode::ConnectionLoss:
    case ErrorCode::OperationTimeout:
    case ErrorCode::SessionExpired:
    case ErrorCode::Closed:
        return NoConnection;
    default:
        return Failed;
    }
}

} // namespace

void print(const QString& text)
{
    write(text);
}

void printDocument(const QJsonObject& json)
{
    write(escaped(QJsonDocument(json).toJson(QJsonDocument::Indented).trimmed()));
}

void printLine(const QJsonObject& json)
{
    write(escaped(QJsonDocument(json).toJson(QJsonDocument::Compact)));
}

void complain(const QString& sentence)
{
    const auto line = (QStringLiteral("lockscopectl: ") + safe(sentence.toStdString()) + u'\n').toUtf8();
    // A failure of this write cannot be reported.
    (void)std::fwrite(line.constData(), 1, static_cast<std::size_t>(line.size()), stderr);
}

bool isOutputLost()
{
    return outputLost;
}

int statusWithOutput(int status)
{
    return isOutputLost() && (status == Done || status == Found) ? Failed : status;
}

Exit complain(const Error& error)
{
    if (error.code == ErrorCode::BadArguments && !error.detail.empty())
        return complainUsage(QString::fromStdString(describe(error)));
    complain(QString::fromStdString(describe(error)));
    return exitFor(error);
}

Result<void> narrowTo(Context& context, const std::string& lock)
{
    if (context.target.isRedis()) {
        context.locks = {lock};
        return {};
    }
    auto path = checkedPath(lock);
    if (!path)
        return failure(path.error());
    context.roots = {*std::move(path)};
    return {};
}

std::shared_ptr<const inspect::DialectCatalogue> knownDialects()
{
    const auto loaded = inspect::loadDialects(inspect::userDialectFolder());
    for (const auto& problem : loaded.problems)
        complain(QString::fromStdString(inspect::describe(problem)));
    return loaded.catalogue;
}

Exit complainUsage(const QString& sentence)
{
    complain(sentence + QStringLiteral(" (see lockscopectl --help)"));
    return Usage;
}

Error ofOption(const Error& error, const QString& option)
{
    return {error.code, {}, {}, "--" + option.toStdString() + ": " + error.detail};
}

Error invalidOption(const QString& option, const QString& value, const QString& remedy)
{
    // In one call: the value may contain "%3".
    return {ErrorCode::BadArguments,
            {},
            {},
            QStringLiteral("invalid --%1 \"%2\": %3").arg(option, value, remedy).toStdString()};
}

Result<std::chrono::milliseconds> durationOf(const QCommandLineParser& parser, const QString& option)
{
    auto duration = parseDuration(parser.value(option).toStdString());
    if (!duration)
        return failure(ofOption(duration.error(), option));
    return duration;
}

std::optional<Exit> refuseReadOnly(const Context& context)
{
    if (!context.profile.isGuarded() || context.unlocked)
        return std::nullopt;
    return complain(
        Error{ErrorCode::Refused, "write to", context.profile.name,
              context.profile.production
                  ? "this is a production connection, which is read-only. Add --unlock to allow this command to write"
                  : "this connection is read-only. Add --unlock to allow this command to write"});
}

} // namespace lockscope::ctl
