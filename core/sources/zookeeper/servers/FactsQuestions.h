// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "core/sources/zookeeper/servers/EnsembleCollector.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace lockscope::ensemble {

/// Who waits for facts that are newer than their question. Confined to the executor; kept by a shared pointer.
class FactsQuestions final : public std::enable_shared_from_this<FactsQuestions> {
public:
    using Done = std::function<void(FactsPtr)>;

    explicit FactsQuestions(Executor& executor)
        : m_executor(executor)
    {
    }

    /// Gives the first facts that were asked for after this call; null when that takes longer than `waitLimit`.
    void add(std::chrono::milliseconds waitLimit, Done done);
    /// These have come.
    void take(const FactsPtr& facts);

private:
    struct Question {
        std::uint64_t number = 0;
        WallTime askedAt{};
        Done done;
        Subscription limit;
    };

    void answer(const std::function<bool(const Question&)>& which, const FactsPtr& facts);

    Executor& m_executor;
    std::vector<Question> m_open;
    std::uint64_t m_last = 0;
};

} // namespace lockscope::ensemble
