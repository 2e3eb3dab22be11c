// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Our values as those of JSON documents. Pure.

#include <QJsonValue>
#include <QString>

#include <chrono>
#include <optional>
#include <string_view>

namespace lockscope::inspect {

[[nodiscard]] inline QString text(std::string_view bytes)
{
    return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

[[nodiscard]] inline QJsonValue textOrNull(std::string_view bytes)
{
    return bytes.empty() ? QJsonValue() : QJsonValue(text(bytes));
}

/// In whole milliseconds.
[[nodiscard]] inline QJsonValue orNull(const std::optional<std::chrono::milliseconds>& duration)
{
    return duration ? QJsonValue(static_cast<qint64>(duration->count())) : QJsonValue();
}

} // namespace lockscope::inspect
