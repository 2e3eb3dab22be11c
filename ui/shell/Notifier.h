// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Finding.h"
#include "ui/models/AwaitedHolds.h"
#include "ui/shell/DesktopNotifications.h"

#include <QObject>
#include <QString>

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace lockscope::ui {

/// Notifies the user on the desktop of new critical findings, unless that is off, and of the ends of awaited holds. A
/// notification of a finding offers to show it, and to mute its kind at its lock until the program ends, as the window
/// does; it is withdrawn when all its findings have ended. Many new findings at one time have one notification. Lives
/// on the UI thread.
class Notifier final : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Off at first. Off: withdraws those of findings.
    void setNotifiesOfFindings(bool notifies);
    /// Of these findings, which are new, notifies of the critical ones. `where`: the name of the connection, one line.
    void noteNew(const std::vector<const inspect::Finding*>& findings, const QString& where);
    /// Findings of this groupOf() are notified no longer, or again. Of shown notifications, those with no others are
    /// withdrawn.
    void setMuted(const std::string& group, bool muted);
    /// Of other servers: locks there may have the same names.
    void forgetMuted();
    [[nodiscard]] const std::set<std::string>& muted() const { return m_muted; }
    /// Withdraws the notifications of findings that have all ended. `isPresent`: of the findings of a groupOf().
    void withdrawEnded(const std::function<bool(const std::string& group)>& isPresent);
    void withdrawFindings();
    /// After the connection was closed: another one may have locks with the same paths.
    void withdrawAll();
    /// undelivered() follows if the desktop does not show it.
    void noteEnd(const AwaitedHolds::End& end);

Q_SIGNALS:
    /// The user wants to see this finding, as it was when it began.
    void findingWanted(const lockscope::inspect::Finding& finding);
    /// muted() is another set.
    void mutedChanged();
    void holdWanted(const lockscope::inspect::ContenderKey& hold);
    void undelivered(const lockscope::ui::AwaitedHolds::End& end);
    /// The desktop shows no notifications of findings. Emitted once. `reason`: one line.
    void unavailable(const QString& reason);

private:
    void wireOnce();
    QString nextKey();
    void take(const QString& key, const QString& action);
    void noteFailure(const QString& key, const QString& reason);
    void forget(const QString& key);

    DesktopNotifications m_desktop;
    bool m_isWired = false;
    bool m_notifies = false;
    bool m_hasFailed = false; ///< unavailable() was emitted
    int m_lastKey = 0;
    std::set<std::string> m_muted; ///< groups
    std::map<QString, std::vector<inspect::Finding>> m_findings;
    std::map<QString, AwaitedHolds::End> m_ends;
};

} // namespace lockscope::ui
