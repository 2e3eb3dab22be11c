// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Loads dialects: files that are compiled in, and the user's files. Those of ZooKeeper's locks; files with "backend":
/// "redis" are passed over, see redis/dialects/RedisDialectFiles.h.

#include "core/model/json/JsonFields.h"

#include <QByteArray>
#include <QString>

#include <tl/expected.hpp>

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

/// The text of a dialect's file, or why it cannot be read.
[[nodiscard]] tl::expected<QByteArray, JsonFault> readDialectText(const QString& path);
/// Whether the file describes locks on Redis. False for a text that is not valid.
[[nodiscard]] bool isRedisDialect(const QByteArray& json);
/// The fault of a file with this text, with line and column.
[[nodiscard]] DialectProblem dialectProblem(const QString& file, JsonFault fault, const QByteArray& json);
/// The problem of a file whose id the file `other` of its folder has.
[[nodiscard]] DialectProblem dialectIdProblem(const QString& file, const std::string& id, const QString& other);
/// Makes the built-in files, ":/dialects", available.
void initDialects();
/// The files of a folder that may be dialects, in the order of their names.
[[nodiscard]] std::vector<QString> dialectFilesIn(const QString& folder);

} // namespace lockscope::inspect
