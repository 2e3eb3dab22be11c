// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The votes of a Redlock's masters as text and marks. Pure functions, any thread.

#include "core/model/Snapshot.h"
#include "ui/models/Roles.h"

#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::ui {

/// True for a lock that is a vote of several masters.
[[nodiscard]] bool hasVotes(const inspect::Lock& lock);

/// What the masters have, counted.
struct VoteTally {
    std::string token;         ///< with the most votes; of several with as many, the first; empty: none
    int votes = 0;             ///< for `token`
    std::vector<int> perToken; ///< votes of each token, the most first
    int unreachable = 0;
    int masters = 0;
};
[[nodiscard]] VoteTally tallyOf(const inspect::RedisLock& lock);
/// Of independent masters, how many answer: votes of all locks are read together, and either all locks have them or
/// none has. Nullopt: it is one server, or no lock was read.
[[nodiscard]] std::optional<VoteTally> mastersOf(const inspect::Snapshot& snapshot);

enum class VoteState {
    Leading, ///< for the token with the most votes
    Other,   ///< for another token
    None,
    Unreachable
};
[[nodiscard]] VoteState stateOf(const inspect::RedisVote& vote, const VoteTally& tally);
/// Its shape and its colour.
[[nodiscard]] TonedMark markOf(VoteState state);
/// One of each master, in the masters' order.
[[nodiscard]] QList<TonedMark> voteMarks(const inspect::RedisLock& lock);
/// "has the token of the holder", "does not answer": after the name of a master.
[[nodiscard]] QString stateWord(VoteState state, inspect::Verdict verdict);

/// "held 4 of 5", "split 1 : 1 : 1", "remnant 1 of 5", "free", "undecided".
[[nodiscard]] QString verdictWords(const inspect::RedisLock& lock);
[[nodiscard]] Tone toneOf(inspect::Verdict verdict);
/// "Held by 4 of 5 (quorum 3), exclusive for 6.2 s": one sentence.
[[nodiscard]] QString verdictSentence(const inspect::Lock& lock, WallTime now);
/// What follows from the verdict, as a sentence.
[[nodiscard]] QString verdictMeaning(const inspect::RedisLock& lock);

/// How long until fewer masters than a quorum have the token; nullopt: not held, or no end.
[[nodiscard]] std::optional<std::chrono::milliseconds> exclusiveLeft(const inspect::Lock& lock, WallTime now);
/// What is left of the lease of a vote; nullopt: no key, or no end.
[[nodiscard]] std::optional<std::chrono::milliseconds> leaseLeft(const inspect::Lock& lock,
                                                                 const inspect::RedisVote& vote, WallTime now);
/// "6.24 s", and "no end" for a key without; "—" without a key.
[[nodiscard]] QString voteLease(const inspect::Lock& lock, const inspect::RedisVote& vote, WallTime now);
/// True if its votes from before may be lost: it runs for a shorter time than a lease, or far shorter than others.
[[nodiscard]] bool isRestarted(const inspect::RedisLock& lock, const inspect::RedisVote& vote);

/// "8f2c…91d4".
[[nodiscard]] QString shortToken(std::string_view token);
/// "+61 ms", "−1 ms", "0 ms"; "—" while unknown.
[[nodiscard]] QString offsetText(const std::optional<std::chrono::milliseconds>& offset);
/// The servers' names without what all of them share: hosts, or ports of one host.
[[nodiscard]] QStringList shortServers(const QStringList& addresses);
[[nodiscard]] QStringList shortServers(const std::vector<inspect::RedisVote>& votes);
/// "5 reads within 48 ms.": how far the readings of the votes are apart.
[[nodiscard]] QString readsText(const inspect::RedisLock& lock);

} // namespace lockscope::ui
