// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Controls that say why they are disabled. Thread: UI.

#include <QString>

class QAction;
class QObject;
class QWidget;

namespace lockscope::ui {

/// Disables the control and shows the reason, a sentence: in the tooltip and, of a widget, in the accessible
/// description. The buttons of an action read whyDisabled().
void disable(QWidget& widget, const QString& why);
void disable(QAction& action, const QString& why);

/// Enables it, with the tooltip that it had before disable(), or what explain() gave it.
void enable(QWidget& widget);
void enable(QAction& action);

/// Enabled if there is no reason against it.
void enableUnless(QWidget& widget, const QString& why);
void enableUnless(QAction& action, const QString& why);

/// The tooltip and accessible description of the enabled control. While it is disabled, they are its reason.
void explain(QWidget& widget, const QString& description);

/// The reason that disable() was given; empty: it is enabled.
[[nodiscard]] QString whyDisabled(const QObject& control);

} // namespace lockscope::ui
