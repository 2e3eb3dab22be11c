// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Log.h"
#include "core/zk/Client.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace lockscope::locks {

/// The node of an attempt in a queue, from its creation to its deletion: checks that it exists and is unchanged, and
/// reads revocation requests. Confined to client.executor(); calls nothing after destruction.
class OwnNode final : public std::enable_shared_from_this<OwnNode> {
public:
    struct Events {
        Task seen;     ///< the node exists and is watched; called after each watch()
        Task vanished; ///< the node no longer exists, or another client owns it
        /// A revocation request was written. Return false to have it reported again after the next check.
        std::function<bool()> revoked;
    };

    /// `created.stat.czxid` may be 0: unknown until seen() (a transaction's answer has no Stat).
    OwnNode(std::shared_ptr<zk::Client> client, const zk::Created& created, SessionId session, Events events, Log log);

    [[nodiscard]] const std::string& path() const { return m_path; }
    [[nodiscard]] std::string name() const;
    [[nodiscard]] std::int64_t token() const { return m_token; } ///< czxid; 0 while unknown
    [[nodiscard]] SessionId session() const { return m_session; }
    /// A watch is set, and the node existed then: its deletion is reported before any later event.
    [[nodiscard]] bool isWatched() const { return m_watched; }

    /// Checks the node and sets a watch, even if one is set: contact may have been lost meanwhile.
    void watch();
    /// The same, unless a watch is set or requested.
    void keepWatched();
    /// The same after a short delay: a lock held for less time needs no watch.
    void watchSoon();
    /// Requests the token if it is unknown; seen() follows.
    void learnToken();
    /// Reads the node's data at each change and reports requests to `revoked`. A second call repeats a report that
    /// returned false.
    void heedRevocation();

    /// True if `found`, a reply of exists(), is the own node.
    [[nodiscard]] bool isSame(const std::optional<zk::Stat>& found) const;

private:
    void onLooked(const Result<std::optional<zk::Stat>>& found);
    void onEvent(const zk::WatchEvent& event);
    void lookLater(const Error& error);
    void lookAgainLater(Duration delay);
    void readMessage();

    std::shared_ptr<zk::Client> m_client;
    std::string m_path;
    std::int64_t m_token;
    SessionId m_session;
    Events m_events;
    Log m_log;
    bool m_watched = false;
    bool m_asked = false; ///< only for the token
    bool m_heedsRevocation = false;
    std::int32_t m_readVersion = 0;     ///< of the data as last read
    std::int32_t m_reportedVersion = 0; ///< of the last reported request: two checks may read the same one
    bool m_isUnnotified = false;        ///< revoked() returned false for that version
    std::optional<Error> m_refusal;     ///< of a check, last logged
    Subscription m_watch;
    Subscription m_later;
};

} // namespace lockscope::locks
