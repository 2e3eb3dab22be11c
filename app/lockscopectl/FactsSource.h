// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ensemble/CollectorThread.h"
#include "core/zk/Client.h"

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

namespace lockscope::ctl {

/// What the servers say of their sessions, for a command that asks now and then. Confined to the client's executor; the
/// client must outlive it.
class FactsSource final {
public:
    using Done = std::function<void(ensemble::FactsPtr)>;

    FactsSource(zk::Client& client, ensemble::CollectorSettings settings);
    ~FactsSource();
    FactsSource(const FactsSource&) = delete;
    FactsSource& operator=(const FactsSource&) = delete;

    /// Gives what was asked of the servers after this call; null when that takes longer than `patience`.
    void fresh(std::chrono::milliseconds patience, Done done);

private:
    class Questions;
    std::shared_ptr<Questions> m_questions;
    bool m_begun = false;                                   ///< it is known whom to ask
    std::unique_ptr<ensemble::CollectorThread> m_collector; ///< the first to go
};

} // namespace lockscope::ctl
