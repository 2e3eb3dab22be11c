// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Clients of our library that a test drives: interop_lockscope_redis_peer TARGET WATCHDOG_MS NAME. README.md describes
/// the protocol and the recipes. The workers share the clients, one for each server. Exits cleanly at the end of its
/// standard input.

#include "core/base/EventLoop.h"
#include "core/locks/redis/RedissonSemaphore.h"
#include "tests/interop/CommandThread.h"
#include "tests/interop/redis/OurRedisLocks.h"
#include "tests/support/BlockingAnswer.h"

#include <cstdlib>
#include <fstream>

using namespace lockscope;
using namespace lockscope::test;

namespace {

using Words = CommandThread::Words;

std::string readAll(const std::string& file)
{
    const char* const folder = std::getenv("LOCKSCOPE_REGISTER_SCRIPTS"); // NOLINT(concurrency-mt-unsafe)
    std::ostringstream text;
    text << std::ifstream(std::string(folder ? folder : ".") + "/" + file).rdbuf();
    return text.str();
}

QString nanoseconds(std::chrono::steady_clock::time_point time)
{
    return QString::number(std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count());
}

/// A register of the test; RegisterEnter.lua describes it.
class RedisRegister final {
public:
    RedisRegister(redis::Client& client, std::string owner)
        : m_client(client)
        , m_owner(std::move(owner))
    {
    }

    [[nodiscard]] Result<bool> enter(const std::string& reg, const std::string& weight, const locks::Grant& grant,
                                     const HoldProof& proof)
    {
        static const auto text = readAll("RegisterEnter.lua");
        static const redis::Script script("RegisterEnter", text);
        return run(script, {reg, reg + ":log", proof.key},
                   {m_owner, weight, std::to_string(grant.token), proof.kind, proof.member});
    }
    [[nodiscard]] Result<bool> leave(const std::string& reg)
    {
        static const auto text = readAll("RegisterLeave.lua");
        static const redis::Script script("RegisterLeave", text);
        return run(script, {reg}, {m_owner});
    }

private:
    Result<bool> run(const redis::Script& script, std::vector<std::string> keys, std::vector<std::string> arguments)
    {
        BlockingAnswer<redis::Value> answer;
        m_client.executor().post(
            [this, &script, keys = std::move(keys), arguments = std::move(arguments), reply = answer.reply()] {
                m_client.run(script, keys, arguments, redis::Access::Write, reply);
            });
        const auto value = answer.get();
        if (!value)
            return failure(value.error());
        if (value->kind() != redis::Value::Kind::Integer)
            return failure(ErrorCode::Refused, "run a script of the register", {}, toString(*value));
        return value->number() == 1;
    }

    redis::Client& m_client;
    std::string m_owner;
};

class Worker final {
public:
    Worker(const std::vector<redis::Client*>& clients, std::chrono::milliseconds watchdog, const std::string& peer,
           const std::string& id)
        : m_client(*clients.front())
        , m_register(m_client, peer + "-" + id)
        , m_locks(clients, watchdog)
        , m_thread(id, [this](const Words& words, const std::stop_token& stop) { obey(words, stop); })
    {
    }

    void post(Words words) { m_thread.post(std::move(words)); }

private:
    void obey(const Words& words, const std::stop_token& stop)
    {
        const auto& verb = words.at(1);
        if (verb == "start") {
            start();
            return;
        }
        if (verb == "leave") {
            judge(m_register.leave(words.at(2)), "left");
            return;
        }
        auto* lock = m_locks.lock(words.at(2));
        if (!lock)
            m_thread.fail("no recipe: " + words.at(2));
        else if (verb == "acquire")
            acquire(*lock, words.at(2), std::chrono::milliseconds(std::stoi(words.at(3))), stop);
        else if (verb == "release")
            release(*lock);
        else if (verb == "enter")
            judge(m_register.enter(words.at(3), words.at(4), m_grants[words.at(2)], lock->proof(m_grants[words.at(2)])),
                  "inside");
        else if (verb == "turns")
            takeTurns(*lock, words, stop);
        else
            m_thread.fail("no command: " + verb);
    }

    /// A reply to any request proves the connection.
    void start()
    {
        locks::RedissonSemaphore any(m_client, "connected?");
        if (const auto reply = any.availablePermits(); reply)
            m_thread.say("connected");
        else
            m_thread.fail(describe(reply.error()));
    }

    void acquire(OurRedisLock& lock, const std::string& spec, Duration timeout, const std::stop_token& stop)
    {
        const auto grant = lock.acquire(timeout, stop);
        const auto after = std::chrono::steady_clock::now();
        if (grant) {
            m_grants[spec] = *grant;
            m_thread.say("granted", {{QStringLiteral("node"), QString::fromStdString(grant->node)},
                                     {QStringLiteral("token"), QString::number(grant->token)},
                                     {QStringLiteral("at"), nanoseconds(after)}});
        } else if (grant.error().code == ErrorCode::TimedOut) {
            m_thread.say("timedOut");
        } else {
            m_thread.fail(describe(grant.error()));
        }
    }

    void release(OurRedisLock& lock)
    {
        const auto before = std::chrono::steady_clock::now();
        if (const auto released = lock.release(); released)
            m_thread.say("released", {{QStringLiteral("at"), nanoseconds(before)}});
        else
            m_thread.fail(describe(released.error()));
    }

    void takeTurns(OurRedisLock& lock, const Words& words, const std::stop_token& stop)
    {
        const auto& reg = words.at(3);
        const int wanted = std::stoi(words.at(5));
        const std::chrono::milliseconds firstWaitLimit(std::stoi(words.at(6)));
        auto waitLimit = firstWaitLimit;
        int turns = 0;
        int gaveUp = 0;
        while (turns < wanted) {
            const auto grant = lock.acquire(waitLimit, stop);
            if (!grant && grant.error().code == ErrorCode::TimedOut) {
                ++gaveUp;
                waitLimit *= 2;
                continue;
            }
            waitLimit = firstWaitLimit;
            if (!grant) {
                std::cerr << describe(grant.error()) << std::endl;
                break;
            }
            const bool alone = m_register.enter(reg, words.at(4), *grant, lock.proof(*grant)).value_or(false) &&
                               m_register.leave(reg).value_or(false);
            if (const auto released = lock.release(); !released) {
                std::cerr << describe(released.error()) << std::endl;
                break;
            }
            if (!alone)
                break;
            ++turns;
        }
        m_thread.say("done", {{QStringLiteral("turns"), QString::number(turns)},
                              {QStringLiteral("gaveUp"), QString::number(gaveUp)}});
    }

    void judge(const Result<bool>& alone, const char* event)
    {
        if (!alone)
            m_thread.fail(describe(alone.error()));
        else
            m_thread.say(*alone ? event : "overlap");
    }

    redis::Client& m_client;
    RedisRegister m_register;
    OurRedisLocks m_locks;
    std::map<std::string, locks::Grant> m_grants; ///< by spec
    CommandThread m_thread;                       ///< last: destroyed first
};

/// A client for the target, or for each of its independent masters.
std::vector<std::unique_ptr<redis::Client>> connectTo(const redis::Target& target, EventLoop& loop)
{
    std::vector<std::unique_ptr<redis::Client>> clients;
    const auto isIndependent = target.topology == redis::Topology::Independent;
    for (std::size_t i = 0; i < (isIndependent ? target.servers.size() : 1); ++i) {
        redis::ClientSettings settings;
        settings.target = target;
        if (isIndependent) {
            settings.target.topology = redis::Topology::Single;
            settings.target.servers = {target.servers[i]};
        }
        clients.push_back(std::make_unique<redis::Client>(std::move(settings), loop));
    }
    return clients;
}

} // namespace

int main(int count, char** arguments)
{
    const auto target = count == 4 ? redis::parseTarget(arguments[1]) : Result<redis::Target>();
    if (!target || target->servers.empty()) {
        std::cerr << "usage: interop_lockscope_redis_peer TARGET WATCHDOG_MS NAME" << std::endl;
        return 2;
    }
    const std::chrono::milliseconds watchdog(std::stoi(arguments[2]));
    EventLoop loop;
    const auto owned = connectTo(*target, loop);
    std::vector<redis::Client*> clients;
    for (const auto& client : owned)
        clients.push_back(client.get());
    serveCommands<Worker>(
        [&](const std::string& id) { return std::make_unique<Worker>(clients, watchdog, arguments[3], id); });
    return 0;
}
