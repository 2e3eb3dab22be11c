// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/inspect/Dialect.h"

#include <algorithm>
#include <array>

namespace lockscope::inspect {

namespace {

queue::NamePattern pattern(std::string_view text)
{
    return queue::NamePattern::parse(text).value(); // constants below, covered by a test
}

std::vector<Dialect> makeDialects()
{
    std::vector<Dialect> dialects;
    // Source of the names: Apache Curator, InterProcessMutex; go-zookeeper and Kazoo subclasses that join its queue.
    dialects.push_back(
        {"curator-mutex",
         "Curator mutex",
         LockKind::Mutex,
         1,
         {pattern("_c_{uuid}-lock-{seq}"), pattern("_c_{hex32}-lock-{seq}"), pattern("{hex32}-lock-{seq}")},
         queue::curatorMutexScheme()});
    // Source of the names: Kazoo, kazoo/recipe/lock.py.
    dialects.push_back(
        {"kazoo-lock", "Kazoo lock", LockKind::Mutex, 1, {pattern("{hex32}__lock__{seq}")}, queue::kazooLockScheme()});
    // Whatever else queues by the server's number alone.
    dialects.push_back({"sequential",
                        "Sequential nodes",
                        LockKind::Mutex,
                        1,
                        {pattern("{any}{seq}")},
                        {{{pattern("{any}{seq}")}}, &queue::exclusiveRule}});
    return dialects;
}

/// Prefixes of numbered nodes that are locks wherever they stand; others must be ephemeral to count as one.
bool speaksOfLock(std::string_view name)
{
    std::string lower(name);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return lower.find("lock") != std::string::npos || lower.find("mutex") != std::string::npos;
}

} // namespace

const std::vector<Dialect>& builtinDialects()
{
    static const std::vector<Dialect> dialects = makeDialects();
    return dialects;
}

const Dialect& singleNodeDialect()
{
    static const Dialect dialect{"single-node", "Single-node lock", LockKind::Single, 1, {}, {}};
    return dialect;
}

Recognised recognise(std::span<const std::string> children)
{
    Recognised best;
    std::ptrdiff_t most = 0;
    for (const auto& dialect : builtinDialects()) {
        const auto isMark = [&](const std::string& name) {
            return std::any_of(dialect.marks.begin(), dialect.marks.end(),
                               [&](const queue::NamePattern& mark) { return mark.match(name).has_value(); });
        };
        const bool anyNumber = dialect.id == "sequential";
        if (anyNumber && best.dialect)
            break; // it fits every numbered name, also those of a family of its own
        const auto count = std::count_if(children.begin(), children.end(), isMark);
        if (count <= most)
            continue;
        most = count;
        const bool certain = !anyNumber || std::any_of(children.begin(), children.end(), [&](const std::string& name) {
            return isMark(name) && speaksOfLock(name);
        });
        best = {&dialect, certain ? Certainty::Yes : Certainty::IfEphemeral};
    }
    return best;
}

bool isSingleNodeName(std::string_view name)
{
    constexpr std::array<std::string_view, 8> names{
        "lock", "leader", "master", "controller", "mutex", "active", "ActiveStandbyElectorLock", "primary"};
    return std::find(names.begin(), names.end(), name) != names.end() ||
           (speaksOfLock(name) && !queue::sequenceOf(name));
}

} // namespace lockscope::inspect
