// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/theme/Theme.h"

#include <QToolButton>

namespace lockscope::ui {

/// A bell with the number of new findings, as wide for every number. With a warning among them the bell has an
/// exclamation mark, with a critical one it is filled. Thread: UI.
class BellButton final : public QToolButton {
    Q_OBJECT
public:
    explicit BellButton(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// `critical`: of them.
    void setCounts(int all, int critical);

    [[nodiscard]] QSize sizeHint() const override;

private:
    void showIcon();

    Theme m_theme = darkTheme();
    int m_all = 0;
    int m_critical = 0;
};

} // namespace lockscope::ui
