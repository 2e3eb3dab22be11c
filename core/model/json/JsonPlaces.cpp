// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/json/JsonPlaces.h"

#include "core/model/json/JsonSyntax.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace lockscope::console {

namespace {

/// Walks over a valid document. The depth is bounded: QJsonDocument refuses more than 1,024 levels.
class Walk final {
public:
    Walk(const QByteArray& json, QHash<QString, qsizetype>& offsets)
        : m_json(json)
        , m_offsets(offsets)
    {
    }

    void value(const QString& name)
    {
        space();
        if (!m_offsets.contains(name)) // a member has its offset already: that of its name
            m_offsets.insert(name, m_at);
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
        while (m_at < m_json.size() && QByteArrayLiteral(" \t\r\n").contains(peek()))
            ++m_at;
    }

    /// Skips a comma or a colon, and the blanks around it.
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
            const auto begin = m_at;
            const QJsonArray key = QJsonDocument::fromJson('[' + text() + ']').array(); // decodes the escapes
            past(':');
            const QString own = key.at(0).toString();
            const QString member = name.isEmpty() ? own : name + u'.' + own;
            m_offsets.insert(member, begin);
            value(member);
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
    QHash<QString, qsizetype>& m_offsets;
    qsizetype m_at = 0;
};

} // namespace

JsonPlaces::JsonPlaces(const QByteArray& json)
    : m_json(json)
{
    Walk(json, m_offsets).value({});
}

QString JsonPlaces::of(const QString& member) const
{
    QString name = member;
    while (!m_offsets.contains(name)) {
        const auto cut = std::max(name.lastIndexOf(u'.'), name.lastIndexOf(u'['));
        name.truncate(std::max<qsizetype>(cut, 0));
    }
    return ensemble::placeOf(m_json, m_offsets.value(name));
}

} // namespace lockscope::console
