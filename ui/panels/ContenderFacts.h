// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The rows of the details panel, out of a snapshot. Pure.

#include "ui/shell/ViewState.h"
#include "ui/views/KeyValueList.h"

#include <vector>

namespace lockscope::ui {

struct ContenderView {
    const inspect::Lock* lock = nullptr;           ///< null when the lock is gone
    const inspect::Contender* contender = nullptr; ///< as it is, or as it last was
    bool gone = false;                             ///< it has left the queue
};

[[nodiscard]] std::vector<KeyValue> contenderFacts(const ViewState& viewState, const ContenderView& view);
[[nodiscard]] std::vector<KeyValue> sessionFacts(const ViewState& viewState, const ContenderView& view);
[[nodiscard]] std::vector<KeyValue> lockFacts(const ViewState& viewState, const inspect::Lock& lock);

} // namespace lockscope::ui
