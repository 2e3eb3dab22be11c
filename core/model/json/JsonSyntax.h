// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Parses a hand-written JSON object, with errors that state place and correction. Pure.

#include <QByteArray>
#include <QJsonObject>
#include <QString>

#include <tl/expected.hpp>

namespace lockscope::ensemble {

struct SyntaxFault {
    QString where;  ///< "line 3, column 7"
    QString reason; ///< with its correction
};

/// "line 3, column 7" for an offset in bytes.
[[nodiscard]] QString placeOf(const QByteArray& json, qsizetype offset);

/// Faults: invalid JSON, not an object, or a name that occurs twice in an object. `looks`: an example of a right
/// object, for the error message: "{…}".
[[nodiscard]] tl::expected<QJsonObject, SyntaxFault> readJsonObject(const QByteArray& json, const QString& looks);

} // namespace lockscope::ensemble
