// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <string>

namespace lockscope::connect {

/// What a stranger wrote (a certificate's names, what an SSH server says), fit to stand in a sentence: on one line, no
/// control characters, no more than a few hundred characters. Pure.
[[nodiscard]] std::string foreignText(const QString& text);

} // namespace lockscope::connect
