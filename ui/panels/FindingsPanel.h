// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/shell/ViewState.h"
#include "ui/theme/Theme.h"

#include <QPersistentModelIndex>
#include <QWidget>

#include <array>
#include <functional>
#include <string>

class QAbstractButton;
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

/// The findings, worst first, and behind them those that have ended. Selecting one, by mouse or keyboard, also selects
/// its lock or contender, and shows the full text with evidence and advice, which can be copied. The buttons above
/// count and hide each severity, a box hides those that have ended. In a low window only they are visible, until the
/// user unfolds the list. Intents: findingChosen, deadlockChosen, strayReleaseWanted,
/// notifyChosen, looked.
class FindingsPanel final : public QWidget {
    Q_OBJECT
public:
    explicit FindingsPanel(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setViewState(const ViewState& viewState);
    /// The lock that the window shows. Deselects a finding of another lock, because actions apply to the selection.
    void setShownLock(const std::string& path);
    /// Selects the finding with this inspect::identityOf() of the shown lock, even if its severity was hidden, and sets
    /// the focus. The lock and contender stay selected. No effect if it has ended.
    void showFinding(const std::string& identity);
    /// The switches that are on: one for each severity, and one for those that have ended.
    using Switches = std::array<bool, 4>;
    [[nodiscard]] Switches switches() const;
    void setSwitches(const Switches& switches);
    /// Whether new critical findings are notified on the desktop. Does not emit notifyChosen().
    void setNotifies(bool notifies);
    /// The inspect::identityOf() of the selected finding; empty without one.
    [[nodiscard]] std::string selectedFinding() const;
    /// Selects it in this list only: lock, contender and focus stay.
    void selectFinding(const std::string& identity);
    /// The selected finding has no lock, so selecting it selects no lock.
    [[nodiscard]] bool isSelectionWithoutLock() const;

Q_SIGNALS:
    /// A contender, or the lock itself.
    void findingChosen(const lockscope::inspect::ContenderKey& key);
    /// After findingChosen(): the finding is a deadlock.
    void deadlockChosen();
    /// A node that blocks a queue without being a contender: the queue has no row for it.
    void strayReleaseWanted(const inspect::ContenderKey& stray);
    /// The user wants new critical findings to be notified on the desktop, or no longer.
    void notifyChosen(bool notifies);
    /// The user uses the list: by a click or a key, or by moving the focus into it.
    void looked();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    class Proxy;

    QWidget* buildHeader();
    QWidget* buildDetails();
    QToolButton* makeBell();
    QToolButton* addSwitch(const QString& objectName, const char* tone);
    void showCounts();
    void showSwitch(std::size_t which, int count, const QString& words, const QString& toolTip);
    void fitSwitches();
    void fold();
    void showMarks();
    void showNone();
    void setModelContent();
    void changeRows(const std::function<void()>& change);
    void selectSilently(const QModelIndex& index);
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
    Theme m_theme = darkTheme();
    std::array<QAbstractButton*, 4> m_switches{}; ///< by Severity; the last one: ended
    QToolButton* m_bell = nullptr;
    std::array<QString, 4> m_words;
    std::array<QString, 4> m_numbers;
    QStringList m_fitted;               ///< what the header was made to fit
    std::array<QColor, 3> m_markColors; ///< of the icons, by Severity
    QListView* m_list;
    QWidget* m_header;
    EmptyState* m_empty;
    QPushButton* m_showAll;
    QStackedWidget* m_stack;
    SaveLine* m_saveLine;
    QFrame* m_details = nullptr;
    QLabel* m_text = nullptr;
    QLabel* m_evidence = nullptr;
    QLabel* m_advice = nullptr;
    QLabel* m_note = nullptr;
    QLabel* m_chain = nullptr;       ///< the waits when it began
    QLabel* m_times = nullptr;       ///< when it began and ended
    QLabel* m_none = nullptr;        ///< visible while there are only findings that have ended
    QLabel* m_muted = nullptr;       ///< the number of muted findings
    QToolButton* m_unfold = nullptr; ///< in a low window, which shows only the counts otherwise
    QPushButton* m_go = nullptr;
    QPushButton* m_release = nullptr; ///< for a node that has no row in a queue
    ViewState m_viewState;
    std::string m_shownLock;
    bool m_isUpdating = false;           ///< the list changes, not the user's selection
    QPersistentModelIndex m_pressedWhen; ///< the row that was selected before the mouse press
    bool m_hasLookedAtAll = false;       ///< the ensemble was read completely once: later reads keep the sentence
};

} // namespace lockscope::ui
