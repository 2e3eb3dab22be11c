// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLabel;

namespace lockscope::ui {

class ElidedLabel;

/// The value of a fact and its source: in one line if both fit, the source at the right; else the source is below the
/// value. A value without a line break that is wider than the cell is elided beside the source. Thread: UI.
class FactCell final : public QWidget {
    Q_OBJECT
public:
    explicit FactCell(QWidget* parent);

    [[nodiscard]] QLabel& mark() const { return *m_mark; }
    [[nodiscard]] ElidedLabel& value() const { return *m_value; }
    [[nodiscard]] ElidedLabel& source() const { return *m_source; }
    /// Call it after the contents have changed. `hasMark`: the mark is shown before the value.
    void arrange(bool hasMark);

    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    /// A label has another font.
    bool event(QEvent* event) override;

private:
    struct Places {
        QRect value;
        QRect source; ///< empty without a source
    };
    [[nodiscard]] Places placesIn(int width) const;
    void place();

    QLabel* m_mark; ///< of an unknown value
    ElidedLabel* m_value;
    ElidedLabel* m_source;
    bool m_hasMark = false;
};

} // namespace lockscope::ui
