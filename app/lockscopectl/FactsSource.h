// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/zookeeper/servers/CollectorThread.h"
#include "core/sources/zookeeper/servers/FactsQuestions.h"
#include "core/zk/Client.h"

#include <chrono>
#include <memory>

namespace lockscope::ctl {

/// What the servers say of their sessions, for a command that asks now and then. Confined to the client's executor; the
/// client must outlive it.
class FactsSource final {
public:
    using Done = ensemble::FactsQuestions::Done;

    FactsSource(zk::Client& client, ensemble::CollectorSettings settings);
    ~FactsSource();
    FactsSource(const FactsSource&) = delete;
    FactsSource& operator=(const FactsSource&) = delete;

    /// Gives what was asked of the servers after this call; null when that takes longer than `waitLimit`.
    void fresh(std::chrono::milliseconds waitLimit, Done done);

private:
    std::shared_ptr<ensemble::FactsQuestions> m_questions;
    bool m_begun = false;                                   ///< it is known whom to ask
    std::unique_ptr<ensemble::CollectorThread> m_collector; ///< the first to go
};

} // namespace lockscope::ctl
