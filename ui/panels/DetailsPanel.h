// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/panels/ContenderFacts.h"
#include "ui/theme/Theme.h"

#include <QWidget>

class QAction;
class QFrame;
class QStackedWidget;
class QTabWidget;
class QToolButton;

namespace lockscope::ui {

class CommandList;
class ElidedLabel;
class EmptyState;
class KeyValueList;
class LeaseBar;
class PayloadView;

/// All known data of one contender, its session, its payload and its lock. Every value can be copied. Only the page in
/// view is computed. Intents: contentWanted, hostsWanted.
class DetailsPanel final : public QWidget {
    Q_OBJECT
public:
    explicit DetailsPanel(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// Shown beside the name of the client.
    void setFollowAction(QAction* action);
    /// The templates of the commands to copy, from the next show() on.
    void setCommands(const CommandTemplates& commands);
    void show(const ViewState& viewState, const ContenderView& view);

Q_SIGNALS:
    /// Another page has come into view: show() has to be called again.
    void contentWanted();
    /// Requests to look for the hosts of clients on Redis.
    void hostsWanted();
    /// The user chose a finding of the lock; the parameter is its inspect::identityOf().
    void findingChosen(const std::string& identity);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* buildHeader();
    QWidget* buildContender();
    void buildHostBox();
    void showPage(const ViewState& viewState, const ContenderView& view);
    void showContender(const ViewState& viewState, const ContenderView& view);
    void showLock(const ViewState& viewState, const inspect::Lock& lock);
    /// Decided again when the lock has changed; for a long queue only when its type has.
    void recognise(const ViewState& viewState, const inspect::Lock& lock);

    ClientPlaces m_clientPlaces;
    CommandTemplates m_commands;
    bool m_isShowing = false;            ///< within show()
    inspect::SnapshotPtr m_recognisedIn; ///< keeps m_recognised
    const inspect::Lock* m_recognised = nullptr;
    inspect::Recognition m_recognition;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    ElidedLabel* m_name;
    QToolButton* m_follow;
    QTabWidget* m_tabs;
    LeaseBar* m_lease; ///< of a holder on Redis
    KeyValueList* m_contender;
    QFrame* m_hostBox; ///< below the host, while a host on Redis is unknown: how it is found, and what that costs
    CommandList* m_commandList;
    KeyValueList* m_session;
    PayloadView* m_payload;
    KeyValueList* m_lock;
};

} // namespace lockscope::ui
