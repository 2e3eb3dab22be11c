// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSpinBox>

namespace lockscope::ui {

/// A whole number with limits. One beyond them stays as it was typed and is a fault, which the box marks and its owner
/// refuses: QSpinBox would replace it by another number. The arrow keys and the wheel stay within the limits.
class NumberBox final : public QSpinBox {
    Q_OBJECT
public:
    NumberBox(int least, int most, QWidget* parent);

    /// Why the number is refused, as a sentence; empty: it is within the limits.
    [[nodiscard]] QString fault() const;

    void stepBy(int steps) override;

private:
    void showFault();

    int m_least;
    int m_most;
    QString m_tip; ///< without a fault
};

} // namespace lockscope::ui
