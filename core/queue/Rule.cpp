// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/queue/Rule.h"

#include <optional>
#include <string_view>
#include <utility>

namespace lockscope::queue {

namespace {

constexpr auto noIndex = static_cast<std::size_t>(-1);

/// The name without the sequence number: identical for all nodes of one client.
std::string_view ownerPart(const QueueEntry& contender)
{
    std::string_view name = contender.node;
    const auto digits = name.find_last_not_of("0123456789");
    return name.substr(0, digits == std::string_view::npos ? 0 : digits + 1);
}

/// What is before a contender of a read/write lock.
struct Before {
    std::size_t writer = noIndex;      ///< the nearest
    std::size_t other = noIndex;       ///< the nearest that has another number than `writer`
    std::size_t firstWriter = noIndex; ///< of the whole queue
    bool hasUnknown = false;           ///< a contender whose mode is not known
};

/// A reader with a writer's number is that writer's downgrade: it does not wait for it.
Decision judgeReader(std::span<const QueueEntry> sorted, std::size_t me, const Before& before, bool forFirst)
{
    const auto isOwn = [&](std::size_t writer) {
        return writer != noIndex && sorted[me].isModeKnown && sorted[writer].sequence == sorted[me].sequence;
    };
    const auto nearest = isOwn(before.writer) ? before.other : before.writer;
    const auto ahead = forFirst && nearest != noIndex && !isOwn(before.firstWriter) ? before.firstWriter : nearest;
    if (ahead != noIndex)
        return WaitFor{sorted[ahead].node};
    return before.hasUnknown ? Decision(Undecided{}) : Decision(Granted{});
}

std::vector<Decision> judgeReadersAndWriters(std::span<const QueueEntry> sorted, bool forFirst)
{
    std::vector<Decision> verdicts;
    verdicts.reserve(sorted.size());
    Before before;
    for (std::size_t me = 0; me < sorted.size(); ++me) {
        const auto& one = sorted[me];
        if (me > 0 && !one.isModeKnown && before.writer == noIndex)
            verdicts.emplace_back(Undecided{}); // a reader would hold, a writer would wait
        else if (one.isModeKnown && one.mode == LockMode::Exclusive)
            verdicts.push_back(exclusiveRule(sorted, me, 1));
        else
            verdicts.push_back(judgeReader(sorted, me, before, forFirst));
        if (!one.isModeKnown) {
            before.hasUnknown = true;
        } else if (one.mode == LockMode::Exclusive) {
            if (before.writer != noIndex && sorted[before.writer].sequence != one.sequence)
                before.other = before.writer;
            before.writer = me;
            before.firstWriter = before.firstWriter == noIndex ? me : before.firstWriter;
        }
    }
    return verdicts;
}

// ---- ranges in names ----

int base64Digit(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : -1;
}

/// Nothing if the text is not Base64. '=' at the end may be missing.
std::optional<std::string> fromBase64(std::string_view text)
{
    while (text.ends_with('='))
        text.remove_suffix(1);
    std::string bytes;
    unsigned bits = 0;
    int count = 0;
    for (const char c : text) {
        const int digit = base64Digit(c);
        if (digit < 0)
            return std::nullopt;
        bits = bits << 6U | static_cast<unsigned>(digit);
        count += 6;
        if (count >= 8) {
            count -= 8;
            bytes.push_back(static_cast<char>(bits >> static_cast<unsigned>(count) & 0xffU));
        }
    }
    return bytes;
}

/// After `start`, up to and including `end`; nullopt: no limit.
struct Range {
    std::optional<std::string> start;
    std::optional<std::string> end;
};

/// The whole range if the name has none that can be read.
Range rangeIn(std::string_view name)
{
    name = name.substr(0, name.rfind('#'));
    const auto last = name.rfind('~');
    const auto middle =
        last == std::string_view::npos || last == 0 ? std::string_view::npos : name.rfind('~', last - 1);
    if (middle == std::string_view::npos)
        return {};
    Range range;
    const auto read = [](std::string_view text, std::optional<std::string>& row) {
        if (text == "N")
            return true;
        if (!text.starts_with('P'))
            return false;
        row = fromBase64(text.substr(1));
        return row.has_value();
    };
    const bool isRange =
        read(name.substr(middle + 1, last - middle - 1), range.start) && read(name.substr(last + 1), range.end);
    return isRange ? range : Range{};
}

bool overlap(const Range& a, const Range& b)
{
    const auto reaches = [](const Range& one, const Range& other) {
        return !one.end || !other.start || *other.start < *one.end;
    };
    return reaches(a, b) && reaches(b, a);
}

} // namespace

Decision exclusiveRule(std::span<const QueueEntry> sorted, std::size_t me, int /*leases*/)
{
    if (me == 0)
        return Granted{};
    return WaitFor{sorted[me - 1].node};
}

Decision readWriteRule(std::span<const QueueEntry> sorted, std::size_t me, int /*leases*/)
{
    return judgeReadersAndWriters(sorted.first(me + 1), false).back();
}

Decision readWriteFirstRule(std::span<const QueueEntry> sorted, std::size_t me, int /*leases*/)
{
    return judgeReadersAndWriters(sorted.first(me + 1), true).back();
}

Decision readWriteRangesRule(std::span<const QueueEntry> sorted, std::size_t me, int /*leases*/)
{
    const auto range = rangeIn(sorted[me].node);
    WaitForEach ahead;
    for (const auto& before : sorted.first(me)) {
        const bool isShared = before.mode == LockMode::Shared && sorted[me].mode == LockMode::Shared;
        if (!isShared && overlap(range, rangeIn(before.node)))
            ahead.nodes.push_back(before.node);
    }
    return ahead.nodes.empty() ? Decision(Granted{}) : Decision(std::move(ahead));
}

Decision leaseRule(std::span<const QueueEntry> /*sorted*/, std::size_t me, int leases)
{
    if (leases > 0 && me < static_cast<std::size_t>(leases))
        return Granted{};
    return WaitForAny{};
}

Decision leaseInOrderRule(std::span<const QueueEntry> sorted, std::size_t me, int leases)
{
    if (leases <= 0)
        return WaitForAny{};
    const auto room = static_cast<std::size_t>(leases);
    if (me < room)
        return Granted{};
    return WaitFor{sorted[me - room].node};
}

Decision exclusiveOwnerRule(std::span<const QueueEntry> sorted, std::size_t me, int /*leases*/)
{
    auto first = me;
    if (first == 0)
        return Granted{};
    const auto owner = ownerPart(sorted[--first]);
    while (first > 0 && ownerPart(sorted[first - 1]) == owner)
        --first;
    return WaitFor{sorted[first].node};
}

Decision presenceRule(std::span<const QueueEntry> /*sorted*/, std::size_t /*me*/, int /*leases*/)
{
    return Granted{};
}

std::vector<Decision> judgeQueue(Rule rule, std::span<const QueueEntry> sorted, int leases)
{
    if (rule == &readWriteRule || rule == &readWriteFirstRule)
        return judgeReadersAndWriters(sorted, rule == &readWriteFirstRule);
    std::vector<Decision> verdicts;
    verdicts.reserve(sorted.size());
    for (std::size_t me = 0; me < sorted.size(); ++me)
        verdicts.push_back(rule(sorted, me, leases));
    return verdicts;
}

} // namespace lockscope::queue
