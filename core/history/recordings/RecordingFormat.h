// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The format of a recording: JSON lines, each an object with one member, whose name is the line's kind. Pure.
///
///     {"lockscope-recording":1,"connect":…,"roots":[…],"source":"live","findings":true,"startedAt":…}
///                               the first line; findings: the snapshots have those of their time
///     {"full":{"at":ms,"serverAt":ms,"dialects":[…],…}}   begins a full snapshot; serverAt: the servers' clock showed
///                               this or more, for the ages of nodes; "backend":"redis": of Redis, else ZooKeeper
///     {"change":{"at":ms,…}}    begins a snapshot that is given by its differences from the one before
///     {"lock":{…}}              a lock, with its queue or the beginning of its queue
///     {"more":{…}}              more of that queue
///     {"queue":{…}}             changes of a known lock's queue: nodes "gone", contenders "set" with their index
///     {"gone":{"paths":[…]}}    removed locks
///     {"ensemble":{…}}          the servers' reports, for the sessions in the queues
///     {"findings":{…}}          the findings
///     {"done":{}}               completes the snapshot; without this line it is ignored
///     {"event":{…}}             an event that no snapshot shows: a lost contender, an operator's release, a gap in
///                               which the recorder did not run
///     {"end":{"at":ms,"reason":…}}   the recorder ended normally
///
/// Times are milliseconds since 1970, UTC; ids are "0x…". Bytes that are not UTF-8 are {"base64":…}. A reader ignores
/// unknown members. It reads an unknown enumerator as the least specific one; for findings and events it keeps the
/// name. A new kind of line needs a new number in the first line. Two contenders of one lock must not have the same
/// name in the same directory.

#include "core/history/EventStream.h"
#include "core/history/recordings/RecordingValues.h"

#include <QByteArray>
#include <QJsonObject>

#include <set>

namespace lockscope::inspect::recording {

inline constexpr int version = 1;
/// Maximum length of a line: writers split longer data, readers refuse longer lines.
inline constexpr qint64 mostLineBytes = 16'777'216;

/// The line, including its line end.
[[nodiscard]] QByteArray lineOf(const char* kind, const QJsonObject& value);

/// Without the queue.
[[nodiscard]] QJsonObject headJson(const Lock& lock);
[[nodiscard]] QJsonObject contenderJson(const Contender& contender, std::size_t index);
/// The connection's state and the other members of a snapshot, without its locks; omits what equals `before` (may be
/// null).
[[nodiscard]] QJsonObject snapshotJson(const Snapshot& snapshot, const Snapshot* before);
[[nodiscard]] QJsonObject ensembleJson(const ensemble::EnsembleFacts& facts, const std::set<SessionId>& sessions);
/// The same facts for sessions that have joined a queue since the last "ensemble" line; added to that line's.
[[nodiscard]] QJsonObject moreSessionsJson(const ensemble::EnsembleFacts& facts, const std::set<SessionId>& sessions);
[[nodiscard]] QJsonObject findingJson(const Finding& finding);
[[nodiscard]] QJsonObject eventJson(const LockEvent& event);

/// The inverse functions. Each returns false for an invalid value, and may then have changed its target in part.
[[nodiscard]] bool readHead(const QJsonObject& json, Lock& lock);
[[nodiscard]] bool readContender(const QJsonObject& json, std::size_t index, Contender& contender);
[[nodiscard]] bool readSnapshot(const QJsonObject& json, Snapshot& snapshot);
/// `facts`: the result of the "ensemble" line before.
[[nodiscard]] bool readEnsemble(const QJsonObject& json, ensemble::EnsembleFacts& facts);
[[nodiscard]] bool readFinding(const QJsonObject& json, Finding& finding);
[[nodiscard]] bool readEvent(const QJsonObject& json, LockEvent& event);

} // namespace lockscope::inspect::recording
