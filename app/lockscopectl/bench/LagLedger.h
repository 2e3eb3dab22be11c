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

/// The delay of snapshots: from the server's answer to a change until a snapshot shows it. Any thread.
class LagLedger final {
public:
    /// The child `node` of `directory` was created or deleted. A later change of the same node replaces an earlier one.
    void expect(const std::string& directory, const std::string& node, bool created, SteadyTime at);

    void take(const inspect::Snapshot& snapshot, SteadyTime now);

    /// In milliseconds, one per change that was shown.
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
