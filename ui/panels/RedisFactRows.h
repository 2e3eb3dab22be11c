// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What Redis has of a contender and of a lock, as rows with source and age. Pure.

#include "ui/panels/ContenderFacts.h"

namespace lockscope::ui {

/// `waitsFor`: the names of the contenders that it waits for. `places`: where else its client object is.
void addRedisRows(std::vector<KeyValue>& rows, const ViewState& viewState, const ContenderView& view,
                  const QString& waitsFor, const std::vector<ClientPlaces::Place>& places);
/// See commandsToCopy().
[[nodiscard]] std::vector<KeyValue> redisCommands(const ViewState& viewState, const ContenderView& view,
                                                  const CommandTemplates& templates);
/// Of its client object: instance, thread, host, and its other locks.
[[nodiscard]] std::vector<KeyValue> redisClientRows(const ViewState& viewState, const ContenderView& view,
                                                    const std::vector<ClientPlaces::Place>& places);
/// The verdict of its votes; none without votes.
void addRedisLockRows(std::vector<KeyValue>& rows, const ViewState& viewState, const inspect::Lock& lock);

} // namespace lockscope::ui
