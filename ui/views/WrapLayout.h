// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLayout>

#include <vector>

namespace lockscope::ui {

/// Lays its items side by side, each as wide as its hint, and continues in the next line where there is no room. The
/// first item never moves. Thread: UI.
class WrapLayout final : public QLayout {
public:
    struct Gaps {
        int item = 0; ///< in pixels, like the other
        int line = 0;
    };

    WrapLayout(QWidget* parent, Gaps gaps);
    ~WrapLayout() override;

    void addGroup(QLayout* group);
    /// Before all others.
    void addFirst(QWidget* widget);

    void addItem(QLayoutItem* item) override;
    [[nodiscard]] int count() const override;
    [[nodiscard]] QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    void invalidate() override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSize() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    void setGeometry(const QRect& room) override;

private:
    /// Returns the height that the items need.
    int arrange(const QRect& room, bool isApplied) const;

    Gaps m_gaps;
    std::vector<QLayoutItem*> m_items; ///< owned, as in every layout
};

} // namespace lockscope::ui
