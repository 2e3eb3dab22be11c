// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Where families come from: files that are compiled in, and files of the user's own.

#include <QString>

#include <memory>
#include <string>
#include <vector>

namespace lockscope::inspect {

class DialectCatalogue;
struct Lock;

/// A file that is not used, and why. What strangers may have put into it is not made safe for a terminal.
struct DialectProblem {
    std::string file;
    std::string where; ///< "line 3, column 7", "field gate.rule"; empty if it is the file itself
    std::string reason;

    friend bool operator==(const DialectProblem&, const DialectProblem&) = default;
};

/// One sentence: file, place, reason, what to do.
[[nodiscard]] std::string describe(const DialectProblem& problem);

struct DialectLoad {
    std::shared_ptr<const DialectCatalogue> catalogue; ///< never null: what is wrong costs its own file only
    std::vector<DialectProblem> problems;
};

/// The families that come with the program. The same one each time; from any thread.
[[nodiscard]] const std::shared_ptr<const DialectCatalogue>& builtinDialects();

/// Does the holder of a lock of these families lead for as long as it lives?
[[nodiscard]] bool isElection(const Lock& lock);

/// Those, and the files *.json in `folder`, which need not exist: a file with the id of a family that comes with the
/// program replaces it. Of two files with one id the first by name counts.
[[nodiscard]] DialectLoad loadDialects(const QString& folder);

/// $XDG_CONFIG_HOME/lockscope/dialects.
[[nodiscard]] QString userDialectFolder();

} // namespace lockscope::inspect
