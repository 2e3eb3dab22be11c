// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The rows of the details panel, made from a snapshot. Pure functions.

#include "ui/shell/ViewState.h"
#include "ui/views/KeyValueList.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <vector>

namespace lockscope::ui {

struct ContenderView {
    const inspect::Lock* lock = nullptr;           ///< null after the lock was removed
    const inspect::Contender* contender = nullptr; ///< its current or last known state
    bool gone = false;                             ///< it has left the queue
};

[[nodiscard]] std::vector<KeyValue> contenderFacts(const ViewState& viewState, const ContenderView& view);
[[nodiscard]] std::vector<KeyValue> sessionFacts(const ViewState& viewState, const ContenderView& view);
/// Why the lock is recognised as its type, and which types come near.
[[nodiscard]] std::vector<KeyValue> recognitionFacts(const inspect::Recognition& recognition);
[[nodiscard]] std::vector<KeyValue> lockFacts(const ViewState& viewState, const inspect::Lock& lock);

/// The first ten names, and the number of the others; a dash without any.
[[nodiscard]] QString firstNames(const QStringList& names);
/// The other locks in whose queue the same owner is.
void addOtherLocks(std::vector<KeyValue>& rows, const ViewState& viewState, const ContenderView& view,
                   const std::function<bool(const inspect::Contender&)>& isSameOwner);

} // namespace lockscope::ui
