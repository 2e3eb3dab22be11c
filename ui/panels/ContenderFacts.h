// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The rows of the details panel, made from a snapshot. Pure functions.

#include "core/model/Owners.h"
#include "ui/models/ClientPlaces.h"
#include "ui/models/text/CommandTemplates.h"
#include "ui/shell/ViewState.h"
#include "ui/views/KeyValueList.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace lockscope::ui {

struct ContenderView {
    const inspect::Lock* lock = nullptr;           ///< null after the lock was removed
    const inspect::Contender* contender = nullptr; ///< its current or last known state
    bool gone = false;                             ///< it has left the queue
};

/// `clientPlaces`: pass the same one each time, so that a snapshot is searched only once.
[[nodiscard]] std::vector<KeyValue> contenderFacts(const ViewState& viewState, const ContenderView& view,
                                                   const ClientPlaces& clientPlaces = {});
[[nodiscard]] std::vector<KeyValue> sessionFacts(const ViewState& viewState, const ContenderView& view,
                                                 const ClientPlaces& clientPlaces = {});
/// From the contender to its process or its keys: commands for the user's shell, of checked words only, as values of
/// what they are for. Never run.
[[nodiscard]] std::vector<KeyValue> commandsToCopy(const ViewState& viewState, const ContenderView& view,
                                                   const CommandTemplates& templates);
/// Why the lock is recognised as its type, and which types come near.
[[nodiscard]] std::vector<KeyValue> recognitionFacts(const inspect::Recognition& recognition);
[[nodiscard]] std::vector<KeyValue> lockFacts(const ViewState& viewState, const inspect::Lock& lock);

/// A row with a time: without the date if it is that of `now`, which is copied with it.
[[nodiscard]] KeyValue timeRow(const QString& key, WallTime time, WallTime now, const QString& source = {});
/// The name of the row of a client's host.
[[nodiscard]] QString hostKey();
/// The address of a client, which is never cut, and the name of its host in a row of its own.
void addHostRows(std::vector<KeyValue>& rows, const inspect::Owner& owner, const QString& source);
/// "HGETALL, 0.4 s": the request that a value is from, and the age of the lock's last reading. Without a lock only the
/// request.
[[nodiscard]] QString readBy(const QString& request, const inspect::Lock* lock, WallTime now);

/// The number of names that are shown.
inline constexpr qsizetype mostNames = 10;
/// The first names, and the number of the others; a dash without any. `further`: others that are not in `names`.
[[nodiscard]] QString firstNames(const QStringList& names, qsizetype further = 0);
/// The other locks in whose queue the client is.
void addOtherLocks(std::vector<KeyValue>& rows, const std::vector<ClientPlaces::Place>& places);

} // namespace lockscope::ui
