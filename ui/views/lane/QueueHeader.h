// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"
#include "ui/models/Roles.h"
#include "ui/theme/Theme.h"

#include <QWidget>

#include <string>
#include <vector>

class QAction;
class QHBoxLayout;
class QToolButton;

namespace lockscope::ui {

class CentreSwitch;
class Chip;
class ElidedLabel;

/// The lock's name and its facts as chips: type, held for, waiting, longest wait, worst finding. A long hold that is
/// the worst finding has one chip with the time of the hold. In a narrow header the name stays readable, chips have
/// shorter texts, and the least important are left out, but not that of the finding; the tooltip has what is not there.
class QueueHeader final : public QWidget {
    Q_OBJECT
public:
    explicit QueueHeader(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// At the right end.
    void setReportAction(QAction* action);
    /// `findings`: of the lock, worst first.
    void show(const inspect::Lock& lock, const inspect::Moment& now, bool stale,
              const std::vector<const inspect::Finding*>& findings);
    /// Without a lock.
    void clear();
    /// At the right end, where there is room; if it does not show the queue, always.
    [[nodiscard]] CentreSwitch& centreSwitch() { return *m_switch; }

    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// The user chose the worst finding; the parameter is its inspect::identityOf().
    void findingChosen(const std::string& identity);

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// What a chip shows.
    struct Fact {
        QString text;
        Tone tone = Tone::Muted;
        Mark mark = Mark::None;
    };

    [[nodiscard]] static QString heldText(const inspect::Lock& lock, const QString& since);
    [[nodiscard]] static QString leaseChip(const inspect::Lock& lock, WallTime now);
    void showType(const inspect::Lock& lock, bool stale);
    [[nodiscard]] static Fact holdOf(const inspect::Lock& lock, const inspect::Moment& now);
    void showFinding(const std::vector<const inspect::Finding*>& findings, Fact held, bool stale);
    void showWaiting(const inspect::Lock& lock, const inspect::Moment& now, bool stale);
    void forgetWidths(const std::string& lockPath);
    void arrangeChips();
    void fitChips();
    void sayWhatIsNotShown();
    [[nodiscard]] std::vector<Chip*> byImportance() const;

    ElidedLabel* m_folder;
    ElidedLabel* m_name;
    Chip* m_finding;
    std::string m_findingIdentity; ///< of the finding in the chip
    Chip* m_dialect;
    Chip* m_held;
    Chip* m_waiting;
    Chip* m_longest;
    Chip* m_note;
    std::vector<Chip*> m_chips; ///< all of them, from left to right
    QHBoxLayout* m_row;         ///< of them
    CentreSwitch* m_switch;
    QToolButton* m_report;
    std::string m_path;         ///< of the lock
    bool m_hasVotes = false;    ///< of several masters
    bool m_isHoldFound = false; ///< the chip of the finding is that of the hold
    bool m_isNoteProblem = false;
};

} // namespace lockscope::ui
