// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/servers/AnswerText.h"

#include <QHostAddress>
#include <QJsonDocument>

#include <algorithm>

namespace lockscope::ensemble {

std::optional<QJsonObject> commandAnswer(const QByteArray& json)
{
    const auto document = QJsonDocument::fromJson(json);
    if (!document.isObject())
        return std::nullopt;
    auto object = document.object();
    const auto error = object.value(QLatin1String("error"));
    if (!error.isNull() && !error.isUndefined())
        return std::nullopt;
    return object;
}

std::optional<SessionId> sessionIdIn(QByteArrayView text)
{
    bool isNumber = false;
    const auto trimmed = text.trimmed();
    SessionId id = 0;
    if (trimmed.startsWith("0x"))
        id = static_cast<SessionId>(trimmed.sliced(2).toULongLong(&isNumber, 16));
    else
        id = trimmed.toLongLong(&isNumber);
    if (!isNumber || id == 0)
        return std::nullopt;
    return id;
}

std::optional<SessionId> sessionIdIn(const QJsonValue& value)
{
    if (value.isString())
        return sessionIdIn(value.toString().toUtf8());
    // 64-bit integers are kept exactly; larger numbers are doubles and no valid session ids.
    const auto id = value.toInteger();
    if (id == 0)
        return std::nullopt;
    return id;
}

std::string hostText(QByteArrayView address)
{
    constexpr qsizetype longestHost = 262; // a name of 255 bytes, and a port
    address.truncate(std::min(address.size(), longestHost));
    const auto colon = address.lastIndexOf(':');
    if (address.startsWith('[') && colon > 1 && address[colon - 1] == ']') {
        const QHostAddress parsed(QString::fromLatin1(address.sliced(1, colon - 2)));
        if (parsed.protocol() == QAbstractSocket::IPv6Protocol)
            return '[' + parsed.toString().toStdString() + ']' + address.sliced(colon).toByteArray().toStdString();
    }
    return address.toByteArray().toStdString();
}

void eachLine(const QByteArray& text, const std::function<bool(QByteArrayView)>& take)
{
    qsizetype begin = 0;
    while (begin < text.size()) {
        auto end = text.indexOf('\n', begin);
        if (end < 0)
            end = text.size();
        auto line = QByteArrayView(text).sliced(begin, end - begin);
        if (line.endsWith('\r'))
            line.chop(1);
        if (!take(line))
            return;
        begin = end + 1;
    }
}

bool isRefusal(const QByteArray& answer)
{
    // A path may contain this text: only the beginning counts.
    return answer.left(80).contains(" is not executed because it is not in the whitelist");
}

bool isNotServing(const QByteArray& answer)
{
    return answer.left(80).contains("not currently serving requests");
}

std::optional<std::string_view> withinChroot(std::string_view path, std::string_view chroot)
{
    if (chroot.empty())
        return path;
    if (!path.starts_with(chroot))
        return std::nullopt;
    if (path.size() == chroot.size())
        return std::string_view("/");
    if (path[chroot.size()] != '/')
        return std::nullopt;
    return path.substr(chroot.size());
}

} // namespace lockscope::ensemble
