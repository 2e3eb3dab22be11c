// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The known state of a run at one moment: the clients' view, the ensemble's state, the measures. Values, on which
/// conditions and expectations are checked.

#include "core/model/Backend.h"
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

/// A client, with the facts that are not from its own reports.
struct ClientFacts : ContenderStatus {
    std::string group;
    bool paused = false;            ///< its process is stopped, so its reported state is old
    std::vector<std::string> paths; ///< of all locks that it acquires
    std::int64_t processId = 0;     ///< 0: not started, or ended
    bool hasLink = false;           ///< its connection can be cut
    bool isCut = false;             ///< its connection to any server has a fault
    friend bool operator==(const ClientFacts&, const ClientFacts&) = default;
};

/// A contender in the ensemble's state.
struct SeenContender {
    std::string path; ///< of the lock
    std::string node; ///< the child's name; for a single-node lock the last part of the path
    bool holds = false;
    std::int64_t creationId = 0; ///< of the node; 0: not yet known
    std::string nodePath{};      ///< the node's full path; only the inspector has it, as it knows the dialect
    friend bool operator==(const SeenContender&, const SeenContender&) = default;
};

/// A summary of an inspector's view.
struct EnsembleView {
    std::vector<SeenContender> slots;
    std::set<std::string> findings; ///< kinds: "deadlock", "mixed-dialects", …
};

/// Nothing while disconnected: the snapshot is old.
[[nodiscard]] std::optional<EnsembleView> viewOf(const inspect::Snapshot& snapshot);

struct ServerState {
    bool serves = false;
    bool paused = false;
    bool cut = false;
    friend bool operator==(const ServerState&, const ServerState&) = default;
};

struct ScenarioFacts {
    std::vector<ClientFacts> clients; ///< in the order of the scenario
    inspect::Backend backend = inspect::Backend::ZooKeeper;
    std::vector<ServerState> servers; ///< of the sandbox; empty on the user's ensemble
    std::optional<EnsembleView> view; ///< nothing before the inspector's first view
    std::set<std::string> findingsSeen;
    std::map<std::string, double> measures; ///< by name, of all clients: "overlaps"; of a group: "granted of readers"

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
