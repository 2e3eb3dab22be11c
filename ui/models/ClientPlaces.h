// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"

#include <string>
#include <vector>

namespace lockscope::ui {

/// Where else a contender's client is: by its session, on Redis by its client object. Each snapshot is searched once
/// for a client, although the details are shown again each second: a snapshot may have a hundred thousand contenders.
class ClientPlaces final {
public:
    struct Place {
        const inspect::Lock* lock = nullptr;
        const inspect::Contender* contender = nullptr;
    };

    /// In the order of the snapshot, without `lock` itself; null: that was removed. Empty for a contender without a
    /// session. Valid until the next call.
    [[nodiscard]] const std::vector<Place>& of(const inspect::SnapshotPtr& snapshot, const inspect::Lock* lock,
                                               const inspect::Contender& contender) const;

private:
    mutable inspect::SnapshotPtr m_snapshot; ///< keeps m_places
    mutable std::string m_client;
    mutable std::string m_lock;
    mutable std::vector<Place> m_places;
};

} // namespace lockscope::ui
