// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/text/TypedText.h"

namespace lockscope::ui {

/// A filter for locks: a typed text, and whether the lock has problems. A value.
class LocksFilter final {
public:
    LocksFilter() = default; ///< accepts every lock
    explicit LocksFilter(const QString& typed, bool onlyProblems = false);

    /// Sets the session data from the servers; null: none. True: other locks may match now.
    bool setEnsemble(const ensemble::EnsembleFacts* facts) { return m_text.setEnsemble(facts); }
    /// True if the text is in the path, or in a client, host, session or node of the lock.
    [[nodiscard]] bool matches(const inspect::Lock& lock, bool hasProblem) const;

    /// True if the user has chosen the same.
    friend bool operator==(const LocksFilter&, const LocksFilter&) = default;

private:
    TypedText m_text;
    bool m_onlyProblems = false;
};

} // namespace lockscope::ui
