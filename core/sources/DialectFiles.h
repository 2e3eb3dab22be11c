// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Loads dialects: files that are compiled in, and the user's files.

#include <QString>

#include <memory>
#include <string>
#include <vector>

namespace lockscope::inspect {

class DialectCatalogue;
struct Lock;

/// A file that was rejected, and why. Its texts are untrusted and not escaped for a terminal.
struct DialectProblem {
    std::string file;
    std::string where; ///< "line 3, column 7", "field gate.rule"; empty if the file itself is the problem
    std::string reason;

    friend bool operator==(const DialectProblem&, const DialectProblem&) = default;
};

/// One sentence: file, place, reason, what to do.
[[nodiscard]] std::string describe(const DialectProblem& problem);

struct DialectLoad {
    std::shared_ptr<const DialectCatalogue> catalogue; ///< never null: a faulty file does not affect the others
    std::vector<DialectProblem> problems;
};

/// The built-in dialects. Always the same object. Any thread.
[[nodiscard]] const std::shared_ptr<const DialectCatalogue>& builtinDialects();

/// Sets what a lock's values do not have in a recording, and its built-in dialect knows.
void completeByDialect(Lock& lock);

/// The built-in dialects and the files *.json in `folder`, which need not exist. A file with the id of a built-in
/// dialect replaces it. Of two files with one id the first by file name is used.
[[nodiscard]] DialectLoad loadDialects(const QString& folder);

/// $XDG_CONFIG_HOME/lockscope/dialects.
[[nodiscard]] QString userDialectFolder();

} // namespace lockscope::inspect
