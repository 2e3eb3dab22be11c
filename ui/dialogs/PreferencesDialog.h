// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/shell/Preferences.h"

#include <QDialog>

#include <vector>

#include <utility>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;

namespace lockscope::ui {

class NumberBox;

/// The user's preferences; each change applies at once. Not modal.
class PreferencesDialog final : public QDialog {
    Q_OBJECT
public:
    explicit PreferencesDialog(const Preferences& preferences, QWidget* parent = nullptr);
    /// What is typed and not committed is dropped.
    ~PreferencesDialog() override;

    /// Shows preferences that were changed elsewhere; does not emit changed().
    void show(const Preferences& preferences);
    using QDialog::show;

Q_SIGNALS:
    void changed(const lockscope::ui::Preferences& preferences);

private:
    [[nodiscard]] Preferences chosen() const;
    NumberBox* addNumber(const QString& objectName, std::pair<int, int> range, const QString& unit,
                         const QString& none);
    /// The template of this id, for the form.
    QLineEdit* addCommand(const CommandTemplate& command);
    [[nodiscard]] static QString commandName(const CommandTemplate& command);
    void report();
    /// The first number or command that is refused, as a sentence; empty: none.
    [[nodiscard]] QString fault() const;

    Preferences m_shown; ///< with those that the dialog does not offer
    bool m_isShowing = false;
    QComboBox* m_theme;
    QComboBox* m_language;
    NumberBox* m_hold;
    NumberBox* m_wait;
    NumberBox* m_waitLimit;
    NumberBox* m_rate;
    NumberBox* m_watches;
    QCheckBox* m_notifies;
    std::vector<QLineEdit*> m_commands; ///< as in commandTemplates()
    QLabel* m_fault;
};

} // namespace lockscope::ui
