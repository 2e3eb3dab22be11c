// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/Semaphore.h"

#include "core/base/Phrase.h"
#include "core/locks/QueueAttempt.h"
#include "core/locks/Recipes.h"
#include "core/locks/SharedCount.h"

#include <vector>

namespace lockscope::locks {

/// How many there are, and who must hear when that changes. Confined to the executor.
class Semaphore::Leases final : public std::enable_shared_from_this<Semaphore::Leases> {
public:
    Leases(zk::Client& client, std::string path, std::optional<int> number, LockOptions options)
        : m_client(client)
        , m_path(std::move(path))
        , m_number(number)
        , m_options(std::move(options))
    {
    }

    [[nodiscard]] Result<std::shared_ptr<Attempt>> attempt(int count)
    {
        if (count < 1 || (m_number && count > *m_number))
            return failure(ErrorCode::BadArguments, "acquire", m_path,
                           phrase("%1 leases were asked for, of %2", count,
                                  m_number ? std::to_string(*m_number) : phrase("at least one")));
        return semaphoreAttempt(
            m_client, m_path, curatorGate(m_client, m_path, m_options),
            [me = shared_from_this()] { return me->lease(); }, count);
    }

    void setNumber(int number)
    {
        m_number = number;
        std::erase_if(m_open, [](const auto& weak) { return weak.expired(); });
        for (const auto& weak : std::vector(m_open)) {
            if (const auto open = weak.lock())
                open->setLeases(number);
        }
    }

private:
    [[nodiscard]] std::shared_ptr<Attempt> lease()
    {
        // While the number is not known nobody is let in; setNumber() tells.
        const auto made =
            std::static_pointer_cast<QueueAttempt>(leaseAttempts(m_client, m_path, m_number.value_or(0), m_options)());
        std::erase_if(m_open, [](const auto& weak) { return weak.expired(); });
        m_open.push_back(made);
        return made;
    }

    zk::Client& m_client;
    std::string m_path;
    std::optional<int> m_number;
    LockOptions m_options;
    std::vector<std::weak_ptr<QueueAttempt>> m_open;

public:
    Subscription changes; ///< of the shared number
};

Semaphore::Semaphore(zk::Client& client, std::shared_ptr<Leases> leases)
    : Lock(client, OwnerRule::AnyReleases, [leases](Owner) { return leases->attempt(1); })
    , m_leases(std::move(leases))
{
}

Semaphore::Semaphore(zk::Client& client, std::string path, int leases, LockOptions options)
    : Semaphore(client, std::make_shared<Leases>(client, std::move(path), leases, std::move(options)))
{
}

Semaphore::Semaphore(zk::Client& client, std::string path, SharedCount& leases, LockOptions options)
    : Semaphore(client, std::make_shared<Leases>(client, std::move(path), std::nullopt, std::move(options)))
{
    m_leases->changes = leases.onValue([weak = std::weak_ptr(m_leases)](int number) {
        if (const auto alive = weak.lock())
            alive->setNumber(number);
    });
}

Semaphore::~Semaphore() = default;

void Semaphore::takeAsync(Owner owner, int count, std::optional<Duration> timeout, std::stop_token stop,
                          zk::Reply<Grant> reply)
{
    acquireAsync(
        owner, timeout, std::move(stop), [leases = m_leases, count](Owner) { return leases->attempt(count); },
        std::move(reply));
}

Result<Hold> Semaphore::take(int count, std::optional<Duration> timeout, std::stop_token stop)
{
    return Hold::await(*this, newOwner(), [&](Owner owner, zk::Reply<Grant> reply) {
        takeAsync(owner, count, timeout, std::move(stop), std::move(reply));
    });
}

} // namespace lockscope::locks
