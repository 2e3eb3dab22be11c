// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/theme/Theme.h"

#include <QAbstractScrollArea>

namespace lockscope::ui {

/// Base class of scrolling views that paint themselves: the theme, a visible focus, and tooltips as text that tests can
/// read. Thread: UI.
class DrawnArea : public QAbstractScrollArea {
    Q_OBJECT
public:
    void setTheme(const Theme& theme);
    /// The text for this point of the viewport; empty if nothing is there.
    [[nodiscard]] virtual QString tipAt(const QPoint& point) const = 0;
    /// Paints without selection and focus, for files.
    virtual void paintWhole(QPainter& painter) const = 0;
    [[nodiscard]] virtual QSize wholeSize() const = 0;
    [[nodiscard]] const Theme& theme() const { return m_theme; }

protected:
    /// The object name of the viewport is `name` + "Viewport", that of the view `name` + "View".
    DrawnArea(const QString& name, const QString& accessibleName, QWidget* parent);

    bool viewportEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    Theme m_theme = darkTheme();
};

} // namespace lockscope::ui
