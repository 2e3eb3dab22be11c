// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/theme/Theme.h"
#include "ui/views/timeline/TimelineSample.h"

#include <QRectF>
#include <QStringList>
#include <QWidget>

#include <vector>

namespace lockscope::ui {

/// Explains the bars of a timeline in one line, in the width that is left to it: each as a sample with its word; where
/// there is not enough room for all words, the first ones as samples with tooltips.
class TimelineLegend final : public QWidget {
    Q_OBJECT
public:
    explicit TimelineLegend(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setSamples(const TimelineSamples& samples);
    /// Of all samples.
    [[nodiscard]] QStringList words() const;
    /// The word of the sample at this point; empty: none is there.
    [[nodiscard]] QString tipAt(const QPoint& point) const;

    [[nodiscard]] QSize sizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    struct Entry {
        TimelineSample sample;
        QRectF box;
    };
    [[nodiscard]] std::vector<Entry> entries() const;

    Theme m_theme = darkTheme();
    TimelineSamples m_samples{TimelineSample::Hold, TimelineSample::Wait};
};

} // namespace lockscope::ui
