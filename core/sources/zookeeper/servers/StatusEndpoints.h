// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/connect/zookeeper/AdminAddress.h"
#include "core/zk/ConnectString.h"

#include <QByteArray>
#include <QNetworkAccessManager>
#include <QObject>

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace lockscope::ensemble {

/// The result of a request to a server.
struct EndpointAnswer {
    enum class Outcome {
        Reported,    ///< `bytes` is the reply; parsers check its content
        Closed,      ///< not available: refused, or no valid reply
        Unlisted,    ///< the command is not in the server's whitelist
        Silent,      ///< timed out
        TooBig,      ///< the reply exceeds the size limit
        Unreachable, ///< no server listens there, or the network reports an error
        NotServing,  ///< the server runs, but is starting or has no quorum
        NotAsked
    };
    Outcome outcome = Outcome::Closed;
    QByteArray bytes;
    std::string reason;             ///< why there is no reply, in words; else empty
    std::optional<WallTime> date{}; ///< by the server's clock, in whole seconds; from an AdminServer only

    [[nodiscard]] bool reported() const { return outcome == Outcome::Reported; }
};

/// The status endpoints of a server: AdminServer and four-letter commands. Each request has a time limit and a size
/// limit, uses no proxy and follows no redirect. Thread: the one that created it; needs an event loop.
/// Nothing blocks. The destructor drops open requests.
class StatusEndpoints final : public QObject {
public:
    using Reply = std::function<void(const EndpointAnswer&)>;
    struct Limits {
        std::chrono::milliseconds time{1'000};
        qint64 bytes = 0;
    };

    explicit StatusEndpoints(QObject* parent = nullptr);
    ~StatusEndpoints() override;
    StatusEndpoints(const StatusEndpoints&) = delete;
    StatusEndpoints& operator=(const StatusEndpoints&) = delete;

    /// GET http://host:port/commands/COMMAND
    void askAdmin(const AdminAddress& server, const char* command, Limits limits, Reply reply);

    /// Sends a four-letter command to the client port.
    void askWord(const zk::Server& server, const char* word, Limits limits, Reply reply);

private:
    QNetworkAccessManager m_network;
};

} // namespace lockscope::ensemble
