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

/// `wanted`: ASCII in lower case, not empty. Called for 100,000 contenders at once: memchr() looks at many bytes
/// together.
bool containsSmall(std::string_view text, std::string_view wanted)
{
    if (text.size() < wanted.size())
        return false;
    const auto places = text.substr(0, text.size() - wanted.size() + 1);
    const auto startsWith = [&](char first) {
        for (auto at = places.find(first); at != std::string_view::npos; at = places.find(first, at + 1)) {
            if (std::equal(wanted.begin() + 1, wanted.end(), text.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                           [](char letter, char c) { return small(c) == letter; }))
                return true;
        }
        return false;
    };
    const auto first = wanted.front();
    return startsWith(first) || (first >= 'a' && first <= 'z' && startsWith(static_cast<char>(first - 'a' + 'A')));
}

bool isInsideCharacter(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; // UTF-8
}

/// Matching with backtracking to the last "*". `glob` is in lower case.
bool fitsWhole(std::string_view text, std::string_view glob)
{
    std::size_t at = 0;
    std::size_t in = 0;
    auto star = std::string_view::npos; // the last one in `glob`
    std::size_t begin = 0;              // of the text after that one's
    while (at < text.size()) {
        const auto wanted = in < glob.size() ? glob[in] : '\0';
        if (wanted == '*') {
            star = in++;
            begin = at;
        } else if (wanted == '?') {
            for (++at, ++in; at < text.size() && isInsideCharacter(text[at]);)
                ++at;
        } else if (in < glob.size() && small(text[at]) == wanted) {
            ++at;
            ++in;
        } else if (star != std::string_view::npos) {
            in = star + 1;
            at = ++begin;
        } else {
            return false;
        }
    }
    return glob.find_first_not_of('*', in) == std::string_view::npos;
}

bool fitsGlob(std::string_view text, std::string_view glob)
{
    if (fitsWhole(text, glob))
        return true;
    for (auto end = text.find_first_of("/:"); end != std::string_view::npos; end = text.find_first_of("/:")) {
        text.remove_prefix(end + 1);
        if (fitsWhole(text, glob))
            return true;
    }
    return false;
}

} // namespace

TypedText::TypedText(const QString& typed)
    : m_text(typed.trimmed())
{
    if (m_text.contains(u'*') || m_text.contains(u'?'))
        m_glob = m_text.toLower().toStdString();
    const bool isAscii = std::all_of(m_text.begin(), m_text.end(), [](QChar c) { return c.unicode() < 128; });
    if (!isAscii)
        return;
    m_ascii = m_text.toLower().toStdString();
    m_isInId = m_ascii.find_first_not_of("0123456789abcdefx*?") == std::string::npos;
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
    if (!m_glob.empty() && !m_ascii.empty())
        return fitsGlob(text, m_glob);
    if (!m_glob.empty())
        return fitsGlob(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).toLower().toStdString(),
                        m_glob);
    if (m_ascii.empty())
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()))
            .contains(m_text, Qt::CaseInsensitive);
    return containsSmall(text, m_ascii);
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
