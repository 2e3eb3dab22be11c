// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/files/Table.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

/// Includes the fullwidth forms, which some spreadsheets accept as well.
bool isComputed(const QString& text)
{
    return !text.isEmpty() && u"=+-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20"_s.contains(text.front());
}

bool isNumber(const QVariant& value)
{
    switch (value.typeId()) {
    case QMetaType::Int:
    case QMetaType::UInt:
    case QMetaType::LongLong:
    case QMetaType::ULongLong:
    case QMetaType::Double:
        return true;
    default:
        return false;
    }
}

QString wholeText(const QVariant& value)
{
    if (value.typeId() == QMetaType::QJsonObject)
        return QString::fromUtf8(QJsonDocument(value.toJsonObject()).toJson(QJsonDocument::Compact));
    return value.typeId() == QMetaType::QStringList ? value.toStringList().join(u"; "_s) : value.toString();
}

QString harmless(const QString& text)
{
    return isComputed(text) ? u'\'' + text : text;
}

void appendCell(QByteArray& csv, const QVariant& value)
{
    if (!value.isValid())
        return;
    if (isNumber(value) || value.typeId() == QMetaType::Bool) {
        csv += value.toString().toLatin1();
        return;
    }
    auto text = harmless(wholeText(value));
    text.replace(QChar(QChar::Null), QChar(QChar::ReplacementCharacter)).replace(u'"', u"\"\""_s);
    csv += '"';
    csv += text.toUtf8();
    csv += '"';
}

QString validText(const QString& text)
{
    return text.isValidUtf16() ? text : QString::fromUtf8(text.toUtf8());
}

QJsonValue jsonValue(const QVariant& value)
{
    if (!value.isValid())
        return QJsonValue::Null;
    if (value.typeId() == QMetaType::QString)
        return validText(value.toString());
    if (value.typeId() != QMetaType::QStringList)
        return QJsonValue::fromVariant(value);
    QJsonArray texts;
    for (const auto& text : value.toStringList())
        texts.append(validText(text));
    return texts;
}

} // namespace

QByteArray csvOf(const Table& table)
{
    QByteArray csv;
    const auto appendLine = [&csv](const QVariantList& values) {
        for (auto i = 0; i < values.size(); ++i) {
            if (i > 0)
                csv += ',';
            appendCell(csv, values[i]);
        }
        csv += "\r\n";
    };
    appendLine({table.keys.begin(), table.keys.end()});
    for (const auto& row : table.rows)
        appendLine(row);
    return csv;
}

QByteArray jsonOf(const Table& table)
{
    QJsonArray rows;
    for (const auto& row : table.rows) {
        QJsonObject object;
        for (auto i = 0; i < std::min(table.keys.size(), row.size()); ++i)
            object.insert(table.keys[i], jsonValue(row[i]));
        rows.append(object);
    }
    return QJsonDocument(rows).toJson();
}

QString tabSeparated(const std::vector<QVariantList>& rows)
{
    QStringList lines;
    for (const auto& row : rows) {
        QStringList cells;
        for (const auto& value : row) {
            auto text = isNumber(value) ? value.toString() : harmless(wholeText(value));
            for (auto& character : text) {
                if (u"\t\r\n\u2028\u2029"_s.contains(character) || character.isNull())
                    character = u' ';
            }
            cells << text;
        }
        lines << cells.join(u'\t');
    }
    return lines.join(u'\n');
}

} // namespace lockscope::ui
