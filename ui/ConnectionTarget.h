// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zk/ConnectString.h"

#include <QString>
#include <QStringList>

#include <string>
#include <vector>

namespace lockscope::ui {

/// Where to connect and what to look at, checked.
struct ConnectionTarget {
    zk::ConnectString servers;
    QString text;                   ///< as the user gave it
    std::vector<std::string> roots; ///< at least one absolute path
};

/// No root means "/". The error's sentence says what is wrong and what a right one looks like.
[[nodiscard]] Result<ConnectionTarget> parseTarget(const QString& connect, const QStringList& roots);

} // namespace lockscope::ui
