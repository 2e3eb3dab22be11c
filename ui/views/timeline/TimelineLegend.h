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

    /// What the timeline has only sometimes, which the legend then explains.
    struct Extras {
        bool hasGaps = false;    ///< times that were not watched
        bool hasReaders = false; ///< shared holds
        bool hasUsualHold = false;

        friend bool operator==(const Extras&, const Extras&) = default;
    };

    void setTheme(const Theme& theme);
    /// What the bars are.
    void setKind(Kind kind);
    void setExtras(const Extras& extras);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Theme m_theme = darkTheme();
    Extras m_extras;
    Kind m_kind = Kind::Sessions;
};

} // namespace lockscope::ui
