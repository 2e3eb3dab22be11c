// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/SystemJournal.h"

#include "core/base/Phrase.h"
#include "core/release/Descriptor.h"

#include <QJsonDocument>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>
#include <sys/socket.h>
#include <sys/un.h>
#include <syslog.h>

namespace lockscope::release {

namespace {

/// Maximum length of one text: syslogd accepts messages of 8 KiB by default.
constexpr qsizetype mostText = 1'000;

tl::unexpected<Error> trouble(const std::string& socket, const char* what, int number)
{
    return failure(ErrorCode::System, phraseLater("write the system log"), socket,
                   phrase("%1: %2", phrase(what), std::strerror(number)));
}

/// "Nov 25 11:43:14", in English whatever the locale.
std::string timestamp(WallTime at)
{
    static constexpr std::array<const char*, 12> months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                        "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const auto seconds =
        static_cast<std::time_t>(std::chrono::duration_cast<std::chrono::seconds>(at.time_since_epoch()).count());
    std::tm local{};
    localtime_r(&seconds, &local);
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%s %2d %02d:%02d:%02d", months.at(static_cast<std::size_t>(local.tm_mon)),
                  local.tm_mday, local.tm_hour, local.tm_min, local.tm_sec);
    return text.data();
}

} // namespace

QByteArray journalText(const ActionRecord& record)
{
    auto json = QJsonDocument::fromJson(auditLine(record)).object();
    const auto plan = json.take(QStringLiteral("plan")).toObject();
    json.remove(QStringLiteral("journal"));
    for (const auto& key : {QStringLiteral("nodePath"), QStringLiteral("czxid"), QStringLiteral("client")})
        json.insert(key, plan.value(key));
    json.insert(QStringLiteral("owner"), plan.value(u"session"));
    for (auto&& value : json) {
        if (const auto text = value.toString(); text.size() > mostText)
            value = QString(text.left(mostText) + u'…');
    }
    return QJsonDocument(json).toJson(QJsonDocument::Compact);
}

Result<void> SystemJournal::send(const ActionRecord& record) const
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (m_socket.size() >= sizeof address.sun_path)
        return trouble(m_socket, phraseLater("the socket path is too long"), ENAMETOOLONG);
    std::memcpy(address.sun_path, m_socket.c_str(), m_socket.size() + 1);
    const Descriptor socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (socket.get() < 0)
        return trouble(m_socket, phraseLater("cannot open a socket"), errno);
    const auto header = "<" + std::to_string(LOG_AUTHPRIV | LOG_NOTICE) + ">" + timestamp(record.at) + " " +
                        record.actor.program + "[" + std::to_string(record.actor.pid) + "]: ";
    const auto message = QByteArray::fromStdString(header) + journalText(record);
    const auto sent = ::sendto(socket.get(), message.constData(), static_cast<std::size_t>(message.size()),
                               MSG_NOSIGNAL, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    if (sent < 0)
        return trouble(m_socket, phraseLater("cannot send the message to the system log"), errno);
    return {};
}

} // namespace lockscope::release
