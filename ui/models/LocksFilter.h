// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/text/TypedText.h"

namespace lockscope::ui {

/// A typed filter for locks. A value.
class LocksFilter final {
public:
    LocksFilter() = default; ///< accepts every lock
    explicit LocksFilter(const QString& typed);

    /// Sets the session data from the servers; null: none. True: other locks may match now.
    bool setEnsemble(const ensemble::EnsembleFacts* facts) { return m_text.setEnsemble(facts); }
    /// True if the path, or a client, host, session or node of the lock contains the text. `lock` may be null.
    [[nodiscard]] bool matches(const std::string& path, const inspect::Lock* lock) const;

    /// True if the typed text is the same.
    friend bool operator==(const LocksFilter&, const LocksFilter&) = default;

private:
    TypedText m_text;
};

} // namespace lockscope::ui
