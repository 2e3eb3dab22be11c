// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

#include <optional>

namespace lockscope::console {

/// A server's first answer on a connection: which session it is, and the password with which it can be taken over.
/// The password is kept in memory alone and told nobody but the server.
struct LinkGreeting {
    qint32 timeoutMs = 0;
    qint64 session = 0;
    QByteArray password;

    /// So many bytes of the answer are needed: length, protocol, timeout, session, length and bytes of the password.
    static constexpr qsizetype size = 40;

    /// Nothing when it is none, or when the server says that the session has ended.
    [[nodiscard]] static std::optional<LinkGreeting> parsed(const QByteArray& bytes);
    /// The request, framed, that takes the session over.
    [[nodiscard]] QByteArray takeOver() const;
    /// The request, framed, that ends the session.
    [[nodiscard]] static QByteArray closeSession();
};

} // namespace lockscope::console
