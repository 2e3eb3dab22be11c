// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/model/Finding.h"
#include "core/release/ReleaseService.h"
#include "ui/theme/Theme.h"

#include <QDateTime>
#include <QDialog>
#include <QTimer>

#include <map>
#include <optional>
#include <string>
#include <vector>

class QFormLayout;
class QFrame;
class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;

namespace lockscope::ui {

class KeyValueList;

/// Shows the plan as `release --dry-run` prints it, and asks for as much as the risk is worth: a click when the
/// holder's session has ended, a reason for a waiter, the lock's name and a reason for whoever may still rely on the
/// lock. The only modal dialog there is. It does nothing itself: askWanted() and confirmed() say that the user wants
/// it, setAsked() and setOutcome() what came of it. The plan is of one connection: when that is closed, nothing can be
/// done any more.
///
/// While it is open its values are read again every second, by whoever answers refreshWanted() with updatePlan(): what
/// is another value than in the first plan is marked with what it was. If the target is no longer what was shown, or is
/// gone, nothing can be done any more, and the dialog says why.
class ReleaseDialog final : public QDialog {
    Q_OBJECT
public:
    /// `shownCreationId`: of the node that the user looked at; 0 while that was not known. Another one is never offered
    /// for deletion.
    ReleaseDialog(const QString& nodePath, std::int64_t shownCreationId, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setPlan(const Result<release::ReleasePlan>& plan);
    /// The plan read again. Without a connection the last values stay, and show their age.
    void updatePlan(const Result<release::ReleasePlan>& plan);
    /// What is wrong with the lock.
    void setFindings(const std::vector<const inspect::Finding*>& findings);
    /// Empty while it is not known.
    [[nodiscard]] std::string lockPath() const { return m_first ? m_first->lockPath : std::string(); }
    void setAsked(const Result<release::AskOutcome>& outcome);
    void setOutcome(const Result<release::ReleaseOutcome>& outcome);
    /// What is on its way is still told.
    void setDisconnected();

Q_SIGNALS:
    void refreshWanted();
    void askWanted(const lockscope::release::ReleasePlan& plan, const lockscope::release::ChangeReason& changeReason);
    void confirmed(const lockscope::release::ReleasePlan& plan, const lockscope::release::ChangeReason& changeReason);

protected:
    /// Return never deletes, and closes only with the focus on Cancel: it goes to what is missing.
    void keyPressEvent(QKeyEvent* event) override;

private:
    void goToWhatIsMissing();
    void build();
    void say(const QString& sentence, const QString& tone);
    void showRows(const release::ReleasePlan& plan);
    void refuse(const QString& why);
    void updateAge();
    void updateButtons();
    void makeRoom();
    [[nodiscard]] bool hasConfirmation() const;
    [[nodiscard]] release::ChangeReason changeReason() const;

    QString m_nodePath;
    std::int64_t m_shownCreationId;
    std::optional<release::ReleasePlan> m_first;  ///< as it was shown first
    std::optional<release::ReleasePlan> m_plan;   ///< one that may be carried out: the newest
    std::map<std::string, QString> m_firstValues; ///< of m_first, by a row's key
    QDateTime m_readAt;                           ///< when the values that are shown were read
    QTimer m_refresh;
    bool m_busy = false; ///< an act is on its way, or done
    bool m_isDisconnected = false;
    QLabel* m_title;
    QLabel* m_age;
    QLabel* m_findings;
    KeyValueList* m_rows;
    QLabel* m_sentences;
    QScrollArea* m_facts = nullptr; ///< rows and sentences
    QFrame* m_riskFrame;
    QLabel* m_risk;
    QFormLayout* m_form = nullptr;
    QLineEdit* m_name;
    QLineEdit* m_reason;
    QLineEdit* m_ticket;
    QFrame* m_resultFrame;
    QLabel* m_result;
    QPushButton* m_ask = nullptr;
    QPushButton* m_delete = nullptr;
    QPushButton* m_cancel = nullptr;
};

/// What became of a release, and of a wish to let go, as one sentence.
[[nodiscard]] QString outcomeText(const Result<release::ReleaseOutcome>& outcome);
[[nodiscard]] QString askText(const Result<release::AskOutcome>& outcome);

} // namespace lockscope::ui
