// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/Forwarder.h"

#include "core/connect/ForwarderHub.h"
#include "core/connect/TlsTrust.h"
#include "core/ensemble/RunThere.h"

#include <QThread>

#include <future>
#include <utility>

namespace lockscope::connect {

/// The thread, and what lives on it.
class Forwarder::Worker {
public:
    Worker()
        : m_trouble(std::make_shared<TroubleBoard>())
    {
        m_thread.setObjectName(QStringLiteral("lockscope forwarder"));
        m_context.moveToThread(&m_thread);
        m_thread.start();
    }
    ~Worker()
    {
        ensemble::runThere(&m_context, [this] { m_hub.reset(); });
        m_thread.quit();
        m_thread.wait();
    }
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    [[nodiscard]] Result<std::vector<quint16>> open(const ForwarderSettings& settings)
    {
        using Ports = Result<std::vector<quint16>>;
        // Shared: whoever fulfils it may still be at it when the caller goes on.
        const auto opened = std::make_shared<std::promise<Ports>>();
        auto wait = opened->get_future();
        ensemble::runThere(&m_context, [&] {
            auto tls = readTls(settings);
            if (!tls) {
                opened->set_value(failure(tls.error()));
                return;
            }
            m_hub = std::make_unique<ForwarderHub>(settings.servers.servers, std::move(*tls), settings.ssh, m_trouble);
            m_hub->open([opened, hub = m_hub.get()](const Result<void>& result) {
                opened->set_value(result ? Ports(hub->ports()) : Ports(failure(result.error())));
            });
        });
        return wait.get();
    }

    [[nodiscard]] std::optional<Error> trouble() const { return m_trouble->get(); }

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

    QThread m_thread;
    QObject m_context;
    std::shared_ptr<TroubleBoard> m_trouble;
    std::unique_ptr<ForwarderHub> m_hub; ///< lives and dies on m_thread
};

Forwarder::Forwarder(ForwarderSettings settings)
    : m_settings(std::move(settings))
{
}

Forwarder::~Forwarder() = default;

Result<void> Forwarder::open()
{
    if (m_worker)
        return failure(ErrorCode::BadArguments, "open the forwarder", {}, "it is open already");
    if (m_settings.servers.servers.empty())
        return failure(ErrorCode::BadArguments, "open the forwarder", {}, "the connect string names no server");
    auto worker = std::make_unique<Worker>();
    const auto ports = worker->open(m_settings);
    if (!ports)
        return failure(ports.error());
    m_settings.keyPassword.clear(); // the worker has the opened key
    m_connect.chroot = m_settings.servers.chroot;
    for (const quint16 port : *ports)
        m_connect.servers.push_back({"127.0.0.1", port});
    m_worker = std::move(worker);
    return {};
}

std::optional<Error> Forwarder::trouble() const
{
    return m_worker ? m_worker->trouble() : std::nullopt;
}

} // namespace lockscope::connect
