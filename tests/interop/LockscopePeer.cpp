// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Clients of our library that a test drives: interop_lockscope_peer CONNECT SESSION_TIMEOUT_MS NAME. README.md
/// describes the protocol, OurLocks.cpp the recipes. Exits cleanly at the end of its standard input.

#include "core/base/EventLoop.h"
#include "tests/interop/CommandThread.h"
#include "tests/interop/FencingRegister.h"
#include "tests/interop/OurLocks.h"

using namespace lockscope;
using namespace lockscope::test;

namespace {

using Words = CommandThread::Words;

/// Commands run on a thread with its own session.
class Worker final {
public:
    Worker(const QString& connect, std::chrono::milliseconds sessionTimeout, const std::string& peer,
           const std::string& id)
        : m_name(peer + "-" + id)
        , m_client(connect, sessionTimeout)
        , m_locks(m_client, m_name)
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
            say(registerAt(words.at(2)).leave() ? "left" : "overlap");
            return;
        }
        auto* lock = m_locks.lock(words.at(2));
        if (!lock)
            fail("no recipe: " + words.at(2));
        else if (verb == "acquire")
            acquire(*lock, words.at(2), std::chrono::milliseconds(std::stoi(words.at(3))), stop);
        else if (verb == "release")
            release(*lock, words.at(2));
        else if (verb == "enter")
            say(registerAt(words.at(3)).enter(m_nodes[words.at(2)], std::stoi(words.at(4))) ? "inside" : "overlap");
        else if (verb == "turns")
            takeTurns(*lock, registerAt(words.at(3)), words, stop);
        else
            fail("no command: " + verb);
    }

    void start()
    {
        // A reply to any request proves the connection.
        if (const auto root = m_client.exists("/"); !root) {
            fail(describe(root.error()));
            return;
        }
        std::chrono::milliseconds timeout{};
        m_client.executor().runAndWait([&] { timeout = m_client.client().session().timeout; });
        say("connected", {{QStringLiteral("sessionTimeoutMs"), QString::number(timeout.count())}});
    }

    void acquire(OurLock& lock, const std::string& spec, Duration timeout, const std::stop_token& stop)
    {
        const auto node = lock.acquire(timeout, stop);
        if (node) {
            m_nodes[spec] = *node;
            say("granted", {{QStringLiteral("node"), QString::fromStdString(*node)}});
        } else if (node.error().code == ErrorCode::TimedOut) {
            say("timedOut");
        } else if (node.error().code == ErrorCode::BadArguments || node.error().code == ErrorCode::NotALock) {
            say("refused", {{QStringLiteral("why"), QString::fromStdString(describe(node.error()))}});
        } else {
            fail(describe(node.error()));
        }
    }

    void release(OurLock& lock, const std::string& spec)
    {
        m_nodes.erase(spec);
        if (const auto released = lock.release(); released)
            say("released");
        else
            fail(describe(released.error()));
    }

    void takeTurns(OurLock& lock, FencingRegister& reg, const Words& words, const std::stop_token& stop)
    {
        const int weight = std::stoi(words.at(4));
        const int wanted = std::stoi(words.at(5));
        const std::chrono::milliseconds firstWaitLimit(std::stoi(words.at(6)));
        auto waitLimit = firstWaitLimit;
        int turns = 0;
        int gaveUp = 0;
        while (turns < wanted) {
            const auto node = lock.acquire(waitLimit, stop);
            if (!node && node.error().code == ErrorCode::TimedOut) {
                ++gaveUp;
                waitLimit *= 2;
                continue;
            }
            waitLimit = firstWaitLimit;
            if (!node) {
                std::cerr << m_name << ": " << describe(node.error()) << std::endl;
                break;
            }
            const bool alone = reg.enter(*node, weight) && reg.leave();
            if (const auto released = lock.release(); !released) {
                std::cerr << m_name << ": " << describe(released.error()) << std::endl;
                break;
            }
            if (!alone)
                break;
            ++turns;
        }
        say("done",
            {{QStringLiteral("turns"), QString::number(turns)}, {QStringLiteral("gaveUp"), QString::number(gaveUp)}});
    }

    FencingRegister& registerAt(const std::string& path)
    {
        return m_registers.try_emplace(path, m_client, path, m_name).first->second;
    }

    void say(const char* event, QJsonObject members = {}) const { m_thread.say(event, std::move(members)); }
    void fail(const std::string& why) const { m_thread.fail(why); }

    std::string m_name;
    BlockingClient m_client;
    OurLocks m_locks;
    std::map<std::string, FencingRegister> m_registers;
    std::map<std::string, std::string> m_nodes; ///< by spec: the node of the hold
    CommandThread m_thread;                     ///< last: destroyed first
};

} // namespace

int main(int count, char** arguments)
{
    if (count != 4) {
        std::cerr << "usage: interop_lockscope_peer CONNECT SESSION_TIMEOUT_MS NAME" << std::endl;
        return 2;
    }
    const auto connect = QString::fromUtf8(arguments[1]);
    const std::chrono::milliseconds sessionTimeout(std::stoi(arguments[2]));
    serveCommands<Worker>(
        [&](const std::string& id) { return std::make_unique<Worker>(connect, sessionTimeout, arguments[3], id); });
    return 0;
}
