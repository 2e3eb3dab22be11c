// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"

#include "core/base/Path.h"

#include <algorithm>

namespace lockscope::inspect {

namespace {

bool hasComponent(std::string_view path, std::string_view name)
{
    while (!path.empty()) {
        const auto slash = path.find('/');
        if (path.substr(0, slash) == name)
            return true;
        if (slash == std::string_view::npos)
            break;
        path.remove_prefix(slash + 1);
    }
    return false;
}

bool fitsAncestors(const Dialect& dialect, std::string_view path)
{
    return dialect.ancestors.empty() ||
           std::any_of(dialect.ancestors.begin(), dialect.ancestors.end(), [&](const std::string& name) {
               return name.starts_with('/') ? isWithin(path, name) : hasComponent(path, name);
           });
}

} // namespace

bool speaksOf(const Dialect& dialect, std::string_view name)
{
    if (dialect.words.empty())
        return false;
    std::string lower(name);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    for (const auto& word : dialect.exceptWords) {
        for (auto at = lower.find(word); at != std::string::npos; at = lower.find(word, at + 1))
            lower.replace(at, word.size(), 1, ' ');
    }
    return std::any_of(dialect.words.begin(), dialect.words.end(),
                       [&](const std::string& word) { return lower.find(word) != std::string::npos; });
}

std::string lockOf(std::string_view directory, std::string_view ending)
{
    if (!directory.ends_with(ending) || directory.size() == ending.size())
        return {};
    const auto path = directory.substr(0, directory.size() - ending.size());
    return path.back() == '/' && path.size() > 1 ? std::string() : std::string(path);
}

std::size_t contendersAmong(const DialectPart& part, std::span<const std::string> children)
{
    const auto& patterns = part.scheme.patterns;
    return static_cast<std::size_t>(std::count_if(children.begin(), children.end(), [&](const std::string& child) {
        const queue::NumberedName name(child);
        return std::any_of(patterns.begin(), patterns.end(),
                           [&](const auto& one) { return one.pattern.match(name).has_value(); });
    }));
}

bool isMark(const DialectPart& part, std::string_view name)
{
    return std::any_of(part.marks.begin(), part.marks.end(),
                       [&](const queue::NamePattern& mark) { return mark.match(name).has_value(); });
}

bool namesSingle(const Dialect& dialect, std::string_view name)
{
    return isMark(dialect.queue, name) || (!queue::sequenceOf(name) && speaksOf(dialect, name));
}

bool isElection(const Lock& lock, const Dialect* dialect)
{
    if (lock.kind != LockKind::Single)
        return lock.kind == LockKind::Latch;
    return !dialect || !speaksOf(*dialect, baseName(lock.path));
}

DialectCatalogue::DialectCatalogue(std::vector<Dialect> dialects)
    : m_dialects(std::move(dialects))
{
    for (std::size_t i = 0; i < m_dialects.size(); ++i) {
        const auto& dialect = m_dialects[i];
        auto& marks = dialect.kind == LockKind::Single ? m_singleMarks : m_marks;
        for (const auto& mark : dialect.queue.marks)
            marks.push_back({&mark, i});
        if (dialect.layout)
            m_spreadOut.push_back(&dialect);
    }
    const auto reportsMore = [this](const Mark& a, const Mark& b) {
        const auto rank = [this](const Mark& mark) {
            const auto& dialect = m_dialects[mark.dialect];
            return std::tuple(dialect.isFallback, dialect.ancestors.empty(), -mark.pattern->weight());
        };
        return rank(a) < rank(b);
    };
    std::stable_sort(m_marks.begin(), m_marks.end(), reportsMore);
    std::stable_sort(m_singleMarks.begin(), m_singleMarks.end(), reportsMore);
}

const Dialect* DialectCatalogue::find(std::string_view id) const
{
    const auto found =
        std::find_if(m_dialects.begin(), m_dialects.end(), [&](const Dialect& dialect) { return dialect.id == id; });
    return found == m_dialects.end() ? nullptr : &*found;
}

bool DialectCatalogue::mayBeAt(const Dialect& dialect, std::string_view directory) const
{
    return fitsAncestors(dialect, directory) &&
           (dialect.queue.at.empty() || !lockOf(directory, dialect.queue.at).empty());
}

Recognised DialectCatalogue::recognise(std::string_view directory, std::span<const std::string> children,
                                       const Dialect* before, bool isAlone) const
{
    std::vector<Mark> marks;
    std::copy_if(m_marks.begin(), m_marks.end(), std::back_inserter(marks), [&](const Mark& mark) {
        const auto& dialect = m_dialects[mark.dialect];
        return mayBeAt(dialect, directory) && !(isAlone && !dialect.queue.at.empty());
    });
    std::vector<std::size_t> speakers(m_dialects.size(), 0);
    std::vector<bool> speaksOfLock(m_dialects.size(), false);
    for (const auto& child : children) {
        const queue::NumberedName name(child);
        const auto fits = std::find_if(marks.begin(), marks.end(),
                                       [&](const Mark& mark) { return mark.pattern->match(name).has_value(); });
        if (fits == marks.end())
            continue;
        ++speakers[fits->dialect];
        speaksOfLock[fits->dialect] = speaksOfLock[fits->dialect] || speaksOf(m_dialects[fits->dialect], child);
    }

    struct Choice {
        const Dialect* dialect = nullptr;
        std::size_t index = 0;
        std::size_t contenders = 0;
    } best;
    for (const bool fallback : {false, true}) {
        for (std::size_t i = 0; i < m_dialects.size() && !(fallback && best.dialect); ++i) {
            if (speakers[i] == 0 || m_dialects[i].isFallback != fallback)
                continue;
            const auto contenders = std::max(contendersAmong(m_dialects[i].queue, children), speakers[i]);
            if (!best.dialect || contenders > best.contenders ||
                (contenders == best.contenders && speakers[i] > speakers[best.index]))
                best = {&m_dialects[i], i, contenders};
        }
    }
    if (!best.dialect)
        return {};
    if (before && before != best.dialect && !before->isFallback &&
        contendersAmong(before->queue, children) >= best.contenders)
        return {before, Certainty::Yes};
    return {best.dialect, speaksOfLock[best.index] ? Certainty::Yes : best.dialect->certainty};
}

bool DialectCatalogue::namesContender(std::string_view name) const
{
    const queue::NumberedName numbered(name);
    return std::any_of(m_marks.begin(), m_marks.end(), [&](const Mark& mark) {
        return mark.pattern->isSequential() && mark.pattern->match(numbered).has_value();
    });
}

const Dialect* DialectCatalogue::recogniseSingle(std::string_view path) const
{
    const auto name = baseName(path);
    for (const auto& mark : m_singleMarks) {
        const auto& dialect = m_dialects[mark.dialect];
        if (mark.pattern->match(name) && fitsAncestors(dialect, path))
            return &dialect;
    }
    if (namesContender(name))
        return nullptr; // contenders' names often contain the word "lock"
    for (const auto& dialect : m_dialects) {
        if (dialect.kind == LockKind::Single && namesSingle(dialect, name) && fitsAncestors(dialect, path))
            return &dialect;
    }
    return nullptr;
}

} // namespace lockscope::inspect
