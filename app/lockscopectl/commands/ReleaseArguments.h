// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockscopectl/Context.h"
#include "core/model/ContenderKey.h"
#include "core/release/ReleaseService.h"

#include <QCommandLineParser>

#include <cstdint>
#include <optional>
#include <vector>

namespace lockscope::ctl {

/// The options of the command release that name what is released.
inline const QString redisOwnerOption = QStringLiteral("owner");
inline const QString redisWaiterOption = QStringLiteral("waiter");
inline const QString nodeCzxidOption = QStringLiteral("czxid");
inline const QString permitsOption = QStringLiteral("permits");
inline const QString freePermitsOption = QStringLiteral("free-permits");

/// What the caller has seen of a contender.
enum class ShownAs {
    Nothing, ///< the user confirms the plan on the terminal
    Node,    ///< its czxid
    Owner,   ///< Redis: it holds
    Waiter,  ///< Redis: it waits
    Permits  ///< Redis: the number of free permits of a semaphore
};

struct ReleaseRequest {
    std::vector<inspect::ContenderKey> contenders;
    std::vector<ShownAs> shown;       ///< one per contender
    std::vector<std::int64_t> czxids; ///< one per contender, or none
    release::ChangeReason changeReason;
    bool dryRun = false;
    std::int64_t permits = 0;                  ///< Redis: how many to add to a semaphore; 0: of a holder or waiter
    std::optional<std::int64_t> freePermits{}; ///< as the caller has seen them
    bool mayBePossible = false;                ///< also nodes that only possibly belong to a lock
};

/// Reads what is to be released. On an error, prints it and returns the exit status.
[[nodiscard]] std::optional<Exit> readContenders(const Context& context, const QCommandLineParser& parser,
                                                 ReleaseRequest& request);

} // namespace lockscope::ctl
