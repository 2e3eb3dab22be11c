// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Recognition.h"
#include "core/queue/SequentialNames.h"
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::inspect {

/// Collects what each dialect says while DialectCatalogue decides, as sentences. The first condition that fails stays.
/// Dialects of which neither names nor place match say nothing. Pure; the dialects must outlive it.
class RecognitionTrace final {
public:
    void fit(const Dialect& dialect, std::size_t contenders, std::size_t children);
    /// The node itself is the lock.
    void fitNode(const Dialect& dialect);
    /// The child is a lock by itself.
    void fitsChild(const Dialect& dialect, std::string_view child);
    /// `before`, the previous result, stays although `other` would be chosen now.
    void keep(const Dialect& before, const Dialect& other);

    void failAtPlace(const Dialect& dialect, std::string_view path);
    void failByName(const Dialect& dialect);
    void failByPayload(const Dialect& dialect, std::string_view child);
    void failUnread(const Dialect& dialect, std::string_view child);
    void failUnreadable(const Dialect& dialect, std::string_view child);
    void failByNumber(const Dialect& dialect, std::size_t child, const queue::NumberCheck& number,
                      const DirectoryFacts& directory);
    void failByVotes(const Dialect& dialect, std::size_t votes, const Dialect& other, std::size_t otherVotes);
    void failAsPersistent(const Dialect& dialect);
    void failAsContender(const Dialect& dialect, std::string_view name);
    void failAsNoLock(const Dialect& dialect, const Dialect& noLock, std::string_view name);
    /// `other` comes first for the same name.
    void comesLater(const Dialect& dialect, const Dialect& other);

    /// What fitted first, then the others by title.
    [[nodiscard]] std::vector<DialectReason> reasons() const;

private:
    void add(const Dialect& dialect, bool fits, std::string reason);

    std::map<const Dialect*, DialectReason> m_reasons;
};

/// What a path turned out to be besides its names.
struct PathFacts {
    bool isEphemeral = false;
    bool hasEphemeralContender = true; ///< for dialects that need one
    bool hasGate = true;               ///< for dialects that need it
    bool isHeld = true;                ///< false: the data of a single-node lock say that no client holds it
};

/// A sentence: the path is a lock of the type with this title, or may be one.
[[nodiscard]] std::string decisionFor(std::string_view path, const std::string& title, Certainty certainty);

/// Why the directory, which is listed, is a lock or none: decides by DialectCatalogue::recognise(). A directory without
/// children may be a lock of one node.
[[nodiscard]] Recognition explainDirectory(const DialectCatalogue& dialects, const DirectoryFacts& directory,
                                           const PathFacts& facts);

/// Why the node `path` is a lock by itself or none. `noLocks`: the dialect that knows its parent's children as no
/// locks, or null.
[[nodiscard]] Recognition explainSingle(const DialectCatalogue& dialects, std::string_view path, const Dialect* noLocks,
                                        const PathFacts& facts);

/// Why the lock is recognised as what it is: decides once more, by what a snapshot has of it.
[[nodiscard]] Recognition explainLock(const DialectCatalogue& dialects, const Lock& lock);

/// A sentence if numbers of the part's contenders contradict the server's counter; else empty. Documented names stay
/// certain: a restored or copied tree has such numbers.
[[nodiscard]] std::string counterContradiction(const DialectPart& part, LockKind kind, const DirectoryFacts& directory);

} // namespace lockscope::inspect
