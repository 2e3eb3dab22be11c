// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Compares the JSON of commands with its description, see app/lockscopectl/JsonRecord.h.

#include "tests/cli/Cli.h"

#include <set>

namespace lockscope::test {

class DescribedJson final {
public:
    DescribedJson() { readRecords(described()); }

    /// What the object has that no document of the command has, or lacks; empty if it is one of its documents.
    [[nodiscard]] QString deviation(const QString& command, const QJsonObject& object)
    {
        QStringList deviations;
        for (const auto& document : m_documents.value(command)) {
            Seen seen;
            const auto deviation = recordDeviation(document, object, seen);
            if (deviation.isEmpty()) {
                m_seen.merge(seen);
                return {};
            }
            deviations << document + QStringLiteral(": ") + deviation;
        }
        return QStringLiteral("%1: %2").arg(command, deviations.join(QStringLiteral("; ")));
    }

    /// "record.field": those that the objects without deviation had.
    [[nodiscard]] const std::set<QString>& seen() const { return m_seen; }
    /// All "record.field".
    [[nodiscard]] std::set<QString> fields() const
    {
        std::set<QString> all;
        for (auto record = m_records.begin(); record != m_records.end(); ++record) {
            for (const auto& field : record.value())
                all.insert(record.key() + u'.' + field[u"name"].toString());
        }
        return all;
    }

private:
    using Seen = std::set<QString>;

    void readRecords(const QJsonObject& command)
    {
        const auto records = command.value(u"records").toArray();
        for (const auto& record : records)
            m_records.insert(record[u"name"].toString(), record[u"fields"].toArray());
        const auto documents = command.value(u"documents").toArray();
        for (const auto& document : documents)
            m_documents[command.value(u"name").toString()] << document.toString();
        const auto commands = command.value(u"commands").toArray();
        for (const auto& inner : commands)
            readRecords(inner.toObject());
    }

    QString recordDeviation(const QString& record, const QJsonObject& object, Seen& seen) const
    {
        if (!m_records.contains(record))
            return QStringLiteral("not described");
        QSet<QString> left;
        for (const auto& key : object.keys())
            left.insert(key);
        const auto fields = m_records.value(record);
        for (const auto& field : fields) {
            const auto name = field[u"name"].toString();
            const auto type = field[u"type"].toString();
            const auto matching = name == u"*" ? object.keys() : QStringList{name};
            for (const auto& key : matching) {
                if (!object.contains(key)) {
                    if (field[u"isOptional"].toBool())
                        continue;
                    return QStringLiteral("%1 is missing").arg(key);
                }
                if (!hasType(object.value(key), type, seen))
                    return QStringLiteral("%1 is not of the type %2").arg(key, type);
                seen.insert(record + u'.' + name);
                left.remove(key);
            }
        }
        return left.isEmpty() ? QString()
                              : QStringLiteral("%1 is not described").arg(QStringList(left.values()).join(u' '));
    }

    bool hasType(const QJsonValue& value, const QString& type, Seen& seen) const
    {
        const auto inner = type.mid(1, type.size() - 2);
        if (type.startsWith(u'[') && type.endsWith(u']')) {
            const auto list = value.toArray();
            return value.isArray() &&
                   std::all_of(list.begin(), list.end(), [&](const auto& one) { return hasType(one, inner, seen); });
        }
        if (type.startsWith(u'{')) {
            const auto object = value.toObject();
            return value.isObject() && std::all_of(object.begin(), object.end(),
                                                   [&](const auto& one) { return hasType(one, inner, seen); });
        }
        if (type.contains(u'|')) {
            const auto alternatives = type.split(u'|');
            return std::any_of(alternatives.begin(), alternatives.end(),
                               [&](const auto& one) { return hasType(value, one, seen); });
        }
        if (type.startsWith(u'@'))
            return value.isObject() && recordDeviation(type.mid(1), value.toObject(), seen).isEmpty();
        if (type == u"null")
            return value.isNull();
        if (type == u"integer")
            return hasForm(value, QStringLiteral("int"));
        if (type == u"boolean")
            return value.isBool();
        return hasForm(value, type);
    }

    QMap<QString, QJsonArray> m_records;
    QMap<QString, QStringList> m_documents; ///< by command
    Seen m_seen;
};

} // namespace lockscope::test
