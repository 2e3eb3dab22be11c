// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

class QFontMetrics;

namespace lockscope::ui {

/// Shortens the names beside the lanes of a timeline so that different names stay different. Pure.
class LaneNames final {
public:
    LaneNames() = default;
    /// `names`: of all lanes.
    explicit LaneNames(QStringList names);

    /// The whole name if `room` pixels are enough. Else without the words that all names end or begin with, as the
    /// domain of hosts; else elided at the right, or at the left if that would make it equal to another name.
    [[nodiscard]] QString shortened(const QString& name, const QFontMetrics& metrics, int room) const;

private:
    [[nodiscard]] qsizetype sharedWithAnother(const QString& name) const;

    QStringList m_names;    ///< ascending, each once
    qsizetype m_prefix = 0; ///< characters that all names begin with
    qsizetype m_suffix = 0; ///< likewise at the end
};

} // namespace lockscope::ui
