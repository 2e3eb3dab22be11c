// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/clients/redis/RedisRoot.h"

#include "core/base/AfterAll.h"
#include "core/base/Phrase.h"
#include "core/connect/ThreadTasks.h"
#include "core/redis/KeyNames.h"
#include "core/simulate/clients/redis/RedisKeys.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace lockscope::console {

namespace {

constexpr auto betweenRounds = std::chrono::milliseconds(100);
constexpr auto afterWaitLimit = std::chrono::seconds(5);

/// What a question asks, and how its reply counts.
struct KeyQuestion {
    enum class Kind {
        Lease,   ///< PTTL: one lock while the key exists; it ends by itself if it has a TTL
        Queue,   ///< LLEN: entries of waiters
        Permits, ///< GET: the free permits
        Removal  ///< DEL
    };
    Kind kind = Kind::Lease;
    redis::Client* client = nullptr;
    std::string key;
    int permits = 0; ///< Permits: all
};

redis::Command commandOf(const KeyQuestion& question)
{
    switch (question.kind) {
    case KeyQuestion::Kind::Lease:
        return {"PTTL", question.key};
    case KeyQuestion::Kind::Queue:
        return {"LLEN", question.key};
    case KeyQuestion::Kind::Permits:
        return {"GET", question.key};
    case KeyQuestion::Kind::Removal:
        break;
    }
    return {"DEL", question.key};
}

/// Without a password and TLS, as a sandbox has it.
std::unique_ptr<RedisClients> plainClients(EventLoop& loop, const std::string& target)
{
    redis::ClientSettings settings;
    if (auto parsed = redis::parseTarget(target))
        settings.target = *std::move(parsed);
    return makeRedisClients(settings, loop, Log());
}

} // namespace

/// One removal. Confined to the executor.
class RedisRoot::Sweep final : public std::enable_shared_from_this<Sweep> {
public:
    using Done = std::function<void(int left, std::optional<Error> error)>;

    Sweep(RedisClients& clients, const std::vector<ContendOptions>& groups, std::chrono::milliseconds waitLimit,
          Done done)
        : m_clients(clients)
        , m_groups(groups)
        , m_waitLimit(waitLimit)
        , m_done(std::move(done))
    {
    }

    void start()
    {
        auto& executor = m_clients.executor();
        m_deadline = executor.clock().now() + m_waitLimit;
        m_limit = executor.after(m_waitLimit + afterWaitLimit, [this] {
            end(Error{ErrorCode::TimedOut,
                      phraseLater("remove the keys of the run"),
                      {},
                      phrase("the servers are not responding. Keys that were created by the clients may remain")});
        });
        count();
    }

private:
    [[nodiscard]] bool isWithinWaitLimit() const { return m_clients.executor().clock().now() < m_deadline; }

    /// Asks until no hold will end by itself and each reply is known, or until the wait limit.
    void count()
    {
        m_left.clear();
        m_endsByItself = false;
        std::vector<KeyQuestion> questions;
        std::set<std::string> names; // several groups may use one lock
        for (const auto& group : m_groups) {
            for (const auto& name : group.paths) {
                if (!names.insert(name).second)
                    continue;
                for (auto* const client : m_clients.all())
                    addQuestions(questions, client, group, name);
            }
        }
        ask(questions, [this](const std::optional<Error>& error) {
            if ((m_endsByItself || error) && isWithinWaitLimit()) {
                m_timer = m_clients.executor().after(betweenRounds, [this] { count(); });
                return;
            }
            m_countError = error;
            remove();
        });
    }

    static void addQuestions(std::vector<KeyQuestion>& questions, redis::Client* client, const ContendOptions& group,
                             const std::string& name)
    {
        const auto& recipe = descriptionOf(group.recipe);
        if (!recipe.hasLeases)
            questions.push_back({KeyQuestion::Kind::Lease, client, name});
        else if (!recipe.hasExpiry) // those of the other kind end with their leases, which are counted lazily
            questions.push_back({KeyQuestion::Kind::Permits, client, name, group.leases});
        if (group.recipe == Recipe::RedissonFairLock)
            questions.push_back({KeyQuestion::Kind::Queue, client, redis::keys::fairQueue(name)});
    }

    /// Calls `then` after all replies, with the error of one that failed.
    void ask(const std::vector<KeyQuestion>& questions, const std::function<void(const std::optional<Error>&)>& then)
    {
        m_roundError.reset();
        const auto answered = afterAll(questions.size(), [this, then] { then(m_roundError); });
        for (const auto& question : questions) {
            const auto access =
                question.kind == KeyQuestion::Kind::Removal ? redis::Access::Write : redis::Access::Read;
            question.client->send(question.key, commandOf(question), access,
                                  [weak = weak_from_this(), question, answered](const Result<redis::Value>& value) {
                                      const auto me = weak.lock();
                                      if (!me || !me->m_done)
                                          return;
                                      if (!value)
                                          me->m_roundError = value.error();
                                      else if (!me->take(question, *value))
                                          me->m_roundError = requestError(*value,
                                                                          question.kind == KeyQuestion::Kind::Removal
                                                                              ? phraseLater("delete")
                                                                              : phraseLater("read"),
                                                                          question.key);
                                      answered();
                                  });
        }
    }

    /// False: the reply is an error, or not of the kind that the request has.
    [[nodiscard]] bool take(const KeyQuestion& question, const redis::Value& value)
    {
        const bool isNumber = value.kind() == redis::Value::Kind::Integer;
        auto& left = m_left[question.client];
        switch (question.kind) {
        case KeyQuestion::Kind::Lease:
            left += isNumber && value.number() != -2 ? 1 : 0; // -2: no such key
            m_endsByItself = m_endsByItself || (isNumber && value.number() >= 0);
            return isNumber;
        case KeyQuestion::Kind::Queue:
            left += isNumber ? static_cast<int>(value.number()) : 0;
            return isNumber;
        case KeyQuestion::Kind::Permits:
            if (value.kind() == redis::Value::Kind::String)
                left += question.permits - QString::fromStdString(value.text()).toInt();
            return !value.isError(); // nil: no client has set them yet
        case KeyQuestion::Kind::Removal:
            break;
        }
        return isNumber;
    }

    /// Again those that fail, until the wait limit.
    void remove()
    {
        std::set<std::string> keys;
        for (const auto& group : m_groups) {
            for (const auto& name : group.paths)
                keys.insert({name, redis::keys::lockToken(name), redis::keys::fairQueue(name),
                             redis::keys::fairTimeouts(name), redis::keys::permitTimeouts(name)});
        }
        std::vector<KeyQuestion> removals;
        for (auto* const client : m_clients.all()) {
            for (const auto& key : keys)
                removals.push_back({KeyQuestion::Kind::Removal, client, key});
        }
        ask(removals, [this](const std::optional<Error>& error) {
            if (error && isWithinWaitLimit())
                m_timer = m_clients.executor().after(betweenRounds, [this] { remove(); });
            else
                end(error ? error : m_countError);
        });
    }

    /// Reports once; later replies are ignored.
    void end(const std::optional<Error>& error)
    {
        m_timer.reset();
        m_limit.reset();
        int most = 0;
        for (const auto& [client, left] : m_left)
            most = std::max(most, left);
        if (const auto done = std::exchange(m_done, nullptr))
            done(most, error);
    }

    RedisClients& m_clients;
    const std::vector<ContendOptions>& m_groups;
    std::chrono::milliseconds m_waitLimit;
    SteadyTime m_deadline{};
    Done m_done;
    std::map<redis::Client*, int> m_left;
    std::optional<Error> m_roundError; ///< of a request that is under way or was last
    std::optional<Error> m_countError; ///< of the last count
    bool m_endsByItself = false;
    Subscription m_timer;
    Subscription m_limit;
};

RedisRoot::RedisRoot(MakeClients makeClients, std::vector<ContendOptions> groups, QObject* parent)
    : RunRoot(parent)
    , m_makeClients(makeClients ? std::move(makeClients) : &plainClients)
    , m_groups(std::move(groups))
{
}

RedisRoot::~RedisRoot()
{
    m_executor.runAndWait([this] {
        m_sweep.reset();
        m_status.reset();
        m_limit.reset();
        m_clients.reset();
    });
    m_executor.stop();
}

void RedisRoot::reportPrepared(const std::optional<Error>& error)
{
    if (std::exchange(m_reported, true))
        return;
    m_limit.reset();
    ensemble::runLater(this, [this, error] { Q_EMIT prepared(error); });
}

void RedisRoot::prepare(const std::string& target, std::chrono::milliseconds waitLimit)
{
    m_executor.post([this, target, waitLimit] {
        m_clients = m_makeClients(m_executor, target);
        m_limit = m_executor.after(waitLimit, [this, target, waitLimit] {
            reportPrepared(
                Error{ErrorCode::NoConnection, phraseLater("connect to"), target,
                      phrase("no server answered within %1 ms. Check the address, and that a server is running there",
                             waitLimit.count())});
        });
        const auto see = [this, target](const SessionStatus& status) {
            if (status.state == SessionState::Connected)
                reportPrepared(std::nullopt);
            else if (status.state == SessionState::AuthFailed)
                reportPrepared(Error{ErrorCode::AuthFailed, phraseLater("connect to"), target, status.detail});
        };
        m_status = m_clients->onStatus(see);
        see(m_clients->status());
    });
}

void RedisRoot::clear(std::chrono::milliseconds waitLimit)
{
    m_executor.post([this, waitLimit] {
        m_sweep = std::make_shared<Sweep>(
            *m_clients, m_groups, waitLimit, [this](int left, const std::optional<Error>& error) {
                ensemble::runLater(this, [this, left, error] { Q_EMIT cleared(left, error); });
            });
        m_sweep->start();
    });
}

} // namespace lockscope::console
