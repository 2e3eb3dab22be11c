// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/text/TypedText.h"

namespace lockscope::ui {

/// What somebody types to find locks. A value.
class LocksFilter final {
public:
    LocksFilter() = default; ///< lets everything pass
    explicit LocksFilter(const QString& typed);

    /// What the servers say of the sessions from now on; null: nothing. May other locks match now?
    bool setEnsemble(const ensemble::EnsembleFacts* facts) { return m_text.setEnsemble(facts); }
    /// Does the path, or one of the lock's clients, hosts, sessions or nodes contain it? `lock` may be null.
    [[nodiscard]] bool matches(const std::string& path, const inspect::Lock* lock) const;

    /// The same was typed.
    friend bool operator==(const LocksFilter&, const LocksFilter&) = default;

private:
    TypedText m_text;
};

} // namespace lockscope::ui
