// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QHash>
#include <QString>

namespace lockscope::console {

/// The position of each member and element in a JSON text, which QJsonDocument does not keep; for error messages on
/// hand-written files. Pure.
class JsonPlaces final {
public:
    /// `json` must be a document that QJsonDocument accepts.
    explicit JsonPlaces(const QByteArray& json);

    /// "line 12, column 5" for "steps[2].do": the beginning of the member's name. If it does not exist, the position of
    /// the nearest enclosing member.
    [[nodiscard]] QString of(const QString& member) const;

private:
    QByteArray m_json;
    QHash<QString, qsizetype> m_offsets;
};

} // namespace lockscope::console
