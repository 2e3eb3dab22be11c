// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/servers/ConnectionList.h"

#include "core/sources/zookeeper/servers/AnswerText.h"

#include <QJsonArray>

namespace lockscope::ensemble {

namespace {

using std::chrono::milliseconds;

std::optional<qint64> plausible(qint64 number)
{
    if (number < 0 || number > mostMilliseconds)
        return std::nullopt;
    return number;
}

std::optional<qint64> numberIn(const QJsonObject& object, const char* key)
{
    return plausible(object.value(QLatin1String(key)).toInteger(-1));
}

/// A new connection, and one whose statistics were reset, has the time 0 until the next response.
std::optional<std::int64_t> responseTime(std::optional<qint64> reported)
{
    return reported && *reported > 0 ? std::optional<std::int64_t>(*reported) : std::nullopt;
}

void addFrom(const QJsonValue& connections, bool isSecure, ConnectionList& list)
{
    for (const auto& value : connections.toArray()) {
        const auto object = value.toObject();
        const auto session = sessionIdIn(object.value(QLatin1String("session_id")));
        if (!session)
            continue;
        ClientConnection connection;
        connection.session = *session;
        connection.host = hostText(object.value(QLatin1String("remote_socket_address")).toString().toUtf8());
        connection.isSecure = isSecure;
        if (const auto timeout = numberIn(object, "session_timeout"))
            connection.timeout = milliseconds(*timeout);
        if (const auto established = numberIn(object, "established"))
            connection.established = WallTime(milliseconds(*established));
        connection.lastResponse = responseTime(numberIn(object, "last_response_time"));
        list.push_back(std::move(connection));
    }
}

/// The value of "key=" in "a=1,b=2"; empty if missing.
QByteArrayView fieldIn(QByteArrayView fields, QByteArrayView key)
{
    while (!fields.isEmpty()) {
        auto end = fields.indexOf(',');
        if (end < 0)
            end = fields.size();
        const auto field = fields.first(end);
        if (field.size() > key.size() && field.startsWith(key) && field[key.size()] == '=')
            return field.sliced(key.size() + 1);
        fields = fields.sliced(std::min(end + 1, fields.size()));
    }
    return {};
}

std::optional<qint64> numberIn(QByteArrayView fields, const char* key)
{
    bool isNumber = false;
    const auto number = fieldIn(fields, key).toLongLong(&isNumber);
    return isNumber ? plausible(number) : std::nullopt;
}

} // namespace

std::optional<ConnectionList> connectionsFromJson(const QByteArray& answer)
{
    const auto object = commandAnswer(answer);
    if (!object || !object->value(QLatin1String("connections")).isArray())
        return std::nullopt;
    ConnectionList list;
    addFrom(object->value(QLatin1String("connections")), false, list);
    addFrom(object->value(QLatin1String("secure_connections")), true, list);
    return list;
}

std::optional<ConnectionList> connectionsFromCons(const QByteArray& answer)
{
    if (!answer.endsWith("\n\n") && answer != "\n")
        return std::nullopt;
    ConnectionList list;
    bool isOne = true;
    eachLine(answer, [&](QByteArrayView line) {
        if (line.trimmed().isEmpty())
            return true;
        // " /127.0.0.1:58470[1](queued=0,recved=9,sent=9,sid=0x10000074ed60000,…)"
        const auto slash = line.indexOf('/');
        isOne = line.startsWith(' ') && slash >= 0;
        const auto fields = line.indexOf('(');
        const auto interest = line.lastIndexOf('[', fields);
        if (!isOne || fields < 0 || interest <= slash)
            return isOne;
        auto inside = line.sliced(fields + 1);
        if (inside.endsWith(')'))
            inside.chop(1);
        const auto session = sessionIdIn(fieldIn(inside, "sid"));
        if (!session)
            return true;
        ClientConnection connection;
        connection.session = *session;
        connection.host = hostText(line.sliced(slash + 1, interest - slash - 1));
        if (const auto timeout = numberIn(inside, "to"))
            connection.timeout = milliseconds(*timeout);
        if (const auto established = numberIn(inside, "est"))
            connection.established = WallTime(milliseconds(*established));
        connection.lastResponse = responseTime(numberIn(inside, "lresp"));
        list.push_back(std::move(connection));
        return true;
    });
    if (!isOne)
        return std::nullopt;
    return list;
}

} // namespace lockscope::ensemble
