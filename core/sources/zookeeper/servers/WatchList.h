// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Who watches what on one server, from its own answers. Pure.

#include "core/zk/Values.h"

#include <QByteArray>

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace lockscope::ensemble {

/// By the path that a client with the chroot sees.
using WatchList = std::map<std::string, std::set<SessionId>, std::less<>>;

/// Adds what the AdminServer's `watches_by_path` tells, without the sessions in `but` and without what lies outside of
/// the chroot. False, and nothing is added, when it is no such answer.
[[nodiscard]] bool addWatchesFromJson(const QByteArray& answer, std::string_view chroot, const std::set<SessionId>& but,
                                      WatchList& list);

/// The same of the four-letter word `wchp`.
[[nodiscard]] bool addWatchesFromWord(const QByteArray& answer, std::string_view chroot, const std::set<SessionId>& but,
                                      WatchList& list);

} // namespace lockscope::ensemble
