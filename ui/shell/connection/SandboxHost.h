// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sandbox/ServerGroup.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>

namespace lockscope::ui {

/// The servers of a sandbox.
enum class SandboxServers {
    Ensemble, ///< of ZooKeeper, with one server
    Redis,    ///< one
    Redlock   ///< five independent masters
};

/// The sandbox that the window may start, one at a time. Lives on the UI thread; the servers end with it.
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

    /// Does nothing while one is starting; emits ready() at once if one with these servers is running. Another one
    /// ends.
    void start(SandboxServers servers = SandboxServers::Ensemble);

    [[nodiscard]] State state() const { return m_state; }
    /// Empty until ready.
    [[nodiscard]] QString connectString() const;

Q_SIGNALS:
    void stateChanged();
    void ready(const QString& connectString);
    /// `sentence`: what is missing and what to do.
    void failed(const QString& sentence);

private:
    void setState(State state);

    void makeZooKeeper();
    void makeRedis();

    State m_state = State::None;
    SandboxServers m_servers = SandboxServers::Ensemble;
    std::unique_ptr<ensemble::ServerGroup> m_sandbox;
    std::function<QString()> m_connectString; ///< of m_sandbox
};

} // namespace lockscope::ui
