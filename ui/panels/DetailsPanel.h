// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/panels/ContenderFacts.h"
#include "ui/theme/Theme.h"

#include <QWidget>

class QPushButton;
class QStackedWidget;
class QTabWidget;

namespace lockscope::ui {

class EmptyState;
class KeyValueList;
class PayloadView;

/// All known data of one contender, its session, its payload and its lock. Every value can be copied.
class DetailsPanel final : public QWidget {
    Q_OBJECT
public:
    explicit DetailsPanel(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void show(const ViewState& viewState, const ContenderView& view);

Q_SIGNALS:
    /// Requests to look for the hosts of clients on Redis.
    void hostsWanted();

private:
    QWidget* buildContender();
    /// Decided again when the lock has changed; for a long queue only when its type has.
    void recognise(const ViewState& viewState, const inspect::Lock& lock);

    inspect::SnapshotPtr m_recognisedIn; ///< keeps m_recognised
    const inspect::Lock* m_recognised = nullptr;
    inspect::Recognition m_recognition;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    QTabWidget* m_tabs;
    KeyValueList* m_contender;
    QPushButton* m_findHosts; ///< visible while a host on Redis is unknown
    KeyValueList* m_session;
    PayloadView* m_payload;
    KeyValueList* m_lock;
};

} // namespace lockscope::ui
