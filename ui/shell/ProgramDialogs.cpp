// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/ProgramDialogs.h"

#include "ui/dialogs/AboutDialog.h"
#include "ui/dialogs/KeysDialog.h"
#include "ui/dialogs/PreferencesDialog.h"

#include <utility>

namespace lockscope::ui {

namespace {

template <typename Dialog, typename Make> void openOnce(QPointer<Dialog>& dialog, const Make& make)
{
    if (!dialog) {
        dialog = make();
        dialog->setAttribute(Qt::WA_DeleteOnClose);
    }
    static_cast<QDialog*>(dialog.data())->show();
    dialog->raise();
    dialog->activateWindow();
}

} // namespace

ProgramDialogs::ProgramDialogs(QWidget& window)
    : QObject(&window)
    , m_window(window)
{
}

void ProgramDialogs::openPreferences(const Preferences& preferences)
{
    openOnce(m_preferences, [&] {
        auto* dialog = new PreferencesDialog(preferences, &m_window);
        connect(dialog, &PreferencesDialog::changed, this, &ProgramDialogs::preferencesChosen);
        return dialog;
    });
}

void ProgramDialogs::openKeys(const QList<QAction*>& actions)
{
    openOnce(m_keys, [&] { return new KeysDialog(actions, &m_window); });
}

void ProgramDialogs::openAbout()
{
    openOnce(m_about, [this] { return new AboutDialog(&m_window); });
}

void ProgramDialogs::setPreferences(const Preferences& preferences)
{
    if (m_preferences)
        m_preferences->show(preferences);
}

bool ProgramDialogs::closeAll()
{
    const bool hadPreferences = m_preferences != nullptr;
    delete m_preferences;
    delete m_keys;
    delete m_about;
    return hadPreferences;
}

} // namespace lockscope::ui

#include "moc_ProgramDialogs.cpp"
