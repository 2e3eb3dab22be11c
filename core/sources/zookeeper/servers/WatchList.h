// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The watches of one server, from its replies. Pure.

#include "core/zk/Values.h"

#include <QByteArray>

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace lockscope::ensemble {

/// Sessions by path; paths are relative to the chroot.
using WatchList = std::map<std::string, std::set<SessionId>, std::less<>>;

/// Adds the watches of the AdminServer's `watches_by_path`, without the sessions in `but` and without paths outside the
/// chroot. Returns false and adds nothing if the reply has another format.
[[nodiscard]] bool addWatchesFromJson(const QByteArray& answer, std::string_view chroot, const std::set<SessionId>& but,
                                      WatchList& list);

/// The same for the four-letter command `wchp`. A reply that is cut short has no empty last line: false.
[[nodiscard]] bool addWatchesFromWord(const QByteArray& answer, std::string_view chroot, const std::set<SessionId>& but,
                                      WatchList& list);

} // namespace lockscope::ensemble
