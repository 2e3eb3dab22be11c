// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/json/JsonSyntax.h"

#include "core/base/Phrase.h"

#include <QJsonDocument>
#include <QJsonParseError>
#include <QSet>

#include <optional>
#include <vector>

namespace lockscope::ensemble {

namespace {

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

struct Lack {
    qsizetype at; ///< offset
    std::string reason;
};

/// Turns Qt's error, which names the construct it was reading, into what is missing and where.
Lack lackOf(const QByteArray& json, const QJsonParseError& error)
{
    auto end = json.size();
    while (end > 0 && isBlank(json[end - 1]))
        --end;
    // Qt's offset is right after the bracket.
    if (const auto bracket = error.offset - 1; error.error == QJsonParseError::MissingObject && bracket < json.size())
        return {json.lastIndexOf(',', bracket), phrase("remove the comma before %1", std::string(1, json[bracket]))};
    if (error.offset >= end)
        return {error.offset, phrase("unexpected end of the text")};
    switch (error.error) {
    case QJsonParseError::UnterminatedObject:
        return {error.offset, phrase("a comma or } is missing")};
    case QJsonParseError::UnterminatedArray:
    case QJsonParseError::MissingValueSeparator:
        return {error.offset, phrase("a comma or ] is missing")};
    case QJsonParseError::MissingNameSeparator:
        return {error.offset, phrase("a colon is missing")};
    case QJsonParseError::IllegalValue:
    case QJsonParseError::IllegalNumber:
        return {error.offset, phrase("not a valid value (put strings in quotes)")};
    default:
        return {error.offset, error.errorString().toStdString()};
    }
}

struct Repeated {
    qsizetype at; ///< offset
    QString key;
};

/// The first name that occurs twice in an object; Qt would keep only its last value. `json` must be valid.
std::optional<Repeated> repeatedIn(const QByteArray& json)
{
    std::vector<QSet<QByteArray>> open; // the names in each open object; an open list has an empty set
    for (qsizetype at = 0; at < json.size(); ++at) {
        const char c = json[at];
        if (c == '{' || c == '[')
            open.emplace_back();
        else if ((c == '}' || c == ']') && !open.empty())
            open.pop_back();
        if (c != '"')
            continue;
        const auto begin = at++;
        for (; at < json.size() && json[at] != '"'; ++at)
            at += json[at] == '\\' ? 1 : 0;
        auto next = at + 1;
        while (next < json.size() && isBlank(json[next]))
            ++next;
        if (open.empty() || next >= json.size() || json[next] != ':')
            continue;
        const auto key = json.mid(begin + 1, at - begin - 1);
        if (open.back().contains(key))
            return Repeated{begin, QString::fromUtf8(key)};
        open.back().insert(key);
    }
    return std::nullopt;
}

} // namespace

QString placeOf(const QByteArray& json, qsizetype offset)
{
    const auto before = json.left(offset);
    return QString::fromStdString(
        phrase("line %1, column %2", before.count('\n') + 1, offset - before.lastIndexOf('\n')));
}

tl::expected<QJsonObject, SyntaxFault> readJsonObject(const QByteArray& json, const QString& looks)
{
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(json, &error);
    if (error.error != QJsonParseError::NoError) {
        const auto lack = lackOf(json, error);
        return tl::unexpected(
            SyntaxFault{placeOf(json, lack.at), QString::fromStdString(phrase("invalid JSON: %1", lack.reason))});
    }
    if (!document.isObject())
        return tl::unexpected(
            SyntaxFault{placeOf(json, 0), QString::fromStdString(phrase("not a JSON object: use %1", looks))});
    if (const auto repeated = repeatedIn(json))
        return tl::unexpected(
            SyntaxFault{placeOf(json, repeated->at),
                        QString::fromStdString(phrase("\"%1\" appears twice: remove one of them", repeated->key))});
    return document.object();
}

} // namespace lockscope::ensemble
