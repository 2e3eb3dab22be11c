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

/// The dialogs about the program itself. Each is open once at most: opened again, it comes to the front. Thread: UI.
class ProgramDialogs final : public QObject {
    Q_OBJECT
public:
    /// Dialogs belong to `window`, which must outlive this.
    explicit ProgramDialogs(QWidget& window);

    void openPreferences(const Preferences& preferences);
    void openKeys(const QList<QAction*>& actions);
    void openAbout();
    /// They are other ones by now: the dialog, if it is open, shows these.
    void setPreferences(const Preferences& preferences);
    /// Returns whether the preferences were open.
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
