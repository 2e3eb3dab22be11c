// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/redis/RedissonSemaphore.h"

#include "core/base/Phrase.h"
#include "core/locks/Await.h"
#include "core/locks/redis/engine/LeaseRecipe.h"
#include "core/locks/redis/engine/ReplyError.h"
#include "core/locks/redis/rules/RuleReplies.h"
#include "core/locks/redis/rules/SemaphoreRules.h"
#include "core/locks/redis/scripts/Scripts.h"
#include "core/redis/KeyNames.h"

#include <utility>

namespace lockscope::locks {

namespace {

MakeLeaseAttempt permitsOf(redis::Client& client, const std::string& name, const LeaseOptions& options, int permits)
{
    return leaseAttempts(client, name, options, [name, permits](redis::Client& on, const std::string&) {
        return semaphoreRules(on, name, permits);
    });
}

MakeLeaseAttempt expirablePermitsOf(redis::Client& client, const std::string& name, const LeaseOptions& options,
                                    int permits)
{
    return leaseAttempts(client, name, options, [name, permits](redis::Client& on, const std::string&) {
        std::vector<std::string> ids;
        ids.reserve(static_cast<std::size_t>(permits));
        for (int i = 0; i < permits; ++i)
            ids.push_back(randomBytes());
        return permitRules(on, name, std::move(ids));
    });
}

/// For invalid numbers of permits.
MakeLeaseAttempt noPermits(const std::string& name)
{
    return [name](Owner) -> Result<std::shared_ptr<Attempt>> {
        return failure(ErrorCode::BadArguments, "acquire", name, phrase("the number of permits is below 1"));
    };
}

/// A semaphore for requests without a Hold.
struct Place {
    std::shared_ptr<redis::Client> client;
    std::string name;
    std::optional<Duration> firstContact;
};

/// Calls `act` when the client has had contact with the server, or cannot have it any more, or after `limit`.
void afterFirstContact(const std::shared_ptr<redis::Client>& client, std::optional<Duration> limit, Task act)
{
    if (client->status().state != SessionState::Connecting) {
        act();
        return;
    }
    struct Wait {
        Task act;
        Subscription status;
        Subscription timer;

        void end()
        {
            auto now = std::exchange(act, nullptr);
            const auto ended = std::move(timer);
            const auto last = std::move(status); // its end may destroy this
            if (now)
                now();
        }
    };
    const auto wait = std::make_shared<Wait>();
    wait->act = std::move(act);
    wait->status = client->onStatus([wait](const redis::Status& status) {
        if (status.state != SessionState::Connecting)
            std::shared_ptr(wait)->end(); // its end destroys this handler
    });
    if (limit)
        wait->timer = client->executor().after(*limit, [weak = std::weak_ptr(wait)] {
            if (const auto alive = weak.lock())
                alive->end();
        });
}

/// Runs a script on the semaphore from the program's thread and returns its number.
Result<std::optional<int>> numberOf(const Place& place, const char* operation, const std::function<ScriptCall()>& call,
                                    redis::Access access)
{
    auto& executor = place.client->executor();
    const auto reply = awaitReply<redis::Value>(executor, operation, [&](Reply<redis::Value> answered) {
        executor.post([place, call, access, answered = std::move(answered)] {
            afterFirstContact(place.client, place.firstContact, [client = place.client, call, access, answered] {
                const auto made = call();
                client->run(*made.script, made.keys, made.arguments, access, answered);
            });
        });
    });
    if (!reply)
        return failure(reply.error());
    if (reply->isNil())
        return std::optional<int>();
    if (reply->kind() != redis::Value::Kind::Integer)
        return failure(replyError(*reply, operation, place.name));
    return std::optional(static_cast<int>(reply->number()));
}

Result<bool> setPermits(const Place& place, int permits)
{
    if (permits < 0)
        return failure(ErrorCode::BadArguments, "trySetPermits", place.name,
                       phrase("the number of permits is below 0"));
    const auto set = numberOf(
        place, "trySetPermits",
        [place, permits] {
            return ScriptCall{&scripts::semaphoreTrySet(),
                              {place.name},
                              {std::to_string(permits), "0", publishCommand(*place.client),
                               redis::keys::semaphoreChannel(place.name)}};
        },
        redis::Access::Write);
    if (!set)
        return failure(set.error());
    return *set == 1;
}

Result<void> addTo(const Place& place, const redis::Script& script, int permits)
{
    const auto added = numberOf(
        place, "addPermits",
        [place, &script, permits] {
            return ScriptCall{
                &script,
                {place.name},
                {std::to_string(permits), publishCommand(*place.client), redis::keys::semaphoreChannel(place.name)}};
        },
        redis::Access::Write);
    if (!added)
        return failure(added.error());
    return {};
}

} // namespace

// --- permits without leases ----------------------------------------------------------------------------------------

RedissonSemaphore::RedissonSemaphore(redis::Client& client, std::string name, LeaseOptions options)
    : Lock(executorsOf(client), name, OwnerRule::AnyReleases, permitsOf(client, name, options, 1))
    , m_client(client.share())
    , m_name(std::move(name))
    , m_options(std::move(options))
{
}

Owner RedissonSemaphore::takeAsync(int permits, std::optional<Duration> timeout, std::stop_token stop,
                                   Reply<Hold> reply)
{
    const auto owner = Owner::make();
    acquireOnExecutor(owner, timeout, std::move(stop),
                      permits < 1 ? noPermits(m_name) : permitsOf(*m_client, m_name, m_options, permits),
                      onCallbacks(std::move(reply)));
    return owner;
}

Result<Hold> RedissonSemaphore::take(int permits, std::optional<Duration> timeout, std::stop_token stop)
{
    return awaitReply<Hold>(executor(), "acquire", [&](Reply<Hold> reply) {
        acquireOnExecutor(callingOwner(), timeout, std::move(stop),
                          permits < 1 ? noPermits(m_name) : permitsOf(*m_client, m_name, m_options, permits),
                          std::move(reply));
    });
}

Result<bool> RedissonSemaphore::trySetPermits(int permits)
{
    return setPermits({m_client, m_name, m_options.firstContact}, permits);
}

Result<void> RedissonSemaphore::addPermits(int permits)
{
    return addTo({m_client, m_name, m_options.firstContact}, scripts::semaphoreAdd(), permits);
}

Result<int> RedissonSemaphore::drainPermits()
{
    const auto taken = numberOf(
        {m_client, m_name, m_options.firstContact}, "drainPermits",
        [name = m_name] {
            return ScriptCall{&scripts::semaphoreDrain(), {name}, {}};
        },
        redis::Access::Write);
    if (!taken)
        return failure(taken.error());
    return taken->value_or(0);
}

Result<std::optional<int>> RedissonSemaphore::availablePermits()
{
    return numberOf(
        {m_client, m_name, m_options.firstContact}, "availablePermits",
        [name = m_name] {
            return ScriptCall{&scripts::semaphoreInspect(), {name}, {}};
        },
        redis::Access::Read);
}

// --- permits with leases -------------------------------------------------------------------------------------------

RedissonPermitSemaphore::RedissonPermitSemaphore(redis::Client& client, std::string name, LeaseOptions options)
    : Lock(executorsOf(client), name, OwnerRule::AnyReleases, expirablePermitsOf(client, name, options, 1))
    , m_client(client.share())
    , m_name(std::move(name))
    , m_options(std::move(options))
{
}

Owner RedissonPermitSemaphore::takeAsync(int permits, std::optional<Duration> timeout, std::stop_token stop,
                                         Reply<Hold> reply)
{
    const auto owner = Owner::make();
    acquireOnExecutor(owner, timeout, std::move(stop),
                      permits < 1 ? noPermits(m_name) : expirablePermitsOf(*m_client, m_name, m_options, permits),
                      onCallbacks(std::move(reply)));
    return owner;
}

Result<Hold> RedissonPermitSemaphore::take(int permits, std::optional<Duration> timeout, std::stop_token stop)
{
    return awaitReply<Hold>(executor(), "acquire", [&](Reply<Hold> reply) {
        acquireOnExecutor(callingOwner(), timeout, std::move(stop),
                          permits < 1 ? noPermits(m_name) : expirablePermitsOf(*m_client, m_name, m_options, permits),
                          std::move(reply));
    });
}

Result<bool> RedissonPermitSemaphore::trySetPermits(int permits)
{
    return setPermits({m_client, m_name, m_options.firstContact}, permits);
}

Result<void> RedissonPermitSemaphore::addPermits(int permits)
{
    return addTo({m_client, m_name, m_options.firstContact}, scripts::permitAdd(), permits);
}

Result<std::optional<int>> RedissonPermitSemaphore::availablePermits()
{
    return numberOf(
        {m_client, m_name, m_options.firstContact}, "availablePermits",
        [name = m_name] {
            return ScriptCall{&scripts::semaphoreInspect(), {name}, {}};
        },
        redis::Access::Read);
}

} // namespace lockscope::locks
