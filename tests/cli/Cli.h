// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/LineProcess.h"

#include <QJsonArray>
#include <QJsonValue>
#include <QMap>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <cmath>
#include <memory>

namespace lockscope::test {

/// The result of a finished command.
struct Outcome {
    int status = -1; ///< 128 and more: ended by a signal, or by the test after the wait limit
    QByteArray out;
    QByteArray err;

    [[nodiscard]] QJsonObject json() const { return QJsonDocument::fromJson(out).object(); }
    /// The message of a failed check.
    [[nodiscard]] QByteArray reported() const { return "status " + QByteArray::number(status) + "\n" + err + out; }
};

/// The built lockscopectl.
inline QString lockscopectl()
{
    return QStringLiteral(LOCKSCOPECTL);
}

/// The folder of this test's commands for their data; removed at exit.
inline QString dataHome()
{
    static const QTemporaryDir folder;
    return folder.path();
}

/// The environment without variables that change the command's behaviour, and with these variables.
inline QProcessEnvironment environmentWith(const QMap<QString, QString>& variables = {})
{
    auto environment = QProcessEnvironment::systemEnvironment();
    for (const auto* name : {"LOCKSCOPE_CONNECT", "LOCKSCOPE_DEBUG"})
        environment.remove(QLatin1String(name));
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), QStringLiteral("/nonexistent")); // no dialects of the user
    environment.insert(QStringLiteral("XDG_DATA_HOME"), dataHome());
    for (auto variable = variables.begin(); variable != variables.end(); ++variable)
        environment.insert(variable.key(), variable.value());
    return environment;
}

/// Runs a command to its end, with empty standard input.
inline Outcome runCtl(const QStringList& arguments, const QProcessEnvironment& environment = environmentWith())
{
    LineProcess process(lockscopectl(), arguments, environment);
    process.endInput();
    if (!process.waitForEnd())
        process.signal(SIGKILL);
    [[maybe_unused]] const bool ended = process.waitForEnd();
    Outcome outcome{process.exitCode(), {}, process.errors()};
    for (const auto& line : process.lines())
        outcome.out += line + '\n';
    return outcome;
}

/// The description of the program, its commands and their JSON.
inline QJsonObject described()
{
    return runCtl({QStringLiteral("--describe")}).json();
}

inline std::unique_ptr<LineProcess> startCtl(const QStringList& arguments)
{
    return std::make_unique<LineProcess>(lockscopectl(), arguments, environmentWith());
}

/// True if `value` has the form that the documentation calls "string", "int", "number", "bool", "array", "object",
/// "time" (ISO 8601, UTC), "hex" ("0x…"), or one of these "|null".
inline bool hasForm(const QJsonValue& value, const QString& form)
{
    static const QRegularExpression time(QStringLiteral("^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"));
    static const QRegularExpression hex(QStringLiteral("^0x[0-9a-f]+$"));
    if (form.endsWith(QStringLiteral("|null")))
        return value.isNull() || hasForm(value, form.chopped(5));
    if (form == u"string")
        return value.isString();
    if (form == u"int")
        return value.isDouble() && std::floor(value.toDouble()) == value.toDouble();
    if (form == u"number")
        return value.isDouble();
    if (form == u"bool")
        return value.isBool();
    if (form == u"array")
        return value.isArray();
    if (form == u"object")
        return value.isObject();
    if (form == u"time")
        return time.match(value.toString()).hasMatch();
    if (form == u"hex")
        return hex.match(value.toString()).hasMatch();
    return value.isString() && form.split(u'/').contains(value.toString()); // one of these words
}

using Forms = QMap<QString, QString>;

/// The fields that are missing, of another form, or not documented; empty if there are none.
inline QByteArray deviations(const QJsonObject& object, const Forms& forms)
{
    QStringList wrong;
    for (auto form = forms.begin(); form != forms.end(); ++form) {
        if (!object.contains(form.key()) || !hasForm(object.value(form.key()), form.value()))
            wrong.append(form.key());
    }
    for (const auto& key : object.keys()) {
        if (!forms.contains(key))
            wrong.append(key + QStringLiteral(" (undocumented)"));
    }
    return wrong.join(QStringLiteral(", ")).toUtf8();
}

inline Forms contenderForms()
{
    return {{QStringLiteral("position"), QStringLiteral("int")},
            {QStringLiteral("state"), QStringLiteral("holds/waits")},
            {QStringLiteral("mode"), QStringLiteral("exclusive/shared")},
            {QStringLiteral("node"), QStringLiteral("string")},
            {QStringLiteral("path"), QStringLiteral("string")},
            {QStringLiteral("atGate"), QStringLiteral("bool")},
            {QStringLiteral("sequence"), QStringLiteral("int|null")},
            {QStringLiteral("session"), QStringLiteral("hex|null")},
            {QStringLiteral("client"), QStringLiteral("string|null")},
            {QStringLiteral("host"), QStringLiteral("string|null")},
            {QStringLiteral("hostSource"), QStringLiteral("adminserver/fourletter/payload/none")},
            {QStringLiteral("hostName"), QStringLiteral("string|null")},
            {QStringLiteral("pid"), QStringLiteral("int|null")},
            {QStringLiteral("processCommand"), QStringLiteral("string|null")},
            {QStringLiteral("server"), QStringLiteral("string|null")},
            {QStringLiteral("timeoutMs"), QStringLiteral("int|null")},
            {QStringLiteral("lastHeardMs"), QStringLiteral("int|null")},
            {QStringLiteral("expiresInMs"), QStringLiteral("int|null")},
            {QStringLiteral("reportedAt"), QStringLiteral("time|null")},
            {QStringLiteral("createdAt"), QStringLiteral("time")},
            {QStringLiteral("firstSeenAt"), QStringLiteral("time|null")},
            {QStringLiteral("ageMs"), QStringLiteral("int")},
            {QStringLiteral("czxid"), QStringLiteral("hex")},
            {QStringLiteral("payload"), QStringLiteral("string")},
            {QStringLiteral("payloadCutBytes"), QStringLiteral("int|null")},
            {QStringLiteral("waitsOn"), QStringLiteral("array")},
            {QStringLiteral("watches"), QStringLiteral("array|null")}};
}

/// True if it contains control characters other than line feeds (any Unicode ones) or bidirectional controls.
inline bool hasControls(const QByteArray& output)
{
    for (const auto c : QString::fromUtf8(output)) {
        if (c != u'\n' && !c.isPrint() && !c.isSurrogate())
            return true;
    }
    return false;
}

} // namespace lockscope::test
