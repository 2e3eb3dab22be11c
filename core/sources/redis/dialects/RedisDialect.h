// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Naming schemes of token locks on Redis, as values, and which of them a key and its value fit. Pure; any thread.

#include "core/model/Snapshot.h"
#include "core/sources/redis/dialects/TokenShape.h"

#include <QRegularExpression>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::inspect {

/// A pattern for the bytes of a key or of a value, which it matches from the first to the last: a glob pattern (`*`,
/// `?`, `[…]`, `\`), or a regular expression whose group `name` is the lock's name for its companions.
class RedisPattern final {
public:
    /// The reason why it is none is a whole sentence.
    [[nodiscard]] static Result<RedisPattern> fromGlob(std::string_view text);
    [[nodiscard]] static Result<RedisPattern> fromRegex(std::string_view text);

    /// The group `name`, else all of `bytes`; nullopt: no match.
    [[nodiscard]] std::optional<std::string> match(std::string_view bytes) const;

private:
    [[nodiscard]] static Result<RedisPattern> of(const QString& pattern, std::string_view text);

    QRegularExpression m_expression;
};

/// What an example's key and value must be by its file.
struct RedisDialectExample {
    std::string title;
    std::string key;
    std::string value;
    bool hasLease = true;
    bool fits = true;
    std::string name; ///< of the lock, for the companions; empty: the key
};

/// The naming scheme of one client library.
struct RedisDialect {
    std::string id;
    std::string title;
    Certainty certainty = Certainty::Possible; ///< of a lock whose key and value fit
    std::optional<RedisPattern> key;           ///< set in each dialect that was read
    std::optional<RedisPattern> owner;         ///< nullopt: any token
    bool isNone = false;                       ///< such keys are no locks
    bool mayBeEndless = false;                 ///< a string without a time to live counts too
    /// Keys that may be beside the lock's key, with {name} in them. One of them makes a possible lock certain.
    std::vector<std::string> companions;
    /// A list on which waiting clients block, with {name} in it: an entry wakes one of them. Empty: they ask again by
    /// themselves.
    std::string wakes;
    std::string breaks; ///< what a release can break besides exclusion; a sentence
    /// Why Lockscope releases no such lock, and what does; sentences. Empty: it does.
    std::string noRelease;
    std::vector<RedisDialectExample> examples;
    bool isUsers = false; ///< from a file of the user's

    /// The name of the lock; nullopt: it is none of this dialect's.
    [[nodiscard]] std::optional<std::string> fits(std::string_view key, const TokenValue& read) const;
    [[nodiscard]] std::vector<std::string> companionsOf(const std::string& name) const;
    /// The list of this lock; empty without one.
    [[nodiscard]] std::string wakeListOf(const std::string& name) const;
};

/// All known dialects; the user's come first.
class RedisDialects final {
public:
    explicit RedisDialects(std::vector<RedisDialect> dialects = {});

    /// The first of the user's dialects that fits, else the first certain one, else the first; null: none.
    [[nodiscard]] const RedisDialect* find(std::string_view key, const TokenValue& read) const;
    [[nodiscard]] const RedisDialect* byId(std::string_view id) const;
    [[nodiscard]] const std::vector<RedisDialect>& all() const { return m_dialects; }

private:
    std::vector<RedisDialect> m_dialects;
};

using RedisDialectsPtr = std::shared_ptr<const RedisDialects>;

} // namespace lockscope::inspect
