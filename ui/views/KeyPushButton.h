// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/theme/Theme.h"

#include <QPushButton>

namespace lockscope::ui {

/// A button that shows the shortcut of what it does behind its text. It does not handle the shortcut. Thread: UI.
class KeyPushButton final : public QPushButton {
    Q_OBJECT
public:
    explicit KeyPushButton(const QString& key, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// Of the key while the button is enabled.
    void setTone(Tone tone);
    [[nodiscard]] const QString& shownKey() const { return m_key; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Theme m_theme = darkTheme();
    Tone m_tone = Tone::Muted;
    QString m_key;
};

} // namespace lockscope::ui
