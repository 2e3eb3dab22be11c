// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The commands, each described in its own file, in the order of the help.

#include "app/lockscopectl/Command.h"

#include <array>

namespace lockscope::ctl {

Command lsCommand();
Command showCommand();
Command watchCommand();
Command sessionsCommand();
Command findingsCommand();
Command topCommand();
Command recordCommand();
Command openCommand();
Command dialectCommand();
Command revokeCommand();
Command releaseCommand();
Command contendCommand();
Command scenarioCommand();
Command benchCommand();
Command sandboxCommand();

inline constexpr std::array commands{&lsCommand,       &showCommand,   &watchCommand,   &sessionsCommand,
                                     &findingsCommand, &topCommand,    &recordCommand,  &openCommand,
                                     &dialectCommand,  &revokeCommand, &releaseCommand, &contendCommand,
                                     &scenarioCommand, &benchCommand,  &sandboxCommand};

} // namespace lockscope::ctl
