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
class QStackedWidget;
class QTreeView;

namespace lockscope::ui {

class EmptyState;
class LocksModel;
class LocksProxy;
class SaveLine;
class ToneDelegate;

/// All locks of the snapshot as a tree; typing filters, the box above orders. What comes new is unfolded where it is
/// few; what was there before is folded and unfolded by the user alone, and found again as it was when a filter is
/// cleared. Intent: lockChosen.
class LocksPanel final : public QWidget {
    Q_OBJECT
public:
    explicit LocksPanel(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setViewState(const ViewState& viewState);
    /// Shows the lock as chosen, as soon as it is in the snapshot; says nothing.
    void select(const std::string& path);
    /// The first lock in the order that is shown; empty when there is none.
    [[nodiscard]] std::string firstLock() const;

Q_SIGNALS:
    void lockChosen(const std::string& path);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildTree();
    void filter(const QString& text);
    void showPage();
    void sayWhy();
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
    SaveLine* m_saveLine;
    ViewState m_viewState;
    std::string m_selected;
    bool m_isOnFolder = false; ///< where the user went meanwhile
    bool m_isFiltered = false;
    QHash<QString, bool> m_unfolded; ///< while there is a filter: which folders were, before it
    std::vector<QPersistentModelIndex> m_inserted;
    bool m_updating = false; ///< what the tree selects meanwhile is not the user's choice
};

} // namespace lockscope::ui
