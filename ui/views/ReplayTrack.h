// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/replay/RecordingFacts.h"
#include "ui/theme/Theme.h"

#include <QAbstractSlider>

#include <memory>
#include <optional>

namespace lockscope::ui {

/// The time of a recording as a line with a mark for each event; its height and colour show the kind. A click or a drag
/// goes there; the arrow keys go a hundredth, Page Up and Page Down a tenth, Home and End to the ends; Space emits
/// playWanted(). The value is the time since the beginning in steps of unit().
class ReplayTrack final : public QAbstractSlider {
    Q_OBJECT
public:
    explicit ReplayTrack(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// Null: no recording.
    void setRecording(std::shared_ptr<const RecordingFacts> facts);
    /// Ignored while the user drags. Emits no signal.
    void setTime(WallTime at);
    [[nodiscard]] WallTime time() const;
    /// A millisecond; more for a recording of weeks.
    [[nodiscard]] std::chrono::milliseconds unit() const { return m_unit; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// The user selected this time.
    void timeChosen(lockscope::WallTime at);
    void playWanted();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QRectF line() const;
    [[nodiscard]] double xOf(int value) const;
    [[nodiscard]] int valueAt(double x) const;
    void countMarks();
    void choose(int value);

    Theme m_theme = darkTheme();
    std::shared_ptr<const RecordingFacts> m_facts;
    std::chrono::milliseconds m_unit{1};
    std::vector<std::optional<ReplayMarks::Kind>> m_parts; ///< one for each pixel
};

} // namespace lockscope::ui
