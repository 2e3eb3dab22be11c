// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sandbox/ServerGroup.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <string>

namespace lockscope::ui {

/// The servers of a sandbox.
enum class SandboxServers {
    Ensemble, ///< of ZooKeeper, with one server
    Redis,    ///< one
    Redlock,  ///< five independent masters
    Sentinel, ///< a master with two replicas, and three Sentinels
    Cluster   ///< three masters, each with a replica
};

/// The sandbox that the window may start, one at a time. Lives on the UI thread and does not block it: one that is
/// replaced ends in the background. The destructor waits for the end of the servers.
class SandboxHost final : public QObject {
    Q_OBJECT
public:
    enum class State {
        None,
        Starting,
        Ready
    };

    explicit SandboxHost(QObject* parent = nullptr);
    ~SandboxHost() override;

    /// Does nothing while one with these servers is starting; emits ready() at once if one is running. Another one that
    /// is starting ends at once; another one that is running ends when the new one is ready.
    void start(SandboxServers servers = SandboxServers::Ensemble);

    /// Ends the sandboxes without blocking.
    void end();
    /// Servers are being ended, or their folder is being removed.
    [[nodiscard]] bool isEnding() const { return m_ending > 0; }

    /// An outage, to be rehearsed: ends the server of the running sandbox with this address, or starts it again.
    void stopServer(const std::string& address);
    void startServer(const std::string& address);

    [[nodiscard]] State state() const;
    /// A sentence about the servers that are starting; else empty.
    [[nodiscard]] QString startingSentence() const;
    /// Of the sandbox that is running; empty if there is none.
    [[nodiscard]] QString connectString() const;

Q_SIGNALS:
    void stateChanged();
    void ready(const QString& connectString);
    /// `sentence`: what is missing and what to do.
    void failed(const QString& sentence);
    /// A server of the running sandbox has stopped; others run on.
    void serverStopped(const QString& sentence);
    /// Nothing remains of the sandboxes that were to end.
    void ended();

private:
    struct Group {
        SandboxServers servers = SandboxServers::Ensemble;
        std::unique_ptr<ensemble::ServerGroup> sandbox;
        std::function<QString()> connectString;
        bool isUsable = false; ///< has neither failed nor lost a server
    };

    [[nodiscard]] static Group makeGroup(SandboxServers servers);
    void drop(Group& group);
    void takeReady();
    void onServerStopped(int index);
    [[nodiscard]] int indexOf(const std::string& address) const;

    Group m_running;
    Group m_starting;
    int m_ending = 0;
};

} // namespace lockscope::ui
