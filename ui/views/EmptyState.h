// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace lockscope::ui {

/// Shown by a panel without content: the reason in a sentence, and the next step.
class EmptyState final : public QWidget {
    Q_OBJECT
public:
    explicit EmptyState(const QString& objectName, QWidget* parent = nullptr);

    /// Plain text; an empty `sentence` is not shown. Both can be selected and copied.
    void say(const QString& title, const QString& sentence = {});

    /// A button for the next step; shown until its owner hides it.
    QPushButton* addButton(const QString& text, const QString& objectName);

private:
    QLabel* m_title;
    QLabel* m_sentence;
    QVBoxLayout* m_buttons;
};

} // namespace lockscope::ui
