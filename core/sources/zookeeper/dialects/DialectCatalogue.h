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

/// The families that are known, and how they are told apart. Immutable, so that any thread may use it; what it gives
/// out lives as long as it does. Pure.
class DialectCatalogue final {
public:
    /// Of families that fit a name equally well, the earlier one counts.
    explicit DialectCatalogue(std::vector<Dialect> dialects);
    DialectCatalogue(const DialectCatalogue&) = delete;
    DialectCatalogue& operator=(const DialectCatalogue&) = delete;

    [[nodiscard]] const std::vector<Dialect>& dialects() const { return m_dialects; }
    [[nodiscard]] const Dialect* find(std::string_view id) const;

    /// The family whose queue `directory` is. Each child speaks for the family whose mark tells most of its name; of
    /// the families that are spoken for, the one that counts most children as contenders. `before`, which it was until
    /// now (may be null), stays unless another counts more: readers come and go, and what the lock is does not.
    /// `isAlone`: it is no part of a lock whose path is another.
    [[nodiscard]] Recognised recognise(std::string_view directory, std::span<const std::string> children,
                                       const Dialect* before = nullptr, bool isAlone = false) const;

    /// Is it a name that a server has numbered, as a contender of some family has it? Then the lock is what it lies in.
    [[nodiscard]] bool namesContender(std::string_view name) const;

    /// The family of a lock that is the one node `path`; null if its name does not sound like one.
    [[nodiscard]] const Dialect* recogniseSingle(std::string_view path) const;
    /// The family of such a lock whatever its name; null if it was taken out of the catalogue.
    [[nodiscard]] const Dialect* anySingle() const { return find("single-node"); }

    /// The families whose nodes lie elsewhere than in the lock's children alone.
    [[nodiscard]] const std::vector<const Dialect*>& spreadOut() const { return m_spreadOut; }

private:
    struct Mark {
        const queue::NamePattern* pattern;
        std::size_t dialect;
    };

    [[nodiscard]] bool mayBeAt(const Dialect& dialect, std::string_view directory) const;

    std::vector<Dialect> m_dialects;
    std::vector<Mark> m_marks;       ///< of queues, the one that tells most first
    std::vector<Mark> m_singleMarks; ///< of locks of one node
    std::vector<const Dialect*> m_spreadOut;
};

/// The lock whose directory with this ending `directory` is; empty if it has another ending.
[[nodiscard]] std::string lockOf(std::string_view directory, std::string_view ending);

/// How many of `children` the part's clients count as contenders.
[[nodiscard]] std::size_t contendersAmong(const DialectPart& part, std::span<const std::string> children);

/// Is one of the family's words in the name, in capitals or not, as itself and not as a part of one of its exceptWords?
[[nodiscard]] bool speaksOf(const Dialect& dialect, std::string_view name);

/// Does one of the part's marks fit?
[[nodiscard]] bool isMark(const DialectPart& part, std::string_view name);

/// Does the holder of a lock lead for as long as it lives? `dialect`: null for a family that is not known.
[[nodiscard]] bool isElection(const Lock& lock, const Dialect* dialect);

/// May a lock of one node, which `dialect` describes, be called so?
[[nodiscard]] bool namesSingle(const Dialect& dialect, std::string_view name);

} // namespace lockscope::inspect
