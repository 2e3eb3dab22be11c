// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

#include <optional>

namespace lockscope::console {

/// A server's first reply on a connection: the session id, and the password with which another connection can take the
/// session over. The password is kept in memory only and is sent to the server only.
struct LinkGreeting {
    qint32 timeoutMs = 0;
    qint64 session = 0;
    QByteArray password;

    /// Required size of the reply: length, protocol, timeout, session, length and bytes of the password.
    static constexpr qsizetype size = 40;

    /// Nothing if it is not a greeting, or if it reports that the session has ended.
    [[nodiscard]] static std::optional<LinkGreeting> parsed(const QByteArray& bytes);
    /// The framed request that takes the session over.
    [[nodiscard]] QByteArray takeOver() const;
    /// The framed request that closes the session.
    [[nodiscard]] static QByteArray closeSession();
};

} // namespace lockscope::console
