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

class QCheckBox;
class QFormLayout;
class QFrame;
class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;

namespace lockscope::ui {

class KeyValueList;

/// Shows the plan as `release --dry-run` prints it, and asks for a confirmation in proportion to the risk: a click if
/// the holder's session has ended; a reason for a waiter; the lock's name and a reason if a client may still rely on
/// the lock. The only modal dialog. It only emits askWanted() and confirmed(); setAsked() and setOutcome() show the
/// results. The plan is valid for one connection: after that is closed, the dialog can do nothing.
///
/// While open, it emits refreshWanted() every second; the receiver calls updatePlan(). Values that differ from the
/// first plan are marked, with the first value. If the target has changed or is gone, the buttons are disabled, with
/// the reason.
class ReleaseDialog final : public QDialog {
    Q_OBJECT
public:
    /// `shownCreationId`: of the node that the user selected; 0 if unknown. A node with another one is never offered
    /// for deletion.
    ReleaseDialog(const QString& nodePath, std::int64_t shownCreationId, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setPlan(const Result<release::ReleasePlan>& plan);
    /// The plan after a refresh. Without a connection the last values stay, with their age.
    void updatePlan(const Result<release::ReleasePlan>& plan);
    /// The findings of the lock.
    void setFindings(const std::vector<const inspect::Finding*>& findings);
    /// Empty while unknown.
    [[nodiscard]] std::string lockPath() const { return m_first ? m_first->lockPath : std::string(); }
    void setAsked(const Result<release::AskOutcome>& outcome);
    void setOutcome(const Result<release::ReleaseOutcome>& outcome);
    /// The connection is closed. Results of pending requests are still shown.
    void setDisconnected();

Q_SIGNALS:
    void refreshWanted();
    void askWanted(const lockscope::release::ReleasePlan& plan, const lockscope::release::ChangeReason& changeReason);
    void confirmed(const lockscope::release::ReleasePlan& plan, const lockscope::release::ChangeReason& changeReason);

protected:
    /// Return never deletes, and closes only with the focus on Cancel: it goes to the next required field.
    void keyPressEvent(QKeyEvent* event) override;

private:
    void goToWhatIsMissing();
    void build();
    void say(const QString& sentence, const QString& tone);
    [[nodiscard]] static QString titleOf(const release::ReleasePlan& plan);
    void showRows(const release::ReleasePlan& plan);
    void refuse(const QString& why);
    [[nodiscard]] bool isOfRedis() const { return m_first && m_first->isRedis(); }
    void stopUpdates();
    void showGone(const QString& title);
    void updateAge();
    void updateButtons();
    void makeRoom();
    [[nodiscard]] bool hasConfirmation() const;
    [[nodiscard]] release::ChangeReason changeReason() const;

    QString m_nodePath;
    std::int64_t m_shownCreationId;
    std::optional<release::ReleasePlan> m_first;  ///< as it was shown first
    std::optional<release::ReleasePlan> m_plan;   ///< the newest that may be applied; else nothing
    std::map<std::string, QString> m_firstValues; ///< of m_first, by a row's key
    QDateTime m_readAt;                           ///< when the shown values were read
    QTimer m_refresh;
    bool m_busy = false; ///< a request is pending or done
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
    QCheckBox* m_possible; ///< one more confirmation for what may not be a lock
    QLineEdit* m_name;
    QLineEdit* m_reason;
    QLineEdit* m_ticket;
    QFrame* m_resultFrame;
    QLabel* m_result;
    QPushButton* m_ask = nullptr;
    QPushButton* m_delete = nullptr;
    QPushButton* m_cancel = nullptr;
};

} // namespace lockscope::ui
