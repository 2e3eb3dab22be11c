// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/zookeeper/Semaphore.h"

#include "core/base/Phrase.h"
#include "core/locks/Await.h"
#include "core/locks/zookeeper/Recipes.h"
#include "core/locks/zookeeper/SharedCount.h"
#include "core/locks/zookeeper/engine/AdmissionAttempt.h"
#include "core/locks/zookeeper/engine/QueueAttempt.h"

#include <utility>
#include <vector>

namespace lockscope::locks {

/// The number of leases, and the attempts to notify of a change. Confined to the executor.
class Semaphore::Leases final : public std::enable_shared_from_this<Semaphore::Leases> {
public:
    Leases(zk::Client& client, std::string path, std::optional<int> number, NodeOptions options)
        : m_client(client)
        , m_path(std::move(path))
        , m_number(number)
        , m_options(std::move(options))
    {
    }

    [[nodiscard]] const std::string& path() const { return m_path; }

    [[nodiscard]] Result<std::shared_ptr<Attempt>> attempt(int count)
    {
        if (auto isTooMany = refusal(count))
            return failure(*std::move(isTooMany));
        Attempts first;
        if (!known())
            first = [me = shared_from_this(), count] { return me->admission(count); };
        return semaphoreAttempt(
            m_client, m_path, curatorGate(m_client, m_path, m_options),
            [me = shared_from_this()] { return me->lease(); }, count, first);
    }

    void setNumber(int number)
    {
        m_number = number;
        std::erase_if(m_open, [](const auto& weak) { return weak.expired(); });
        for (const auto& weak : std::vector(m_open)) {
            if (const auto open = weak.lock())
                open->setLeases(number);
        }
        for (const auto& [weak, count] : std::exchange(m_waiting, {})) {
            if (const auto waiting = weak.lock())
                judge(*waiting, count);
        }
    }

private:
    [[nodiscard]] std::optional<int> known() const { return m_number; }

    /// The error if `count` leases are not available.
    [[nodiscard]] std::optional<Error> refusal(int count) const
    {
        const auto number = known();
        if (count >= 1 && (!number || count <= *number))
            return std::nullopt;
        return Error{ErrorCode::BadArguments, "acquire", m_path,
                     number ? phrase("%1 leases were requested, but the semaphore has %2", count, *number)
                            : phrase("%1 leases were requested, but the minimum is one", count)};
    }

    /// Waits before the gate lock, without blocking other clients, until the number is known.
    [[nodiscard]] std::shared_ptr<NodeAttempt> admission(int count)
    {
        auto made = std::make_shared<AdmissionAttempt>(
            m_client, m_path, phrase("the number of leases is still unknown"), m_options.firstContact);
        if (known())
            made->admit(); // started again after a lost session
        std::erase_if(m_waiting, [](const auto& one) { return one.first.expired(); });
        m_waiting.emplace_back(made, count);
        return made;
    }

    void judge(AdmissionAttempt& waiting, int count) const
    {
        if (auto isTooMany = refusal(count))
            waiting.refuse(*std::move(isTooMany));
        else
            waiting.admit();
    }

    [[nodiscard]] std::shared_ptr<NodeAttempt> lease()
    {
        const auto made =
            std::static_pointer_cast<QueueAttempt>(leaseAttempts(m_client, m_path, known().value_or(0), m_options)());
        std::erase_if(m_open, [](const auto& weak) { return weak.expired(); });
        m_open.push_back(made);
        return made;
    }

    zk::Client& m_client;
    std::string m_path;
    std::optional<int> m_number;
    NodeOptions m_options;
    std::vector<std::weak_ptr<QueueAttempt>> m_open;
    std::vector<std::pair<std::weak_ptr<AdmissionAttempt>, int>> m_waiting; ///< waiting for the number, with counts

public:
    Subscription changes; ///< subscription to the shared number
};

Semaphore::Semaphore(zk::Client& client, std::shared_ptr<Leases> leases)
    : Lock(executorsOf(client), leases->path(), OwnerRule::AnyReleases, [leases](Owner) { return leases->attempt(1); })
    , m_leases(std::move(leases))
{
}

Semaphore::Semaphore(zk::Client& client, std::string path, int leases, NodeOptions options)
    : Semaphore(client, std::make_shared<Leases>(client, std::move(path), leases, std::move(options)))
{
}

Semaphore::Semaphore(zk::Client& client, std::string path, SharedCount& leases, NodeOptions options)
    : Semaphore(client, std::make_shared<Leases>(client, std::move(path), std::nullopt, std::move(options)))
{
    m_leases->changes = leases.onValueHere([weak = std::weak_ptr(m_leases)](int number) {
        if (const auto alive = weak.lock())
            alive->setNumber(number);
    });
}

Semaphore::~Semaphore() = default;

Owner Semaphore::takeAsync(int count, std::optional<Duration> timeout, std::stop_token stop, Reply<Hold> reply)
{
    const auto owner = Owner::make();
    takeAsync(owner, count, timeout, std::move(stop), std::move(reply));
    return owner;
}

void Semaphore::takeAsync(Owner owner, int count, std::optional<Duration> timeout, std::stop_token stop,
                          Reply<Hold> reply)
{
    takeOnExecutor(owner, count, timeout, std::move(stop), onCallbacks(std::move(reply)));
}

void Semaphore::takeOnExecutor(Owner owner, int count, std::optional<Duration> timeout, std::stop_token stop,
                               Reply<Hold> reply)
{
    acquireOnExecutor(
        owner, timeout, std::move(stop), [leases = m_leases, count](Owner) { return leases->attempt(count); },
        std::move(reply));
}

Result<Hold> Semaphore::take(int count, std::optional<Duration> timeout, std::stop_token stop)
{
    return awaitReply<Hold>(executor(), "acquire", [&](Reply<Hold> reply) {
        takeOnExecutor(callingOwner(), count, timeout, std::move(stop), std::move(reply));
    });
}

} // namespace lockscope::locks
