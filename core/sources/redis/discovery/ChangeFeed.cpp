// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/discovery/ChangeFeed.h"

#include "core/base/Phrase.h"
#include "core/redis/KeyNames.h"
#include "core/sources/redis/dialects/KeyRoles.h"

#include <algorithm>
#include <utility>

namespace lockscope::inspect {

namespace {

/// A server compares each changed key with all of them.
constexpr std::size_t mostPrefixes = 100;

/// With these classes of events (generic, hash, expired) acquisitions, releases and ends of leases are reported.
/// Changes of a queue alone are not; its lock is read every second.
constexpr std::string_view neededClasses = "ghx";
/// Of semaphores: the number of permits, and their leases.
constexpr std::string_view semaphoreClasses = "$z";
constexpr char allClasses = 'A';
constexpr char byEvent = 'E';
constexpr char byKey = 'K';

bool hasClasses(std::string_view flags, std::string_view classes)
{
    return flags.find(allClasses) != std::string_view::npos ||
           std::all_of(classes.begin(), classes.end(),
                       [&](char one) { return flags.find(one) != std::string_view::npos; });
}

/// Rights for channels are compared with a pattern as it is written, so these are those of the documented rights.
const std::vector<std::string>& lockChannelPatterns()
{
    static const std::vector<std::string> patterns{"redisson_lock__channel:*", "redisson_rwlock:*", "redisson_sc:*"};
    return patterns;
}

} // namespace

/// What the masters say about keyspace events.
struct ChangeFeed::EventSettings {
    std::size_t open = 0;    ///< masters that have not answered
    bool areOff = false;     ///< on a master
    std::string refusal;     ///< of a master; empty: none
    bool haveByEvent = true; ///< all of them
    bool haveByKey = true;
    bool haveSemaphores = true;
};

ChangeFeed::ChangeFeed(redis::Client& client, Settings settings, Handlers handlers)
    : m_client(client)
    , m_settings(std::move(settings))
    , m_handlers(std::move(handlers))
{
}

ChangeFeed::~ChangeFeed() = default;

void ChangeFeed::start()
{
    m_by = RedisWatch::By::Polling;
    m_reason.clear();
    m_trial.reset();
    m_trialTimer.reset();
    m_givenUp = RedisWatch::By::Channels;
    beginWindow();
    useTracking();
}

void ChangeFeed::restart()
{
    if (!m_isTracking)
        start();
}

void ChangeFeed::checkEvents(std::string_view flags)
{
    const auto form = m_areByEvent ? byEvent : byKey;
    if (m_by != RedisWatch::By::Events ||
        (hasClasses(flags, neededClasses) && flags.find(form) != std::string_view::npos &&
         (!m_haveSemaphores || hasClasses(flags, semaphoreClasses))))
        return;
    onInterrupted();
    start();
}

void ChangeFeed::useTracking()
{
    m_isTracking = true;
    m_attempt = std::make_shared<const bool>(true);
    m_reports.clear();
    redis::KeyChangeHandlers handlers;
    handlers.changed = [this](const std::vector<std::string>* keys) { take(keys); };
    handlers.confirmed = [this] { onConfirmed(RedisWatch::By::Tracking); };
    handlers.interrupted = [this] { onInterrupted(); };
    handlers.refused = [this](const std::string& reason) {
        m_isTracking = false;
        explain(phrase("Tracking is not possible: %1.", reason));
        if (std::exchange(m_by, RedisWatch::By::Polling) == RedisWatch::By::Tracking)
            m_handlers.interrupted(); // the right was taken away
        askForEvents();
    };
    m_reports.push_back(m_client.trackKeys(keyPrefixes(m_settings.roots), std::move(handlers)));
}

/// The setting is read, and never written.
void ChangeFeed::askForEvents()
{
    m_attempt = std::make_shared<const bool>(true);
    const auto masters = m_client.masters();
    const auto settings = std::make_shared<EventSettings>();
    settings->open = masters.size();
    for (const auto& master : masters) {
        m_client.sendTo(
            master, {"CONFIG", "GET", "notify-keyspace-events"}, redis::Access::Read,
            [this, attempt = std::weak_ptr(m_attempt), settings, master](const Result<redis::Value>& reply) {
                if (!attempt.expired())
                    onEventSetting(master, *settings, reply);
            });
    }
}

void ChangeFeed::onEventSetting(const redis::Address& master, EventSettings& settings,
                                const Result<redis::Value>& reply)
{
    const auto has = [](std::string_view flags, char one) { return flags.find(one) != std::string_view::npos; };
    if (reply && reply->items().size() == 2) {
        const std::string_view flags = reply->items()[1].text();
        settings.haveByEvent = settings.haveByEvent && has(flags, byEvent);
        settings.haveByKey = settings.haveByKey && has(flags, byKey);
        settings.areOff = settings.areOff || !hasClasses(flags, neededClasses);
        settings.haveSemaphores = settings.haveSemaphores && hasClasses(flags, semaphoreClasses);
    } else {
        settings.refusal = phrase("%1: %2", toString(master), reply ? reply->text() : describe(reply.error()));
    }
    if (--settings.open > 0)
        return;
    if (!settings.refusal.empty()) {
        explain(phrase("Whether keyspace events are on is unknown: %1.", settings.refusal));
    } else if (settings.areOff || !(settings.haveByEvent || settings.haveByKey)) {
        explain(phrase("Keyspace events for generic commands, hashes and expired keys are off."));
    } else {
        m_haveSemaphores = settings.haveSemaphores;
        useEvents(settings.haveByEvent);
        return;
    }
    useChannels();
}

void ChangeFeed::useEvents(bool areByEvent)
{
    const auto prefix = std::string(areByEvent ? "__keyevent@" : "__keyspace@") + std::to_string(m_settings.database) +
                        "__:"; // as in the documented rights
    m_areByEvent = areByEvent;
    m_eventPattern = prefix + "*";
    listen(RedisWatch::By::Events, {m_eventPattern}, [areByEvent, prefix](const redis::Message& message) {
        const auto key =
            areByEvent ? message.payload : message.channel.substr(std::min(prefix.size(), message.channel.size()));
        return std::vector<std::string>{std::string(key)};
    });
}

/// A message there is a release. Patterns get no messages of sharded channels.
void ChangeFeed::useChannels()
{
    if (m_client.usesShardedChannels()) {
        m_attempt.reset();
        m_reports.clear();
        explain(phrase("Locks on this cluster use sharded channels, to which no pattern subscribes."));
        return;
    }
    listen(RedisWatch::By::Channels, lockChannelPatterns(), [](const redis::Message& message) {
        const auto role = roleOfChannel(message.channel);
        return role ? role->locks : std::vector<std::string>();
    });
}

void ChangeFeed::listen(RedisWatch::By by, const std::vector<std::string>& patterns,
                        const std::function<std::vector<std::string>(const redis::Message&)>& keysOf)
{
    m_attempt = std::make_shared<const bool>(true);
    m_reports.clear();
    const auto confirmed = std::make_shared<std::vector<bool>>(patterns.size(), false);
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        m_reports.push_back(m_client.subscribePattern(
            patterns[i],
            [this, keysOf](const redis::Message& message) {
                const auto keys = keysOf(message);
                take(&keys);
            },
            [this, confirmed, by, i] {
                confirmed->at(i) = true;
                if (std::find(confirmed->begin(), confirmed->end(), false) == confirmed->end())
                    onConfirmed(by);
            }));
    }
}

/// Confirmed once more, after a connection was lost and made again: changes have been missed.
void ChangeFeed::onConfirmed(RedisWatch::By by)
{
    if (isComplete())
        onInterrupted();
    m_by = by;
    m_handlers.confirmed();
}

void ChangeFeed::onInterrupted()
{
    m_by = RedisWatch::By::Polling;
    m_handlers.interrupted();
}

void ChangeFeed::take(const std::vector<std::string>* keys)
{
    if (keys && keys->empty())
        return;
    if (isTooMuch(keys ? keys->size() : 1))
        giveUp();
    else
        m_handlers.changed(keys);
}

void ChangeFeed::beginWindow()
{
    m_windowBegan = m_client.executor().clock().now();
    m_inWindow = 0;
}

bool ChangeFeed::isTooMuch(std::size_t keys)
{
    if (m_client.executor().clock().now() - m_windowBegan >= m_settings.window)
        beginWindow();
    m_inWindow += keys;
    return static_cast<double>(m_inWindow) >
           m_settings.mostPerSecond * std::chrono::duration<double>(m_settings.window).count();
}

/// Events would be even more. The messages of channels are those of the locks alone.
void ChangeFeed::giveUp()
{
    auto was = std::exchange(m_by, RedisWatch::By::Polling);
    if (std::exchange(m_isTracking, false))
        was = RedisWatch::By::Tracking; // not confirmed yet
    if (was != RedisWatch::By::Channels)
        m_givenUp = was;
    m_attempt.reset();
    beginWindow();
    const auto ended = std::exchange(m_reports, {}); // one of them is being called
    explain(phrase("More than %1 keys changed per second, so their changes are not followed.",
                   static_cast<std::int64_t>(m_settings.mostPerSecond)));
    explain(phrase("This is tried again every %1 s.",
                   std::chrono::duration_cast<std::chrono::seconds>(m_settings.retryEvery).count()));
    if (was != RedisWatch::By::Channels)
        useChannels();
    retryLater();
    m_handlers.interrupted();
}

void ChangeFeed::retryLater()
{
    m_trialTimer = m_client.executor().after(m_settings.retryEvery, [this] { tryAgain(); });
}

/// Without reports their rate is unknown, so they are counted for a while.
void ChangeFeed::tryAgain()
{
    retryLater(); // if it is not confirmed
    if (m_givenUp != RedisWatch::By::Tracking && m_givenUp != RedisWatch::By::Events) {
        start(); // nothing better was given up
        return;
    }
    if (m_givenUp == RedisWatch::By::Events) {
        m_trial = m_client.subscribePattern(
            m_eventPattern, [this](const redis::Message&) { countInTrial(1); }, [this] { beginTrial(); });
        return;
    }
    redis::KeyChangeHandlers handlers;
    handlers.changed = [this](const std::vector<std::string>* keys) { countInTrial(keys ? keys->size() : 1); };
    handlers.confirmed = [this] { beginTrial(); };
    handlers.interrupted = [this] { endTrial(false); };
    handlers.refused = [this](const std::string&) { endTrial(false); };
    m_trial = m_client.trackKeys(keyPrefixes(m_settings.roots), std::move(handlers));
}

void ChangeFeed::beginTrial()
{
    m_inTrial = 0;
    m_trialTimer = m_client.executor().after(m_settings.trial, [this] { endTrial(true); });
}

void ChangeFeed::countInTrial(std::size_t keys)
{
    constexpr double calm = 0.5; // else it may be given up again at once
    m_inTrial += keys;
    const auto most = calm * m_settings.mostPerSecond * std::chrono::duration<double>(m_settings.trial).count();
    if (static_cast<double>(m_inTrial) > most)
        endTrial(false);
}

void ChangeFeed::endTrial(bool isCalm)
{
    const auto ended = std::exchange(m_trial, {}); // it may be calling
    if (isCalm)
        start();
    else
        retryLater();
}

void ChangeFeed::explain(const std::string& sentence)
{
    m_reason = m_reason.empty() ? sentence : phrase("%1 %2", m_reason, sentence);
    m_handlers.settled();
}

std::vector<std::string> keyPrefixes(const std::vector<std::string>& roots)
{
    std::vector<std::string> all;
    for (const auto& root : roots) {
        all.push_back(root);
        all.push_back("{" + root);
        for (const auto& queue : {redis::keys::fairQueue({}), redis::keys::fairTimeouts({})}) {
            // "prefix:{}": a name with braces of its own follows the colon.
            auto prefix = queue.substr(0, queue.size() - 2);
            all.push_back(prefix + root);
            prefix += '{';
            all.push_back(prefix + root);
        }
    }
    std::sort(all.begin(), all.end());
    std::vector<std::string> shortest;
    for (auto& prefix : all) {
        if (shortest.empty() || !prefix.starts_with(shortest.back()))
            shortest.push_back(std::move(prefix));
    }
    const bool isAll = shortest.size() > mostPrefixes || (!shortest.empty() && shortest.front().empty());
    return isAll ? std::vector<std::string>() : shortest;
}

} // namespace lockscope::inspect
