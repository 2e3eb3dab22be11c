// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/dialects/RecognitionTrace.h"

#include "core/base/Path.h"
#include "core/base/Phrase.h"
#include "core/sources/zookeeper/dialects/Releasable.h"
#include "core/zk/CreateCounter.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>

namespace lockscope::inspect {

namespace {

using queue::NumberFault;

std::string titleOf(const Dialect& dialect)
{
    return phrase(dialect.title.c_str());
}

std::string placesOf(const Dialect& dialect)
{
    std::vector<std::string> texts;
    std::transform(dialect.places.begin(), dialect.places.end(), std::back_inserter(texts),
                   [](const PlacePattern& place) { return place.text(); });
    return listed(texts);
}

std::string marksOf(const Dialect& dialect)
{
    constexpr std::size_t most = 3;
    std::vector<std::string> texts;
    for (const auto& mark : dialect.queue.marks) {
        if (texts.size() < most)
            texts.push_back(mark.text());
    }
    return listed(texts);
}

/// Why the server cannot have made the number of names[index]. `created` is known for AboveCounter.
std::string numberReason(std::span<const std::string> names, std::size_t index, const queue::NumberCheck& check,
                         std::optional<std::uint32_t> created)
{
    const auto& name = names[index];
    switch (check.fault) {
    case NumberFault::None:
    case NumberFault::NoNumber:
        break;
    case NumberFault::MoreDigits:
        return phrase("The number of %1 has more than ten digits, so the server did not make it.", name);
    case NumberFault::AboveCounter:
        return phrase("The number of %1 is %2, but the server has counted only %3 created children.", name,
                      queue::sequenceOf(name).value_or(0), created.value_or(0));
    case NumberFault::SameNumber:
        return phrase("%1 and %2 have the same number, which the server never gives twice.", name, names[check.other]);
    case NumberFault::OutOfOrder:
        return phrase("The numbers of %1 and %2 contradict the order in which the nodes were created.", name,
                      names[check.other]);
    }
    return {};
}

/// The condition that the directory does not meet, or does not meet yet; empty if there is none.
std::string unmetNeed(const Recognised& recognised, const DirectoryFacts& directory, const PathFacts& facts)
{
    if (recognised.needs == Need::Payload)
        return phrase("%1 is not shown as a lock: this depends on the data of child %2, which are unknown.",
                      directory.path, recognised.toRead);
    if (!recognised.dialect)
        return {};
    if (recognised.needs == Need::Ephemeral && !facts.hasEphemeralContender)
        return phrase("%1 is not a lock: the names match \"%2\", but no contender is ephemeral.", directory.path,
                      titleOf(*recognised.dialect));
    if (recognised.needs == Need::Gate && !facts.hasGate)
        return phrase("%1 is not a lock: the names match \"%2\", but the gate lock does not exist.", directory.path,
                      titleOf(*recognised.dialect));
    return {};
}

std::string decisionOf(const Dialect* dialect, std::string_view path)
{
    if (!dialect)
        return phrase("%1 is not a lock: no known type of lock matches.", path);
    if (!dialect->isLock())
        return phrase("%1 is not a lock: \"%2\" describes names that are no locks.", path, titleOf(*dialect));
    return decisionFor(path, titleOf(*dialect), dialect->certainty);
}

} // namespace

std::string decisionFor(std::string_view path, const std::string& title, Certainty certainty)
{
    return certainty == Certainty::Possible
               ? phrase("%1 may be a lock: it has the form of \"%2\", and no documented type matches.", path, title)
               : phrase("%1 is a lock of type \"%2\".", path, title);
}

void RecognitionTrace::add(const Dialect& dialect, bool fits, std::string reason)
{
    m_reasons.try_emplace(&dialect, DialectReason{dialect.id, titleOf(dialect), fits, std::move(reason)});
}

void RecognitionTrace::fit(const Dialect& dialect, std::size_t contenders, std::size_t children)
{
    m_reasons.erase(&dialect); // another child of the directory may have failed
    add(dialect, true, phrase("The dialect matches %1 of %2 children.", contenders, children));
}

void RecognitionTrace::fitNode(const Dialect& dialect)
{
    m_reasons.erase(&dialect);
    add(dialect, true, phrase("The name, the place and the kind of the node match."));
}

void RecognitionTrace::fitsChild(const Dialect& dialect, std::string_view child)
{
    add(dialect, true, phrase("Child %1 is a lock by itself.", child));
}

void RecognitionTrace::keep(const Dialect& before, const Dialect& other)
{
    m_reasons.erase(&before);
    m_reasons.erase(&other);
    add(before, true, phrase("The directory keeps this type until another one matches more children."));
    add(other, false, phrase("The directory keeps its earlier type, which matches as many children."));
}

void RecognitionTrace::failAtPlace(const Dialect& dialect, std::string_view path)
{
    if (!dialect.queue.at.empty() && lockOf(path, dialect.queue.at).empty())
        add(dialect, false,
            phrase("Place: the path of the directory must end with %1 after the path of the lock.", dialect.queue.at));
    else if (!dialect.places.empty())
        add(dialect, false, phrase("Place: the path must match %1.", placesOf(dialect)));
    else if (!dialect.ancestors.empty())
        add(dialect, false, phrase("Place: the path must contain %1.", listed(dialect.ancestors)));
    else
        add(dialect, false, phrase("Place: the directory belongs to another lock."));
}

void RecognitionTrace::failByName(const Dialect& dialect)
{
    add(dialect, false, phrase("Name pattern: no child matches %1.", marksOf(dialect)));
}

void RecognitionTrace::failByPayload(const Dialect& dialect, std::string_view child)
{
    const auto& condition = *dialect.payloadIs;
    add(dialect, false,
        condition.pointer.empty() ? phrase("Payload: the data of %1 do not match \"%2\".", child, condition.text.text())
                                  : phrase("Payload: the value %2 in the data of %1 does not match \"%3\".", child,
                                           condition.pointer, condition.text.text()));
}

void RecognitionTrace::failUnread(const Dialect& dialect, std::string_view child)
{
    add(dialect, false, phrase("Payload: the data of %1 are not read yet.", child));
}

void RecognitionTrace::failUnreadable(const Dialect& dialect, std::string_view child)
{
    add(dialect, false, phrase("Payload: Lockscope has no permission to read the data of %1.", child));
}

void RecognitionTrace::failByNumber(const Dialect& dialect, std::size_t child, const queue::NumberCheck& number,
                                    const DirectoryFacts& directory)
{
    auto reason = numberReason(directory.children, child, number, directory.created);
    add(dialect, false, phrase("Server's counter: %1", reason));
}

void RecognitionTrace::failByVotes(const Dialect& dialect, std::size_t votes, const Dialect& other,
                                   std::size_t otherVotes)
{
    if (dialect.certainty == Certainty::Possible && other.certainty == Certainty::Certain)
        add(dialect, false, phrase("It only has the form of a lock, and \"%1\" is documented.", titleOf(other)));
    else
        add(dialect, false,
            phrase("The names of %1 children match, but \"%2\" comes first with %3.", votes, titleOf(other),
                   otherVotes));
}

void RecognitionTrace::failAsContender(const Dialect& dialect, std::string_view name)
{
    add(dialect, false, phrase("Name pattern: %1 is named like a contender of its directory.", name));
}

void RecognitionTrace::failAsNoLock(const Dialect& dialect, const Dialect& noLock, std::string_view name)
{
    add(noLock, true, phrase("%1 has a name that is known not to be a lock here.", name));
    add(dialect, false, phrase("The name is known as \"%1\" here, which is not a lock.", titleOf(noLock)));
}

void RecognitionTrace::failAsPersistent(const Dialect& dialect)
{
    add(dialect, false, phrase("The node is persistent, but holders of this type have ephemeral nodes."));
}

void RecognitionTrace::comesLater(const Dialect& dialect, const Dialect& other)
{
    if (&dialect != &other)
        add(dialect, false, phrase("The names match, but \"%1\" matches more specifically.", titleOf(other)));
}

std::vector<DialectReason> RecognitionTrace::reasons() const
{
    std::vector<DialectReason> all;
    for (const auto& [dialect, reason] : m_reasons)
        all.push_back(reason);
    std::sort(all.begin(), all.end(), [](const DialectReason& a, const DialectReason& b) {
        return std::tuple(!a.fits, std::string_view(a.title), std::string_view(a.dialect)) <
               std::tuple(!b.fits, std::string_view(b.title), std::string_view(b.dialect));
    });
    return all;
}

Recognition explainDirectory(const DialectCatalogue& dialects, const DirectoryFacts& directory, const PathFacts& facts)
{
    if (directory.children.empty())
        return explainSingle(dialects, directory.path, nullptr, facts);
    RecognitionTrace trace;
    const auto recognised = dialects.recognise(directory, &trace);
    auto decision = unmetNeed(recognised, directory, facts);
    if (decision.empty())
        decision = decisionOf(recognised.dialect, directory.path);
    return {std::string(directory.path), std::move(decision), trace.reasons()};
}

Recognition explainSingle(const DialectCatalogue& dialects, std::string_view path, const Dialect* noLocks,
                          const PathFacts& facts)
{
    RecognitionTrace trace;
    if (noLocks && isMark(noLocks->queue, baseName(path))) {
        trace.fit(*noLocks, 1, 1);
        return {std::string(path), decisionOf(noLocks, path), trace.reasons()};
    }
    const auto* dialect =
        facts.isEphemeral ? dialects.recogniseSingle(path, &trace) : persistentSingle(dialects, path, false, &trace);
    if (dialect)
        trace.fitNode(*dialect);
    auto decision = dialect && !facts.isHeld
                        ? phrase("%1 is a lock of type \"%2\" that no client holds, by the data of its node.", path,
                                 titleOf(*dialect))
                        : decisionOf(dialect, path);
    return {std::string(path), std::move(decision), trace.reasons()};
}

Recognition explainLock(const DialectCatalogue& dialects, const Lock& lock)
{
    PathFacts facts;
    if (lock.kind == LockKind::Single) {
        facts.isEphemeral = lock.queue.empty() || lock.queue.front().session().value_or(1) != 0;
        return explainSingle(dialects, lock.path, nullptr, facts);
    }
    const auto suffix = lock.layout ? lock.layout->queue : std::string();
    const auto prefix = suffix.starts_with('/') ? suffix.substr(1) + "/" : std::string();
    std::vector<std::string> names;
    DetailsByNode details;
    for (const auto& contender : lock.queue) {
        if (contender.atGate)
            continue;
        names.push_back(contender.node);
        if (contender.details)
            details.emplace(contender.node, *contender.details);
    }
    for (const auto& child : lock.unrecognised) {
        if (child.starts_with(prefix) && child.find('/', prefix.size()) == std::string::npos)
            names.push_back(child.substr(prefix.size()));
    }
    const auto path = lock.path + suffix;
    DirectoryFacts directory{path, names};
    if (lock.parent)
        directory.created = zk::createdChildren(*lock.parent);
    directory.details = &details;
    directory.before = dialects.find(lock.dialect);
    return explainDirectory(dialects, directory, facts);
}

std::string counterContradiction(const DialectPart& part, LockKind kind, const DirectoryFacts& directory)
{
    std::vector<std::string> names;
    std::copy_if(directory.children.begin(), directory.children.end(), std::back_inserter(names),
                 [&](const std::string& child) {
                     const auto name = queue::matchContender(part.scheme, child);
                     return name && name->numbered;
                 });
    const auto checks = queue::checkNumbers(names, sequentialFactsOf(directory));
    for (std::size_t i = 0; i < checks.size(); ++i) {
        // A downgrade of a read/write lock has the number of its writer.
        const bool isMeant = kind == LockKind::ReadWrite && checks[i].fault != NumberFault::AboveCounter;
        if (checks[i].fault == NumberFault::None || checks[i].fault == NumberFault::MoreDigits || isMeant)
            continue;
        return sentences(numberReason(names, i, checks[i], directory.created),
                         phrase("The tree was probably restored or copied."));
    }
    return {};
}

} // namespace lockscope::inspect
