// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/servers/FactsQuestions.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockscope::ensemble {

void FactsQuestions::add(std::chrono::milliseconds waitLimit, Done done)
{
    const auto number = ++m_last;
    m_open.push_back({number, m_executor.clock().wallNow(), std::move(done),
                      m_executor.after(waitLimit, [weak = weak_from_this(), number] {
                          if (const auto self = weak.lock())
                              self->answer([number](const Question& one) { return one.number == number; }, nullptr);
                      })});
}

void FactsQuestions::take(const FactsPtr& facts)
{
    answer([&](const Question& one) { return facts->takenAt >= one.askedAt; }, facts);
}

void FactsQuestions::answer(const std::function<bool(const Question&)>& which, const FactsPtr& facts)
{
    const auto first = std::stable_partition(m_open.begin(), m_open.end(), std::not_fn(which));
    const std::vector<Question> answered(std::make_move_iterator(first), std::make_move_iterator(m_open.end()));
    m_open.erase(first, m_open.end());
    for (const auto& one : answered)
        one.done(facts);
}

} // namespace lockscope::ensemble
