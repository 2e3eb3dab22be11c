// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QKeySequence>
#include <QWidget>

class QButtonGroup;
class QToolButton;

namespace lockscope::ui {

/// Whether the centre of the window shows the queue or the wait-for graph: two buttons, of which one is checked, by a
/// click or the arrow keys. Neither is checked while another panel is there. Thread: UI.
class CentreSwitch final : public QWidget {
    Q_OBJECT
public:
    enum class Shown {
        Queue,
        Graph,
        OtherPanel
    };

    explicit CentreSwitch(QWidget* parent = nullptr);

    /// The shortcuts that do the same.
    void setKeys(const QKeySequence& queue, const QKeySequence& graph);
    void setShown(Shown shown);
    [[nodiscard]] Shown shown() const { return m_shown; }
    /// Whether the buttons show the shortcuts; their tooltips always do.
    void showKeys(bool shows);

Q_SIGNALS:
    void shownChanged();
    /// By the user.
    void queueWanted();
    void graphWanted();

private:
    QToolButton* addButton(const QString& objectName);
    void nameButton(QToolButton& button, const QString& text, const QString& tip, const QKeySequence& key) const;
    void nameButtons();

    QButtonGroup* m_group;
    QToolButton* m_queue;
    QToolButton* m_graph;
    QKeySequence m_queueKey;
    QKeySequence m_graphKey;
    Shown m_shown = Shown::Queue;
    bool m_showsKeys = true;
};

} // namespace lockscope::ui
