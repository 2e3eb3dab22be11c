// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/servers/StatusEndpoints.h"

#include "core/base/Phrase.h"
#include "core/sources/zookeeper/servers/AnswerText.h"

#include <QDateTime>
#include <QLocale>
#include <QNetworkProxy>
#include <QNetworkReply>
#include <QTcpSocket>
#include <QTimer>
#include <QUrl>

#include <utility>

namespace lockscope::ensemble {

namespace {

using Outcome = EndpointAnswer::Outcome;

QTimer* limitOn(QObject* question, std::chrono::milliseconds time)
{
    auto* limit = new QTimer(question);
    limit->setSingleShot(true);
    limit->start(time);
    return limit;
}

std::string silence(std::chrono::milliseconds time)
{
    return phrase("no answer within %1 ms", time.count());
}

std::string excess(qint64 bytes)
{
    return phrase("the answer is larger than %1 MiB", bytes >> 20);
}

/// An IMF-fixdate (RFC 9110, section 5.6.7), such as "Sun, 06 Nov 1994 08:49:37 GMT".
std::optional<WallTime> dateIn(const QByteArray& header)
{
    auto date = QLocale::c().toDateTime(QString::fromLatin1(header), QStringLiteral("ddd, dd MMM yyyy hh:mm:ss 'GMT'"));
    if (!date.isValid())
        return std::nullopt;
    date.setTimeSpec(Qt::UTC);
    return WallTime(std::chrono::milliseconds(date.toMSecsSinceEpoch()));
}

/// The data received so far, and the result. Replies once.
struct Hearing {
    StatusEndpoints::Reply reply;
    EndpointAnswer answer;
    qint64 mostBytes = 0;
    bool over = false;

    /// False if the size limit is exceeded.
    bool take(const QByteArray& bytes)
    {
        answer.bytes += bytes;
        return answer.bytes.size() <= mostBytes;
    }

    void end(Outcome outcome, std::string reason = {})
    {
        end(outcome, std::move(reason), [] {});
    }

    /// `stop` ends the request itself; the signals that it causes are ignored.
    template <typename F> void end(Outcome outcome, std::string reason, F stop)
    {
        if (std::exchange(over, true))
            return;
        stop();
        answer.outcome = outcome;
        answer.reason = std::move(reason);
        if (outcome != Outcome::Reported)
            answer.bytes.clear();
        std::exchange(reply, nullptr)(answer);
    }
};

} // namespace

StatusEndpoints::StatusEndpoints(QObject* parent)
    : QObject(parent)
{
    m_network.setProxy(QNetworkProxy::NoProxy);
    m_network.setRedirectPolicy(QNetworkRequest::ManualRedirectPolicy);
    m_network.setAutoDeleteReplies(true);
}

StatusEndpoints::~StatusEndpoints()
{
    // A socket emits its disconnect during destruction, which would count as a reply.
    for (auto* socket : findChildren<QTcpSocket*>(Qt::FindDirectChildrenOnly))
        socket->disconnect();
}

void StatusEndpoints::askAdmin(const AdminAddress& server, const char* command, Limits limits, Reply reply)
{
    QUrl url;
    url.setScheme(QStringLiteral("http"));
    url.setHost(QString::fromStdString(server.host));
    url.setPort(server.port);
    url.setPath(QStringLiteral("/commands/") + QLatin1String(command));
    QNetworkRequest request(url);
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::AuthenticationReuseAttribute, QNetworkRequest::Manual);
    if (!server.name.empty())
        request.setRawHeader("Host", QByteArray::fromStdString(server.name));
    // A compressed reply could expand to any size.
    request.setRawHeader("Accept-Encoding", "identity");
    auto* question = m_network.get(request);
    question->setReadBufferSize(1 << 20);
    auto hearing = std::make_shared<Hearing>();
    hearing->reply = std::move(reply);
    hearing->mostBytes = limits.bytes;
    const auto endWith = [hearing, question](Outcome outcome, std::string reason) {
        // Not disconnect(): the reply uses a signal of its own to close the connection.
        hearing->end(outcome, std::move(reason), [question] { question->abort(); });
    };
    connect(limitOn(question, limits.time), &QTimer::timeout, question,
            [endWith, limits] { endWith(Outcome::Silent, silence(limits.time)); });
    connect(question, &QNetworkReply::readyRead, question, [hearing, question, endWith, limits] {
        if (!hearing->over && !hearing->take(question->readAll()))
            endWith(Outcome::TooBig, excess(limits.bytes));
    });
    connect(question, &QNetworkReply::finished, question, [hearing, question, endWith, limits] {
        if (hearing->over)
            return;
        if (!hearing->take(question->readAll())) {
            endWith(Outcome::TooBig, excess(limits.bytes));
            return;
        }
        const auto status = question->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
        if (status != 0 && status != 200)
            hearing->end(Outcome::Closed, phrase("the server answered with HTTP status %1", status));
        else if (question->error() != QNetworkReply::NoError)
            hearing->end(Outcome::Closed, question->error() == QNetworkReply::ConnectionRefusedError
                                              ? phrase("connection refused")
                                              : question->errorString().toStdString());
        else {
            hearing->answer.date = dateIn(question->rawHeader("Date"));
            hearing->end(Outcome::Reported);
        }
    });
}

void StatusEndpoints::askWord(const zk::Server& server, const char* word, Limits limits, Reply reply)
{
    auto* socket = new QTcpSocket(this);
    socket->setProxy(QNetworkProxy::NoProxy);
    auto hearing = std::make_shared<Hearing>();
    hearing->reply = std::move(reply);
    hearing->mostBytes = limits.bytes;
    const auto endWith = [hearing, socket](Outcome outcome, std::string reason) {
        hearing->end(outcome, std::move(reason), [socket] {
            socket->abort();
            socket->deleteLater();
        });
    };
    connect(limitOn(socket, limits.time), &QTimer::timeout, socket,
            [endWith, limits] { endWith(Outcome::Silent, silence(limits.time)); });
    connect(socket, &QTcpSocket::connected, socket, [socket, word] { socket->write(word); });
    connect(socket, &QTcpSocket::readyRead, socket, [hearing, socket, endWith, limits] {
        if (!hearing->over && !hearing->take(socket->readAll()))
            endWith(Outcome::TooBig, excess(limits.bytes));
    });
    // The server closes the connection after its reply; a refused connection ends here too.
    connect(socket, &QTcpSocket::stateChanged, socket,
            [hearing, socket, endWith, limits](QAbstractSocket::SocketState state) {
                if (state != QAbstractSocket::UnconnectedState || hearing->over)
                    return;
                const auto error = socket->error();
                if (!hearing->take(socket->readAll()))
                    endWith(Outcome::TooBig, excess(limits.bytes));
                else if (error != QAbstractSocket::RemoteHostClosedError &&
                         error != QAbstractSocket::UnknownSocketError)
                    endWith(Outcome::Unreachable, error == QAbstractSocket::ConnectionRefusedError
                                                      ? phrase("connection refused")
                                                      : socket->errorString().toStdString());
                else if (isRefusal(hearing->answer.bytes))
                    endWith(Outcome::Unlisted, phrase("the command is not in the server's whitelist"));
                else if (isNotServing(hearing->answer.bytes))
                    endWith(Outcome::NotServing, phrase("the server is not serving requests"));
                else if (hearing->answer.bytes.isEmpty())
                    endWith(Outcome::Closed, phrase("the server closed the connection without an answer"));
                else
                    endWith(Outcome::Reported, {});
            });
    socket->connectToHost(QString::fromStdString(server.host), server.port);
}

} // namespace lockscope::ensemble
