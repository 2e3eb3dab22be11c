// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/queue/SequentialNames.h"

#include "core/queue/NamePattern.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace lockscope::queue {

namespace {

constexpr std::size_t width = 10;
/// From here on the counter that a Stat shows may have overflowed.
constexpr std::uint32_t highestReliable = std::uint32_t(1) << 30;
/// The counter stops here, so several children can have this number.
constexpr std::int32_t last = std::numeric_limits<std::int32_t>::max();

struct Numbered {
    std::int32_t number = 0;
    std::int64_t creationId = 0;
    std::size_t index = 0;
};

bool hasMoreDigits(std::string_view name)
{
    return name.size() > width && name[name.size() - width - 1] >= '0' && name[name.size() - width - 1] <= '9';
}

} // namespace

std::vector<NumberCheck> checkNumbers(std::span<const std::string> names, const SequentialFacts& facts)
{
    std::vector<NumberCheck> result(names.size());
    std::vector<Numbered> numbered;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto number = sequenceOf(names[i]);
        const bool isAbove = number && facts.created && *facts.created < highestReliable &&
                             (*number < 0 || static_cast<std::uint32_t>(*number) >= *facts.created);
        if (!number)
            result[i].fault = NumberFault::NoNumber;
        else if (hasMoreDigits(names[i]))
            result[i].fault = NumberFault::MoreDigits;
        else if (isAbove)
            result[i].fault = NumberFault::AboveCounter;
        else
            numbered.push_back({*number, facts.creationId ? facts.creationId(names[i]) : 0, i});
    }
    std::sort(numbered.begin(), numbered.end(),
              [](const Numbered& a, const Numbered& b) { return a.number < b.number; });
    const auto contradict = [&](NumberFault fault, std::size_t a, std::size_t b) {
        result[a] = {fault, b};
        result[b] = {fault, a};
    };
    std::int64_t newest = 0; // of those with lower numbers
    std::size_t newestAt = 0;
    for (std::size_t i = 0; i < numbered.size(); ++i) {
        const auto& one = numbered[i];
        if (i > 0 && numbered[i - 1].number == one.number && one.number != last)
            contradict(NumberFault::SameNumber, one.index, numbered[i - 1].index);
        if (one.creationId == 0 || one.number < 0)
            continue;
        if (one.creationId < newest)
            contradict(NumberFault::OutOfOrder, one.index, newestAt);
        else
            std::tie(newest, newestAt) = std::pair(one.creationId, one.index);
    }
    return result;
}

} // namespace lockscope::queue
