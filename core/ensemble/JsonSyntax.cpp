// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/ensemble/JsonSyntax.h"

#include "core/base/Phrase.h"

#include <QJsonDocument>
#include <QJsonParseError>

namespace lockscope::ensemble {

namespace {

QString placeOf(const QByteArray& json, qsizetype offset)
{
    const auto before = json.left(offset);
    return QString::fromStdString(
        phrase("line %1, column %2", before.count('\n') + 1, offset - before.lastIndexOf('\n')));
}

/// Qt says what it was reading; who wrote the file wants to know what it lacks.
std::string lackOf(const QByteArray& json, const QJsonParseError& error)
{
    if (error.offset >= json.trimmed().size())
        return phrase("it ends before it is whole");
    switch (error.error) {
    case QJsonParseError::UnterminatedObject:
        return phrase("a comma or } is missing");
    case QJsonParseError::UnterminatedArray:
    case QJsonParseError::MissingValueSeparator:
        return phrase("a comma or ] is missing");
    case QJsonParseError::MissingNameSeparator:
        return phrase("a colon is missing");
    case QJsonParseError::IllegalValue:
    case QJsonParseError::IllegalNumber:
        return phrase("no value stands here (a text stands in quotes)");
    default:
        return error.errorString().toStdString();
    }
}

} // namespace

tl::expected<QJsonObject, SyntaxFault> readJsonObject(const QByteArray& json, const QString& looks)
{
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(json, &error);
    if (error.error != QJsonParseError::NoError)
        return tl::unexpected(SyntaxFault{placeOf(json, error.offset),
                                          QString::fromStdString(phrase("this is no JSON: %1", lackOf(json, error)))});
    if (!document.isObject())
        return tl::unexpected(
            SyntaxFault{placeOf(json, 0), QString::fromStdString(phrase("this is no JSON object: write %1", looks))});
    return document.object();
}

} // namespace lockscope::ensemble
