// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/ServerProbe.h"

#include <QHostAddress>

#include <algorithm>
#include <chrono>
#include <utility>

namespace lockscope::ensemble {

namespace {

using namespace std::chrono_literals;

constexpr auto pause = 50ms;
constexpr auto waitLimit = 2s; ///< for one reply: a paused server accepts connections but does not reply

bool isValid(const QByteArray& answer, const ProbeQuestion& question)
{
    const auto isIn = [&answer](const QByteArray& part) { return answer.contains(part); };
    return std::all_of(question.expected.begin(), question.expected.end(), isIn) &&
           std::none_of(question.unwanted.begin(), question.unwanted.end(), isIn);
}

} // namespace

ServerProbe::ServerProbe(QObject* parent)
    : QObject(parent)
{
    m_next.setSingleShot(true);
    m_waitLimit.setSingleShot(true);
    m_waitLimit.setInterval(waitLimit);
    connect(&m_next, &QTimer::timeout, this, &ServerProbe::ask);
    connect(&m_waitLimit, &QTimer::timeout, this, &ServerProbe::judge);
    connect(&m_socket, &QTcpSocket::connected, this, [this] { m_socket.write(m_questions[m_current].request); });
    connect(&m_socket, &QTcpSocket::readyRead, this, &ServerProbe::read);
    // A refused connection counts as a reply too.
    connect(&m_socket, &QTcpSocket::disconnected, this, &ServerProbe::judge);
    connect(&m_socket, &QTcpSocket::errorOccurred, this, &ServerProbe::judge);
}

ServerProbe::~ServerProbe()
{
    m_socket.disconnect(this); // it emits its disconnect during destruction
}

void ServerProbe::start(std::vector<ProbeQuestion> questions)
{
    Q_ASSERT(!questions.empty());
    stop();
    m_questions = std::move(questions);
    m_current = 0;
    ask();
}

void ServerProbe::stop()
{
    m_asking = false;
    m_next.stop();
    m_waitLimit.stop();
    m_socket.abort();
}

void ServerProbe::ask()
{
    m_asking = true;
    m_answer.clear();
    m_waitLimit.start();
    m_socket.connectToHost(QHostAddress(QHostAddress::LocalHost), static_cast<quint16>(m_questions[m_current].port));
}

void ServerProbe::read()
{
    m_answer += m_socket.readAll();
    if (const QByteArray& end = m_questions[m_current].end; !end.isEmpty() && m_answer.endsWith(end))
        judge();
}

void ServerProbe::judge()
{
    // One connection may emit both an error and a disconnect; abort() emits one more.
    if (!std::exchange(m_asking, false))
        return;
    m_answer += m_socket.readAll();
    m_waitLimit.stop();
    m_socket.abort();

    const bool good = isValid(m_answer, m_questions[m_current]);
    m_current = good ? m_current + 1 : 0;
    if (m_current == m_questions.size()) {
        Q_EMIT serving();
        return;
    }
    // Queued: the next connection must not start inside this socket's own signal.
    m_next.start(good ? 0ms : pause);
}

} // namespace lockscope::ensemble

#include "moc_ServerProbe.cpp"
