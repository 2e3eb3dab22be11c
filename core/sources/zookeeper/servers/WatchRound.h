// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/zookeeper/CollectorSettings.h"
#include "core/sources/zookeeper/servers/AskedServer.h"
#include "core/sources/zookeeper/servers/StatusEndpoints.h"

#include <QObject>

#include <functional>
#include <memory>
#include <set>
#include <vector>

namespace lockscope::ensemble {

/// Requests the watches of every server once. Costly for a large server: only on request.
/// Thread: the one that created it; needs an event loop. After its destruction `done` is not called.
class WatchRound final : public QObject {
public:
    using Done = std::function<void(std::shared_ptr<const WatchFacts>)>;

    /// The watches of `own` sessions are left out. `knowsEveryServer`: the ensemble has no other servers.
    WatchRound(StatusEndpoints& statusEndpoints, const CollectorSettings& settings, const Clock& clock,
               std::vector<AskedServer> servers, std::set<SessionId> own, bool knowsEveryServer, Done done,
               QObject* parent);

    void start();

private:
    void askAdmin(std::size_t index);
    void askWord(std::size_t index);
    void miss();
    void answered(Source source);
    [[nodiscard]] StatusEndpoints::Limits limits() const { return {m_settings.bigQuestionLimit, m_settings.mostBytes}; }

    StatusEndpoints& m_statusEndpoints;
    const CollectorSettings& m_settings;
    const Clock& m_clock;
    std::vector<AskedServer> m_servers;
    std::set<SessionId> m_own;
    Done m_done;
    WatchFacts m_facts;
    std::size_t m_unfinished = 0;
};

} // namespace lockscope::ensemble
