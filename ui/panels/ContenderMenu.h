// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/shell/ViewState.h"
#include "ui/views/ContenderSpot.h"

#include <QHash>
#include <QList>
#include <QMenu>
#include <QPointer>

#include <functional>
#include <optional>

namespace lockscope::ui {

/// The context menu of all views that show contenders: release, copy, and show elsewhere, then the actions of the view
/// itself. An entry that does not apply is disabled with the reason. Opens by a right click, the menu key and
/// Shift+F10. Intents: releaseWanted, graphWanted, timelineWanted, activityWanted. Thread: UI.
class ContenderMenu final : public QMenu {
    Q_OBJECT
public:
    /// Selects what is at this point of the viewport and returns it; nullopt: by a key, what is selected. Returns
    /// nothing if no contender and no lock is there.
    using Find = std::function<std::optional<ContenderSpot>(const std::optional<QPoint>& at)>;

    explicit ContenderMenu(QWidget* parent = nullptr);

    void setViewState(const ViewState& viewState) { m_viewState = viewState; }
    /// From now on the context menu of this view. The view has the focus when the menu is opened by a key.
    void serve(QWidget& view, Find find);

Q_SIGNALS:
    void releaseWanted(const lockscope::inspect::ContenderKey& key);
    void graphWanted(const lockscope::inspect::ContenderKey& key);
    void timelineWanted(const lockscope::inspect::ContenderKey& key);
    /// `text`: by which the log is filtered.
    void activityWanted(const QString& text);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Served {
        QWidget* view = nullptr;
        QWidget* viewport = nullptr;
        Find find;
    };

    QAction* addEntry(const QString& objectName, const QString& text);
    void addCopy(QAction* entry);
    void openByKey(const Served& served);
    void open(const Served& served, const std::optional<ContenderSpot>& spot, const QPoint& at);
    void take(const ContenderSpot& spot);
    void nameEntries(bool addsPermits);
    void offerRelease(const QString& whyNone, bool addsPermits);
    void offerCopies(const ContenderSpot& spot, const inspect::Lock* lock, const inspect::Contender* contender,
                     const QString& whyNone);
    void offerPlaces(const ContenderSpot& spot, const inspect::Lock* lock, const inspect::Contender* contender,
                     const QString& whyNone);

    ViewState m_viewState;
    QHash<QObject*, Served> m_served; ///< by the view and by its viewport
    inspect::ContenderKey m_key;      ///< of the open menu
    QList<QAction*> m_own;
    QList<QPointer<QAction>> m_ofView;
    QAction* m_release;
    QAction* m_host;
    QAction* m_session;
    QAction* m_path;
    QAction* m_command;
    QAction* m_graph;
    QAction* m_timeline;
    QAction* m_activity;
};

} // namespace lockscope::ui
