// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Why a server was not trusted, or did not trust us, in sentences that say what to do next. Pure.

#include "core/connect/TlsSettings.h"

#include <QList>
#include <QSslCertificate>
#include <QSslError>
#include <QString>

#include <string>

namespace lockscope::connect {

/// `errors` is not empty. `expectedName` is what `certificate`, the server's, had to carry.
[[nodiscard]] std::string whyNotTrusted(const QList<QSslError>& errors, const QSslCertificate& certificate,
                                        const std::string& expectedName, const TlsSettings& settings);

/// `words` are the TLS library's own for the end of a handshake in which the server's certificate was not the trouble.
[[nodiscard]] std::string whyHandshakeEnded(const QString& words, const TlsSettings& settings);

} // namespace lockscope::connect
