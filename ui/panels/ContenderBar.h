// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/panels/ContenderFacts.h"
#include "ui/theme/Theme.h"

#include <QWidget>

class QAction;
class QLabel;
class QPushButton;
class QToolButton;

namespace lockscope::ui {

class ElidedLabel;

/// The selected contender in one line below the queue of a narrow window, where the details and the release box are in
/// a drawer: who it is, why nothing can be released, and Release…. Thread: UI.
class ContenderBar final : public QWidget {
    Q_OBJECT
public:
    explicit ContenderBar(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setFollowAction(QAction* action);
    /// `release`: the text of the button. `whyNot`: why nothing can be released; empty: it is possible.
    void show(const ViewState& viewState, const ContenderView& view, const QString& release, const QString& whyNot);

Q_SIGNALS:
    void releaseWanted();
    /// To unlock the read-only connection.
    void writesWanted();

private:
    void showMark();

    Theme m_theme = darkTheme();
    Tone m_tone = Tone::Muted;
    bool m_holds = false;
    QLabel* m_mark;
    ElidedLabel* m_name;
    ElidedLabel* m_facts;
    ElidedLabel* m_reason;
    QToolButton* m_allowWrites;
    QToolButton* m_follow;
    QPushButton* m_release;
};

} // namespace lockscope::ui
