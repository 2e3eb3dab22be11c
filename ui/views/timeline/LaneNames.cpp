// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/timeline/LaneNames.h"

#include <QFontMetrics>

#include <algorithm>
#include <utility>

namespace lockscope::ui {

namespace {

constexpr QChar dots = u'…';

bool isInWord(QChar character)
{
    return character.isLetterOrNumber() || character.isSurrogate();
}

qsizetype commonBegin(const QString& one, const QString& other)
{
    return std::mismatch(one.begin(), one.end(), other.begin(), other.end()).first - one.begin();
}

qsizetype commonEnd(const QString& one, const QString& other)
{
    return std::mismatch(one.rbegin(), one.rend(), other.rbegin(), other.rend()).first - one.rbegin();
}

} // namespace

LaneNames::LaneNames(QStringList names)
    : m_names(std::move(names))
{
    std::sort(m_names.begin(), m_names.end());
    m_names.erase(std::unique(m_names.begin(), m_names.end()), m_names.end());
    if (m_names.size() < 2)
        return;
    const auto& first = m_names.constFirst();
    auto prefix = commonBegin(first, m_names.constLast()); // they are sorted
    auto suffix = first.size();
    auto shortest = first.size();
    for (const auto& name : std::as_const(m_names)) {
        suffix = std::min(suffix, commonEnd(first, name));
        shortest = std::min(shortest, name.size());
    }
    while (prefix > 0 && isInWord(first[prefix - 1]))
        --prefix;
    while (suffix > 0 && isInWord(first[first.size() - suffix]))
        --suffix;
    // Something is left of each name.
    m_suffix = suffix < shortest ? suffix : 0;
    m_prefix = prefix + m_suffix < shortest ? prefix : 0;
}

/// The number of characters at its beginning that one of the other names has, too.
qsizetype LaneNames::sharedWithAnother(const QString& name) const
{
    const auto found = std::lower_bound(m_names.begin(), m_names.end(), name);
    qsizetype shared = 0;
    if (found != m_names.begin())
        shared = commonBegin(name, *std::prev(found));
    if (const auto next = found != m_names.end() && *found == name ? std::next(found) : found; next != m_names.end())
        shared = std::max(shared, commonBegin(name, *next));
    return std::min(shared, name.size() - 1);
}

QString LaneNames::shortened(const QString& name, const QFontMetrics& metrics, int room) const
{
    const auto fits = [&](const QString& text) { return metrics.horizontalAdvance(text) <= room; };
    if (name.isEmpty() || fits(name))
        return name;
    const auto head = name.chopped(std::min(m_suffix, name.size()));
    if (m_suffix > 0 && fits(head + dots))
        return head + dots;
    auto rest = name;
    if (m_prefix > 0) {
        rest = dots + name.mid(m_prefix);
        if (fits(rest))
            return rest;
        if (auto middle = dots + head.mid(m_prefix) + dots; m_suffix > 0 && fits(middle))
            return middle;
    }
    auto atRight = metrics.elidedText(rest, Qt::ElideRight, room);
    const auto shared = sharedWithAnother(name);
    if (name.size() - rest.size() + atRight.size() - 1 > shared)
        return atRight;
    auto atLeft = metrics.elidedText(name, Qt::ElideLeft, room);
    const bool isEndOfAnother = std::any_of(m_names.begin(), m_names.end(), [&](const QString& other) {
        return other != name && other.endsWith(atLeft.mid(1));
    });
    if (isEndOfAnother) // they differ neither in their first nor in their last letters alone
        return metrics.elidedText(rest, Qt::ElideMiddle, room);
    return atLeft.size() > name.size() - shared ? atLeft
                                                : metrics.elidedText(dots + name.mid(shared), Qt::ElideRight, room);
}

} // namespace lockscope::ui
