// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
///
/// The bare hiredis, measured on one thread: bench_redis_limit PORT..., the limit for any library above the protocol.
/// Its scripts have the effects of Redisson's. Measures:
///   cycle/hash, cycle/setnx           lock and unlock on the first server: hash with lease and message; SET NX PX
///   cycle/hash-32                     32 pairs of requests in one write, each for a lock of its own
///   cycle/redlock                     SET NX PX and its deletion on all servers at once
///   handover/plain, handover/fair     the hand-overs of RedisLimitQueue.h

#include "tests/bench/RedisLimitQueue.h"

#include <iostream>

namespace {

using namespace lockscope::bench;

constexpr int pairsInFlight = 32;

class Cycles final {
public:
    Cycles(const std::vector<int>& ports, RedisCommand command)
        : m_command(std::move(command))
    {
        for (const int port : ports)
            m_servers.push_back(std::make_unique<LimitConnection>(port));
    }

    void measure()
    {
        RedisTally tally;
        const auto& how = m_command.measure;
        auto& first = *m_servers.front();
        if (how == "cycle/hash")
            measureCycles(m_command, tally, [&] { return hashCycle(first); });
        else if (how == "cycle/setnx")
            measureCycles(m_command, tally, [&] { return tokenCycle({&first}); });
        else if (how == "cycle/redlock")
            measureCycles(m_command, tally, [&] { return tokenCycle(all()); });
        else
            measurePairs(tally, first);
    }

private:
    [[nodiscard]] std::vector<LimitConnection*> all() const
    {
        std::vector<LimitConnection*> servers;
        for (const auto& server : m_servers)
            servers.push_back(server.get());
        return servers;
    }

    /// Each lock has a hash, an owner and a channel, as Redisson's.
    [[nodiscard]] bool hashCycle(LimitConnection& server) const
    {
        server.append(limitAcquire(server, m_command.lock, owner));
        const auto acquired = server.exchange();
        server.append(limitRelease(server, m_command.lock, owner, "0"));
        const auto released = server.exchange();
        return acquired.isNil() && released.number() == 0 ? true : refused();
    }

    [[nodiscard]] bool tokenCycle(const std::vector<LimitConnection*>& servers)
    {
        const auto token = std::to_string(++m_tokens);
        for (auto* server : servers)
            server->append({"SET", m_command.lock, token, "NX", "PX", limitLease});
        if (!exchangeAll(servers, [](const LimitReply& reply) { return reply.text() == "OK"; }))
            return refused();
        for (auto* server : servers)
            server->append({"EVALSHA", server->script(LimitScript::TokenRelease), "1", m_command.lock, token});
        return exchangeAll(servers, [](const LimitReply& reply) { return reply.number() == 1; }) ? true : refused();
    }

    /// All are asked before the first reply is waited for.
    template <typename Check>
    [[nodiscard]] static bool exchangeAll(const std::vector<LimitConnection*>& servers, Check check)
    {
        for (auto* server : servers)
            server->flush();
        bool isAsExpected = true;
        for (auto* server : servers)
            isAsExpected = check(server->exchange()) && isAsExpected;
        return isAsExpected;
    }

    /// The samples are those of 32 pairs.
    void measurePairs(RedisTally& tally, LimitConnection& server) const
    {
        std::vector<std::string> locks;
        for (int i = 0; i < pairsInFlight; ++i)
            locks.push_back(m_command.lock + '-' + std::to_string(i));
        const auto batch = [&] {
            for (const auto& lock : locks) {
                server.append(limitAcquire(server, lock, owner));
                server.append(limitRelease(server, lock, owner, "0"));
            }
            bool isAsExpected = true;
            for (int i = 0; i < 2 * pairsInFlight; ++i) {
                const auto reply = server.exchange();
                isAsExpected = isAsExpected && (i % 2 == 0 ? reply.isNil() : reply.number() == 0);
            }
            return isAsExpected ? true : refused();
        };
        for (const auto until = benchNow() + m_command.warmUp(); benchNow() < until;) {
            if (!batch())
                return;
        }
        tally.begin();
        for (const auto until = benchNow() + m_command.time(); benchNow() < until;) {
            const auto from = benchNow();
            if (!batch())
                return;
            for (int i = 0; i < pairsInFlight; ++i)
                tally.addCycle(from, benchNow());
        }
        tally.end();
        tally.report();
    }

    static bool refused()
    {
        sayFailed("a server refused a request");
        return false;
    }

    static constexpr const char* owner = "8a1f3c52-52d4-4a6e-9a35-0f6f3a9d7c11:1";

    RedisCommand m_command;
    std::vector<std::unique_ptr<LimitConnection>> m_servers;
    long m_tokens = 0;
};

void obey(const std::vector<int>& ports, const RedisCommand& command)
{
    const auto& how = command.measure;
    if (how == "handover/plain" || how == "handover/fair")
        measureLimitQueue(ports.front(), command);
    else if (how == "cycle/hash" || how == "cycle/setnx" || how == "cycle/redlock" || how == "cycle/hash-32")
        Cycles(ports, command).measure();
    else
        sayFailed("no such measure");
}

} // namespace

int main(int argc, char** argv)
{
    std::vector<int> ports;
    for (int i = 1; i < argc; ++i)
        ports.push_back(std::stoi(argv[i]));
    if (ports.empty()) {
        std::cerr << "usage: " << argv[0] << " PORT...\n";
        return 2;
    }
    for (RedisCommand command; nextCommand(command, "limit");) {
        try {
            obey(ports, command);
        } catch (const LimitFailure& failure) {
            sayFailed(failure.what());
        }
    }
    return 0;
}
