// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QComboBox>

namespace lockscope::ui {

/// A box of choices that gives way: what does not fit of the chosen text is left out at its end, and is in the tooltip.
/// Qt's own cuts through a letter.
class ElidedComboBox final : public QComboBox {
    Q_OBJECT
public:
    explicit ElidedComboBox(QWidget* parent = nullptr);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QString shownText() const;
};

} // namespace lockscope::ui
