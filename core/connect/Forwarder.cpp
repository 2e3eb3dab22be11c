// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/Forwarder.h"

#include "core/base/Phrase.h"
#include "core/connect/EventThread.h"
#include "core/connect/ForwarderHub.h"
#include "core/connect/TlsTrust.h"

#include <condition_variable>
#include <mutex>
#include <utility>

namespace lockscope::connect {

namespace {

int adminPortOf(const ForwarderSettings& settings, std::size_t index)
{
    const auto& ports = settings.adminPorts;
    if (ports.size() == 1)
        return ports.front();
    return index < ports.size() ? ports[index] : 0;
}

Result<void> checkForwarding(const ForwarderSettings& settings)
{
    const auto refused = [](const char* why) {
        return failure(ErrorCode::BadArguments, phraseLater("start the port forwarder"), {}, phrase(why));
    };
    if (settings.servers.servers.empty())
        return refused(phraseLater("the connect string contains no server"));
    if (settings.adminTls && !settings.tls)
        return refused(
            phraseLater("HTTPS is enabled for the AdminServers, but no TLS settings are set. Set the TLS settings"));
    constexpr int highestPort = 65'535;
    for (const int port : settings.adminPorts) {
        if (port < 0 || port > highestPort)
            return refused(phraseLater("a port of an AdminServer is a number from 1 to 65535, or 0 for none"));
    }
    return {};
}

} // namespace

/// The result that open() waits for: the first of a result and giveUp(). Any thread.
class Forwarder::Opening {
public:
    using Ports = Result<std::vector<quint16>>;

    void give(Ports ports)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_ports = std::move(ports);
        }
        m_given.notify_all();
    }
    void giveUp()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_isGivenUp = true;
        }
        m_given.notify_all();
    }
    /// Waits for the result and removes it.
    [[nodiscard]] Ports take()
    {
        std::unique_lock lock(m_mutex);
        m_given.wait(lock, [this] { return m_ports || m_isGivenUp; });
        if (m_isGivenUp)
            return failure(ErrorCode::Cancelled, phraseLater("start the port forwarder"), {},
                           phrase("the connection is no longer needed"));
        return *std::exchange(m_ports, std::nullopt);
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_given;
    std::optional<Ports> m_ports;
    bool m_isGivenUp = false;
};

/// The thread and the objects on it.
class Forwarder::Worker {
public:
    explicit Worker(std::size_t servers)
        : m_thread(QStringLiteral("lockscope forwarder"))
        , m_trouble(std::make_shared<RouteErrors>())
    {
        for (std::size_t i = 0; i < servers; ++i)
            m_adminTroubles.push_back(std::make_shared<RouteErrors>());
    }
    ~Worker()
    {
        m_thread.call([this] { m_hub.reset(); });
    }
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    [[nodiscard]] Result<std::vector<quint16>> open(const ForwarderSettings& settings,
                                                    const std::shared_ptr<Opening>& opening)
    {
        m_thread.call([&] {
            auto tls = readTls(settings);
            if (!tls) {
                opening->give(failure(tls.error()));
                return;
            }
            m_hub = std::make_unique<ForwarderHub>(routesFor(settings), std::move(*tls), settings.ssh);
            m_hub->open([opening, hub = m_hub.get()](const Result<void>& result) {
                using Ports = Opening::Ports;
                opening->give(result ? Ports(hub->ports()) : Ports(failure(result.error())));
            });
        });
        return opening->take();
    }

    [[nodiscard]] std::optional<Error> trouble() const { return m_trouble->get(); }
    /// One per server, for its AdminServer.
    [[nodiscard]] const std::vector<std::shared_ptr<RouteErrors>>& adminTroubles() const { return m_adminTroubles; }

private:
    [[nodiscard]] static Result<std::unique_ptr<TlsWay>> readTls(const ForwarderSettings& settings)
    {
        if (!settings.tls)
            return nullptr;
        const auto trust = readTlsTrust(*settings.tls, settings.keyPassword);
        if (!trust)
            return failure(trust.error());
        return std::make_unique<TlsWay>(TlsWay{*settings.tls, *trust});
    }

    /// The servers first, then the AdminServers with a port.
    [[nodiscard]] std::vector<ForwardRoute> routesFor(const ForwarderSettings& settings) const
    {
        std::vector<ForwardRoute> routes;
        for (const zk::Server& server : settings.servers.servers)
            routes.push_back({server, settings.tls.has_value(), m_trouble});
        for (std::size_t i = 0; i < settings.servers.servers.size(); ++i) {
            if (const int port = adminPortOf(settings, i); port > 0)
                routes.push_back({{settings.servers.servers[i].host, static_cast<std::uint16_t>(port)},
                                  settings.adminTls,
                                  m_adminTroubles[i]});
        }
        return routes;
    }

    ensemble::EventThread m_thread;
    std::shared_ptr<RouteErrors> m_trouble;
    std::vector<std::shared_ptr<RouteErrors>> m_adminTroubles;
    std::unique_ptr<ForwarderHub> m_hub; ///< created and destroyed on m_thread
};

Forwarder::Forwarder(ForwarderSettings settings)
    : m_settings(std::move(settings))
    , m_opening(std::make_shared<Opening>())
{
}

Forwarder::~Forwarder() = default;

void Forwarder::giveUp()
{
    m_opening->giveUp();
}

Result<void> Forwarder::open()
{
    if (m_worker)
        return failure(ErrorCode::BadArguments, phraseLater("start the port forwarder"), {},
                       phrase("the port forwarder is already started"));
    if (Result<void> good = checkForwarding(m_settings); !good)
        return good;
    auto worker = std::make_unique<Worker>(m_settings.servers.servers.size());
    const auto ports = worker->open(m_settings, m_opening);
    if (!ports)
        return failure(ports.error());
    m_settings.keyPassword.clear(); // the worker has the decrypted key
    m_connect.chroot = m_settings.servers.chroot;
    auto port = ports->begin();
    const std::size_t count = m_settings.servers.servers.size();
    for (std::size_t i = 0; i < count; ++i)
        m_connect.servers.push_back({"127.0.0.1", *port++});
    for (std::size_t i = 0; i < count; ++i)
        m_adminPorts.push_back(adminPortOf(m_settings, i) > 0 ? *port++ : 0);
    m_worker = std::move(worker);
    return {};
}

void Forwarder::lead(ensemble::CollectorSettings& settings) const
{
    settings.connect = m_settings.servers;
    settings.wordDetours = m_connect.servers;
    settings.namedOnly = true;
    settings.adminPorts.clear();
    settings.adminDetours.clear();
    const bool renamed = m_settings.adminTls && m_settings.tls && !m_settings.tls->serverName.empty();
    for (std::size_t i = 0; i < m_adminPorts.size(); ++i) {
        // With TLS the AdminServer answers only requests for a name on its certificate.
        const std::string& name = renamed ? m_settings.tls->serverName : m_settings.servers.servers[i].host;
        settings.adminPorts.push_back(adminPortOf(m_settings, i));
        settings.adminDetours.push_back(
            {"127.0.0.1", m_adminPorts[i], name.find(':') == std::string::npos ? name : "[" + name + "]"});
    }
    if (!m_worker)
        return;
    settings.adminTrouble = [troubles = m_worker->adminTroubles()](std::size_t index) {
        const auto trouble = index < troubles.size() ? troubles[index]->get() : std::nullopt;
        return trouble ? describe(*trouble) : std::string();
    };
}

std::optional<Error> Forwarder::trouble() const
{
    return m_worker ? m_worker->trouble() : std::nullopt;
}

} // namespace lockscope::connect
