// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/AdminAddress.h"
#include "core/zk/ConnectString.h"

#include <QByteArray>
#include <QNetworkAccessManager>
#include <QObject>

#include <chrono>
#include <functional>
#include <string>

namespace lockscope::ensemble {

/// How a question to a server ended.
struct EndpointAnswer {
    enum class Outcome {
        Reported, ///< the bytes are what it said; whether they make sense is for the parsers
        Closed,   ///< it said no, or nobody listens there
        Unlisted, ///< it does not answer this word, as its whitelist says
        Silent,   ///< nothing came in time
        TooBig    ///< more came than was allowed
    };
    Outcome outcome = Outcome::Closed;
    QByteArray bytes;
    std::string reason; ///< why not, in words; empty when it told

    [[nodiscard]] bool told() const { return outcome == Outcome::Reported; }
};

/// The two status endpoints by which a server tells of itself. Each question has a limit of time and of size, sends
/// nothing but itself, uses no proxy and follows no redirect. Thread: the one that made it; needs an event loop.
/// Nothing blocks. Destroyed, it drops what is still open.
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

    /// A four-letter word on the client port.
    void askWord(const zk::Server& server, const char* word, Limits limits, Reply reply);

private:
    QNetworkAccessManager m_network;
};

} // namespace lockscope::ensemble
