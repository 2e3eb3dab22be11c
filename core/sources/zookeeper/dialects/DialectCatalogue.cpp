// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"

#include "core/base/Path.h"
#include "core/queue/SequentialNames.h"

#include <algorithm>
#include <map>

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

queue::SequentialFacts sequentialFactsOf(const DirectoryFacts& directory)
{
    queue::SequentialFacts facts{directory.created, {}};
    if (directory.details)
        facts.creationId = [details = directory.details](const std::string& name) {
            const auto known = details->find(name);
            return known == details->end() ? 0 : known->second.creationId;
        };
    return facts;
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

bool DialectPart::isModeInPayload(std::string_view name) const
{
    return std::any_of(modes.begin(), modes.end(),
                       [&](const PayloadMode& one) { return one.name.match(name).has_value(); });
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

Recognised DialectCatalogue::recognise(const DirectoryFacts& directory) const
{
    const auto& children = directory.children;
    if (children.empty())
        return {};
    std::vector<Mark> marks;
    std::copy_if(m_marks.begin(), m_marks.end(), std::back_inserter(marks), [&](const Mark& mark) {
        const auto& dialect = m_dialects[mark.dialect];
        return mayBeAt(dialect, directory.path) && !(directory.isAlone && !dialect.queue.at.empty());
    });
    Recognised result;
    std::map<std::size_t, bool> isMeant; // by the payloads, where a dialect needs them
    std::erase_if(marks, [&](const Mark& mark) {
        if (!m_dialects[mark.dialect].payloadIs)
            return false;
        auto known = isMeant.find(mark.dialect);
        if (known == isMeant.end()) {
            const auto says = saysPayload(m_dialects[mark.dialect], directory, result.toRead);
            known = isMeant.emplace(mark.dialect, says.value_or(false)).first;
        }
        return !known->second;
    });
    // Children that are locks by themselves, whatever their numbers.
    std::vector<Mark> singles;
    std::copy_if(m_singleMarks.begin(), m_singleMarks.end(), std::back_inserter(singles), [&](const Mark& mark) {
        const auto& dialect = m_dialects[mark.dialect];
        return dialect.certainty == Certainty::Certain && !dialect.places.empty() &&
               fitsAt(dialect, joinPath(directory.path, mark.pattern->sample()));
    });
    std::vector<std::size_t> speakers(m_dialects.size(), 0);
    std::vector<bool> contradicted; // filled on the first need
    for (std::size_t child = 0; child < children.size(); ++child) {
        const queue::NumberedName name(children[child]);
        const bool isSingle = std::any_of(singles.begin(), singles.end(), [&](const Mark& mark) {
            return mark.pattern->match(name) &&
                   fitsAt(m_dialects[mark.dialect], joinPath(directory.path, children[child]));
        });
        if (isSingle)
            continue;
        const auto fits = std::find_if(marks.begin(), marks.end(),
                                       [&](const Mark& mark) { return mark.pattern->match(name).has_value(); });
        if (fits == marks.end())
            continue;
        if (m_dialects[fits->dialect].certainty == Certainty::Possible && fits->pattern->isSequential()) {
            if (contradicted.empty())
                contradicted = queue::notMadeSequential(children, sequentialFactsOf(directory));
            if (contradicted[child])
                continue;
        }
        ++speakers[fits->dialect];
    }

    struct Choice {
        const Dialect* dialect = nullptr;
        std::size_t index = 0;
        std::size_t contenders = 0;
    } best;
    for (const auto certainty : {Certainty::Certain, Certainty::Possible}) {
        for (std::size_t i = 0; i < m_dialects.size() && !(certainty == Certainty::Possible && best.dialect); ++i) {
            if (speakers[i] == 0 || m_dialects[i].certainty != certainty)
                continue;
            const auto contenders = std::max(contendersAmong(m_dialects[i].queue, children), speakers[i]);
            if (!best.dialect || contenders > best.contenders ||
                (contenders == best.contenders && speakers[i] > speakers[best.index]))
                best = {&m_dialects[i], i, contenders};
        }
    }
    if (!best.dialect)
        return {};
    const auto* before = directory.before;
    if (before && before != best.dialect && before->certainty == Certainty::Certain &&
        contendersAmong(before->queue, children) >= best.contenders)
        return {before, Need::Nothing};
    result.dialect = best.dialect;
    result.needs = result.toRead.empty() ? best.dialect->needs : Need::Payload;
    return result;
}

/// Whether the first payload that is known, of a child with the dialect's names, says so. Nothing if none is known;
/// then `toRead` is such a child, if there is one.
std::optional<bool> DialectCatalogue::saysPayload(const Dialect& dialect, const DirectoryFacts& directory,
                                                  std::string& toRead) const
{
    const std::string* unread = nullptr;
    for (const auto& child : directory.children) {
        if (!isMark(dialect.queue, child))
            continue;
        const auto known = directory.details ? directory.details->find(child) : DetailsByNode::const_iterator();
        if (directory.details && known != directory.details->end())
            return dialect.payloadIs->matches(known->second.payload);
        unread = unread ? unread : &child;
    }
    if (unread)
        toRead = *unread;
    return std::nullopt;
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
    const auto marked = std::find_if(m_singleMarks.begin(), m_singleMarks.end(), [&](const Mark& mark) {
        return mark.pattern->match(name) && fitsAt(m_dialects[mark.dialect], path);
    });
    const Dialect* found = marked == m_singleMarks.end() ? nullptr : &m_dialects[marked->dialect];
    if (!found) {
        const auto named = std::find_if(m_dialects.begin(), m_dialects.end(), [&](const Dialect& dialect) {
            return dialect.kind == LockKind::Single && namesSingle(dialect, name) && fitsAt(dialect, path);
        });
        // Contenders' names often contain the word "lock".
        found = named == m_dialects.end() || namesContender(name) ? nullptr : &*named;
    }
    return found && found->places.empty() && isKnownAsNoLock(path) ? nullptr : found;
}

/// Whether a dialect of names that are no locks has this place and name.
bool DialectCatalogue::isKnownAsNoLock(std::string_view path) const
{
    const auto name = baseName(path);
    const auto parent = parentOf(path);
    return std::any_of(m_marks.begin(), m_marks.end(), [&](const Mark& mark) {
        const auto& dialect = m_dialects[mark.dialect];
        return !dialect.isLock() && !dialect.places.empty() && mark.pattern->match(name) && fitsAt(dialect, parent);
    });
}

} // namespace lockscope::inspect
