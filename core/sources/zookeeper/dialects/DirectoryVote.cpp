// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Which dialect a directory belongs to: its children vote.

#include "core/base/Path.h"
#include "core/queue/SequentialNames.h"
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"
#include "core/sources/zookeeper/dialects/RecognitionTrace.h"

#include <algorithm>
#include <map>
#include <optional>

namespace lockscope::inspect {

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

/// One decision, step by step. With a trace it decides the same, and tells what each dialect said.
class DialectCatalogue::DirectoryVote final {
public:
    DirectoryVote(const DialectCatalogue& catalogue, const DirectoryFacts& directory, RecognitionTrace* trace)
        : m_catalogue(catalogue)
        , m_directory(directory)
        , m_trace(trace)
        , m_votes(catalogue.m_dialects.size(), 0)
    {
    }

    [[nodiscard]] Recognised decide()
    {
        takePlace();
        takePayloads();
        takeSingles();
        for (std::size_t child = 0; child < m_directory.children.size(); ++child)
            vote(child);
        const auto best = choose();
        if (m_trace)
            explain(best);
        if (!m_result.toRead.empty())
            m_result.needs = Need::Payload;
        if (!best.dialect)
            return m_result;
        const auto* before = m_directory.before;
        if (before && before != best.dialect && before->certainty == Certainty::Certain &&
            contendersAmong(before->queue, m_directory.children) >= best.contenders) {
            if (m_trace)
                m_trace->keep(*before, *best.dialect);
            return {before, Need::Nothing};
        }
        m_result.dialect = best.dialect;
        if (m_result.toRead.empty())
            m_result.needs = best.dialect->needs;
        return m_result;
    }

private:
    struct Choice {
        const Dialect* dialect = nullptr;
        std::size_t index = 0;
        std::size_t contenders = 0;
    };

    [[nodiscard]] const Dialect& dialectOf(const Mark& mark) const { return m_catalogue.m_dialects[mark.dialect]; }

    void takePlace()
    {
        std::vector<std::optional<bool>> isPlace(m_catalogue.m_dialects.size());
        for (const auto& mark : m_catalogue.m_marks) {
            const auto& dialect = dialectOf(mark);
            auto& fits = isPlace[mark.dialect];
            if (!fits)
                fits = m_catalogue.mayBeAt(dialect, m_directory.path) &&
                       !(m_directory.isAlone && !dialect.queue.at.empty());
            if (*fits)
                m_marks.push_back(mark);
            else if (m_trace && std::any_of(m_directory.children.begin(), m_directory.children.end(),
                                            [&](const std::string& name) { return mark.pattern->match(name); }))
                m_trace->failAtPlace(dialect, m_directory.path);
        }
    }

    void takePayloads()
    {
        std::map<std::size_t, bool> isMeant;
        std::erase_if(m_marks, [&](const Mark& mark) {
            if (!dialectOf(mark).payloadIs)
                return false;
            const auto [known, isNew] = isMeant.emplace(mark.dialect, false);
            if (isNew)
                known->second = saysPayload(dialectOf(mark));
            return !known->second;
        });
    }

    /// Whether the first payload that is known, of a child with the dialect's names, says so. If none is known, the
    /// first such child is to be read.
    [[nodiscard]] bool saysPayload(const Dialect& dialect)
    {
        const std::string* unread = nullptr;
        const std::string* unreadable = nullptr;
        for (const auto& child : m_directory.children) {
            if (!isMark(dialect.queue, child))
                continue;
            const auto* known = detailsOf(child);
            if (known && known->isPayloadKnown) {
                const bool says = dialect.payloadIs->matches(known->payload);
                if (!says && m_trace)
                    m_trace->failByPayload(dialect, child);
                return says;
            }
            auto& first = known ? unreadable : unread;
            first = first ? first : &child;
        }
        if (unread)
            m_result.toRead = *unread;
        if (m_trace && (unread || unreadable))
            unread ? m_trace->failUnread(dialect, *unread) : m_trace->failUnreadable(dialect, *unreadable);
        return false;
    }

    [[nodiscard]] const ContenderDetails* detailsOf(const std::string& child) const
    {
        const auto known = m_directory.details ? m_directory.details->find(child) : DetailsByNode::const_iterator();
        return m_directory.details && known != m_directory.details->end() ? &known->second : nullptr;
    }

    /// Children that are locks by themselves, whatever their numbers.
    void takeSingles()
    {
        for (const auto& [mark, sample] : m_catalogue.m_placedMarks) {
            if (fitsAt(dialectOf(mark), joinPath(m_directory.path, sample)))
                m_singles.push_back(mark);
        }
    }

    void vote(std::size_t child)
    {
        const auto& text = m_directory.children[child];
        const queue::NumberedName name(text);
        const auto single = std::find_if(m_singles.begin(), m_singles.end(), [&](const Mark& mark) {
            return mark.pattern->match(name) && fitsAt(dialectOf(mark), joinPath(m_directory.path, text));
        });
        if (single != m_singles.end()) {
            if (m_trace)
                m_trace->fitsChild(dialectOf(*single), text);
            return;
        }
        const auto fits = std::find_if(m_marks.begin(), m_marks.end(),
                                       [&](const Mark& mark) { return mark.pattern->match(name).has_value(); });
        if (fits == m_marks.end())
            return;
        if (dialectOf(*fits).certainty == Certainty::Possible && fits->pattern->isSequential()) {
            if (m_numbers.empty())
                m_numbers = queue::checkNumbers(m_directory.children, sequentialFactsOf(m_directory));
            const auto& number = m_numbers[child];
            if (number.fault != queue::NumberFault::None) {
                if (m_trace)
                    m_trace->failByNumber(dialectOf(*fits), child, number, m_directory);
                return;
            }
        }
        ++m_votes[fits->dialect];
        if (!m_trace)
            return;
        for (auto later = fits + 1; later != m_marks.end(); ++later) {
            if (later->dialect != fits->dialect && later->pattern->match(name))
                m_trace->comesLater(dialectOf(*later), dialectOf(*fits));
        }
    }

    [[nodiscard]] Choice choose() const
    {
        Choice best;
        const auto& dialects = m_catalogue.m_dialects;
        for (const auto certainty : {Certainty::Certain, Certainty::Possible}) {
            for (std::size_t i = 0; i < dialects.size() && !(certainty == Certainty::Possible && best.dialect); ++i) {
                if (m_votes[i] == 0 || dialects[i].certainty != certainty)
                    continue;
                const auto contenders = std::max(contendersAmong(dialects[i].queue, m_directory.children), m_votes[i]);
                if (!best.dialect || contenders > best.contenders ||
                    (contenders == best.contenders && m_votes[i] > m_votes[best.index]))
                    best = {&dialects[i], i, contenders};
            }
        }
        return best;
    }

    void explain(const Choice& best)
    {
        if (best.dialect)
            m_trace->fit(*best.dialect, best.contenders, m_directory.children.size());
        for (std::size_t i = 0; i < m_votes.size(); ++i) {
            const auto& dialect = m_catalogue.m_dialects[i];
            if (m_votes[i] > 0 && best.dialect && best.dialect != &dialect)
                m_trace->failByVotes(dialect, m_votes[i], *best.dialect, m_votes[best.index]);
        }
        for (const auto& mark : m_marks) {
            const auto& dialect = dialectOf(mark);
            if (!dialect.places.empty() || !dialect.ancestors.empty() || !dialect.queue.at.empty())
                m_trace->failByName(dialect); // unless it has said something else
        }
    }

    const DialectCatalogue& m_catalogue;
    const DirectoryFacts& m_directory;
    RecognitionTrace* m_trace; ///< may be null
    std::vector<Mark> m_marks;
    std::vector<Mark> m_singles;
    std::vector<std::size_t> m_votes;          ///< by dialect
    std::vector<queue::NumberCheck> m_numbers; ///< filled on the first need
    Recognised m_result;
};

Recognised DialectCatalogue::recognise(const DirectoryFacts& directory, RecognitionTrace* trace) const
{
    if (directory.children.empty())
        return {};
    return DirectoryVote(*this, directory, trace).decide();
}

} // namespace lockscope::inspect
