// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Values as text for the user. Pure functions, any thread.

#include "core/base/SessionStatus.h"
#include "core/model/Owners.h"
#include "core/model/QueueStates.h"
#include "core/model/Snapshot.h"

#include <QString>
#include <QStringList>

#include <algorithm>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>

namespace lockscope::ui {

/// UTF-8 text from outside the program as one line: control and direction characters become U+FFFD.
[[nodiscard]] QString oneLine(std::string_view text);
/// As oneLine(), with the short form of the owners on Redis in it: "5f0c2a9e:41", as they are called elsewhere.
[[nodiscard]] QString withShortOwners(std::string_view text);

/// The same for a text that comes with the program, e.g. a dialect's title, in the current language.
[[nodiscard]] QString ownText(const std::string& text);

/// "mutex", "read-write", …
[[nodiscard]] QString kindWord(inspect::LockKind kind);
/// By what changes on Redis are noticed: "client tracking", "polling every 1 s (…)".
[[nodiscard]] QString watchText(const inspect::RedisWatch& watch);

/// "Connected", "Suspended", …
[[nodiscard]] QString stateWord(SessionState state);

/// Joined by the rules of the current language: "a. b."; "a, b"; "a, b" as parts of one sentence; "a: b"; "a (b)";
/// "a.".
[[nodiscard]] QString inTurn(QStringList sentences);
[[nodiscard]] QString asList(const QStringList& names);
[[nodiscard]] QString asClauses(const QStringList& clauses);
[[nodiscard]] QString asEntry(const QString& label, const QString& value);
[[nodiscard]] QString withAside(const QString& text, const QString& aside);
[[nodiscard]] QString ended(const QString& sentence);

/// With a capital first letter.
[[nodiscard]] QString asSentence(QString text);

/// The error as a sentence.
[[nodiscard]] QString errorSentence(const Error& error);

/// For the text of a button or an action: each "&" is shown, and is not a mnemonic.
[[nodiscard]] QString withoutMnemonic(QString text);

/// A tooltip that shows the plain text: Qt would interpret some texts as markup.
[[nodiscard]] QString plainToolTip(const QString& text);

/// "350 ms", "1.2 s", "48 s", "4 m 12 s", "2 h 05 m", "3 d 04 h". Negative durations count as zero.
[[nodiscard]] QString formatDuration(std::chrono::milliseconds duration);

/// "5 s", "6 m", "2 h", "3 d" if it is a multiple of the unit, else as formatDuration().
[[nodiscard]] QString formatRound(std::chrono::milliseconds duration);

/// "350 µs", "3.2 ms", from 10 ms on as formatDuration().
[[nodiscard]] QString formatLatency(std::chrono::microseconds duration);

/// "10,000": groups of three in any locale.
[[nodiscard]] QString formatCount(qint64 number);

/// A count of 0 or more as tr() takes it to choose between singular and plural: tr("%1 locks", nullptr,
/// forPlural(count)).
template <std::integral Count> [[nodiscard]] constexpr int forPlural(Count count)
{
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<int>::max());
    return static_cast<int>(std::min(static_cast<std::uint64_t>(count), most));
}

/// "512 bytes", "37 KB", "1.2 MB": by powers of 1000.
[[nodiscard]] QString formatBytes(std::int64_t bytes);

/// "0x100000837dd002f".
[[nodiscard]] QString formatHex(std::int64_t id);

/// "0000000101", as in the node's name; empty without one.
[[nodiscard]] QString formatSequence(std::optional<std::int32_t> sequence);

/// "2026-11-20 16:41:07.314" in the time zone of this machine; empty for no time.
[[nodiscard]] QString formatTime(WallTime time);
/// In the time zone of this machine.
[[nodiscard]] bool isSameDay(WallTime one, WallTime other);
/// formatTime() without the date if it is that of `now`.
[[nodiscard]] QString formatTimeOfDay(WallTime time, WallTime now);
/// The age of a value beside its source: "0.6 s", from a second on as formatDuration().
[[nodiscard]] QString formatAge(std::chrono::milliseconds age);

/// "2026-11-20 15:41:07.314 UTC"; empty for no time. For the tooltip of a local time.
[[nodiscard]] QString formatUtc(WallTime time);

/// At most `length` characters, elided in the middle: the sequence number at the end stays visible.
[[nodiscard]] QString elideNode(const QString& node, int length = 28);

/// The display name: the client's own name, else its host, session or node.
[[nodiscard]] QString nameFrom(std::string_view client, std::string_view host, std::int64_t session,
                               std::string_view node);
/// The name of a contender. `facts`: the session data from the servers; null: none.
[[nodiscard]] QString displayName(const inspect::Contender& contender, const ensemble::EnsembleFacts* facts);

/// "4 m 12 s" or "≤ 4 m 12 s"; "…" while unknown.
[[nodiscard]] QString formatSince(const std::optional<inspect::Since>& since);

/// True if the node has no session, unlike those of the lock's dialect: so it never expires.
[[nodiscard]] bool neverExpires(const inspect::Lock& lock, const inspect::Contender& contender);

/// The reason why this contender needs attention, as a sentence; empty if none.
[[nodiscard]] QString attention(const inspect::Lock& lock, const inspect::Contender& contender);

/// "2"; "?" if its place among the waiters is unknown.
[[nodiscard]] QString placeNumber(const inspect::WaiterPlaces& places, const inspect::Contender& contender);

/// "holder", "next", "#2", "#?", "unknown": its position at the lock.
[[nodiscard]] QString placeOf(const inspect::Lock& lock, const inspect::Contender& contender);
/// `places`: of the lock. For many contenders of one lock.
[[nodiscard]] QString placeOf(const inspect::WaiterPlaces& places, const inspect::Contender& contender);

/// "7 waiting", "≥ 7 waiting", "free", or "unknown".
[[nodiscard]] QString waitersText(const inspect::Lock& lock);

/// The number of leases; "?" if unknown.
[[nodiscard]] QString leasesText(const inspect::Lock& lock);

/// The first holder's name, "3 readers", "4 of 5 leases", "—".
[[nodiscard]] QString holdersText(const inspect::Lock& lock, const ensemble::EnsembleFacts* facts);

/// The host with its name, if that is known: "10.0.0.7:51234 (worker-7)".
[[nodiscard]] QString hostWithName(const inspect::Owner& owner);

/// The time of a session that has passed without a report that it ended: "unknown; last report 4.5 s ago".
[[nodiscard]] QString lateReportText(const inspect::Owner& owner, WallTime now);

/// "payload", "AdminServer", …; empty for none.
[[nodiscard]] QString hostSourceText(inspect::HostSource source);

} // namespace lockscope::ui
