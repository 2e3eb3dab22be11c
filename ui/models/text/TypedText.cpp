// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/text/TypedText.h"

#include "core/base/SessionStatus.h"

#include <algorithm>

namespace lockscope::ui {

namespace {

char small(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

} // namespace

TypedText::TypedText(const QString& typed)
    : m_text(typed.trimmed())
{
    const bool isAscii = std::all_of(m_text.begin(), m_text.end(), [](QChar c) { return c.unicode() < 128; });
    if (!isAscii)
        return;
    m_ascii = m_text.toLower().toStdString();
    m_isInId = m_ascii.find_first_not_of("0123456789abcdefx") == std::string::npos;
}

bool TypedText::setEnsemble(const ensemble::EnsembleFacts* facts)
{
    std::unordered_set<SessionId> sessions;
    if (facts && !isEmpty()) {
        for (const auto& [id, session] : facts->sessions) {
            if (isIn(session.host))
                sessions.insert(id);
        }
    }
    const bool isOther = sessions != m_sessions;
    m_sessions = std::move(sessions);
    return isOther;
}

bool TypedText::isIn(std::string_view text) const
{
    if (m_ascii.empty())
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()))
            .contains(m_text, Qt::CaseInsensitive);
    const auto isSame = [](char c, char wanted) { return small(c) == wanted; };
    return std::search(text.begin(), text.end(), m_ascii.begin(), m_ascii.end(), isSame) != text.end();
}

TypedText::Place TypedText::placeIn(const inspect::Contender& contender) const
{
    const auto& details = contender.details;
    const auto session = details ? details->session : contender.owner.value_or(0);
    if (details && isIn(details->client))
        return Place::Client;
    if ((details && isIn(details->host)) || (!m_sessions.empty() && m_sessions.contains(session)))
        return Place::Host;
    if (m_isInId && session != 0 && isIn(toHex(session)))
        return Place::Session;
    return isIn(contender.node) ? Place::Node : Place::Nowhere;
}

} // namespace lockscope::ui
