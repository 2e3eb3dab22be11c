// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Helpers shared by the parsers of the servers' replies. Pure. All input is untrusted.

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

/// Limit of times from a server: false values must not overflow sums.
inline constexpr qint64 mostMilliseconds = qint64(1) << 53;

/// The JSON object of an AdminServer's reply; empty if the reply is not one, or reports an error.
[[nodiscard]] std::optional<QJsonObject> commandAnswer(const QByteArray& json);

/// A session id: decimal (AdminServer), or "0x…" (four-letter commands). Never 0, which is no session.
[[nodiscard]] std::optional<SessionId> sessionIdIn(QByteArrayView text);
/// The same for a JSON number or string.
[[nodiscard]] std::optional<SessionId> sessionIdIn(const QJsonValue& value);

/// "10.0.0.4:51234", "[::1]:49282": brackets around the shortest form of an IPv6 address. Other text is returned as it
/// is, up to the length of a host name.
[[nodiscard]] std::string hostText(QByteArrayView address);

/// Calls `take` with each line, without its line end; `take` returns false to stop.
void eachLine(const QByteArray& text, const std::function<bool(QByteArrayView)>& take);

/// Whether this is a server's refusal of a four-letter command that is not in its whitelist.
[[nodiscard]] bool isRefusal(const QByteArray& answer);
/// Whether this is the reply of a server that runs without a quorum.
[[nodiscard]] bool isNotServing(const QByteArray& answer);

/// `path` as a client with this chroot sees it; empty if it is outside the chroot.
[[nodiscard]] std::optional<std::string_view> withinChroot(std::string_view path, std::string_view chroot);

} // namespace lockscope::ensemble
