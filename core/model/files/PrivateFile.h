// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"

#include <QByteArray>
#include <QString>

namespace lockscope::inspect {

/// Puts a file with these bytes, which its user alone may read and write, in place of what was there: whole, or not at
/// all. What is there and is no regular file is refused. Any thread; blocks for the disk. System: why not, `operation`
/// is what was to be done.
[[nodiscard]] Result<void> writePrivately(const char* operation, const QString& file, const QByteArray& bytes);

} // namespace lockscope::inspect
