// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What is known of a run at one moment: what the clients believe, what the ensemble knows, what was counted. Values,
/// on which conditions and expectations are checked.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lockscope::inspect {
struct Snapshot;
}

namespace lockscope::console {

/// What a client believes of itself.
enum class Belief {
    Starting,
    Idle,
    Waiting,
    Holding,
    Ended
};

struct ClientFacts {
    std::string name;
    std::string group;
    Belief belief = Belief::Starting;
    bool suspended = false;         ///< it knows that it has no contact
    bool paused = false;            ///< its process is stopped, so that what it believes is old
    bool careless = false;          ///< it was told that it has lost, and goes on
    std::string path;               ///< of the lock that it waits for or holds; empty when it did not say
    std::vector<std::string> paths; ///< of all locks that it takes
    std::string node;               ///< its own; the last that it had
    std::string nodePath;           ///< the full path of that node, once it has held by it; empty before
    std::int64_t token = 0;         ///< grows in the order of the queue
    std::int64_t processId = 0;     ///< 0: not started yet, or ended
    bool hasLink = false;           ///< its connection can be cut
    bool isCut = false;             ///< something is done to its connection
    std::map<std::string, int> saw; ///< how often it told of each event: "granted", "lost", …
    std::string lastEvent;          ///< as it told, with the reason
    friend bool operator==(const ClientFacts&, const ClientFacts&) = default;
};

/// A contender as the ensemble knows it.
struct SeenContender {
    std::string path; ///< of the lock
    std::string node; ///< the child's name; the last part of the path for a lock of one node
    bool holds = false;
    std::int64_t czxid = 0; ///< of the node; 0: not known yet
    std::string nodePath{}; ///< the node's full path, which only the inspector can tell: it knows the family
    friend bool operator==(const SeenContender&, const SeenContender&) = default;
};

/// What an inspector sees, in few words.
struct EnsembleView {
    std::vector<SeenContender> slots;
    std::set<std::string> findings; ///< kinds: "deadlock", "mixed-dialects", …
};

/// Nothing while there is no contact: what is shown is old.
[[nodiscard]] std::optional<EnsembleView> viewOf(const inspect::Snapshot& snapshot);

struct ServerFacts {
    bool serves = false;
    bool paused = false;
    bool cut = false;
    friend bool operator==(const ServerFacts&, const ServerFacts&) = default;
};

struct ScenarioFacts {
    std::vector<ClientFacts> clients; ///< in the order of the scenario
    std::vector<ServerFacts> servers; ///< of the sandbox; none on an ensemble of the user's
    std::optional<EnsembleView> view; ///< nothing before the inspector has seen anything
    std::set<std::string> findingsSeen;
    std::map<std::string, double> measures; ///< by name, of everybody: "overlaps"; of a group: "granted of readers"

    [[nodiscard]] const ClientFacts* find(const std::string& name) const
    {
        for (const ClientFacts& client : clients) {
            if (client.name == name)
                return &client;
        }
        return nullptr;
    }
};

} // namespace lockscope::console
