// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QHash>
#include <QString>

namespace lockscope::console {

/// Where in a JSON text each member and element stands, which QJsonDocument forgets: for sentences on what is wrong
/// with a file that people write. Pure.
class JsonPlaces final {
public:
    /// `json` must be a good document, as QJsonDocument has found.
    explicit JsonPlaces(const QByteArray& json);

    /// "line 12, column 5" of "steps[2].do", where its name begins; of the next thing around it that stands there, if
    /// it does not.
    [[nodiscard]] QString of(const QString& member) const;

private:
    QByteArray m_json;
    QHash<QString, qsizetype> m_offsets;
};

} // namespace lockscope::console
