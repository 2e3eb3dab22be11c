// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"

#include <QCoreApplication>
#include <QString>

#include <memory>
#include <vector>

namespace lockscope::ui {

/// The holds whose end the user waits for. A hold ends when its contender is not there any more, is another one of the
/// same name, or waits again. What cannot be read has not ended. Pure; thread: one.
class AwaitedHolds final {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::AwaitedHolds)
public:
    struct End {
        inspect::ContenderKey key;
        QString client;   ///< its display name
        QString sentence; ///< what was held, how the hold ended as far as that is known, and the holder now
    };

    /// No effect if that contender does not hold, or its hold is already awaited.
    void await(const inspect::Snapshot& snapshot, const inspect::ContenderKey& key);
    void cancel(const inspect::ContenderKey& key);
    void clear() { m_holds.clear(); }
    [[nodiscard]] std::vector<inspect::ContenderKey> keys() const;

    /// The holds that have ended by this snapshot; they are awaited no longer.
    [[nodiscard]] std::vector<End> see(const inspect::Snapshot& snapshot);

private:
    struct Hold {
        inspect::ContenderKey key;
        std::shared_ptr<const inspect::Lock> lock; ///< as last seen with the hold
    };
    enum class State {
        Holds,
        Ended,
        Unknown
    };

    [[nodiscard]] static State stateOf(const Hold& hold, const inspect::Snapshot& snapshot);
    [[nodiscard]] static End endOf(const Hold& hold, const inspect::Snapshot& snapshot);

    std::vector<Hold> m_holds;
};

} // namespace lockscope::ui
