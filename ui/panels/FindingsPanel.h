// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/shell/ViewState.h"
#include "ui/theme/Theme.h"

#include <QPersistentModelIndex>
#include <QWidget>

#include <array>
#include <string>

class QFrame;
class QLabel;
class QListView;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace lockscope::ui {

class EmptyState;
class FindingDelegate;
class FindingsModel;
class SaveLine;

/// What is wrong, worst first. To select one, by mouse or keys, goes there; the one that is selected is told in full
/// below, with its evidence and advice, and can be copied. The buttons above count each severity and hide it. Intent:
/// findingChosen, strayReleaseWanted.
class FindingsPanel final : public QWidget {
    Q_OBJECT
public:
    explicit FindingsPanel(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setViewState(const ViewState& viewState);
    /// The lock that the window shows. A selected finding of another lock is deselected: what is selected is what is
    /// acted on.
    void setShownLock(const std::string& path);
    /// The selected finding concerns no lock, so that none is selected by it.
    [[nodiscard]] bool isSelectionWithoutLock() const;

Q_SIGNALS:
    /// A contender, or the lock itself.
    void findingChosen(const lockscope::inspect::ContenderKey& key);
    /// A node that blocks a queue without being a contender of it: no row of the queue stands for it.
    void strayReleaseWanted(const std::string& nodePath);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    class Proxy;

    QWidget* buildDetails();
    QToolButton* addSeverity(const QString& objectName, const char* tone);
    void showCounts();
    [[nodiscard]] static QString whatIsUntold(const inspect::Snapshot& snapshot);
    void showPage(const ViewState& viewState);
    void showDetails();
    void onCurrentChanged();
    [[nodiscard]] const inspect::Finding* selected() const;
    void choose(const QModelIndex& index);
    void copy();

    FindingsModel* m_model;
    Proxy* m_proxy;
    FindingDelegate* m_delegate;
    std::array<QToolButton*, 3> m_severities{}; ///< by Severity
    QListView* m_list;
    EmptyState* m_empty;
    QPushButton* m_showAll;
    QStackedWidget* m_stack;
    SaveLine* m_saveLine;
    QFrame* m_details = nullptr;
    QLabel* m_text = nullptr;
    QLabel* m_evidence = nullptr;
    QLabel* m_advice = nullptr;
    QPushButton* m_go = nullptr;
    QPushButton* m_release = nullptr; ///< of a node that no row of a queue stands for
    ViewState m_viewState;
    bool m_isUpdating = false;           ///< the list changes, not the user's selection
    QPersistentModelIndex m_pressedWhen; ///< the selected one, before the mouse was pressed
    bool m_hasLookedAtAll = false;       ///< of this ensemble, once: what is read again since changes no sentence
};

} // namespace lockscope::ui
