// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/FakeClient.h"

#include "tests/support/FakeEnsemble.h"
#include "tests/support/FakeHandle.h"

namespace lockscope::test {

std::unique_ptr<FakeClient> FakeClient::connect(FakeEnsemble& ensemble, Executor& executor,
                                                std::chrono::milliseconds sessionTimeout)
{
    zk::ClientSettings settings;
    settings.sessionTimeout = sessionTimeout;
    settings.acceptReadOnly = true;
    return connect(ensemble, executor, std::move(settings));
}

std::unique_ptr<FakeClient> FakeClient::connect(FakeEnsemble& ensemble, Executor& executor, zk::ClientSettings settings)
{
    const auto link = std::make_shared<FakeLink>();
    link->executor = &executor;
    settings.servers = {{{"fake", 2181}}, ""};
    return std::unique_ptr<FakeClient>(new FakeClient(std::move(settings), executor, ensemble.m_server, link));
}

FakeClient::FakeClient(zk::ClientSettings settings, Executor& executor, std::shared_ptr<FakeServer> server,
                       const std::shared_ptr<FakeLink>& link)
    : ZooKeeperClient(std::move(settings), executor, Log(), std::make_unique<FakeHandleSource>(server, link))
    , m_server(std::move(server))
    , m_link(link)
{
    m_server->enlist(m_link, this);
}

FakeClient::~FakeClient()
{
    m_server->forget(this, *m_link);
}

} // namespace lockscope::test
