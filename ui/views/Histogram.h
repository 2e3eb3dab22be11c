// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/DurationStatistics.h"
#include "core/simulate/measure/DurationHistogram.h"
#include "ui/theme/Theme.h"
#include "ui/views/HistogramLayout.h"

#include <QWidget>

#include <vector>

namespace lockscope::ui {

/// A histogram of durations: bars with a title, an axis of counts, and marks at the median and p99. The tooltip of a
/// bar has its numbers, the accessible description has all.
class Histogram final : public QWidget {
    Q_OBJECT
public:
    /// `tone`: of the bars. `none`: the text without data.
    Histogram(const QString& objectName, const QString& title, Tone tone, const QString& none,
              QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setStale(bool stale);
    /// `uncounted`: the number of durations whose start or end was not observed. `note`: shown after the numbers; may
    /// be empty.
    void show(const inspect::DurationStatistics& durations, std::uint64_t uncounted, const QString& note = {});
    void show(const console::DurationHistogram& durations);

    [[nodiscard]] QSize sizeHint() const override { return {300, 150}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 76}; }

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    /// A percentile.
    struct Mark {
        const char* name = "";
        std::chrono::microseconds at{0};
        bool isAtLeast = false; ///< only a lower bound is known
    };

    void describe();
    double paintAxis(QPainter& painter, const QRectF& box) const;
    void paintMarks(QPainter& painter, const QRectF& box, double axisEnd) const;
    [[nodiscard]] const QString& words() const;
    [[nodiscard]] bool hasMarkLine(const QRectF& chart) const;
    [[nodiscard]] QRectF plot() const;
    [[nodiscard]] int barAt(const QPoint& point) const;

    QString m_title;
    QString m_none;
    Tone m_tone;
    Theme m_theme = darkTheme();
    bool m_stale = false;
    HistogramLayout m_layout;
    std::vector<Mark> m_marks; ///< ascending
    QString m_summary;
};

} // namespace lockscope::ui
