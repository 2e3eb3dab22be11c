// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/inspect/DialectExamples.h"

#include "core/base/Phrase.h"
#include "core/inspect/QueueBuilder.h"

#include <algorithm>

namespace lockscope::inspect {

namespace {

using namespace Qt::StringLiterals;

DetailsByNode detailsIn(const DialectExample& example)
{
    DetailsByNode details;
    for (const auto& [node, czxid] : example.czxids) {
        if (czxid <= 0)
            continue;
        details[node].session = 1;
        details[node].czxid = czxid;
    }
    return details;
}

std::string told(const std::string& node, bool holds, bool atGate, queue::Mode mode,
                 const std::vector<std::string>& waitsOn)
{
    const bool shared = mode == queue::Mode::Shared;
    auto text = phrase(holds    ? shared ? phraseLater("%1 holds shared") : phraseLater("%1 holds")
                          : shared ? phraseLater("%1 waits shared")
                                : phraseLater("%1 waits"),
                       node);
    if (atGate)
        text = phrase("%1 at the gate", text);
    return waitsOn.empty() ? text : phrase("%1 for %2", text, listed(waitsOn));
}

std::optional<std::string> deviation(const Dialect& dialect, const DialectExample& example)
{
    const auto details = detailsIn(example);
    LockListing listing;
    listing.path = examplePath(dialect);
    listing.dialect = &dialect;
    listing.queue = {example.children, &details};
    listing.gate = {example.gate, &details};
    listing.leases = example.leases;
    const auto lock = buildQueue(listing, nullptr, {});
    for (std::size_t i = 0; i < std::max(lock.queue.size(), example.queue.size()); ++i) {
        const auto is = i < lock.queue.size() ? told(lock.queue[i].node, lock.queue[i].holds, lock.queue[i].atGate,
                                                     lock.queue[i].mode, lock.queue[i].waitsOn)
                                              : phrase("nobody");
        const auto expected = i < example.queue.size()
                                  ? told(example.queue[i].node, example.queue[i].holds, example.queue[i].atGate,
                                         example.queue[i].mode, example.queue[i].waitsOn)
                                  : phrase("nobody");
        if (is != expected)
            return phrase(R"(at position %1 it expects "%2", and by this file it is "%3": one of the two is wrong)", i,
                          expected, is);
    }
    auto unrecognised = example.unrecognised;
    std::sort(unrecognised.begin(), unrecognised.end());
    if (unrecognised != lock.unrecognised)
        return phrase(
            "it expects %1 unrecognised children, and by this file there are %2 or others: one of the two is wrong",
            unrecognised.size(), lock.unrecognised.size());
    return std::nullopt;
}

} // namespace

std::string examplePath(const Dialect& dialect)
{
    return dialect.ancestors.empty() ? "/lock" : "/" + dialect.ancestors.front() + "/lock";
}

std::optional<JsonFault> failingExample(const Dialect& dialect)
{
    if (!dialect.isLock() || dialect.kind == LockKind::Single)
        return std::nullopt; // there is no order to be checked
    for (std::size_t i = 0; i < dialect.examples.size(); ++i) {
        if (auto why = deviation(dialect, dialect.examples[i]))
            return JsonFault{u"examples[%1]"_s.arg(i), QString::fromStdString(*why), true};
    }
    return std::nullopt;
}

} // namespace lockscope::inspect
