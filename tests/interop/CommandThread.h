// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QJsonDocument>
#include <QJsonObject>
#include <QString>

#include <condition_variable>
#include <deque>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <sstream>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace lockscope::test {

/// One worker of a peer with clients of our library: a thread that obeys commands, and its lines. README.md describes
/// the protocol.
class CommandThread final {
public:
    using Words = std::vector<std::string>;
    /// Runs on the thread. Stop is requested when the peer ends.
    using Obey = std::function<void(const Words&, const std::stop_token&)>;

    CommandThread(std::string id, Obey obey)
        : m_id(std::move(id))
        , m_obey(std::move(obey))
        , m_thread([this](const std::stop_token& stop) { run(stop); })
    {
    }

    void post(Words words)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_commands.push_back(std::move(words));
        }
        m_changed.notify_all();
    }

    void say(const char* event, QJsonObject members = {}) const
    {
        members.insert(QStringLiteral("id"), QString::fromStdString(m_id));
        members.insert(QStringLiteral("event"), QLatin1String(event));
        print(members);
    }
    void fail(const std::string& why) const
    {
        std::cerr << m_id << ": " << why << std::endl;
        say("failed", {{QStringLiteral("why"), QString::fromStdString(why)}});
    }

private:
    void run(const std::stop_token& stop)
    {
        while (true) {
            std::unique_lock lock(m_mutex);
            if (!m_changed.wait(lock, stop, [this] { return !m_commands.empty(); }))
                return;
            const auto words = std::move(m_commands.front());
            m_commands.pop_front();
            lock.unlock();
            m_obey(words, stop);
        }
    }

    /// Writes one line of JSON; any thread.
    static void print(const QJsonObject& line)
    {
        static std::mutex mutex;
        const std::lock_guard lock(mutex);
        std::cout << QJsonDocument(line).toJson(QJsonDocument::Compact).toStdString() << std::endl;
    }

    std::string m_id;
    Obey m_obey;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<Words> m_commands;
    std::jthread m_thread; ///< last: destroyed first
};

/// Passes the lines of standard input to workers, which `make` makes by their ids, until it ends. `Worker` has post().
template <typename Worker, typename Make> void serveCommands(const Make& make)
{
    std::map<std::string, std::unique_ptr<Worker>> workers;
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream rest(line);
        CommandThread::Words words;
        for (std::string word; rest >> word;)
            words.push_back(word);
        if (words.size() < 2)
            continue;
        auto& worker = workers[words[0]];
        if (!worker)
            worker = make(words[0]);
        worker->post(std::move(words));
    }
}

} // namespace lockscope::test
