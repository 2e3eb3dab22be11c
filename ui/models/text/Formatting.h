// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Values as people read them. Pure, any thread.

#include "core/base/SessionStatus.h"
#include "core/model/Snapshot.h"

#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>

namespace lockscope::ui {

/// std::string of UTF-8, of somebody else's making, as one line: control and direction characters become U+FFFD.
[[nodiscard]] QString oneLine(std::string_view text);

/// The same of what the program brings with it, such as a dialect's title, in the language that is spoken.
[[nodiscard]] QString ownText(const std::string& text);

/// "mutex", "read-write", …
[[nodiscard]] QString kindWord(inspect::LockKind kind);

/// "Connected", "Suspended", …
[[nodiscard]] QString stateWord(SessionState state);

/// Put together as the language that is spoken does it: "a. b."; "a, b"; "a, b" as parts of one sentence; "a: b";
/// "a (b)"; "a.".
[[nodiscard]] QString inTurn(QStringList sentences);
[[nodiscard]] QString asList(const QStringList& names);
[[nodiscard]] QString asClauses(const QStringList& clauses);
[[nodiscard]] QString asEntry(const QString& label, const QString& value);
[[nodiscard]] QString withAside(const QString& text, const QString& aside);
[[nodiscard]] QString ended(const QString& sentence);

/// With a capital at its beginning.
[[nodiscard]] QString asSentence(QString text);

/// What went wrong, as a sentence.
[[nodiscard]] QString errorSentence(const Error& error);

/// What a button or an action shows as it is: each "&" is one of the text, and no key.
[[nodiscard]] QString withoutMnemonic(QString text);

/// A tooltip that shows just this text: Qt would take some texts for markup.
[[nodiscard]] QString plainToolTip(const QString& text);

/// "350 ms", "1.2 s", "48 s", "4 m 12 s", "2 h 05 m", "3 d 04 h". Negative durations count as none.
[[nodiscard]] QString formatDuration(std::chrono::milliseconds duration);

/// "5 s", "6 m", "2 h", "3 d" where it is a whole number of them, else as formatDuration() has it.
[[nodiscard]] QString formatRound(std::chrono::milliseconds duration);

/// "350 µs", "3.2 ms", from 10 ms on as formatDuration() has it.
[[nodiscard]] QString formatLatency(std::chrono::microseconds duration);

/// "10,000": groups of three, whatever the locale.
[[nodiscard]] QString formatCount(qint64 number);

/// "0x100000837dd002f".
[[nodiscard]] QString formatHex(std::int64_t id);

/// "0000000101", as it stands in the node's name; empty without one.
[[nodiscard]] QString formatSequence(std::optional<std::int32_t> sequence);

/// "2026-11-20 16:41:07.314" in the time zone of this machine; empty for no time.
[[nodiscard]] QString formatTime(WallTime time);

/// "2026-11-20 15:41:07.314 UTC"; empty for no time. For the tooltip of a local time.
[[nodiscard]] QString formatUtc(WallTime time);

/// At most `length` characters with the middle left out: the end, where the sequence number stands, stays.
[[nodiscard]] QString elideNode(const QString& node, int length = 28);

/// Who it is: what it says of itself, else its host, its session, its node.
[[nodiscard]] QString nameFrom(std::string_view client, std::string_view host, std::int64_t session,
                               std::string_view node);
/// That of a contender. `facts`: what the servers say of the sessions; null: nothing.
[[nodiscard]] QString displayName(const inspect::Contender& contender, const ensemble::EnsembleFacts* facts);

/// "4 m 12 s" or "≤ 4 m 12 s"; "…" while unknown.
[[nodiscard]] QString formatSince(const std::optional<inspect::Since>& since);

/// No session will ever free its node.
[[nodiscard]] bool hasNoSession(const inspect::Contender& contender);

/// Why a person should look at this contender, as a sentence; empty when there is nothing.
[[nodiscard]] QString attention(const inspect::Contender& contender);

/// "holder", "next", "#2": its place among those of its lock.
[[nodiscard]] QString placeOf(const inspect::Lock& lock, const inspect::Contender& contender);

/// "7 waiting", "free", or that nobody can know.
[[nodiscard]] QString waitersText(const inspect::Lock& lock);

/// How many may hold; "?" where nobody tells.
[[nodiscard]] QString leasesText(const inspect::Lock& lock);

/// The first holder's name, "3 readers", "4 of 5 leases", "—".
[[nodiscard]] QString holdersText(const inspect::Lock& lock, const ensemble::EnsembleFacts* facts);

/// "payload of the node", "AdminServer", …; empty for none.
[[nodiscard]] QString hostSourceText(inspect::HostSource source);

} // namespace lockscope::ui
