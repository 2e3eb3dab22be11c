// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/connect/TlsSettings.h"

#include <QSslConfiguration>

#include <string>

namespace lockscope::connect {

/// Reads the PEM files of `settings` and checks them: CA certificates, the client's certificate (valid now) and its key
/// (matches it; `keyPassword` decrypts it). The result requires TLS 1.2 or newer and always verifies the peer; the
/// caller sets the expected peer name. Contains the decrypted key, never the password. Thread: one with a Qt event
/// dispatcher. Blocks while reading the files. Errors: Missing (a file, TLS itself), BadArguments (content of a file),
/// Refused (password). Each says what to do.
[[nodiscard]] Result<QSslConfiguration> readTlsTrust(const TlsSettings& settings, const std::string& keyPassword);

/// Whether the key's password is wrong or missing: a retry with another password may succeed.
[[nodiscard]] bool isWrongKeyPassword(const Error& error);

} // namespace lockscope::connect
