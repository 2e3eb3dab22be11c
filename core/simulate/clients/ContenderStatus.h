// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QJsonObject>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace lockscope::console {

/// What a client believes of itself.
enum class Belief {
    Starting,
    Idle,
    Waiting,
    Holding,
    Ended
};

/// What one simulated client believes and has told, made of the events of its process (ContendJson.h). Pure.
struct ContenderStatus {
    /// A lock that it believes to hold.
    struct Holding {
        std::string path;
        std::string node;
        std::string nodePath;
        std::string mode; ///< "write" or "read"
        std::int64_t token = 0;
        bool isLost = false; ///< a careless client goes on after the loss
        friend bool operator==(const Holding&, const Holding&) = default;
    };

    std::string name;
    Belief belief = Belief::Starting;
    bool suspended = false;         ///< it knows that it has no contact; what it believes is from before
    bool careless = false;          ///< it was told that it has lost, and goes on
    std::string path;               ///< of the lock that it waits for or holds; empty when it did not say
    std::string node;               ///< its own; the last that it had
    std::string nodePath;           ///< the full path of that node, once it has held by it; empty before
    std::int64_t token = 0;         ///< grows in the order of the queue
    std::vector<Holding> holdings;  ///< in the order in which it got them
    std::map<std::string, int> saw; ///< how often it told of each event: "granted", "lost", …
    std::string lastEvent;          ///< as it told, with the reason

    /// Takes up one line of its own.
    void apply(const QJsonObject& line);
    /// Its process has ended.
    void end();

    [[nodiscard]] int times(const std::string& event) const;

    friend bool operator==(const ContenderStatus&, const ContenderStatus&) = default;

private:
    void enter(Belief next);
    void believe(const std::string& event, const QJsonObject& line);
    void released(const QJsonObject& line);
    void lost(const QJsonObject& line);

    Belief m_resumed = Belief::Idle; ///< what a suspended client believes once it is in contact again
};

/// What a line tells, in the words of conditions; empty: nothing of a client.
[[nodiscard]] std::string eventOf(const QJsonObject& line);

} // namespace lockscope::console
