// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/dialects/DialectExamples.h"

#include "core/base/Path.h"
#include "core/base/Phrase.h"
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"
#include "core/sources/zookeeper/dialects/QueueBuilder.h"

#include <algorithm>
#include <iterator>

namespace lockscope::inspect {

namespace {

using namespace Qt::StringLiterals;

DetailsByNode detailsIn(const DialectExample& example)
{
    DetailsByNode details;
    for (const auto& [node, creationId] : example.czxids) {
        if (creationId <= 0)
            continue;
        details[node].session = 1;
        details[node].creationId = creationId;
    }
    for (const auto& [node, payload] : example.payloads) {
        details[node].session = 1;
        details[node].payload = payload;
    }
    return details;
}

bool isModeKnown(const Contender& contender)
{
    return contender.isModeKnown;
}

bool isModeKnown(const DialectExample::Expected& expected)
{
    return expected.mode.has_value();
}

/// Of a queue's client or an example's.
std::string reported(const auto& client)
{
    struct Patterns {
        const char* plain;
        const char* shared;
    };
    static constexpr Patterns holding{phraseLater("%1 holds"), phraseLater("%1 holds (shared)")};
    static constexpr Patterns holdingAndWaiting{phraseLater("%1 holds and waits for %2"),
                                                phraseLater("%1 holds (shared) and waits for %2")};
    static constexpr Patterns waiting{phraseLater("%1 waits"), phraseLater("%1 waits (shared)")};
    static constexpr Patterns waitingFor{phraseLater("%1 waits for %2"), phraseLater("%1 waits (shared) for %2")};
    static constexpr Patterns waitingAtGate{phraseLater("%1 waits at the gate lock"),
                                            phraseLater("%1 waits (shared) at the gate lock")};
    static constexpr Patterns waitingAtGateFor{phraseLater("%1 waits at the gate lock for %2"),
                                               phraseLater("%1 waits (shared) at the gate lock for %2")};
    const bool isFree = client.waitsOn.empty();
    const auto& patterns = client.holds    ? isFree ? holding : holdingAndWaiting
                           : client.atGate ? isFree ? waitingAtGate : waitingAtGateFor
                           : isFree        ? waiting
                                           : waitingFor;
    const auto text =
        phrase(client.mode == LockMode::Shared ? patterns.shared : patterns.plain, client.node, listed(client.waitsOn));
    return isModeKnown(client) ? text : phrase("%1, mode unknown", text);
}

bool isAsExpected(const Contender& found, const DialectExample::Expected& expected)
{
    return found.node == expected.node && found.holds == expected.holds && found.atGate == expected.atGate &&
           expected.mode == (found.isModeKnown ? std::optional(found.mode) : std::nullopt) &&
           found.waitsOn == expected.waitsOn;
}

/// The lock that the dialect makes of the listing.
Lock judged(const Dialect& dialect, const DialectExample& example)
{
    Lock lock;
    if (dialect.isLock() && dialect.kind != LockKind::Single) {
        const auto details = detailsIn(example);
        LockListing listing;
        listing.path = examplePath(dialect);
        listing.dialect = &dialect;
        listing.queue = {example.children, &details};
        listing.gate = {example.gate, &details};
        listing.leases = example.leases;
        return buildQueue(listing, nullptr, {});
    }
    for (const auto& name : example.children) { // no queue order: only names can be checked
        if (!namesSingle(dialect, name)) {
            lock.unrecognised.push_back(name);
        } else if (dialect.isLock()) {
            lock.queue.emplace_back();
            lock.queue.back().node = name;
            lock.queue.back().holds = true;
        }
    }
    std::sort(lock.unrecognised.begin(), lock.unrecognised.end());
    return lock;
}

/// The first element of `names` that is not in `others`; both are sorted.
std::optional<std::string> lonely(const std::vector<std::string>& names, const std::vector<std::string>& others)
{
    std::vector<std::string> only;
    std::set_difference(names.begin(), names.end(), others.begin(), others.end(), std::back_inserter(only));
    return only.empty() ? std::nullopt : std::optional(only.front());
}

std::optional<std::string> queueDeviation(const Lock& lock, const DialectExample& example)
{
    for (std::size_t i = 0; i < std::max(lock.queue.size(), example.queue.size()); ++i) {
        const auto* found = i < lock.queue.size() ? &lock.queue[i] : nullptr;
        const auto* expected = i < example.queue.size() ? &example.queue[i] : nullptr;
        if (!found || !expected || !isAsExpected(*found, *expected))
            return phrase(
                R"(the example expects "%2" at position %1, but this file gives "%3". One of the two is wrong)", i,
                expected ? reported(*expected) : phrase("no client"), found ? reported(*found) : phrase("no client"));
    }
    return std::nullopt;
}

std::optional<std::string> deviation(const Dialect& dialect, const DialectExample& example)
{
    const auto lock = judged(dialect, example);
    // An unrecognised name explains more than a missing queue entry.
    auto unrecognised = example.unrecognised;
    std::sort(unrecognised.begin(), unrecognised.end());
    if (const auto name = lonely(lock.unrecognised, unrecognised))
        return phrase("\"%1\" matches no name in this file and is not listed as unrecognised. One of the two is wrong",
                      *name);
    const bool isReported = dialect.kind != LockKind::Single || !example.queue.empty();
    if (auto why = isReported ? queueDeviation(lock, example) : std::nullopt)
        return why;
    if (const auto name = lonely(unrecognised, lock.unrecognised))
        return phrase(
            "the example lists \"%1\" as unrecognised, but this file recognises the name. One of the two is wrong",
            *name);
    return std::nullopt;
}

} // namespace

std::string examplePath(const Dialect& dialect)
{
    if (!dialect.places.empty()) {
        const auto place = dialect.places.front().sample();
        return dialect.kind == LockKind::Single ? parentOf(place) : place;
    }
    if (dialect.ancestors.empty())
        return "/lock";
    const auto& ancestor = dialect.ancestors.front();
    return (ancestor.starts_with('/') ? "" : "/") + ancestor + "/lock";
}

std::optional<JsonFault> failingExample(const Dialect& dialect)
{
    for (std::size_t i = 0; i < dialect.examples.size(); ++i) {
        if (auto why = deviation(dialect, dialect.examples[i]))
            return JsonFault{u"examples[%1]"_s.arg(i), QString::fromStdString(*why), true};
    }
    return std::nullopt;
}

} // namespace lockscope::inspect
