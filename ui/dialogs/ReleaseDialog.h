// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/release/ReleaseDesk.h"
#include "ui/Theme.h"

#include <QDialog>

#include <optional>

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
class ReleaseDialog final : public QDialog {
    Q_OBJECT
public:
    /// `shownCzxid`: of the node that the user looked at; 0 while that was not known. Another one is never offered for
    /// deletion.
    ReleaseDialog(const QString& nodePath, std::int64_t shownCzxid, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setPlan(const Result<release::ReleasePlan>& plan);
    void setAsked(const Result<release::AskOutcome>& outcome);
    void setOutcome(const Result<release::ReleaseOutcome>& outcome);
    /// What is on its way is still told.
    void setDisconnected();

Q_SIGNALS:
    void askWanted(const lockscope::release::ReleasePlan& plan, const lockscope::release::Warrant& warrant);
    void confirmed(const lockscope::release::ReleasePlan& plan, const lockscope::release::Warrant& warrant);

protected:
    /// Return never deletes, and closes only with the focus on Cancel: it goes to what is missing.
    void keyPressEvent(QKeyEvent* event) override;

private:
    void goToWhatIsMissing();
    void build();
    void say(const QString& sentence, const QString& tone);
    void showRows(const release::ReleasePlan& plan);
    void updateButtons();
    void makeRoom();
    [[nodiscard]] bool hasConsent() const;
    [[nodiscard]] release::Warrant warrant() const;

    QString m_nodePath;
    std::int64_t m_shownCzxid;
    std::optional<release::ReleasePlan> m_plan; ///< one that may be carried out
    bool m_busy = false;                        ///< an act is on its way, or done
    bool m_isDisconnected = false;
    QLabel* m_title;
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
