// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/inspect/Payload.h"

#include <QHostAddress>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStringDecoder>

#include <algorithm>
#include <initializer_list>

namespace lockscope::inspect {

namespace {

constexpr std::size_t longestName = 128;

std::string firstText(const QJsonObject& object, std::initializer_list<const char*> keys)
{
    for (const auto* key : keys) {
        const auto value = object.value(QLatin1String(key));
        if (value.isString())
            return value.toString().toStdString();
    }
    return {};
}

bool isAddress(const QString& text)
{
    QHostAddress address;
    if (address.setAddress(text))
        return true;
    const auto colon = text.lastIndexOf(u':');
    if (colon <= 0)
        return false;
    bool isPort = false;
    text.mid(colon + 1).toUShort(&isPort);
    auto host = text.left(colon);
    if (host.startsWith(u'[') && host.endsWith(u']'))
        host = host.mid(1, host.size() - 2);
    return isPort && address.setAddress(host);
}

} // namespace

bool isText(std::string_view payload)
{
    auto decode = QStringDecoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString text = decode(QByteArrayView(payload.data(), static_cast<qsizetype>(payload.size())));
    return !decode.hasError() && std::all_of(text.begin(), text.end(), [](QChar c) {
        return c.isPrint() || c.isSurrogate() || c == u'\n' || c == u'\r' || c == u'\t';
    });
}

Identity identityOf(std::string_view payload)
{
    if (payload.empty() || !isText(payload))
        return {};
    const auto bytes = QByteArray(payload.data(), static_cast<qsizetype>(payload.size()));
    if (payload.front() == '{') {
        const auto document = QJsonDocument::fromJson(bytes);
        if (document.isObject())
            return {firstText(document.object(), {"client", "id", "name"}),
                    firstText(document.object(), {"host", "address", "ip"})};
    }
    const auto text = QString::fromUtf8(bytes).trimmed();
    if (isAddress(text))
        return {{}, text.toStdString()};
    if (payload.size() > longestName || text.contains(u'\n'))
        return {};
    return {text.toStdString(), {}};
}

} // namespace lockscope::inspect
