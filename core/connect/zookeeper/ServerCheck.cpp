// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/zookeeper/ServerCheck.h"

#include <QNetworkProxy>
#include <QSslSocket>
#include <QTimer>

#include <utility>

namespace lockscope::connect {

namespace {

using Kind = PortAnswer::Kind;

constexpr qsizetype mostAnswerBytes = 4'096;
constexpr qsizetype mostShown = 40; ///< of another program's answer

PortAnswer::Kind kindOfError(QAbstractSocket::SocketError error)
{
    switch (error) {
    case QAbstractSocket::HostNotFoundError:
        return Kind::UnknownHost;
    case QAbstractSocket::ConnectionRefusedError:
        return Kind::Refused;
    case QAbstractSocket::SocketTimeoutError:
        return Kind::TimedOut;
    case QAbstractSocket::RemoteHostClosedError:
        return Kind::Closed;
    default:
        return Kind::Unreachable;
    }
}

} // namespace

/// One connection with one question.
class ServerCheck::Question final : public QObject {
public:
    using Answered = std::function<void(Kind, const std::string&)>;

    Question(const zk::Server& address, Step step, const Limits& limits, Answered answered, QObject* parent)
        : QObject(parent)
        , m_step(step)
        , m_limits(limits)
        , m_answered(std::move(answered))
    {
        m_limit.setSingleShot(true);
        connect(&m_limit, &QTimer::timeout, this, [this] { onLimit(); });
        connect(&m_socket, &QTcpSocket::connected, this, [this] { onConnected(); });
        connect(&m_socket, &QSslSocket::encrypted, this, [this] { end(Kind::Tls); });
        connect(&m_socket, &QTcpSocket::readyRead, this, [this] {
            if (m_step != Step::Tls) // else the bytes are the handshake's
                m_bytes += m_socket.read(mostAnswerBytes - m_bytes.size());
            if (m_bytes.size() >= mostAnswerBytes)
                endWithBytes();
            else if (m_step == Step::Http && !m_bytes.isEmpty())
                endWithBytes();
        });
        connect(&m_socket, &QTcpSocket::errorOccurred, this,
                [this](QAbstractSocket::SocketError error) { onError(error); });
        connect(&m_socket, &QTcpSocket::disconnected, this, [this] { onError(QTcpSocket::RemoteHostClosedError); });
        m_socket.setProxy(QNetworkProxy::NoProxy);
        m_socket.setPeerVerifyMode(QSslSocket::VerifyNone); // only the protocol is of interest; nothing is sent
        m_limit.start(m_limits.connect);
        m_socket.connectToHost(QString::fromStdString(address.host), address.port);
    }
    ~Question() override { m_socket.disconnect(this); }

private:
    void onConnected()
    {
        m_isConnected = true;
        if (m_step == Step::Tls)
            m_socket.startClientEncryption();
        else if (m_step == Step::Http)
            m_socket.write("GET / HTTP/1.0\r\n\r\n");
        m_limit.start(m_step == Step::Words ? m_limits.greeting : m_limits.answer);
    }

    void onLimit()
    {
        if (!m_isConnected)
            return end(Kind::TimedOut);
        if (!m_bytes.isEmpty())
            return endWithBytes();
        if (m_step == Step::Words && !std::exchange(m_isAsked, true)) {
            m_socket.write("srvr");
            m_limit.start(m_limits.answer);
            return;
        }
        end(Kind::Silent);
    }

    void onError(QAbstractSocket::SocketError error)
    {
        if (m_step != Step::Tls && m_socket.bytesAvailable() > 0)
            m_bytes += m_socket.read(mostAnswerBytes - m_bytes.size());
        if (!m_bytes.isEmpty())
            return endWithBytes();
        const bool isTls = m_step == Step::Tls && !m_socket.peerCertificate().isNull();
        end(isTls           ? Kind::Tls
            : m_isConnected ? Kind::Closed
                            : kindOfError(error),
            m_isConnected ? std::string() : m_socket.errorString().toStdString());
    }

    void endWithBytes()
    {
        const auto kind = kindOf(m_bytes).value_or(Kind::Silent);
        end(kind, kind == Kind::Other ? m_bytes.left(mostShown).trimmed().toStdString() : std::string());
    }

    void end(Kind kind, const std::string& detail = {})
    {
        if (std::exchange(m_isOver, true))
            return;
        m_limit.stop();
        m_socket.disconnect(this);
        deleteLater();
        m_answered(kind, detail);
    }

    const Step m_step;
    const Limits m_limits;
    const Answered m_answered;
    QSslSocket m_socket;
    QTimer m_limit;
    QByteArray m_bytes;
    bool m_isConnected = false;
    bool m_isAsked = false;
    bool m_isOver = false;
};

ServerCheck::ServerCheck(const std::vector<zk::Server>& servers, std::vector<zk::Server> addresses, Limits limits,
                         Done done, QObject* parent)
    : QObject(parent)
    , m_addresses(std::move(addresses))
    , m_limits(limits)
    , m_done(std::move(done))
{
    for (const auto& server : servers)
        m_answers.push_back({server});
    m_addresses.resize(m_answers.size());
}

ServerCheck::~ServerCheck() = default;

void ServerCheck::start()
{
    m_open = m_answers.size();
    for (std::size_t index = 0; index < m_answers.size(); ++index)
        ask(index, Step::Words);
}

void ServerCheck::ask(std::size_t index, Step step)
{
    new Question(
        m_addresses[index], step, m_limits,
        [this, index, step](Kind kind, const std::string& detail) { answered(index, step, kind, detail); }, this);
}

void ServerCheck::answered(std::size_t index, Step step, Kind kind, const std::string& detail)
{
    auto& answer = m_answers[index];
    if (step == Step::Words || isConclusive(kind)) {
        answer.kind = kind;
        answer.detail = detail;
    }
    // A program that neither greets nor knows the command may know another protocol.
    if (step != Step::Tls && (kind == Kind::Silent || kind == Kind::Closed))
        return ask(index, step == Step::Words ? Step::Http : Step::Tls);
    if (--m_open == 0)
        std::exchange(m_done, nullptr)(std::move(m_answers)); // may delete this
}

} // namespace lockscope::connect
