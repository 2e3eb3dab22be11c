// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <string>

namespace lockscope::connect {

/// Untrusted text (names in a certificate, output of an SSH server) made safe for a message: one line, no control
/// characters, at most 300 characters. Pure.
[[nodiscard]] std::string foreignText(const QString& text);

} // namespace lockscope::connect
