// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRect>
#include <QString>

class QWidget;

namespace lockscope::ui {

/// An item that a widget draws itself, for assistive technologies.
struct ItemInfo {
    QString name;
    QString value;       ///< its state: "holder", "waiting 12 s"
    QString description; ///< more about it
    QRect box;           ///< in the widget; empty: not drawn
    bool isSelected = false;
};

/// A widget that draws items itself: assistive technologies see it as a list with an entry for each item, which can be
/// selected. Qt's QAccessible asks for it by makeItemsAccessible(). Thread: UI.
class ItemAccess {
public:
    virtual ~ItemAccess() = default;

    [[nodiscard]] virtual int itemCount() const = 0;
    [[nodiscard]] virtual ItemInfo itemAt(int index) const = 0;
    /// As a click does.
    virtual void chooseItem(int index) = 0;

protected:
    /// The user has selected this item of the widget.
    static void announceItem(QWidget& widget, int index);
};

/// For all widgets with ItemAccess, from now on. Repeated calls do nothing.
void makeItemsAccessible();

} // namespace lockscope::ui
