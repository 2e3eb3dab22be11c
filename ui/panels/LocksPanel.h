// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/LocksModel.h"
#include "ui/models/ReleaseSelection.h"
#include "ui/shell/ViewState.h"
#include "ui/theme/Theme.h"
#include "ui/views/ContenderSpot.h"

#include <QHash>
#include <QIcon>
#include <QPersistentModelIndex>
#include <QWidget>

#include <array>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

class QAction;
class QCheckBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QMenu;
class QPushButton;
class QStackedWidget;
class QTimer;
class QToolButton;

namespace lockscope::ui {

class ContenderMenu;
class ElidedLabel;
class EmptyState;
class FolderTree;
class LocksProxy;
class SaveLine;
class ToneDelegate;

/// All locks of the snapshot as a list or as a tree, with a filter and a sort order. In the tree, new branches are
/// expanded if there are few locks; existing ones are expanded and collapsed by the user only. Clearing the filter
/// restores their state. Intents: lockChosen, treeChosen, and the
/// next steps of an empty list.
class LocksPanel final : public QWidget {
    Q_OBJECT
public:
    explicit LocksPanel(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setViewState(const ViewState& viewState);
    /// The menu of the locks.
    void setMenu(ContenderMenu& menu);
    /// Does not emit treeChosen().
    void setTree(bool tree);
    /// What the user has chosen, besides the text of the filter and the form.
    struct Choice {
        bool onlyProblems = false;
        int sorted = 0; ///< a column of LocksModel
        Qt::SortOrder order = Qt::DescendingOrder;
        QHash<QString, bool> unfolded{}; ///< in a tree: whether each folder is expanded, without the filter
    };
    [[nodiscard]] Choice choice() const;
    void setChoice(const Choice& choice);
    /// Selects the lock as soon as it is in the snapshot. Emits no signal.
    void select(const std::string& path);
    /// The first lock in the current order; empty if there is none.
    [[nodiscard]] std::string firstLock() const;
    /// Of the worst finding of this lock, as far as the rows are in order; 0: none.
    [[nodiscard]] int severityOf(const std::string& path) const;

Q_SIGNALS:
    void lockChosen(const std::string& path);
    /// To release all orphans at a path and below it.
    void severalWanted(const lockscope::ui::ReleaseSelection& selection);
    /// The user wants the tree, or the list.
    void treeChosen(bool tree);
    /// The user wants the rest of a tree with many nodes to be read.
    void allNodesWanted();
    /// The next step while there are no locks.
    void connectWanted();
    void cancelWanted();
    void retryWanted();
    void editWanted();
    void refreshWanted();
    void nextEventWanted();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildHeader(QHBoxLayout& layout);
    void buildForms(QHBoxLayout& layout);
    void buildFilter(QHBoxLayout& layout);
    void buildTree();
    /// The lock at this point of the list, which is then selected; nullopt: the current one.
    [[nodiscard]] std::optional<ContenderSpot> lockSpot(const std::optional<QPoint>& at);
    [[nodiscard]] ReleaseSelection orphans() const;
    void buildSortMenu();
    void nameSorts();
    using Widths = std::array<int, LocksModel::ColumnCount>;
    void fitToWindow();
    void fitColumns();
    void fitColumnsSoon();
    void noteWidths(const Widths& now);
    void shareRest(int rest, const Widths& now);
    [[nodiscard]] int characters(int count) const;
    [[nodiscard]] int leastHolder() const;
    [[nodiscard]] Widths widthsInView() const;
    [[nodiscard]] int titleWidth(int column) const;
    [[nodiscard]] QIcon headerMark(const QColor& color) const;
    [[nodiscard]] bool isTree() const;
    void showForm();
    void placeVotes();
    void showCounts();
    void filter();
    void foldFiltered();
    void wireSteps();
    void offer(std::initializer_list<QPushButton*> steps);
    void showPage();
    void sayWhy();
    void sayConnecting();
    void sayLive();
    [[nodiscard]] static QString whyNoLocks(const ViewState& viewState);
    void showProblems();
    void showSelected();
    [[nodiscard]] bool isFew() const;
    [[nodiscard]] std::vector<QModelIndex> folders() const;
    void unfold(const QModelIndex& index, bool few);
    void noteInserted(const QModelIndex& parent, int first, int last);
    void unfoldInserted();
    [[nodiscard]] QHash<QString, bool> folding() const;
    void restoreFolding();
    void currentChanged(const QModelIndex& current);

    LocksModel* m_model;
    LocksProxy* m_proxy;
    QTimer* m_fit; ///< for what may change often before the next paint
    ToneDelegate* m_delegate;
    ElidedLabel* m_count;
    QLineEdit* m_filter;
    QCheckBox* m_onlyProblems;
    FolderTree* m_tree;
    QToolButton* m_asList; ///< one of the two is checked
    QToolButton* m_asTree;
    QMenu* m_sortMenu;
    QAction* m_releaseOrphans;     ///< in the menu of the list
    ReleaseSelection m_orphans;    ///< at and below what was selected when the menu opened
    std::vector<QAction*> m_sorts; ///< by column
    EmptyState* m_empty;
    QPushButton* m_connect;
    QPushButton* m_cancel;
    QPushButton* m_retry;
    QPushButton* m_edit;
    QPushButton* m_refresh;
    QPushButton* m_nextEvent;
    QPushButton* m_clearFilter;
    QStackedWidget* m_stack;
    QLabel* m_problems;
    QPushButton* m_readAll;
    SaveLine* m_saveLine;
    ViewState m_viewState;
    std::string m_selected;
    bool m_isOnFolder = false; ///< the user has selected a folder meanwhile
    bool m_isFiltered = false;
    Widths m_widths{};                ///< that the content of the columns has needed lately
    std::array<Widths, 2> m_lately{}; ///< in the present period, and in the one before
    WallTime m_latelySince{};         ///< the begin of the present one
    QHash<QString, bool> m_unfolded;  ///< while there is a filter: which folders were expanded before
    std::vector<QPersistentModelIndex> m_inserted;
    bool m_updating = false; ///< selection changes of the tree are not the user's
};

} // namespace lockscope::ui
