// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/shell/Preferences.h"

#include <QDialog>

class QComboBox;
class QSpinBox;

namespace lockscope::ui {

/// The user's preferences; each change applies at once. Not modal.
class PreferencesDialog final : public QDialog {
    Q_OBJECT
public:
    explicit PreferencesDialog(const Preferences& preferences, QWidget* parent = nullptr);

    /// Shows preferences that were changed elsewhere; does not emit changed().
    void show(const Preferences& preferences);
    using QDialog::show;

Q_SIGNALS:
    void changed(const lockscope::ui::Preferences& preferences);

private:
    [[nodiscard]] Preferences chosen() const;
    QSpinBox* addNumber(const QString& objectName, int most, const QString& unit, const QString& none);
    void report();

    bool m_isShowing = false;
    QComboBox* m_theme;
    QComboBox* m_language;
    QSpinBox* m_hold;
    QSpinBox* m_wait;
    QSpinBox* m_waitLimit;
    QSpinBox* m_rate;
    QSpinBox* m_watches;
};

} // namespace lockscope::ui
