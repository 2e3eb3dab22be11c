// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"

#include "core/base/Path.h"
#include "core/sources/zookeeper/dialects/RecognitionTrace.h"

#include <algorithm>
#include <tuple>

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

} // namespace

bool fitsAt(const Dialect& dialect, std::string_view path)
{
    const bool hasAncestor =
        dialect.ancestors.empty() ||
        std::any_of(dialect.ancestors.begin(), dialect.ancestors.end(), [&](const std::string& name) {
            return name.starts_with('/') ? isWithin(path, name) : hasComponent(path, name);
        });
    return hasAncestor &&
           (dialect.places.empty() || std::any_of(dialect.places.begin(), dialect.places.end(),
                                                  [&](const PlacePattern& place) { return place.matches(path); }));
}

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

bool DialectPart::isModeInPayload(std::string_view name) const
{
    return std::any_of(modes.begin(), modes.end(),
                       [&](const PayloadMode& one) { return one.name.match(name).has_value(); });
}

std::optional<LockMode> DialectPart::modeOf(std::string_view name, const ContenderDetails* details) const
{
    const bool isRead = details && details->isPayloadKnown;
    for (const auto& one : modes) {
        if (one.name.match(name) && isRead && (!one.payload || one.payload->matches(details->payload)))
            return one.mode;
    }
    return std::nullopt;
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
    if (dialect && dialect->election)
        return *dialect->election;
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
            return std::tuple(dialect.certainty, !dialect.payloadIs, dialect.places.empty(), dialect.ancestors.empty(),
                              -mark.pattern->weight());
        };
        return rank(a) < rank(b);
    };
    std::stable_sort(m_marks.begin(), m_marks.end(), reportsMore);
    std::stable_sort(m_singleMarks.begin(), m_singleMarks.end(), reportsMore);
    for (const auto& mark : m_singleMarks) {
        const auto& dialect = m_dialects[mark.dialect];
        if (dialect.certainty == Certainty::Certain && !dialect.places.empty())
            m_placedMarks.push_back({mark, mark.pattern->sample()});
    }
}

const Dialect* DialectCatalogue::find(std::string_view id) const
{
    const auto found =
        std::find_if(m_dialects.begin(), m_dialects.end(), [&](const Dialect& dialect) { return dialect.id == id; });
    return found == m_dialects.end() ? nullptr : &*found;
}

bool DialectCatalogue::mayBeAt(const Dialect& dialect, std::string_view directory) const
{
    if (dialect.queue.at.empty())
        return fitsAt(dialect, directory);
    const auto lock = lockOf(directory, dialect.queue.at);
    return !lock.empty() && fitsAt(dialect, lock);
}

bool DialectCatalogue::mayVote(std::string_view directory, std::string_view name) const
{
    const queue::NumberedName numbered(name);
    return std::any_of(m_marks.begin(), m_marks.end(), [&](const Mark& mark) {
        return mark.pattern->match(numbered) && mayBeAt(m_dialects[mark.dialect], directory);
    });
}

bool DialectCatalogue::namesContender(std::string_view name) const
{
    const queue::NumberedName numbered(name);
    return std::any_of(m_marks.begin(), m_marks.end(), [&](const Mark& mark) {
        return mark.pattern->isSequential() && mark.pattern->match(numbered).has_value();
    });
}

const Dialect* DialectCatalogue::recogniseSingle(std::string_view path, RecognitionTrace* trace) const
{
    const auto name = baseName(path);
    const Dialect* found = nullptr;
    for (const auto& mark : m_singleMarks) {
        const auto& dialect = m_dialects[mark.dialect];
        if (!mark.pattern->match(name))
            continue;
        if (found || !fitsAt(dialect, path)) {
            if (trace)
                found ? trace->comesLater(dialect, *found) : trace->failAtPlace(dialect, path);
            continue;
        }
        found = &dialect;
        if (!trace)
            break;
    }
    if (!found) {
        const auto named = std::find_if(m_dialects.begin(), m_dialects.end(), [&](const Dialect& dialect) {
            return dialect.kind == LockKind::Single && namesSingle(dialect, name) && fitsAt(dialect, path);
        });
        found = named == m_dialects.end() ? nullptr : &*named;
        if (found && namesContender(name)) { // contenders' names often contain the word "lock"
            if (trace)
                trace->failAsContender(*found, name);
            found = nullptr;
        }
    }
    const auto* noLock = found && found->places.empty() ? knownAsNoLock(path) : nullptr;
    if (noLock && trace)
        trace->failAsNoLock(*found, *noLock, name);
    return noLock ? nullptr : found;
}

/// The dialect of names that are no locks that has this place and name; null if there is none.
const Dialect* DialectCatalogue::knownAsNoLock(std::string_view path) const
{
    const auto name = baseName(path);
    const auto parent = parentOf(path);
    const auto found = std::find_if(m_marks.begin(), m_marks.end(), [&](const Mark& mark) {
        const auto& dialect = m_dialects[mark.dialect];
        return !dialect.isLock() && !dialect.places.empty() && mark.pattern->match(name) && fitsAt(dialect, parent);
    });
    return found == m_marks.end() ? nullptr : &m_dialects[found->dialect];
}

} // namespace lockscope::inspect
