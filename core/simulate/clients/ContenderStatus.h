// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QJsonObject>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace lockscope::console {

/// The client's own view of its state.
enum class ClientView {
    Starting,
    Idle,
    Waiting,
    Holding,
    Ended
};

/// The view and the reports of one simulated client, built from the events of its process (ContendJson.h). Pure.
struct ContenderStatus {
    /// A lock that the client believes it holds.
    struct Holding {
        std::string path;
        std::string node;
        std::string nodePath;
        std::string mode; ///< "write" or "read"
        std::int64_t token = 0;
        bool isLost = false; ///< a careless client continues after the loss
        friend bool operator==(const Holding&, const Holding&) = default;
    };

    std::string name;
    ClientView clientView = ClientView::Starting;
    bool suspended = false;         ///< it knows that it is disconnected; its view is from before
    bool careless = false;          ///< it was notified of the loss, and continues
    std::string path;               ///< of the lock that it waits for or holds; empty: not reported
    std::string node;               ///< its own node, or its last one; on Redis its owner, token or permit
    std::string nodePath;           ///< the full path of that node, after it was granted; empty before
    std::int64_t token = 0;         ///< grows in queue order
    std::vector<Holding> holdings;  ///< in the order in which they were acquired
    std::map<std::string, int> saw; ///< number of reports of each event: "granted", "lost", …
    std::string lastEvent;          ///< as reported, with the reason

    /// Applies one line of this client.
    void apply(const QJsonObject& line);
    /// Its process has ended.
    void end();

    [[nodiscard]] int times(const std::string& event) const;

    friend bool operator==(const ContenderStatus&, const ContenderStatus&) = default;

private:
    void enter(ClientView next);
    void believe(const std::string& event, const QJsonObject& line);
    void released(const QJsonObject& line);
    void lost(const QJsonObject& line);

    ClientView m_resumed = ClientView::Idle; ///< the view of a suspended client after it reconnects
};

/// The event of a line, in the words of conditions; empty: not an event of a client.
[[nodiscard]] std::string eventOf(const QJsonObject& line);

} // namespace lockscope::console
