// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/shell/Preferences.h"

#include <QList>
#include <QObject>
#include <QPointer>

class QAction;
class QDialog;

namespace lockscope::ui {

class PreferencesDialog;

/// The dialogs about the program itself. Opening one again brings the open one to the front. Thread: UI.
class ProgramDialogs final : public QObject {
    Q_OBJECT
public:
    /// The dialogs belong to `window`, which must outlive this object.
    explicit ProgramDialogs(QWidget& window);

    void openPreferences(const Preferences& preferences);
    void openKeys(const QList<QAction*>& actions);
    void openAbout();
    /// The preferences have changed: the dialog, if it is open, shows the new ones.
    void setPreferences(const Preferences& preferences);
    /// Returns whether the preferences dialog was open.
    bool closeAll();

Q_SIGNALS:
    void preferencesChosen(const lockscope::ui::Preferences& preferences);

private:
    QWidget& m_window;
    QPointer<PreferencesDialog> m_preferences;
    QPointer<QDialog> m_keys;
    QPointer<QDialog> m_about;
};

} // namespace lockscope::ui
