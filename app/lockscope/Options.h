// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockscope/Screenshot.h"
#include "ui/shell/Language.h"
#include "ui/shell/connection/ConnectionTarget.h"
#include "ui/shell/connection/SandboxHost.h"
#include "ui/theme/Theme.h"

#include <QStringList>

#include <optional>

namespace lockscope::app {

struct Options {
    std::optional<ui::ConnectionTarget> target;
    std::optional<connect::Profile> profile; ///< a saved connection, instead of `target`
    std::optional<ui::ThemeChoice> theme;
    std::optional<ui::Language> language;
    QStringList recording; ///< the files to open: a recording or audit logs; empty: none
    std::optional<ui::SandboxServers> demo;
    std::optional<ScreenshotOrder> screenshot;
};

/// From the command line and $LOCKSCOPE_CONNECT. Ends the program after --help and --version, and with status 2 and an
/// error message for invalid arguments.
[[nodiscard]] Options readOptions(const QStringList& arguments);

} // namespace lockscope::app
