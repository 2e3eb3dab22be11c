// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/theme/Theme.h"

#include <QWidget>

namespace lockscope::ui {

/// Explains the arrows of a wait-for graph in one line.
class WaitLegend final : public QWidget {
    Q_OBJECT
public:
    explicit WaitLegend(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Theme m_theme = darkTheme();
};

} // namespace lockscope::ui
