// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/theme/Theme.h"

#include <QWidget>

namespace lockscope::ui {

/// Explains the bars of a timeline in one line; as wide as its text.
class TimelineLegend final : public QWidget {
    Q_OBJECT
public:
    explicit TimelineLegend(QWidget* parent = nullptr);

    enum class Kind {
        Sessions,
        Leases, ///< on Redis
        Votes   ///< of several masters
    };

    void setTheme(const Theme& theme);
    /// What the bars are.
    void setKind(Kind kind);
    /// Whether the timeline has times that were not watched, which the legend then explains.
    void setHasGaps(bool hasGaps);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Theme m_theme = darkTheme();
    bool m_hasGaps = false;
    Kind m_kind = Kind::Sessions;
};

} // namespace lockscope::ui
