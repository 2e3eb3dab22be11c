// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Files that people write by hand are JSON objects: what is wrong with one that is none. Pure.

#include <QByteArray>
#include <QJsonObject>
#include <QString>

#include <tl/expected.hpp>

namespace lockscope::ensemble {

struct SyntaxFault {
    QString where;  ///< "line 3, column 7"
    QString reason; ///< with what to do
};

/// "line 3, column 7" of an offset in bytes.
[[nodiscard]] QString placeOf(const QByteArray& json, qsizetype offset);

/// No JSON, no object, or an object with one name twice. `looks`: how such an object looks, for who wrote something
/// else: "{…}".
[[nodiscard]] tl::expected<QJsonObject, SyntaxFault> readJsonObject(const QByteArray& json, const QString& looks);

} // namespace lockscope::ensemble
