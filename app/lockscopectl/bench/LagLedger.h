// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/model/Snapshot.h"

#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace lockscope::ctl {

/// How far snapshots are behind: from the server's answer to a change until a snapshot shows it. Any thread.
class LagLedger final {
public:
    /// The child `node` of `directory` came, or went. What a later change undoes is not waited for any more.
    void expect(const std::string& directory, const std::string& node, bool created, SteadyTime at);

    void take(const inspect::Snapshot& snapshot, SteadyTime now);

    /// Milliseconds, one for each change that was seen.
    [[nodiscard]] std::vector<double> lags() const;
    /// Changes that no snapshot has shown yet.
    [[nodiscard]] std::size_t open() const;

private:
    struct Expected {
        bool created = false;
        SteadyTime at{};
    };

    mutable std::mutex m_mutex;
    std::map<std::pair<std::string, std::string>, Expected> m_open; ///< by directory and node
    std::vector<double> m_lags;
};

} // namespace lockscope::ctl
