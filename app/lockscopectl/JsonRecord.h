// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The fields of an object that commands print with --json, as plain data: lockscopectl-json(5) is made from it, and
/// tests compare it with the output.

#include "core/base/EnumWords.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace lockscope::ctl {

struct JsonField {
    QString name;
    /// Alternatives, separated by "|": string, integer, number, boolean, time (ISO 8601, UTC), hex ("0x…"), null,
    /// @NAME (the record of this name), [TYPE] (a list), {TYPE} (an object whose fields have other names each time);
    /// any other word stands for itself.
    QString type;
    QString text; ///< one sentence
    bool isOptional = false;
};

struct JsonRecord {
    QString name;
    QString text; ///< what it is: one or two sentences
    std::vector<JsonField> fields;
};

/// The words of an enumeration as a type: "holds|waits".
template <typename Enum> [[nodiscard]] QString wordsOf()
{
    QStringList words;
    for (const auto value : allOf<Enum>())
        words << QString::fromUtf8(toString(value).data(), static_cast<qsizetype>(toString(value).size()));
    return words.join(u'|');
}

} // namespace lockscope::ctl
