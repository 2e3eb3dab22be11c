// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"

#include <QString>

#include <string>
#include <string_view>
#include <unordered_set>

namespace lockscope::ui {

/// What somebody types to find clients, without regard to case. Tens of thousands of contenders are asked while they
/// type, so it looks at the snapshot's own bytes. A value.
class TypedText final {
public:
    enum class Place {
        Nowhere,
        Client,
        Host,
        Session,
        Node
    };

    TypedText() = default; ///< is empty
    explicit TypedText(const QString& typed);

    [[nodiscard]] bool isEmpty() const { return m_text.isEmpty(); }
    [[nodiscard]] bool isIn(std::string_view text) const;
    /// Where the contender has it: its own words first, then what the servers say of its session.
    [[nodiscard]] Place placeIn(const inspect::Contender& contender) const;

    /// What the servers say of the sessions from now on; null: nothing. Is the text in other sessions' hosts now?
    bool setEnsemble(const ensemble::EnsembleFacts* facts);

    /// The same was typed.
    friend bool operator==(const TypedText& a, const TypedText& b) { return a.m_text == b.m_text; }

private:
    QString m_text;
    std::string m_ascii;                      ///< in small letters; empty where it has others
    bool m_isInId = false;                    ///< it may be a part of a session's number
    std::unordered_set<SessionId> m_sessions; ///< whose hosts have it, as the servers tell
};

} // namespace lockscope::ui
