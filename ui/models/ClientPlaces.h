// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"

#include <string>
#include <vector>

namespace lockscope::ui {

/// Where else a contender's client is: by its session, on Redis by its client object. A snapshot may have a hundred
/// thousand contenders, and there are several a second: for the same client, only locks that have changed are searched.
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
    void renew(const inspect::SnapshotPtr& snapshot, const inspect::Contender& contender) const;

    mutable inspect::SnapshotPtr m_snapshot; ///< keeps m_places
    mutable std::string m_client;
    mutable std::string m_lock;
    mutable std::vector<Place> m_places;
};

} // namespace lockscope::ui
