// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/WhyDisabled.h"

#include "ui/models/text/Formatting.h"

#include <QAction>
#include <QVariant>
#include <QWidget>

namespace lockscope::ui {

namespace {

constexpr const char* reasonProperty = "whyDisabled";
constexpr const char* tipProperty = "enabledToolTip";
constexpr const char* descriptionProperty = "enabledDescription";

/// True if the reason changes.
template <typename T> bool setReason(T& control, const QString& why)
{
    const auto before = whyDisabled(control);
    if (before == why)
        return false;
    if (before.isEmpty())
        control.setProperty(tipProperty, control.toolTip());
    control.setProperty(reasonProperty, why);
    control.setToolTip(why.isEmpty() ? control.property(tipProperty).toString() : plainToolTip(why));
    return true;
}

} // namespace

void disable(QWidget& widget, const QString& why)
{
    if (setReason(widget, why))
        widget.setAccessibleDescription(why);
    widget.setEnabled(false);
}

void disable(QAction& action, const QString& why)
{
    setReason(action, why);
    action.setEnabled(false);
}

void enable(QWidget& widget)
{
    if (setReason(widget, {}))
        widget.setAccessibleDescription(widget.property(descriptionProperty).toString());
    widget.setEnabled(true);
}

void enable(QAction& action)
{
    setReason(action, {});
    action.setEnabled(true);
}

void enableUnless(QWidget& widget, const QString& why)
{
    why.isEmpty() ? enable(widget) : disable(widget, why);
}

void enableUnless(QAction& action, const QString& why)
{
    why.isEmpty() ? enable(action) : disable(action, why);
}

void explain(QWidget& widget, const QString& description)
{
    widget.setProperty(tipProperty, plainToolTip(description));
    widget.setProperty(descriptionProperty, description);
    if (!whyDisabled(widget).isEmpty())
        return;
    widget.setToolTip(plainToolTip(description));
    widget.setAccessibleDescription(description);
}

QString whyDisabled(const QObject& control)
{
    return control.property(reasonProperty).toString();
}

} // namespace lockscope::ui
