// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/theme/Theme.h"

#include <QToolButton>

namespace lockscope::ui {

/// The button of an action. On request it also shows the action's present shortcut, dim, behind the text. Thread: UI.
class KeyButton final : public QToolButton {
    Q_OBJECT
public:
    explicit KeyButton(QAction* action, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setKeyShown(bool isShown);
    /// Empty: none.
    [[nodiscard]] QString shownKey() const;

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Theme m_theme = darkTheme();
    bool m_isKeyShown = false;
};

} // namespace lockscope::ui
