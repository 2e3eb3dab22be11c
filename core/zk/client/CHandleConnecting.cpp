// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/client/CHandle.h"

#include "core/base/Phrase.h"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

/// From the loss of a connection to the next one.

namespace lockscope::zk {

namespace {

/// A broadcast address: a connection to it fails at once, without any packet.
constexpr const char* nowhere = "255.255.255.255:1";

/// If no name is found, another lookup soon would only load the name servers.
constexpr auto pauseWithoutAddress = std::chrono::seconds(2);
constexpr auto shortestAttempt = std::chrono::milliseconds(500);

/// So that all servers are tried before the session expires, as Java's client does.
Duration attemptLimit(Duration timeout, std::size_t servers)
{
    const Duration whole = timeout * 2 / 3;
    return std::min(whole, std::max<Duration>(whole / std::max<std::size_t>(servers, 1), shortestAttempt));
}

} // namespace

void CHandle::open()
{
    if (m_isClosing)
        return;
    if (!std::exchange(m_isCounted, true))
        ++m_open->count;
    lookUpServers();
}

void CHandle::lookUpServers()
{
    m_phase = Phase::LookingUp;
    m_due.reset();
    lookUp(m_settings.servers.servers, m_loop.poster(), [weak = weak_from_this()](const Addresses& addresses) {
        if (const auto handle = weak.lock())
            static_cast<CHandle&>(*handle).onFound(addresses);
    });
}

void CHandle::onFound(const Addresses& addresses)
{
    if (m_isClosing || m_phase != Phase::LookingUp)
        return;
    if (!addresses.problem.empty())
        m_log.setLastError(addresses.problem);
    if (!m_zh) {
        const auto made = addresses.texts.empty() ? failure(ErrorCode::NoConnection, phraseLater("connect to"),
                                                            m_settings.servers.text(), addresses.problem)
                                                  : create(addresses.texts.front());
        report(made);
        if (!made) {
            m_phase = Phase::Idle;
            m_events.wake();
            return;
        }
    }
    m_addresses = addresses.texts;
    m_servers.begin(m_addresses, m_lastAddress);
    tryNext();
    m_events.wake();
}

Result<void> CHandle::create(const std::string& address)
{
    const int flags = ZOO_NO_LOG_CLIENTENV | (m_settings.acceptReadOnly ? ZOO_READONLY : 0);
    errno = 0;
    {
        const ClientCall call(m_log);
        m_zh = zookeeper_init2((address + m_settings.servers.chroot).c_str(), &CHandle::onEvent,
                               static_cast<int>(m_settings.sessionTimeout.count()), nullptr, this, flags,
                               &ClientCall::write);
    }
    if (!m_zh) {
        const auto problem = std::error_code(errno, std::generic_category()).message();
        return failure(ErrorCode::NoConnection, phraseLater("connect to"), m_settings.servers.text(),
                       phrase("could not create a ZooKeeper client handle for %1 (%2)", m_settings.servers.text(),
                              lastError().empty() ? problem : lastError()));
    }
    m_set = address;
    // Otherwise each call would parse the address again.
    zoo_set_servers_resolution_delay(m_zh, -1);
    return {};
}

void CHandle::tryNext()
{
    m_watch.reset();
    m_slot.reset();
    m_due.reset();
    auto address = m_servers.next();
    if (!address) {
        m_phase = Phase::Pausing;
        const auto pause = m_servers.pause();
        m_due = now() + (m_addresses.empty() ? std::max<Duration>(pause, pauseWithoutAddress) : pause);
        return;
    }
    m_address = std::move(*address);
    m_phase = Phase::Queued;
    m_slot = ConnectionSlots::ofThread().take([this] {
        connect();
        m_events.wake();
    });
    if (m_slot->isConnecting())
        connect();
}

void CHandle::connect()
{
    m_phase = Phase::Connecting;
    const auto at = now();
    m_askedAfter = m_lastRead = at;
    m_attemptEnds = at + attemptLimit(timeout(), m_servers.size());
    setServer(m_address);
    std::optional<Interest> interest;
    {
        const ClientCall call(m_log);
        interest = interestOf(m_zh);
        if (interest && interest->socket < 0) // after a failure, the first call only ends the C client's own pause
            interest = interestOf(m_zh);
    }
    if (interest && interest->socket >= 0) {
        watchSocket(*interest);
        m_due = m_attemptEnds;
    }
    onCalled();
}

/// Only without a connection. The C client compares addresses without their ports, so another port of the same address
/// is set in two steps.
void CHandle::setServer(const std::string& address)
{
    if (m_set == address)
        return;
    m_set = address;
    const ClientCall call(m_log);
    zoo_set_servers(m_zh, nowhere);
    zoo_set_servers(m_zh, address.c_str());
}

void CHandle::abandonAttempt()
{
    m_log.setLastError(phrase("no answer from %1", m_address));
    dropConnection();
    tryNext();
}

/// Ends the connection, and fails all open requests: the C client does both when it cannot connect. Otherwise it would
/// send the rest of an interrupted request on its next connection, and would match answers to the wrong requests.
void CHandle::dropConnection()
{
    m_watch.reset();
    m_set = nowhere;
    const ClientCall call(m_log, ClientCall::Messages::Dropped);
    zoo_set_servers(m_zh, nowhere);
    for (int i = 0; i < 3; ++i) {
        const auto interest = interestOf(m_zh);
        if (!interest)
            return;
        if (interest->socket >= 0) { // not refused at once
            ::shutdown(interest->socket, SHUT_RDWR);
            zookeeper_process(m_zh, ZOOKEEPER_READ | ZOOKEEPER_WRITE);
        }
    }
}

/// Ends the connection, and reports that. The C client does both itself if it finds the loss while it reads.
void CHandle::leave()
{
    m_watch.reset();
    m_search.reset();
    m_isCorked = false;
    m_proofEnds.reset();
    const int state = zoo_state(m_zh);
    if (state == ZOO_NOTCONNECTED_STATE || zk::isUp(state)) {
        reportLoss();
        dropConnection();
    }
}

/// A server with quorum was found.
void CHandle::moveTo(const std::string& address)
{
    leave();
    m_servers.begin({address}, {});
    tryNext();
    m_events.wake();
}

} // namespace lockscope::zk
