// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/model/FindingSettings.h"

#include <QObject>
#include <QString>

#include <vector>

namespace lockscope::ui {

/// The user's limits file, which other programs may change. Lives on the UI thread; a thread of Qt's pool reads the
/// file.
class LimitsSource final : public QObject {
    Q_OBJECT
public:
    using Limits = std::vector<inspect::PathLimit>;

    /// Reads the file immediately: the first findings already have its limits.
    explicit LimitsSource(QObject* parent = nullptr);

    /// Reads the file again; loaded() follows. Does nothing while an earlier read has not ended.
    void load();

    /// Empty if there is no file, or if it is not used.
    [[nodiscard]] const Limits& limits() const { return m_limits; }
    /// A sentence: why the file is not used. Empty if it is used, or if there is none.
    [[nodiscard]] const QString& problem() const { return m_problem; }

Q_SIGNALS:
    void loaded();

private:
    void take(const Result<Limits>& limits);

    Limits m_limits;
    QString m_problem;
    bool m_isLoading = false;
};

} // namespace lockscope::ui
