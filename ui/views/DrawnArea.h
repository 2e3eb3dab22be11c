// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/theme/Theme.h"

#include <QAbstractScrollArea>

namespace lockscope::ui {

/// What views that paint themselves and scroll have in common: the theme, a focus that is seen, and tooltips in words
/// that a test can ask for. Thread: UI.
class DrawnArea : public QAbstractScrollArea {
    Q_OBJECT
public:
    void setTheme(const Theme& theme);
    /// What stands at this place of the viewport, in words; empty if nothing does.
    [[nodiscard]] virtual QString tipAt(const QPoint& point) const = 0;
    /// Without what is chosen or has the focus, for files.
    virtual void paintWhole(QPainter& painter) const = 0;
    [[nodiscard]] virtual QSize wholeSize() const = 0;
    [[nodiscard]] const Theme& theme() const { return m_theme; }

protected:
    /// The viewport's object name is `name` with "Viewport" behind it, the view's with "View".
    DrawnArea(const QString& name, const QString& accessibleName, QWidget* parent);

    bool viewportEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    Theme m_theme = darkTheme();
};

} // namespace lockscope::ui
