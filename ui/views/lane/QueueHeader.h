// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"
#include "ui/theme/Theme.h"

#include <QWidget>

#include <string>

class QAction;
class QToolButton;

namespace lockscope::ui {

class Chip;
class ElidedLabel;

/// The lock's name and its facts as chips: worst finding, type, held for, waiting, longest wait. In a narrow header the
/// name stays readable and chips are left out.
class QueueHeader final : public QWidget {
    Q_OBJECT
public:
    explicit QueueHeader(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// At the right end.
    void setReportAction(QAction* action);
    /// `worst`: of the lock's findings; null without any.
    void show(const inspect::Lock& lock, const inspect::Moment& now, bool stale,
              const inspect::Finding* worst = nullptr);

    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// The user chose the worst finding; the parameter is its inspect::identityOf().
    void findingChosen(const std::string& identity);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] static QString heldText(const inspect::Lock& lock, const QString& since);
    [[nodiscard]] static QString leaseChip(const inspect::Lock& lock, WallTime now);
    void showWaiting(const inspect::Lock& lock, const inspect::Moment& now, bool stale);
    void leaveOutWhatDoesNotFit();

    ElidedLabel* m_folder;
    ElidedLabel* m_name;
    Chip* m_finding;
    std::string m_findingIdentity; ///< of the finding in the chip
    Chip* m_dialect;
    Chip* m_held;
    Chip* m_waiting;
    Chip* m_longest;
    Chip* m_note;
    QToolButton* m_report;
};

} // namespace lockscope::ui
