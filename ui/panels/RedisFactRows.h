// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What Redis has of a contender and of a lock, as rows with source and age. Pure.

#include "ui/panels/ContenderFacts.h"
#include "ui/views/LeaseBar.h"

#include <optional>

namespace lockscope::ui {

/// `waitsFor`: the names of the contenders that it waits for. `places`: where else its client object is.
void addRedisRows(std::vector<KeyValue>& rows, const ViewState& viewState, const ContenderView& view,
                  const QString& waitsFor, const std::vector<ClientPlaces::Place>& places);
/// What is left of the lease of a holder; of a Redlock, how long it is exclusive. Nullopt: not known, or no end, which
/// the rows say.
[[nodiscard]] std::optional<LeaseFacts> leaseFacts(const ViewState& viewState, const ContenderView& view);
/// See commandsToCopy().
[[nodiscard]] std::vector<KeyValue> redisCommands(const ViewState& viewState, const ContenderView& view,
                                                  const CommandTemplates& templates);
/// Of its client object: instance, thread, host, and its other locks.
[[nodiscard]] std::vector<KeyValue> redisClientRows(const ViewState& viewState, const ContenderView& view,
                                                    const std::vector<ClientPlaces::Place>& places);
/// The verdict of its votes; none without votes.
void addRedisLockRows(std::vector<KeyValue>& rows, const ViewState& viewState, const inspect::Lock& lock);

} // namespace lockscope::ui
