// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Loads dialects: files that are compiled in, and the user's files.

#include <QString>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::inspect {

class DialectCatalogue;
struct Lock;

/// A file that was rejected, and why. Its texts are untrusted and not escaped for a terminal.
struct DialectProblem {
    std::string file;
    std::string where; ///< "line 3, column 7", "line 4, column 5, field gate.rule"; empty: the file itself
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

/// A file that was checked on its own, with its examples.
struct DialectCheck {
    std::string id;
    std::string title;
    std::size_t examples = 0;
    bool replacesBuiltin = false;          ///< a built-in dialect has the same id
    std::optional<DialectProblem> problem; ///< then the other values are empty
};

[[nodiscard]] DialectCheck checkDialectFile(const QString& path);

/// $XDG_CONFIG_HOME/lockscope/dialects.
[[nodiscard]] QString userDialectFolder();

} // namespace lockscope::inspect
