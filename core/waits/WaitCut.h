// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/waits/WaitWeb.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockscope::inspect {

/// The part of a WaitWeb that is drawn while it is chosen: whoever matters most is asked for first, and brings with it
/// those it has to do with until there is no room any more. Pure.
class WaitCut final {
public:
    WaitCut(const WaitWeb& web, std::size_t most);

    void takeRings();
    /// Blockers by the length of the chains behind them.
    void takeChains();
    void takeLock(std::uint32_t lock);

    [[nodiscard]] WaitSnapshot snapshot() const;
    /// Sessions that have to do with those of that lock, near or far.
    [[nodiscard]] std::size_t sizeOfAll(std::uint32_t lock) const;

private:
    [[nodiscard]] bool isFull() const { return m_taken.size() >= m_most; }
    bool take(std::uint32_t person);
    /// Whom it waits for, and whom those wait for.
    void takeAhead(std::uint32_t person);
    /// Who waits for those that were taken since, and for whom they wait besides.
    void takeBehind(std::size_t since);
    [[nodiscard]] std::vector<std::uint32_t> waitersToDraw(std::uint32_t person) const;
    [[nodiscard]] WaitNode nodeOf(std::uint32_t person) const;
    [[nodiscard]] WaitEdge edgeOf(const WaitWeb::Link& link) const;
    template <typename F> void forEachOut(std::uint32_t person, F&& visit) const;
    template <typename F> void forEachIn(std::uint32_t person, F&& visit) const;

    const WaitWeb& m_web;
    std::size_t m_most;
    std::vector<std::uint32_t> m_taken; ///< in the order in which they were
    std::vector<std::int32_t> m_nodeOf; ///< by person: where it stands among those; -1 if it does not
};

} // namespace lockscope::inspect
