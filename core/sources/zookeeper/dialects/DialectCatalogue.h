// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/queue/SequentialNames.h"
#include "core/sources/zookeeper/dialects/Dialect.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::inspect {

/// What is known of a directory.
struct DirectoryFacts {
    std::string_view path;
    std::span<const std::string> children;
    std::optional<std::uint32_t> created{}; ///< children that were ever created; nullopt: unknown
    const DetailsByNode* details = nullptr; ///< of some children; may be null
    const Dialect* before = nullptr;        ///< the previous result
    bool isAlone = false;                   ///< it is not part of a lock with another path
};

class RecognitionTrace;

struct Recognised {
    const Dialect* dialect = nullptr; ///< null: no names that any dialect knows, or none until a payload is read
    Need needs = Need::Nothing;       ///< before the directory is that dialect's
    std::string toRead{};             ///< for Need::Payload: the child whose payload decides
};

/// The known dialects, and how to report them apart. Immutable, so any thread may use it; returned pointers are valid
/// as long as the catalogue. Pure.
class DialectCatalogue final {
public:
    /// If two dialects match a name equally well, the earlier one is used.
    explicit DialectCatalogue(std::vector<Dialect> dialects);
    DialectCatalogue(const DialectCatalogue&) = delete;
    DialectCatalogue& operator=(const DialectCatalogue&) = delete;

    [[nodiscard]] const std::vector<Dialect>& dialects() const { return m_dialects; }
    [[nodiscard]] const Dialect* find(std::string_view id) const;

    /// The dialect whose queue is in the directory. Each child votes for the dialect with the most specific matching
    /// mark. Of the dialects with a vote, the one that counts most children as contenders wins. The previous result
    /// stays unless another dialect counts more: readers come and go, but the lock's dialect stays the same. Dialects
    /// of possible locks only count if there is no other, and only names that can be sequential vote for them.
    /// `trace`, which may be null, gets what each dialect said.
    [[nodiscard]] Recognised recognise(const DirectoryFacts& directory, RecognitionTrace* trace = nullptr) const;

    /// Whether a child of this name may vote for a dialect. A directory without such children has none.
    [[nodiscard]] bool mayVote(std::string_view directory, std::string_view name) const;

    /// Whether it is a sequential name of a contender of some dialect. Then its parent directory is the lock.
    [[nodiscard]] bool namesContender(std::string_view name) const;

    /// The dialect of a lock that is the single node `path`; null if its name matches none.
    [[nodiscard]] const Dialect* recogniseSingle(std::string_view path, RecognitionTrace* trace = nullptr) const;

    /// The dialects with nodes outside the lock's children.
    [[nodiscard]] const std::vector<const Dialect*>& spreadOut() const { return m_spreadOut; }

private:
    struct Mark {
        const queue::NamePattern* pattern;
        std::size_t dialect;
    };

    /// The mark of a single node that is a lock at some places only, and a name that it matches.
    struct PlacedMark {
        Mark mark;
        std::string sample;
    };

    class DirectoryVote;

    [[nodiscard]] const Dialect* knownAsNoLock(std::string_view path) const;
    [[nodiscard]] bool mayBeAt(const Dialect& dialect, std::string_view directory) const;

    std::vector<Dialect> m_dialects;
    std::vector<Mark> m_marks;             ///< of queues, the most specific first
    std::vector<Mark> m_singleMarks;       ///< of single-node locks
    std::vector<PlacedMark> m_placedMarks; ///< of single-node locks that are certain by their place
    std::vector<const Dialect*> m_spreadOut;
};

/// What the server's counting says of the children.
[[nodiscard]] queue::SequentialFacts sequentialFactsOf(const DirectoryFacts& directory);

/// Whether a lock of the dialect may have this path, by its ancestors and places.
[[nodiscard]] bool fitsAt(const Dialect& dialect, std::string_view path);

/// The path of the lock that `directory` with this ending belongs to; empty if it has another ending.
[[nodiscard]] std::string lockOf(std::string_view directory, std::string_view ending);

/// The number of `children` that the part's clients count as contenders.
[[nodiscard]] std::size_t contendersAmong(const DialectPart& part, std::span<const std::string> children);

/// Whether the name contains one of the dialect's words (any case) outside of its exceptWords.
[[nodiscard]] bool speaksOf(const Dialect& dialect, std::string_view name);

/// Whether one of the part's marks matches.
[[nodiscard]] bool isMark(const DialectPart& part, std::string_view name);

/// Whether the holder leads for as long as it lives (leader election). `dialect`: null if unknown.
[[nodiscard]] bool isElection(const Lock& lock, const Dialect* dialect);

/// Whether `name` is possible for a single-node lock of `dialect`.
[[nodiscard]] bool namesSingle(const Dialect& dialect, std::string_view name);

} // namespace lockscope::inspect
