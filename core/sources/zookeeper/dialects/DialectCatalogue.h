// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/zookeeper/dialects/Dialect.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::inspect {

struct Recognised {
    const Dialect* dialect = nullptr; ///< set unless No
    Certainty certainty = Certainty::No;
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

    /// The dialect whose queue is in `directory`. Each child votes for the dialect with the most specific matching
    /// mark. Of the dialects with a vote, the one that counts most children as contenders wins. `before`, the previous
    /// result (may be null), stays unless another dialect counts more: readers come and go, but the lock's dialect
    /// stays the same. `isAlone`: the directory is not part of a lock with another path.
    [[nodiscard]] Recognised recognise(std::string_view directory, std::span<const std::string> children,
                                       const Dialect* before = nullptr, bool isAlone = false) const;

    /// Whether it is a sequential name of a contender of some dialect. Then its parent directory is the lock.
    [[nodiscard]] bool namesContender(std::string_view name) const;

    /// The dialect of a lock that is the single node `path`; null if its name matches none.
    [[nodiscard]] const Dialect* recogniseSingle(std::string_view path) const;
    /// The dialect of a single-node lock regardless of its name; null if it is not in the catalogue.
    [[nodiscard]] const Dialect* anySingle() const { return find("single-node"); }

    /// The dialects with nodes outside the lock's children.
    [[nodiscard]] const std::vector<const Dialect*>& spreadOut() const { return m_spreadOut; }

private:
    struct Mark {
        const queue::NamePattern* pattern;
        std::size_t dialect;
    };

    [[nodiscard]] bool mayBeAt(const Dialect& dialect, std::string_view directory) const;

    std::vector<Dialect> m_dialects;
    std::vector<Mark> m_marks;       ///< of queues, the most specific first
    std::vector<Mark> m_singleMarks; ///< of single-node locks
    std::vector<const Dialect*> m_spreadOut;
};

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
