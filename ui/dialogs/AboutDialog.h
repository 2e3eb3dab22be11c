// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

namespace lockscope::ui {

/// The program's version, its components and their licences. Not modal.
class AboutDialog final : public QDialog {
    Q_OBJECT
public:
    explicit AboutDialog(QWidget* parent = nullptr);

    /// The versions that a bug report needs, as lines of text.
    [[nodiscard]] static QString versions();
};

} // namespace lockscope::ui
