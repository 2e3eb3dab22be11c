// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Converts values to JSON. Pure.

#include "core/base/SessionStatus.h"

#include <QJsonValue>
#include <QString>
#include <QStringDecoder>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lockscope::inspect {

[[nodiscard]] inline QString text(std::string_view bytes)
{
    return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

/// Printable UTF-8, so that it can be shown as text.
[[nodiscard]] inline bool isText(std::string_view bytes)
{
    auto decode = QStringDecoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString decoded = decode(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())));
    return !decode.hasError() && std::all_of(decoded.begin(), decoded.end(), [](QChar c) {
        return c.isPrint() || c.isSurrogate() || c == u'\n' || c == u'\r' || c == u'\t';
    });
}

/// A name: bytes that are no UTF-8 as "0x…" in hexadecimal.
[[nodiscard]] inline QString textOrHex(std::string_view bytes)
{
    const QByteArray raw(bytes.data(), static_cast<qsizetype>(bytes.size()));
    const auto text = QString::fromUtf8(raw);
    return text.toUtf8() == raw ? text : QStringLiteral("0x") + QString::fromLatin1(raw.toHex());
}

[[nodiscard]] inline QJsonValue textOrNull(std::string_view bytes)
{
    return bytes.empty() ? QJsonValue() : QJsonValue(text(bytes));
}

/// An id such as a session's: "0x…"; null for 0.
[[nodiscard]] inline QJsonValue hexOrNull(std::int64_t id)
{
    return id == 0 ? QJsonValue() : QJsonValue(text(toHex(id)));
}

/// In whole milliseconds.
[[nodiscard]] inline QJsonValue orNull(const std::optional<std::chrono::milliseconds>& duration)
{
    return duration ? QJsonValue(static_cast<qint64>(duration->count())) : QJsonValue();
}

} // namespace lockscope::inspect
