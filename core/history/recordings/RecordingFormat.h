// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// How a recording says snapshots: JSON lines, each an object with one member, whose name is the line's kind. Pure.
///
///     {"lockscope-recording":1,"connect":…,"roots":[…],"source":"live","startedAt":…}   the first line
///     {"full":{"at":ms,"dialects":[…],…}}   a snapshot begins, and what follows is all of it
///     {"change":{"at":ms,…}}    a snapshot begins, and what follows is what is not as in the one before
///     {"lock":{…}}              a lock, its queue or the beginning of it
///     {"more":{…}}              more of that queue
///     {"queue":{…}}             of a lock of the snapshot before: who is "gone", and who is "set" at which place
///     {"gone":{"paths":[…]}}    these are no locks any more
///     {"ensemble":{…}}          what the servers say, of the sessions that queue
///     {"findings":{…}}          what was wrong
///     {"done":{}}               the snapshot is whole; without this line it does not count
///     {"event":{…}}             what no snapshot tells: who was lost, what an operator released
///     {"end":{"at":ms,"reason":…}}   the recorder ended in good order
///
/// Times are milliseconds since 1970, UTC; ids are "0x…". Bytes that are no UTF-8 are {"base64":…}. A reader passes
/// over members that it does not know, and takes a word that it does not know for the one that says least; of findings
/// and events it keeps the word. A kind of line that it does not know needs a new number in the first line. Two
/// contenders of one lock must not have the same name in the same directory.

#include "core/history/EventStream.h"
#include "core/history/recordings/RecordingValues.h"

#include <QByteArray>
#include <QJsonObject>

#include <set>

namespace lockscope::inspect::recording {

inline constexpr int version = 1;
/// No line is longer: who writes divides what would be, who reads refuses the rest.
inline constexpr qint64 mostLineBytes = 16'777'216;

/// The line, with its end.
[[nodiscard]] QByteArray lineOf(const char* kind, const QJsonObject& value);

/// Without the queue.
[[nodiscard]] QJsonObject headJson(const Lock& lock);
[[nodiscard]] QJsonObject contenderJson(const Contender& contender, std::size_t index);
/// State of the connection and what else a snapshot has beside its locks; of what is as in `before` (may be null)
/// nothing.
[[nodiscard]] QJsonObject snapshotJson(const Snapshot& snapshot, const Snapshot* before);
[[nodiscard]] QJsonObject ensembleJson(const ensemble::EnsembleFacts& facts, const std::set<SessionId>& sessions);
/// What the same facts say of sessions that came to queue since: added to what the line before said.
[[nodiscard]] QJsonObject moreSessionsJson(const ensemble::EnsembleFacts& facts, const std::set<SessionId>& sessions);
[[nodiscard]] QJsonObject findingJson(const Finding& finding);
[[nodiscard]] QJsonObject eventJson(const LockEvent& event);

/// The way back. Each returns false, and has done part of the work, where the value is not what it must be.
[[nodiscard]] bool readHead(const QJsonObject& json, Lock& lock);
[[nodiscard]] bool readContender(const QJsonObject& json, std::size_t index, Contender& contender);
[[nodiscard]] bool readSnapshot(const QJsonObject& json, Snapshot& snapshot);
/// `facts`: as the line before left them.
[[nodiscard]] bool readEnsemble(const QJsonObject& json, ensemble::EnsembleFacts& facts);
[[nodiscard]] bool readFinding(const QJsonObject& json, Finding& finding);
[[nodiscard]] bool readEvent(const QJsonObject& json, LockEvent& event);

} // namespace lockscope::inspect::recording
