// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The options that commands share. They can be set before and after the command's name.

#include "app/OptionDescription.h"
#include "app/lockscopectl/Context.h"

namespace lockscope::ctl {

/// Groups of the shared options.
enum SharedOptions : unsigned {
    AddressOptions = 1, ///< where to connect, and the timeout
    AccountOptions = 2, ///< the user
    RootOption = 4,     ///< where to search for locks
    FilterOptions = 8,  ///< which locks to show
    PaceOptions = 16,   ///< limits of the load
    ServerOptions = 32, ///< the servers' status endpoints
    WriteOptions = 64,
    JsonOption = 128,
    ReadOptions = 256,   ///< for commands that only read
    WalkOptions = 512,   ///< of the commands that search for locks
    RedisTargets = 1024, ///< no options: the command also works on Redis
    ConnectionOptions = AddressOptions | AccountOptions,
    LookOptions = ConnectionOptions | RootOption | FilterOptions | PaceOptions | WalkOptions | ServerOptions |
                  ReadOptions | JsonOption
};

struct SharedOption {
    SharedOptions group;
    OptionDescription option;
    /// Every command accepts it, also one to which it does not apply: scripts set it before any command.
    bool isGlobal = false;
};

[[nodiscard]] const std::vector<SharedOption>& sharedOptions();

/// Reads the shared options that are set in `parser` into `context`. On an error, prints it and returns the exit
/// status.
[[nodiscard]] std::optional<Exit> readSharedOptions(const QCommandLineParser& parser, Context& context);

/// After the options before and after the command's name were read: refuses those that do not apply to the command,
/// and adds the values of the profile. `applying` is a combination of SharedOptions. As above on an error.
[[nodiscard]] std::optional<Exit> finishSharedOptions(const QString& command, unsigned applying, Context& context);

} // namespace lockscope::ctl
