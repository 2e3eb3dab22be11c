// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What the parsers of the servers' answers share. Pure. Nothing here trusts its input.

#include "core/zk/Values.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QJsonObject>
#include <QJsonValue>

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace lockscope::ensemble {

/// Times that a hostile server could make up must not overflow the sums that are made of them.
inline constexpr qint64 mostMilliseconds = qint64(1) << 53;

/// The object that an AdminServer's answer is; nothing when it is none, or says that something went wrong.
[[nodiscard]] std::optional<QJsonObject> commandAnswer(const QByteArray& json);

/// A session id as the servers write it: decimal (AdminServer), or "0x…" (four-letter words). Never 0, which is nobody.
[[nodiscard]] std::optional<SessionId> sessionIdIn(QByteArrayView text);
/// The same of a JSON number or string.
[[nodiscard]] std::optional<SessionId> sessionIdIn(const QJsonValue& value);

/// "10.0.0.4:51234", "[::1]:49282": brackets around the shortest form of an IPv6 address. Whatever it cannot take
/// apart it gives back as it is, if it is no longer than any host's name.
[[nodiscard]] std::string hostText(QByteArrayView address);

/// Calls `take` with each line, without its line end; `take` gives false to stop.
void eachLine(const QByteArray& text, const std::function<bool(QByteArrayView)>& take);

/// Is this the sentence with which a server keeps a four-letter word to itself?
[[nodiscard]] bool isRefusal(const QByteArray& answer);
/// Is this the sentence of a server that runs but has no quorum?
[[nodiscard]] bool isNotServing(const QByteArray& answer);

/// `path` as a client with this chroot sees it; nothing when it lies outside.
[[nodiscard]] std::optional<std::string_view> withinChroot(std::string_view path, std::string_view chroot);

} // namespace lockscope::ensemble
