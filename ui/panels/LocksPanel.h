// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/shell/ViewState.h"
#include "ui/theme/Theme.h"

#include <QHash>
#include <QPersistentModelIndex>
#include <QWidget>

#include <string>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QTreeView;

namespace lockscope::ui {

class EmptyState;
class LocksModel;
class LocksProxy;
class SaveLine;
class ToneDelegate;

/// All locks of the snapshot as a tree, with a filter and a sort order. New branches are expanded if there are few
/// locks; existing ones are expanded and collapsed by the user only. Clearing the filter restores their state. Intent:
/// lockChosen.
class LocksPanel final : public QWidget {
    Q_OBJECT
public:
    explicit LocksPanel(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setViewState(const ViewState& viewState);
    /// Selects the lock as soon as it is in the snapshot. Emits no signal.
    void select(const std::string& path);
    /// The first lock in the current order; empty if there is none.
    [[nodiscard]] std::string firstLock() const;

Q_SIGNALS:
    void lockChosen(const std::string& path);
    /// The user wants the rest of a tree with many nodes to be read.
    void allNodesWanted();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildTree();
    void filter(const QString& text);
    void showPage();
    void sayWhy();
    [[nodiscard]] static QString whyNoLocks(const ViewState& viewState);
    void showProblems();
    void showSelected();
    [[nodiscard]] bool isFew() const;
    [[nodiscard]] std::vector<QModelIndex> folders() const;
    void unfold(const QModelIndex& index, bool few);
    void noteInserted(const QModelIndex& parent, int first, int last);
    void unfoldInserted();
    void rememberFolding();
    void restoreFolding();
    void currentChanged(const QModelIndex& current);

    LocksModel* m_model;
    LocksProxy* m_proxy;
    ToneDelegate* m_delegate;
    QLabel* m_count;
    QComboBox* m_order;
    QLineEdit* m_filter;
    QTreeView* m_tree;
    EmptyState* m_empty;
    QStackedWidget* m_stack;
    QLabel* m_problems;
    QPushButton* m_readAll;
    SaveLine* m_saveLine;
    ViewState m_viewState;
    std::string m_selected;
    bool m_isOnFolder = false; ///< the user has selected a folder meanwhile
    bool m_isFiltered = false;
    QHash<QString, bool> m_unfolded; ///< while there is a filter: which folders were expanded before
    std::vector<QPersistentModelIndex> m_inserted;
    bool m_updating = false; ///< selection changes of the tree are not the user's
};

} // namespace lockscope::ui
