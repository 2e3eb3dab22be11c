// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/RedisLimitQueue.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <deque>
#include <utility>

#include <sys/epoll.h>
#include <unistd.h>

namespace lockscope::bench {

namespace {

/// In the order of LimitScript.
constexpr std::array<const char*, 5> scripts{
    // KEYS: lock. ARGV: lease, owner. Nil: acquired; else the holder's TTL.
    R"(if redis.call('exists', KEYS[1]) == 0 or redis.call('hexists', KEYS[1], ARGV[2]) == 1 then
    redis.call('hincrby', KEYS[1], ARGV[2], 1)
    redis.call('pexpire', KEYS[1], ARGV[1])
    return false
end
return redis.call('pttl', KEYS[1]))",
    // KEYS: lock, channel. ARGV: lease, owner, message. 0: free now.
    R"(if redis.call('hexists', KEYS[1], ARGV[2]) == 0 then
    return false
end
local left = redis.call('hincrby', KEYS[1], ARGV[2], -1)
if left > 0 then
    redis.call('pexpire', KEYS[1], ARGV[1])
    return left
end
redis.call('del', KEYS[1])
redis.call('publish', KEYS[2], ARGV[3])
return 0)",
    // KEYS: lock. ARGV: token.
    R"(if redis.call('get', KEYS[1]) == ARGV[1] then
    return redis.call('del', KEYS[1])
end
return 0)",
    // KEYS: lock, queue, deadlines. ARGV: lease, owner, wait, now in ms. Nil: acquired; else queued.
    R"(local lock, queue, ends, owner, now = KEYS[1], KEYS[2], KEYS[3], ARGV[2], tonumber(ARGV[4])
local head = redis.call('lindex', queue, 0)
while head and tonumber(redis.call('zscore', ends, head) or 0) <= now do
    redis.call('lpop', queue)
    redis.call('zrem', ends, head)
    head = redis.call('lindex', queue, 0)
end
if redis.call('exists', lock) == 0 and (not head or head == owner) then
    redis.call('lpop', queue)
    redis.call('zrem', ends, owner)
    for _, other in ipairs(redis.call('zrange', ends, 0, -1)) do
        redis.call('zincrby', ends, -ARGV[3], other)
    end
    redis.call('hset', lock, owner, 1)
    redis.call('pexpire', lock, ARGV[1])
    return false
end
if not redis.call('zscore', ends, owner) then
    local last = redis.call('lindex', queue, -1)
    local turn = last and redis.call('zscore', ends, last) or now + redis.call('pttl', lock)
    redis.call('zadd', ends, turn + ARGV[3], owner)
    redis.call('rpush', queue, owner)
end
return redis.call('pttl', lock))",
    // KEYS: lock, queue, deadlines. ARGV: lease, owner, now in ms, prefix of channels. 0: free now.
    R"(local lock, queue, ends, owner, now = KEYS[1], KEYS[2], KEYS[3], ARGV[2], tonumber(ARGV[3])
local head = redis.call('lindex', queue, 0)
while head and tonumber(redis.call('zscore', ends, head) or 0) <= now do
    redis.call('lpop', queue)
    redis.call('zrem', ends, head)
    head = redis.call('lindex', queue, 0)
end
if redis.call('hexists', lock, owner) == 0 then
    return false
end
local left = redis.call('hincrby', lock, owner, -1)
if left > 0 then
    redis.call('pexpire', lock, ARGV[1])
    return left
end
redis.call('del', lock)
if head then
    redis.call('publish', ARGV[4] .. head, '0')
end
return 0)"};

constexpr const char* limitWait = "300000";

std::string wallMilliseconds()
{
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}

std::string channelOf(const std::string& lock)
{
    return "limit-channel:{" + lock + '}';
}

} // namespace

std::string LimitReply::payload() const
{
    const auto isText = [](const redisReply* reply) { return reply->type == REDIS_REPLY_STRING; };
    if (m_reply->type != REDIS_REPLY_ARRAY || m_reply->elements != 3 || !isText(m_reply->element[2]) ||
        std::strcmp(m_reply->element[0]->str, "message") != 0)
        return {};
    return {m_reply->element[2]->str, m_reply->element[2]->len};
}

LimitConnection::LimitConnection(int port)
    : m_context(redisConnect("127.0.0.1", port), &redisFree)
{
    if (!m_context || m_context->err)
        throw LimitFailure(m_context ? static_cast<const char*>(m_context->errstr) : "no memory");
    for (std::size_t i = 0; i < scripts.size(); ++i) {
        append({"SCRIPT", "LOAD", scripts[i]});
        m_scripts[i] = exchange().text();
    }
}

void LimitConnection::append(const std::vector<std::string>& words)
{
    std::array<const char*, 12> texts{};
    std::array<std::size_t, 12> sizes{};
    for (std::size_t i = 0; i < words.size(); ++i) {
        texts.at(i) = words[i].data();
        sizes.at(i) = words[i].size();
    }
    redisAppendCommandArgv(m_context.get(), int(words.size()), texts.data(), sizes.data());
}

void LimitConnection::flush()
{
    for (int done = 0; done == 0;) {
        if (redisBufferWrite(m_context.get(), &done) != REDIS_OK)
            throw LimitFailure(static_cast<const char*>(m_context->errstr));
    }
}

LimitReply LimitConnection::exchange()
{
    void* reply = nullptr;
    if (redisGetReply(m_context.get(), &reply) != REDIS_OK)
        throw LimitFailure(static_cast<const char*>(m_context->errstr));
    LimitReply owned(static_cast<redisReply*>(reply));
    if (owned.isError())
        throw LimitFailure(owned.text());
    return owned;
}

void LimitConnection::receive()
{
    if (redisBufferRead(m_context.get()) != REDIS_OK)
        throw LimitFailure(static_cast<const char*>(m_context->errstr));
}

std::unique_ptr<LimitReply> LimitConnection::takeReply()
{
    void* reply = nullptr;
    if (redisReaderGetReply(m_context->reader, &reply) != REDIS_OK)
        throw LimitFailure("an invalid reply");
    if (!reply)
        return nullptr;
    auto owned = std::make_unique<LimitReply>(static_cast<redisReply*>(reply));
    if (owned->isError())
        throw LimitFailure(owned->text());
    return owned;
}

std::vector<std::string> limitAcquire(const LimitConnection& server, const std::string& lock, const std::string& owner)
{
    return {"EVALSHA", server.script(LimitScript::Acquire), "1", lock, limitLease, owner};
}

std::vector<std::string> limitRelease(const LimitConnection& server, const std::string& lock, const std::string& owner,
                                      const std::string& message)
{
    return {"EVALSHA", server.script(LimitScript::Release), "2", lock, channelOf(lock), limitLease, owner, message};
}

namespace {

/// One client of a hand-over.
class QueueClient final {
public:
    QueueClient(int port, const RedisCommand& command, int number, RedisTally& tally)
        : m_requests(port)
        , m_channel(port)
        , m_lock(command.lock)
        , m_number(number)
        , m_owner("8a1f3c52-52d4-4a6e-9a35-0f6f3a9d7c11:" + std::to_string(number))
        , m_isFair(command.measure == "handover/fair")
        , m_tally(tally)
    {
        m_channel.append({"SUBSCRIBE", m_isFair ? channelOf(m_lock) + ':' + m_owner : channelOf(m_lock)});
        if (m_channel.exchange().isNil())
            throw LimitFailure("the subscription was refused");
    }

    [[nodiscard]] LimitConnection& requests() { return m_requests; }
    [[nodiscard]] LimitConnection& channel() { return m_channel; }

    void ask()
    {
        m_askedAt = benchNow();
        appendRequest();
        m_requests.flush();
    }
    /// No further request after the release of a grant.
    void stop() { m_isStopped = true; }

    void onRequestsReadable()
    {
        m_requests.receive();
        while (const auto reply = m_requests.takeReply()) {
            const bool isRequest = m_expected.front();
            m_expected.pop_front();
            if (isRequest)
                onAsked(reply->isNil());
        }
        m_requests.flush();
    }

    void onChannelReadable()
    {
        m_channel.receive();
        while (const auto reply = m_channel.takeReply())
            onMessage(reply->payload());
        m_requests.flush();
    }

private:
    void onAsked(bool isGranted)
    {
        m_isAsking = false;
        if (!isGranted) {
            if (std::exchange(m_isWoken, false) && !m_isStopped)
                appendRequest();
            return;
        }
        m_isWoken = false;
        m_tally.granted(m_number, m_askedAt);
        m_tally.releasing(m_number);
        m_askedAt = benchNow();
        m_expected.push_back(false);
        if (!m_isFair) {
            m_isOwnMessageDue = true;
            m_requests.append(limitRelease(m_requests, m_lock, m_owner, std::to_string(m_number)));
            return;
        }
        m_requests.append({"EVALSHA", m_requests.script(LimitScript::FairRelease), "3", m_lock, queue(), deadlines(),
                           limitLease, m_owner, wallMilliseconds(), channelOf(m_lock) + ':'});
        if (!m_isStopped)
            appendRequest();
    }

    /// What was published before the own release is of no use any more.
    void onMessage(const std::string& message)
    {
        if (!m_isFair && message == std::to_string(m_number)) {
            m_isOwnMessageDue = false;
            return;
        }
        if (m_isOwnMessageDue || m_isStopped)
            return;
        if (m_isAsking)
            m_isWoken = true;
        else
            appendRequest();
    }

    void appendRequest()
    {
        m_isAsking = true;
        m_expected.push_back(true);
        if (m_isFair)
            m_requests.append({"EVALSHA", m_requests.script(LimitScript::FairAcquire), "3", m_lock, queue(),
                               deadlines(), limitLease, m_owner, limitWait, wallMilliseconds()});
        else
            m_requests.append(limitAcquire(m_requests, m_lock, m_owner));
    }

    [[nodiscard]] std::string queue() const { return "limit-queue:{" + m_lock + '}'; }
    [[nodiscard]] std::string deadlines() const { return "limit-deadlines:{" + m_lock + '}'; }

    LimitConnection m_requests;
    LimitConnection m_channel;
    const std::string m_lock;
    const int m_number;
    const std::string m_owner;
    const bool m_isFair;
    RedisTally& m_tally;
    std::deque<bool> m_expected; ///< replies: whether to a request for the lock
    BenchTime m_askedAt;
    bool m_isAsking = false;
    bool m_isWoken = false;         ///< while asking
    bool m_isOwnMessageDue = false; ///< of the last release
    bool m_isStopped = false;
};

/// Waits for the sockets of all clients.
class QueueLoop final {
public:
    QueueLoop()
        : m_epoll(epoll_create1(EPOLL_CLOEXEC))
    {
    }
    ~QueueLoop() { ::close(m_epoll); }
    QueueLoop(const QueueLoop&) = delete;
    QueueLoop& operator=(const QueueLoop&) = delete;

    void add(QueueClient& client)
    {
        watch(client.requests().socket(), m_ready.emplace_back(&client, false));
        watch(client.channel().socket(), m_ready.emplace_back(&client, true));
    }

    void run(BenchTime until)
    {
        std::array<epoll_event, 64> events{};
        while (benchNow() < until) {
            const int count = epoll_wait(m_epoll, events.data(), int(events.size()), 10);
            for (int i = 0; i < count; ++i) {
                const auto& [client, isChannel] = *static_cast<Ready*>(events.at(std::size_t(i)).data.ptr);
                if (isChannel)
                    client->onChannelReadable();
                else
                    client->onRequestsReadable();
            }
        }
    }

private:
    using Ready = std::pair<QueueClient*, bool>;

    void watch(int socket, Ready& ready) const
    {
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.ptr = &ready;
        if (epoll_ctl(m_epoll, EPOLL_CTL_ADD, socket, &event) != 0)
            throw LimitFailure(std::strerror(errno));
    }

    int m_epoll;
    std::deque<Ready> m_ready;
};

} // namespace

void measureLimitQueue(int port, const RedisCommand& command)
{
    RedisTally tally;
    QueueLoop loop;
    std::deque<QueueClient> clients;
    for (int i = 0; i < command.clients; ++i)
        loop.add(clients.emplace_back(port, command, i, tally));
    for (auto& client : clients)
        client.ask();
    loop.run(benchNow() + command.warmUp());
    tally.begin();
    loop.run(benchNow() + command.time());
    tally.end();
    for (auto& client : clients)
        client.stop();
    loop.run(benchNow() + std::chrono::milliseconds(100)); // the open requests
    tally.report();
}

} // namespace lockscope::bench
