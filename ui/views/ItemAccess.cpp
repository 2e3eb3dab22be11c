// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/ItemAccess.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>
#include <QWindow>

#include <vector>

namespace lockscope::ui {

namespace {

const ItemAccess* accessOf(const QWidget* widget)
{
    return dynamic_cast<const ItemAccess*>(widget);
}

/// One item. It is deleted by the cache of QAccessible.
class AccessibleItem final : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    AccessibleItem(QWidget* widget, int index)
        : m_widget(widget)
        , m_index(index)
    {
    }

    [[nodiscard]] bool isValid() const override { return m_widget && m_index < accessOf(m_widget)->itemCount(); }
    [[nodiscard]] QObject* object() const override { return nullptr; }
    [[nodiscard]] QWindow* window() const override { return m_widget ? m_widget->window()->windowHandle() : nullptr; }
    [[nodiscard]] QAccessibleInterface* parent() const override
    {
        return QAccessible::queryAccessibleInterface(m_widget);
    }
    [[nodiscard]] QAccessibleInterface* child(int) const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    [[nodiscard]] int childCount() const override { return 0; }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    [[nodiscard]] QAccessible::Role role() const override { return QAccessible::ListItem; }

    [[nodiscard]] QString text(QAccessible::Text what) const override
    {
        if (!isValid())
            return {};
        const auto item = accessOf(m_widget)->itemAt(m_index);
        switch (what) {
        case QAccessible::Name:
            return item.name;
        case QAccessible::Value:
            return item.value;
        case QAccessible::Description:
            return item.description;
        default:
            return {};
        }
    }
    void setText(QAccessible::Text, const QString&) override {}

    [[nodiscard]] QRect rect() const override
    {
        if (!isValid())
            return {};
        const auto box = accessOf(m_widget)->itemAt(m_index).box;
        return box.isEmpty() ? QRect() : QRect(m_widget->mapToGlobal(box.topLeft()), box.size());
    }

    [[nodiscard]] QAccessible::State state() const override
    {
        QAccessible::State state;
        if (!isValid()) {
            state.invalid = true;
            return state;
        }
        const auto item = accessOf(m_widget)->itemAt(m_index);
        state.selectable = true;
        state.focusable = true;
        state.selected = item.isSelected;
        state.focused = item.isSelected && m_widget->hasFocus();
        state.offscreen = item.box.isEmpty();
        return state;
    }

    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
    }
    [[nodiscard]] QStringList actionNames() const override { return {pressAction()}; }
    void doAction(const QString& name) override
    {
        if (name == pressAction() && isValid())
            dynamic_cast<ItemAccess*>(m_widget.data())->chooseItem(m_index);
    }
    [[nodiscard]] QStringList keyBindingsForAction(const QString&) const override { return {}; }

private:
    QPointer<QWidget> m_widget;
    int m_index;
};

class AccessibleItems final : public QAccessibleWidget {
public:
    explicit AccessibleItems(QWidget* widget)
        : QAccessibleWidget(widget, QAccessible::List)
    {
    }
    ~AccessibleItems() override
    {
        for (const auto id : m_items)
            QAccessible::deleteAccessibleInterface(id);
    }
    AccessibleItems(const AccessibleItems&) = delete;
    AccessibleItems& operator=(const AccessibleItems&) = delete;

    [[nodiscard]] int childCount() const override { return isValid() ? accessOf(widget())->itemCount() : 0; }
    [[nodiscard]] QAccessibleInterface* child(int index) const override
    {
        if (index < 0 || index >= childCount())
            return nullptr;
        while (static_cast<int>(m_items.size()) <= index)
            m_items.push_back(QAccessible::registerAccessibleInterface(
                new AccessibleItem(widget(), static_cast<int>(m_items.size()))));
        return QAccessible::accessibleInterface(m_items[static_cast<std::size_t>(index)]);
    }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* child) const override
    {
        for (auto index = 0; index < childCount(); ++index) {
            if (this->child(index) == child)
                return index;
        }
        return -1;
    }
    [[nodiscard]] QAccessibleInterface* childAt(int x, int y) const override
    {
        for (auto index = 0; index < childCount(); ++index) {
            if (child(index)->rect().contains(x, y))
                return child(index);
        }
        return nullptr;
    }
    [[nodiscard]] QAccessibleInterface* focusChild() const override
    {
        for (auto index = 0; index < childCount(); ++index) {
            if (child(index)->state().focused)
                return child(index);
        }
        return nullptr;
    }

private:
    mutable std::vector<QAccessible::Id> m_items; ///< by index; those beyond the last item are invalid
};

QAccessibleInterface* accessibleItemsOf(const QString&, QObject* object)
{
    auto* widget = qobject_cast<QWidget*>(object);
    return accessOf(widget) ? new AccessibleItems(widget) : nullptr;
}

} // namespace

void ItemAccess::announceItem(QWidget& widget, int index)
{
    if (!QAccessible::isActive())
        return;
    QAccessibleEvent event(&widget, QAccessible::Focus);
    event.setChild(index);
    QAccessible::updateAccessibility(&event);
}

void makeItemsAccessible()
{
    QAccessible::installFactory(&accessibleItemsOf);
}

} // namespace lockscope::ui
