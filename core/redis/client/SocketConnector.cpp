// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/client/SocketConnector.h"

#include "core/base/DurationText.h"
#include "core/base/Phrase.h"
#include "core/redis/client/SocketProblem.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/un.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace lockscope::redis {

namespace {

/// "Connection Attempt Delay" of RFC 8305.
constexpr Duration longestPace = std::chrono::milliseconds(250);
/// A unix socket whose queue is full cannot be waited for.
constexpr auto fullQueuePause = std::chrono::milliseconds(20);

/// A server that is gone without a word is found after half a minute, which is when a client counts as lost.
constexpr int keepAliveIdleSeconds = 15;
constexpr int keepAlivePauseSeconds = 5;
constexpr int keepAliveProbes = 3;

void setSocketOption(int socket, int level, int option, int value)
{
    // An old kernel without one of these still gives a connection that works.
    ::setsockopt(socket, level, option, &value, sizeof value);
}

void setTcpOptions(int socket)
{
    setSocketOption(socket, IPPROTO_TCP, TCP_NODELAY, 1); // requests are gathered by us
    setSocketOption(socket, SOL_SOCKET, SO_KEEPALIVE, 1);
    setSocketOption(socket, IPPROTO_TCP, TCP_KEEPIDLE, keepAliveIdleSeconds);
    setSocketOption(socket, IPPROTO_TCP, TCP_KEEPINTVL, keepAlivePauseSeconds);
    setSocketOption(socket, IPPROTO_TCP, TCP_KEEPCNT, keepAliveProbes);
}

/// If no program listens on a port of this machine, the kernel may choose it as the socket's own port: then the socket
/// is connected to itself.
bool isConnectedToItself(int socket)
{
    sockaddr_storage own{};
    sockaddr_storage peer{};
    socklen_t ownLength = sizeof own;
    socklen_t peerLength = sizeof peer;
    return ::getsockname(socket, reinterpret_cast<sockaddr*>(&own), &ownLength) == 0 && own.ss_family != AF_UNIX &&
           ::getpeername(socket, reinterpret_cast<sockaddr*>(&peer), &peerLength) == 0 && ownLength == peerLength &&
           std::memcmp(&own, &peer, ownLength) == 0;
}

} // namespace

SocketConnector::SocketConnector(EventLoop& loop, Address address, Duration timeout, Done done)
    : m_loop(loop)
    , m_address(std::move(address))
    , m_timeout(timeout)
    , m_done(std::move(done))
{
}

void SocketConnector::start()
{
    if (isUnix()) {
        useSocketFile();
        return;
    }
    m_isLookingUp = true;
    lookUpHosts({{m_address.host, m_address.port}}, m_loop.poster(),
                [weak = weak_from_this()](const FoundHosts& found) {
                    if (const auto connector = weak.lock())
                        connector->onFound(found);
                });
}

void SocketConnector::useSocketFile()
{
    Candidate one{m_address.socket, {}, sizeof(sockaddr_un)};
    auto* file = reinterpret_cast<sockaddr_un*>(&one.address);
    file->sun_family = AF_UNIX;
    if (m_address.socket.size() >= sizeof file->sun_path) {
        fail(unixConnectProblem(ENAMETOOLONG));
        return;
    }
    std::copy(m_address.socket.begin(), m_address.socket.end(), file->sun_path);
    m_candidates.push_back(std::move(one));
    tryNext();
}

void SocketConnector::onFound(const FoundHosts& found)
{
    m_isLookingUp = false;
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
    for (const auto& address : found.addresses) {
        addrinfo* numeric = nullptr;
        if (::getaddrinfo(address.text.c_str(), std::to_string(address.port).c_str(), &hints, &numeric) != 0)
            continue; // what the lookup gave is numeric
        const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owned(numeric, &::freeaddrinfo);
        Candidate candidate{address.text, {}, numeric->ai_addrlen};
        std::memcpy(&candidate.address, numeric->ai_addr, numeric->ai_addrlen);
        m_candidates.push_back(std::move(candidate));
    }
    if (m_candidates.empty())
        fail(found.problem);
    else
        tryNext();
}

void SocketConnector::tryNext()
{
    const auto count = m_candidates.size();
    if (m_attempts.size() == count)
        return;
    auto& attempt = m_attempts.emplace_back();
    attempt.candidate = m_attempts.size() - 1;
    if (m_attempts.size() < count) {
        // Of many addresses the last one still gets half of the time.
        const auto pace = std::min<Duration>(longestPace, m_timeout / (2 * count));
        m_pace = m_loop.after(pace, [this] { tryNext(); });
    }
    connect(attempt);
}

/// 0, or the reason why there is no socket.
int SocketConnector::prepare(Attempt& attempt) const
{
    const auto family = m_candidates[attempt.candidate].address.ss_family;
    attempt.socket = SocketHandle(::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (!attempt.socket.isOpen())
        return errno;
    if (!isUnix())
        setTcpOptions(attempt.socket.get());
    return 0;
}

void SocketConnector::connect(Attempt& attempt)
{
    if (const int code = prepare(attempt); code != 0) {
        onFailed(attempt, code);
        return;
    }
    const auto& to = m_candidates[attempt.candidate];
    const int rc = ::connect(attempt.socket.get(), reinterpret_cast<const sockaddr*>(&to.address), to.length);
    const int code = rc == 0 ? 0 : errno;
    if (code == EINPROGRESS || code == EINTR)
        waitForAnswer(attempt);
    else if (code == EAGAIN)
        attempt.again = m_loop.after(fullQueuePause, [this, &attempt] { connect(attempt); });
    else if (code == 0)
        onAnswer(attempt);
    else
        onFailed(attempt, code);
}

void SocketConnector::waitForAnswer(Attempt& attempt)
{
    attempt.watch = std::make_unique<SocketWatch>(m_loop, attempt.socket.get(), [this, &attempt](SocketWatch::Events) {
        const auto self = shared_from_this();
        onAnswer(attempt);
    });
    attempt.watch->wait({.write = true});
}

void SocketConnector::onAnswer(Attempt& attempt)
{
    attempt.watch.reset();
    int code = 0;
    socklen_t length = sizeof code;
    if (::getsockopt(attempt.socket.get(), SOL_SOCKET, SO_ERROR, &code, &length) != 0)
        code = errno;
    if (code == 0 && isConnectedToItself(attempt.socket.get()))
        code = ECONNREFUSED;
    if (code == 0)
        end(std::move(attempt.socket));
    else
        onFailed(attempt, code);
}

void SocketConnector::onFailed(Attempt& attempt, int code)
{
    attempt.socket.reset();
    attempt.problem = isUnix() ? unixConnectProblem(code) : connectProblem(code);
    if (m_attempts.size() < m_candidates.size())
        tryNext();
    else if (std::all_of(m_attempts.begin(), m_attempts.end(), [](const auto& one) { return !one.problem.empty(); }))
        fail(problems({}));
}

void SocketConnector::fail(const std::string& problem)
{
    end(failure(ErrorCode::NoConnection, phraseLater("connect to"), toString(m_address), problem));
}

void SocketConnector::end(Result<SocketHandle> result)
{
    const auto done = std::exchange(m_done, nullptr);
    m_pace.reset();
    m_attempts.clear();
    done(std::move(result));
}

std::string SocketConnector::whyLate() const
{
    const auto limit = durationText(std::chrono::duration_cast<std::chrono::milliseconds>(m_timeout));
    if (m_isLookingUp)
        return phrase("the addresses of \"%1\" were not found within %2. Check the name servers", m_address.host,
                      limit);
    return problems(phrase("no answer within %1", limit));
}

/// The problem of the only address, or of each one.
std::string SocketConnector::problems(const std::string& ofOthers) const
{
    std::vector<std::string> each;
    for (const auto& attempt : m_attempts) {
        const auto& problem = attempt.problem.empty() ? ofOthers : attempt.problem;
        each.push_back(m_candidates.size() == 1 ? problem
                                                : phrase("%1: %2", m_candidates[attempt.candidate].text, problem));
    }
    return listed(each);
}

} // namespace lockscope::redis
