// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A command as plain data: its description, which parser, help, manual pages, completions and tests read, and its
/// function.

#include "app/OptionDescription.h"
#include "app/lockscopectl/Context.h"
#include "app/lockscopectl/JsonRecord.h"
#include "app/lockscopectl/SharedOptions.h"

namespace lockscope::ctl {

struct Example {
    QString text;  ///< what it does
    QString words; ///< what follows "lockscopectl "
};

/// An exit status that a command can return.
struct ExitStatus {
    Exit status;
    QString meaning{}; ///< empty: the usual one, see exitText()
};

struct Command {
    QString name; ///< "bench locks" for a command of `bench`
    QString summary;
    QStringList description; ///< paragraphs
    std::vector<ArgumentDescription> arguments{};
    std::vector<OptionDescription> options{}; ///< its own
    unsigned shared = 0;                      ///< the SharedOptions that apply
    std::vector<Example> examples{};
    std::vector<ExitStatus> exits{};
    QStringList documents{};           ///< the records that it prints with --json
    std::vector<JsonRecord> records{}; ///< these records and those in them, except the sharedRecords()
    std::vector<Command> commands{};   ///< the commands of `bench`, selected by the first argument
    /// Returns the exit status. `parser` has parsed the command's options and arguments.
    int (*run)(Context context, const QCommandLineParser& parser) = nullptr;
    bool isHidden = false; ///< Lockscope itself starts it; it is not described
};

/// Parses the command's options and arguments and runs it, or prints its help. Returns the exit status.
int runCommand(const Command& command, const QStringList& arguments, Context context);

} // namespace lockscope::ctl
