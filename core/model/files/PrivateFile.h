// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"

#include <QByteArray>
#include <QString>

namespace lockscope::inspect {

/// Writes a file with mode 0600, replacing an existing one atomically. Refuses to replace anything but a regular file.
/// Any thread; blocks for the disk. Error: System; `operation` is the operation in its message.
[[nodiscard]] Result<void> writePrivately(const char* operation, const QString& file, const QByteArray& bytes);

} // namespace lockscope::inspect
