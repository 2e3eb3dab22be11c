// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"

#include <QString>

#include <string>
#include <string_view>
#include <unordered_set>

namespace lockscope::ui {

/// A typed text to find clients, ignoring case. With "*" (any text) or "?" (one character) it is a glob, and fits a
/// whole value, or the end of a path or of a Redis name from one of its parts on. It searches the bytes of the snapshot
/// without conversion, because each typed character checks tens of thousands of contenders. A value.
class TypedText final {
public:
    enum class Place {
        Nowhere,
        Client,
        Host,
        Session,
        Node
    };

    TypedText() = default; ///< empty
    explicit TypedText(const QString& typed);

    [[nodiscard]] bool isEmpty() const { return m_text.isEmpty(); }
    /// True if the text contains it; if it is a glob: if the glob fits the text.
    [[nodiscard]] bool isIn(std::string_view text) const;
    /// The place of the match: the contender's own data first, then the servers' data of its session.
    [[nodiscard]] Place placeIn(const inspect::Contender& contender) const;

    /// Sets the session data from the servers; null: none. True: other sessions' hosts match now.
    bool setEnsemble(const ensemble::EnsembleFacts* facts);

    /// True if the typed text is the same.
    friend bool operator==(const TypedText& a, const TypedText& b) { return a.m_text == b.m_text; }

private:
    QString m_text;
    std::string m_ascii;                      ///< in lower case; empty if the text is not ASCII
    std::string m_glob;                       ///< in lower case; empty if the text is no glob
    bool m_isInId = false;                    ///< may be part of a session id
    std::unordered_set<SessionId> m_sessions; ///< sessions with a matching host, by the servers' data
};

} // namespace lockscope::ui
