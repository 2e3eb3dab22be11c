// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/Sandbox.h"

#include "core/base/Phrase.h"
#include "core/sandbox/SandboxPorts.h"
#include "core/sandbox/ZooKeeperServer.h"

#include <QStringList>

#include <algorithm>
#include <utility>

namespace lockscope::ensemble {

namespace {

Result<void> checkedSandbox(const SandboxOptions& options)
{
    if (options.servers != 1 && options.servers != 3)
        return failure(ErrorCode::BadArguments, phraseLater("start the sandbox"), {},
                       phrase("a sandbox has 1 or 3 servers, not %1", options.servers));
    if (options.tickMs < 10)
        return failure(ErrorCode::BadArguments, phraseLater("start the sandbox"), {},
                       phrase("a tick must be at least 10 ms"));
    if (options.sessionTimeoutMs < 0 || options.longestSessionMs < 0)
        return failure(ErrorCode::BadArguments, phraseLater("start the sandbox"), {},
                       phrase("a session timeout must not be negative"));
    return {};
}

} // namespace

class Sandbox::Private {
public:
    SandboxOptions options;
    std::vector<SandboxPorts> ports;
};

Result<std::vector<ServerPlan>> Sandbox::plan(const QString& folder, int attempt)
{
    const SandboxOptions& options = m_private->options;
    std::vector<SandboxPorts>& ports = m_private->ports;
    if (Result<void> checked = checkedSandbox(options); !checked)
        return failure(checked.error());
    const Result<ServerSoftware> software = findServerSoftware();
    if (!software)
        return failure(software.error());
    Result<std::vector<SandboxPorts>> free = freeSandboxPorts(options.servers);
    if (!free)
        return failure(free.error());
    ports = *std::move(free);
    const QString settings = sandboxSettings(options, ports);
    const bool routed = options.openRoutes && options.servers > 1;
    if (routed) {
        if (Result<void> opened = options.openRoutes(sandboxRoutes(ports)); !opened)
            return failure(opened.error());
    }
    std::vector<ServerPlan> plans;
    for (int index = 0; index < options.servers; ++index) {
        const SandboxPorts& own = ports.at(index);
        plans.push_back(planOf(*software, {.folder = serverFolder(folder, attempt, index + 1),
                                           .id = index + 1,
                                           .clientPort = own.client,
                                           .adminPort = own.admin,
                                           .settings = settings,
                                           .readOnlyMode = options.readOnlyMode,
                                           .adminServer = options.adminServer,
                                           .words = options.words,
                                           .heapMb = options.heapMb,
                                           .niceness = options.niceness,
                                           .hosts = routed ? sandboxHosts(index, options.servers) : QString()}));
    }
    return plans;
}

Sandbox::Sandbox(SandboxOptions options, QObject* parent)
    : ServerGroup(parent)
    , m_private(std::make_unique<Private>(Private{std::move(options), {}}))
{
}

Sandbox::~Sandbox() = default;

QString Sandbox::connectString() const
{
    QStringList parts;
    if (isReady()) {
        for (const SandboxPorts& own : m_private->ports)
            parts << QStringLiteral("127.0.0.1:%1").arg(own.client);
    }
    return parts.join(u',');
}

int Sandbox::serverAt(int port) const
{
    const auto all = servers();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Server& one) { return one.clientPort == port; });
    return found == all.end() ? -1 : static_cast<int>(found - all.begin());
}

std::vector<Sandbox::Server> Sandbox::servers() const
{
    std::vector<Server> list;
    for (const SandboxPorts& own : m_private->ports)
        list.push_back({own.client, own.admin, processId(list.size())});
    return list;
}

} // namespace lockscope::ensemble
