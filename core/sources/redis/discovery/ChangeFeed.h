// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Subscription.h"
#include "core/model/redis/RedisFacts.h"
#include "core/redis/Client.h"

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::inspect {

/// Reports which keys of locks change, by the best way that the servers and the user's rights allow: tracking, keyspace
/// events if they are on, the channels of the locks. No setting of a server is changed. Without any of them the caller
/// reads the locks again in turn.
///
/// Thread: the client's executor. Destroying it ends the calls. No handler is called during start() or restart().
class ChangeFeed final {
public:
    struct Settings {
        std::vector<std::string> roots; ///< the beginnings of the names of locks; empty: all
        int database = 0;               ///< of the client, for keyspace events
        /// Above this, over `window`, the reports cost more than they are worth: they are given up.
        double mostPerSecond = 2'000;
        std::chrono::milliseconds window{5'000};
        /// After each such time what was given up is tried: it is used again if less than half of `mostPerSecond` is
        /// reported during `trial`.
        std::chrono::milliseconds retryEvery{60'000};
        std::chrono::milliseconds trial{10'000};
    };
    struct Handlers {
        /// Keys that have changed, or locks whose clients were woken. Null: every key may have changed.
        std::function<void(const std::vector<std::string>* keys)> changed;
        /// Reports begin, or begin again: changes may have been missed before.
        Task confirmed;
        /// Reports have ended for now: by() is Polling.
        Task interrupted;
        /// reason() has changed, and perhaps by().
        Task settled;
    };

    /// `client` must outlive it.
    ChangeFeed(redis::Client& client, Settings settings, Handlers handlers);
    ~ChangeFeed();
    ChangeFeed(const ChangeFeed&) = delete;
    ChangeFeed& operator=(const ChangeFeed&) = delete;

    /// Tries the ways, the best one first.
    void start();
    /// After a new connection: does so again, unless tracking is in use.
    void restart();
    /// A server's present setting of keyspace events. If they are in use and it has turned them off, tries the ways
    /// again.
    void checkEvents(std::string_view flags);

    [[nodiscard]] RedisWatch::By by() const { return m_by; }
    /// The servers report all changes of locks that are known.
    [[nodiscard]] bool isComplete() const { return m_by == RedisWatch::By::Tracking || m_by == RedisWatch::By::Events; }
    /// isComplete(), and those of semaphores, which are in other types of keys.
    [[nodiscard]] bool reportsSemaphores() const
    {
        return m_by == RedisWatch::By::Tracking || (m_by == RedisWatch::By::Events && m_haveSemaphores);
    }
    /// Why nothing better is used: see RedisWatch.
    [[nodiscard]] const std::string& reason() const { return m_reason; }

private:
    struct EventSettings;

    void useTracking();
    void askForEvents();
    void onEventSetting(const redis::Address& master, EventSettings& settings, const Result<redis::Value>& reply);
    void useEvents(bool areByEvent);
    void useChannels();
    void listen(RedisWatch::By by, const std::vector<std::string>& patterns,
                const std::function<std::vector<std::string>(const redis::Message&)>& keysOf);
    void onConfirmed(RedisWatch::By by);
    void onInterrupted();
    void take(const std::vector<std::string>* keys);
    void beginWindow();
    [[nodiscard]] bool isTooMuch(std::size_t keys);
    void giveUp();
    void retryLater();
    void tryAgain();
    void countInTrial(std::size_t keys);
    void beginTrial();
    void endTrial(bool isCalm);
    void explain(const std::string& sentence);

    redis::Client& m_client;
    const Settings m_settings;
    const Handlers m_handlers;
    RedisWatch::By m_by = RedisWatch::By::Polling;
    std::string m_reason;
    bool m_haveSemaphores = false;       ///< Events: of their types, too
    bool m_isTracking = false;           ///< tracking is in use, or under way
    std::vector<Subscription> m_reports; ///< of the way in use
    std::size_t m_inWindow = 0;          ///< keys
    SteadyTime m_windowBegan{};
    std::string m_eventPattern; ///< Events
    bool m_areByEvent = false;  ///< the same
    // Of what was given up:
    RedisWatch::By m_givenUp = RedisWatch::By::Channels; ///< the best of it
    Subscription m_trial;                                ///< counts what would be reported
    std::size_t m_inTrial = 0;                           ///< keys
    Subscription m_trialTimer;
    /// Of the way in use: a reply to an earlier one is of no interest.
    std::shared_ptr<const bool> m_attempt;
};

/// The beginnings of all keys of locks whose names begin with one of `roots`; none is the beginning of another one.
[[nodiscard]] std::vector<std::string> keyPrefixes(const std::vector<std::string>& roots);

} // namespace lockscope::inspect
