// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/redis/FakeEntry.h"

#include <cstddef>
#include <deque>
#include <functional>
#include <vector>

namespace lockscope::test {

/// The databases of one in-memory Redis, with exact expiry: a key is gone from the first millisecond after its
/// deadline, by the clock that was passed in. Remembers how to undo its last writes, for failovers that lose them.
/// One thread.
class FakeStore final {
public:
    static constexpr int databases = 16;
    static constexpr std::size_t rememberedWrites = 1024;

    /// `now`: milliseconds since 1970.
    explicit FakeStore(std::function<std::int64_t()> now);

    [[nodiscard]] std::int64_t now() const { return m_now(); }

    /// Null if there is no such key. Valid until the next call.
    [[nodiscard]] const FakeEntry* find(int database, const std::string& key);
    /// For a change of an existing key.
    [[nodiscard]] FakeEntry& change(int database, const std::string& key);
    /// Creates the key or replaces it.
    FakeEntry& put(int database, const std::string& key, FakeEntry entry);
    bool erase(int database, const std::string& key);
    void clear(int database);
    [[nodiscard]] std::vector<std::string> keys(int database); ///< by their bytes

    /// Ends a write: everything that changed since the last call, such as the effects of one script. True if anything
    /// did.
    bool endWrite();
    /// The number of writes so far.
    [[nodiscard]] std::uint64_t writes() const { return m_writes; }
    /// Undoes the last `count` writes, at most those that are remembered. Returns their number.
    std::size_t undo(std::size_t count);
    /// Takes the data of another server without its last `lostWrites` writes.
    void copy(const FakeStore& other, std::size_t lostWrites);
    /// Deletes everything, the remembered writes too.
    void reset();

private:
    using Keys = std::map<std::string, FakeEntry>;
    struct Change {
        int database = 0;
        std::string key;
        std::optional<FakeEntry> before;
    };

    [[nodiscard]] Keys& keysOf(int database) { return m_databases.at(static_cast<std::size_t>(database)); }
    void remember(int database, const std::string& key);

    std::function<std::int64_t()> m_now;
    std::vector<Keys> m_databases;
    std::deque<std::vector<Change>> m_history;
    std::vector<Change> m_current;
    std::uint64_t m_writes = 0;
};

} // namespace lockscope::test
