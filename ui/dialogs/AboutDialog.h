// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

namespace lockscope::ui {

/// What this is, of which version, made with what, and under which licences. Not modal.
class AboutDialog final : public QDialog {
    Q_OBJECT
public:
    explicit AboutDialog(QWidget* parent = nullptr);

    /// What a report of a fault needs, as lines of text.
    [[nodiscard]] static QString versions();
};

} // namespace lockscope::ui
