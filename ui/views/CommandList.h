// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/theme/Theme.h"

#include <QWidget>

#include <vector>

class QFrame;
class QToolButton;
class QVBoxLayout;

namespace lockscope::ui {

class ElidedLabel;
struct KeyValue;

/// Commands for the user's shell, each in a box with a button that copies it. They are elided at the right, and never
/// run. Hidden without commands. Thread: UI.
class CommandList final : public QWidget {
    Q_OBJECT
public:
    explicit CommandList(QWidget* parent = nullptr);

    /// A command is a value; its key says what it is for.
    void setCommands(const std::vector<KeyValue>& commands);
    void setTheme(const Theme& theme);

private:
    struct Box {
        QFrame* frame;
        ElidedLabel* text;
        QToolButton* copy;
        Tone tone = Tone::Normal;
    };
    void addBox();

    Theme m_theme = darkTheme();
    QVBoxLayout* m_layout;
    std::vector<Box> m_boxes;
};

} // namespace lockscope::ui
