// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The descriptions as the text of --help, and as JSON for packaging/help. Pure.

#include "app/lockscopectl/Command.h"

namespace lockscope::ctl {

/// The options of the parser that are not hidden, then common options, examples and exit statuses.
[[nodiscard]] QString helpText(const QCommandLineParser& parser, const Command& command);

/// A row for each command, with its name and summary.
[[nodiscard]] QString commandTable(const std::vector<Command>& commands);

/// "Exit status: 0 done; 1 failed; 2 usage."
[[nodiscard]] QString exitText(const std::vector<ExitStatus>& exits);

/// {"name", "description": ["paragraph"], "syntax", "arguments", "options", "common": ["--option of the program"],
/// "examples": [{"text", "words"}], "exits": [{"status", "meaning"}], "documents": ["record"], "commands": [the same
/// with "summary"], "records": [{"name", "text", "fields": [{"name", "type", "text", "isOptional"}]}]}; the records of
/// the program are those of all commands.
[[nodiscard]] QJsonObject describedJson(const Command& command);

} // namespace lockscope::ctl
