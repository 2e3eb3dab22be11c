// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/connect/TlsSettings.h"

#include <QSslConfiguration>

#include <string>

namespace lockscope::connect {

/// Reads the PEM files of `settings` and checks that they can serve: authorities, the client's certificate (in force)
/// and its key (fits it; `keyPassword` opens it). What comes out wants TLS 1.2 or newer and verifies the other side
/// always; whoever uses it has to give the name that the other side must carry. Holds the opened key, never the
/// password. Thread: one with an event dispatcher of Qt's. Blocks for reading the files. Errors: Missing (a file, TLS
/// itself), BadArguments (what is in a file), Refused (password). Each says what to do.
[[nodiscard]] Result<QSslConfiguration> readTlsTrust(const TlsSettings& settings, const std::string& keyPassword);

/// The key's password is what is wrong, or missing: asked for again, it may be right.
[[nodiscard]] bool isWrongKeyPassword(const Error& error);

} // namespace lockscope::connect
