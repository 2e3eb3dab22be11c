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

/// The node that stands for us in a queue, from its creation to its end: is it still there, is it still ours, what has
/// been written into it. Confined to client.executor(); calls nothing once destroyed.
class OwnNode final : public std::enable_shared_from_this<OwnNode> {
public:
    struct Events {
        Task seen;     ///< it is there, and watched from now on; after each call of watch()
        Task vanished; ///< it is not there any more, or is somebody else's
        /// Somebody wrote the wish into it that we let go. False: can't be told now, the next look tells it again.
        std::function<bool()> revoked;
    };

    /// `created.stat.czxid` may be 0: unknown until seen (a transaction's answer has no Stat).
    OwnNode(std::shared_ptr<zk::Client> client, const zk::Created& created, SessionId session, Events events, Log log);

    [[nodiscard]] const std::string& path() const { return m_path; }
    [[nodiscard]] std::string name() const;
    [[nodiscard]] std::int64_t token() const { return m_token; } ///< czxid; 0 while unknown
    [[nodiscard]] SessionId session() const { return m_session; }
    /// A watch is set, and the node was there when it was: its deletion will be told before anything that happens
    /// later.
    [[nodiscard]] bool isWatched() const { return m_watched; }

    /// Looks and watches, also when it is watched already: contact may have been lost in between.
    void watch();
    /// The same, unless it is watched already or about to be.
    void keepWatched();
    /// Looks and watches in a moment, unless that has happened by then: a lock that is held for less costs no watch.
    void watchSoon();
    /// Asks for the token, where that is not known yet; seen() tells.
    void learnToken();
    /// Reads what is written into the node whenever that changes, and tells `revoked` of it. Once more: tells again
    /// what could not be told.
    void heedRevocation();

    /// Is that our node? `found` as exists() replies.
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
    bool m_asked = false; ///< for the token alone
    bool m_heedsRevocation = false;
    std::int32_t m_readVersion = 0; ///< of the data as we know it
    std::int32_t m_toldVersion = 0; ///< of the last wish that was told: two looks may read the same one
    bool m_isUnheard = false;       ///< of that version: revoked() said so
    std::optional<Error> m_refusal; ///< of a look, as last logged
    Subscription m_watch;
    Subscription m_later;
};

} // namespace lockscope::locks
