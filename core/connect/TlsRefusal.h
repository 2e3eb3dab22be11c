// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Why a server, or the client's certificate, was not trusted: sentences that say what to do next. Pure.

#include "core/connect/TlsSettings.h"

#include <QList>
#include <QSslCertificate>
#include <QSslError>
#include <QString>

#include <string>

namespace lockscope::connect {

/// `errors` is not empty. `expectedName` is the name required on `certificate`, the server's.
[[nodiscard]] std::string whyNotTrusted(const QList<QSslError>& errors, const QSslCertificate& certificate,
                                        const std::string& expectedName, const TlsSettings& settings);

/// `words`: the TLS library's error for a handshake that failed for another reason than the server's certificate.
[[nodiscard]] std::string whyHandshakeEnded(const QString& words, const TlsSettings& settings);

} // namespace lockscope::connect
