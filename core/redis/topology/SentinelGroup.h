// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/client/ServerLink.h"
#include "core/redis/topology/MasterChoice.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::redis {

/// The Sentinels of one master: those of the target, and the others that they name. Connected to all of them, and
/// subscribed to +switch-master on each. Confined to the executor. Private to core/redis.
class SentinelGroup final {
public:
    struct Handlers {
        /// A Sentinel has published a change of the master, or can be asked again: ask. Never called during a call.
        Task news;
    };

    /// The answers of the Sentinels to one question.
    struct Outcome {
        std::optional<MasterAnswer> master;
        std::string problem;       ///< why there is none, for users
        bool isAuthFailed = false; ///< the Sentinels that can be reached refused the password
    };

    /// `context.settings` are the client's: the Sentinels get its sentinelPassword.
    SentinelGroup(LinkContext context, Handlers handlers);
    ~SentinelGroup();
    SentinelGroup(const SentinelGroup&) = delete;
    SentinelGroup& operator=(const SentinelGroup&) = delete;

    void start();
    /// Asks all Sentinels which master they name. `done`: in a later task, once all have answered or cannot be reached,
    /// or 300 ms after the first answer. `lastEpoch`: see chooseMaster(). Call it again only after `done`.
    void ask(std::int64_t lastEpoch, std::function<void(const Outcome&)> done);

private:
    struct Sentinel;

    void add(const Address& address, bool isGiven);
    void onChanged(const Address& address);
    void onMessage(std::string_view payload);
    void askOne(Sentinel& sentinel);
    void onAnswer(const Address& address, std::uint64_t round, const Result<std::vector<Value>>& replies);
    void addNamed(const Sentinel& by);
    void check();
    void finish();
    void removeUnnamed();
    [[nodiscard]] Outcome outcome() const;
    [[nodiscard]] std::string problem() const;
    [[nodiscard]] bool isKnown(const std::string& id) const;

    template <typename Act> [[nodiscard]] auto whileAlive(Act act)
    {
        return [weak = std::weak_ptr<const bool>(m_alive), act = std::move(act)](const auto&... values) {
            if (!weak.expired())
                act(values...);
        };
    }

    const ClientSettings m_settings; ///< for the Sentinels
    const LinkContext m_context;
    const std::string m_master;
    const Handlers m_handlers;
    std::shared_ptr<const bool> m_alive = std::make_shared<const bool>(true);
    std::map<Address, std::unique_ptr<Sentinel>> m_sentinels;
    std::uint64_t m_round = 0;
    std::int64_t m_lastEpoch = 0;
    std::function<void(const Outcome&)> m_done; ///< null: no question is open
    Subscription m_limit;
};

} // namespace lockscope::redis
