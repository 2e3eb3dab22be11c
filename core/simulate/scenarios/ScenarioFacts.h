// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What is known of a run at one moment: what the clients believe, what the ensemble knows, what was counted. Values,
/// on which conditions and expectations are checked.

#include "core/simulate/clients/ContenderStatus.h"

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

/// A client with what is known of it from outside.
struct ClientFacts : ContenderStatus {
    std::string group;
    bool paused = false;            ///< its process is stopped, so that what it believes is old
    std::vector<std::string> paths; ///< of all locks that it takes
    std::int64_t processId = 0;     ///< 0: not started yet, or ended
    bool hasLink = false;           ///< its connection can be cut
    bool isCut = false;             ///< something is done to its connection
    friend bool operator==(const ClientFacts&, const ClientFacts&) = default;
};

/// A contender as the ensemble knows it.
struct SeenContender {
    std::string path; ///< of the lock
    std::string node; ///< the child's name; the last part of the path for a lock of one node
    bool holds = false;
    std::int64_t creationId = 0; ///< of the node; 0: not known yet
    std::string nodePath{};      ///< the node's full path, which only the inspector can tell: it knows the family
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
