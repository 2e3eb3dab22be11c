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

/// The findings, worst first. Selecting one, by mouse or keyboard, also selects its lock or contender, and shows the
/// full text with evidence and advice, which can be copied. The buttons above count and hide each severity. Intents:
/// findingChosen, strayReleaseWanted.
class FindingsPanel final : public QWidget {
    Q_OBJECT
public:
    explicit FindingsPanel(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setViewState(const ViewState& viewState);
    /// The lock that the window shows. Deselects a finding of another lock, because actions apply to the selection.
    void setShownLock(const std::string& path);
    /// The selected finding has no lock, so selecting it selects no lock.
    [[nodiscard]] bool isSelectionWithoutLock() const;

Q_SIGNALS:
    /// A contender, or the lock itself.
    void findingChosen(const lockscope::inspect::ContenderKey& key);
    /// A node that blocks a queue without being a contender: the queue has no row for it.
    void strayReleaseWanted(const inspect::ContenderKey& stray);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    class Proxy;

    QWidget* buildDetails();
    QToolButton* addSeverity(const QString& objectName, const char* tone);
    void showCounts();
    void showMuted();
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
    QLabel* m_note = nullptr;
    QLabel* m_chain = nullptr; ///< the waits when it began
    QLabel* m_muted = nullptr; ///< the number of muted findings
    QPushButton* m_go = nullptr;
    QPushButton* m_release = nullptr; ///< for a node that has no row in a queue
    ViewState m_viewState;
    bool m_isUpdating = false;           ///< the list changes, not the user's selection
    QPersistentModelIndex m_pressedWhen; ///< the row that was selected before the mouse press
    bool m_hasLookedAtAll = false;       ///< the ensemble was read completely once: later reads keep the sentence
};

} // namespace lockscope::ui
