// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/LocksFilter.h"

#include "core/zk/Values.h"

#include <algorithm>

namespace lockscope::ui {

namespace {

char small(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

} // namespace

LocksFilter::LocksFilter(const QString& typed)
    : m_text(typed.trimmed())
{
    const bool isAscii = std::all_of(m_text.begin(), m_text.end(), [](QChar c) { return c.unicode() < 128; });
    if (isAscii)
        m_ascii = m_text.toLower().toStdString();
}

bool LocksFilter::isIn(std::string_view text) const
{
    if (m_ascii.empty())
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()))
            .contains(m_text, Qt::CaseInsensitive);
    const auto isSame = [](char c, char wanted) { return small(c) == wanted; };
    return std::search(text.begin(), text.end(), m_ascii.begin(), m_ascii.end(), isSame) != text.end();
}

bool LocksFilter::matches(const std::string& path, const inspect::LockQueue* lock) const
{
    if (isEmpty() || isIn(path))
        return true;
    if (!lock)
        return false;
    return std::any_of(lock->queue.begin(), lock->queue.end(), [&](const inspect::Contender& contender) {
        if (isIn(contender.node))
            return true;
        const auto& details = contender.details;
        return details && (isIn(details->client) || isIn(details->host) || isIn(zk::toHex(details->session)));
    });
}

} // namespace lockscope::ui
