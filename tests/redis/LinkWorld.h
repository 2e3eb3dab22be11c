// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/Client.h"
#include "core/redis/client/ServerLink.h"
#include "tests/redis/ScriptedServers.h"
#include "tests/support/ManualExecutor.h"

#include <QObject>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::test {

/// A link to a server in memory, and what its handlers were called with. The base of its tests: call begin() in init()
/// and end() in cleanup().
class LinkWorld : public QObject {
protected:
    void begin()
    {
        m_executor = std::make_unique<ManualExecutor>(m_clock);
        m_servers = std::make_unique<ScriptedServers>(*m_executor);
        m_transports = m_servers->transports();
        m_settings = {};
        m_settings.target = redis::parseTarget("redis://cache1").value();
        m_changes = 0;
        m_confirmed.clear();
        m_messages.clear();
        m_ended.clear();
    }

    void end()
    {
        m_link.reset();
        m_executor->runUntilIdle();
        m_executor.reset();
        m_servers.reset();
    }

    void make(redis::ServerLink::Probe probe = {})
    {
        using redis::ChannelKind;
        redis::ServerLink::Handlers handlers;
        handlers.changed = [this] { ++m_changes; };
        handlers.confirmed = [this](ChannelKind, const std::string& name) { m_confirmed.push_back(name); };
        handlers.message = [this](ChannelKind, const std::string& name, const redis::Message& message) {
            m_messages.push_back(name + " " + std::string(message.channel) + " " + std::string(message.payload));
        };
        handlers.ended = [this](ChannelKind, const std::string& name, const redis::Value& reason) {
            m_ended.push_back(name + " " + toString(reason));
        };
        m_link = std::make_unique<redis::ServerLink>(redis::LinkContext{*m_executor, *m_transports, m_settings, Log()},
                                                     m_settings.target.servers.front(), std::move(probe),
                                                     std::move(handlers));
    }

    void start(redis::ServerLink::Probe probe = {})
    {
        make(std::move(probe));
        m_link->start();
        m_executor->runUntilIdle();
    }

    ManualClock m_clock;
    std::unique_ptr<ManualExecutor> m_executor;
    std::unique_ptr<ScriptedServers> m_servers;
    std::unique_ptr<redis::Transports> m_transports;
    redis::ClientSettings m_settings;
    std::unique_ptr<redis::ServerLink> m_link;
    int m_changes = 0;
    std::vector<std::string> m_confirmed;
    std::vector<std::string> m_messages;
    std::vector<std::string> m_ended;
};

} // namespace lockscope::test
