// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/json/JsonPlaces.h"

#include "core/base/Phrase.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace lockscope::console {

namespace {

/// Walks over a good document. Depth is bounded by QJsonDocument, which refuses more than 1,024 levels.
class Walk final {
public:
    Walk(const QByteArray& json, QHash<QString, qsizetype>& lines)
        : m_json(json)
        , m_lines(lines)
    {
    }

    void value(const QString& name)
    {
        space();
        m_lines.insert(name, m_line);
        switch (peek()) {
        case '{':
            members(name);
            break;
        case '[':
            elements(name);
            break;
        case '"':
            text();
            break;
        default:
            while (m_at < m_json.size() && !QByteArrayLiteral(",]} \t\r\n").contains(peek()))
                ++m_at;
        }
    }

private:
    [[nodiscard]] char peek() const { return m_at < m_json.size() ? m_json.at(m_at) : '\0'; }

    void space()
    {
        for (; m_at < m_json.size() && QByteArrayLiteral(" \t\r\n").contains(peek()); ++m_at)
            m_line += peek() == '\n' ? 1 : 0;
    }

    /// Past a comma or a colon, and the blanks around.
    bool past(char mark)
    {
        space();
        if (peek() != mark)
            return false;
        ++m_at;
        space();
        return true;
    }

    QByteArray text()
    {
        const auto begin = m_at++;
        for (; m_at < m_json.size() && peek() != '"'; ++m_at)
            m_at += peek() == '\\' ? 1 : 0;
        ++m_at;
        return m_json.mid(begin, m_at - begin);
    }

    void members(const QString& name)
    {
        past('{');
        while (m_at < m_json.size() && peek() != '}') {
            const QJsonArray key = QJsonDocument::fromJson('[' + text() + ']').array(); // with its escapes undone
            past(':');
            const QString own = key.at(0).toString();
            value(name.isEmpty() ? own : name + u'.' + own);
            past(',');
        }
        past('}');
    }

    void elements(const QString& name)
    {
        past('[');
        for (int i = 0; m_at < m_json.size() && peek() != ']'; ++i) {
            value(QStringLiteral("%1[%2]").arg(name).arg(i));
            past(',');
        }
        past(']');
    }

    const QByteArray& m_json;
    QHash<QString, qsizetype>& m_lines;
    qsizetype m_at = 0;
    qsizetype m_line = 1;
};

} // namespace

JsonPlaces::JsonPlaces(const QByteArray& json)
{
    Walk(json, m_lines).value({});
}

QString JsonPlaces::of(const QString& member) const
{
    QString name = member;
    while (!m_lines.contains(name)) {
        const auto cut = std::max(name.lastIndexOf(u'.'), name.lastIndexOf(u'['));
        name.truncate(std::max<qsizetype>(cut, 0));
    }
    return QString::fromStdString(phrase("line %1", m_lines.value(name)));
}

} // namespace lockscope::console
