// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/Gap.h"
#include "core/history/QueueLengths.h"
#include "ui/theme/Theme.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace lockscope::ui {

/// The number of waiters over time: a step for each period, with its maximum. In a replay a line marks the time shown;
/// a click or Enter emits timeChosen() (the arrow keys go from step to step).
class QueueLengthChart final : public QWidget {
    Q_OBJECT
public:
    explicit QueueLengthChart(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setStale(bool stale);
    /// `end`: the end of the last step. `marked`: the replayed time. `gaps`: the times in which nothing was watched.
    void show(const inspect::QueueLengths& lengths, WallTime end, std::optional<WallTime> marked,
              std::vector<inspect::Gap> gaps = {});
    void clear();

    [[nodiscard]] QSize sizeHint() const override { return {360, 150}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {180, 76}; }

Q_SIGNALS:
    void timeChosen(lockscope::WallTime at);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QString words() const;
    [[nodiscard]] QString mostWords() const;
    [[nodiscard]] static QString stepWords(int most, WallTime from);
    /// With the title of the axis.
    [[nodiscard]] QRectF titledPlot() const;
    [[nodiscard]] QRectF plot() const;
    [[nodiscard]] bool hasTitleLine(const QRectF& chart) const;
    [[nodiscard]] double xOf(WallTime at, const QRectF& box) const;
    [[nodiscard]] int stepAt(double x) const;
    [[nodiscard]] QString stepText(int step) const;

    Theme m_theme = darkTheme();
    bool m_stale = false;
    std::vector<inspect::QueueLengths::Step> m_steps;
    std::vector<inspect::Gap> m_gaps;
    WallTime m_end{};
    std::optional<WallTime> m_marked;
    int m_most = 0;
    int m_current = -1; ///< the step selected by keyboard
};

} // namespace lockscope::ui
