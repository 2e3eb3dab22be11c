// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/model/Finding.h"
#include "core/release/PlanRows.h"
#include "core/release/ReleaseService.h"
#include "ui/dialogs/ReleaseParts.h"
#include "ui/theme/Theme.h"

#include <QDateTime>
#include <QDialog>
#include <QTimer>

#include <map>
#include <optional>
#include <string>
#include <vector>

class QCheckBox;
class QFrame;
class QLabel;
class QPushButton;
class QScrollArea;

namespace lockscope::ui {

class KeyValueList;

/// Shows the plan as `release --dry-run` prints it, and asks for a reason; at a production connection, and for what may
/// not be a lock, for the lock's name too. Modal. It only emits askWanted() and confirmed(); setAsked()
/// and setOutcome() show the results. The plan is valid for one connection: after that is closed, the dialog can do
/// nothing.
///
/// First stands what identifies the target, with the evidence; then the plan and its effect. In a low window the latter
/// scroll. While open, it emits refreshWanted() every second; the receiver calls updatePlan(). Values that differ from
/// the first plan are marked, with the first value. If the target has changed, the buttons are disabled with the reason
/// until the user reviews the new plan; if it is gone, for good.
class ReleaseDialog final : public QDialog {
    Q_OBJECT
public:
    /// `shownCreationId`: of the node that the user selected; 0 if unknown. A node with another one is not offered for
    /// deletion until it was reviewed.
    ReleaseDialog(const QString& nodePath, std::int64_t shownCreationId, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// Before setPlan(): the holder can be asked to release the lock, and nothing can be deleted.
    void offerRequestOnly();
    /// Before setPlan(): the connection that the release goes to.
    void setConnection(const QString& name, bool isProduction);
    /// The dialog lies over the right of the window, and in a wide window never over this part of it.
    void keepClearOf(const QWidget* lane) { m_place.keepClearOf(lane); }
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
    /// Return never deletes, and closes only with the focus on Cancel: it goes to the next required field. Ctrl+Return
    /// releases if nothing is missing; F5 reads the values again.
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void goToWhatIsMissing();
    [[nodiscard]] bool isNameWanted() const;
    [[nodiscard]] bool isNameMissing() const;
    [[nodiscard]] bool isReasonMissing() const;
    [[nodiscard]] bool isPossibleUnconfirmed() const;
    void build();
    QWidget* buildFacts();
    QWidget* buildButtons();
    void say(const QString& sentence, const QString& tone);
    [[nodiscard]] QString titleOf(const release::ReleasePlan& plan) const;
    [[nodiscard]] QString headingOf(const release::ReleasePlan& plan) const;
    [[nodiscard]] static QString valueOf(const release::ReleasePlan& plan, const release::PlanRow& row);
    [[nodiscard]] QStringList stepsOf(const release::ReleasePlan& plan) const;
    void showPlan(const release::ReleasePlan& plan);
    /// What Ctrl+Return presses, and Return never does.
    [[nodiscard]] QPushButton* sendButton() const { return m_isRequest ? m_ask : m_delete; }
    void showRows(const release::ReleasePlan& plan);
    void take(const release::ReleasePlan& plan);
    void offerReview(const QString& why, const release::ReleasePlan& changed);
    void reviewAgain();
    void refuse(const QString& why);
    /// Why the buttons of the dialog cannot be used, whatever is typed; and why nothing can be released yet.
    [[nodiscard]] QString whyNothing() const;
    [[nodiscard]] QString whyNotReleased() const;
    void copyPlan() const;
    [[nodiscard]] bool isOfRedis() const { return m_first && m_first->isRedis(); }
    void stopUpdates();
    void showGone(const QString& title);
    void updateAge();
    void updateButtons();
    void makeRoom();

    QString m_nodePath;
    std::int64_t m_shownCreationId;
    std::optional<release::ReleasePlan> m_first;   ///< as it was shown first
    std::optional<release::ReleasePlan> m_plan;    ///< the newest that may be applied; else nothing
    std::optional<release::ReleasePlan> m_changed; ///< the newest of a changed target, to review; then no m_plan
    QString m_refusal;                             ///< why the target cannot be released, or not before a review
    std::map<std::string, QString> m_firstValues;  ///< of m_first, by a row's key
    bool m_hasChanges = false;                     ///< a value differs from m_firstValues
    QDateTime m_readAt;                            ///< when the shown values were read
    QTimer m_refresh;
    bool m_busy = false; ///< a request is pending or done
    bool m_isDisconnected = false;
    bool m_isProduction = false;
    bool m_isRequest = false; ///< see offerRequestOnly()
    ReleasePlace m_place;
    ReleaseConnection* m_connection;
    QLabel* m_title;
    QLabel* m_heading;
    QLabel* m_age;
    KeyValueList* m_rows;
    QLabel* m_evidence;
    QLabel* m_findings;
    QWidget* m_future; ///< contains the next three
    QLabel* m_steps;
    QLabel* m_effect;
    QLabel* m_sentences;            ///< checks, and other options
    QScrollArea* m_facts = nullptr; ///< scrolls all from the heading to the sentences
    QFrame* m_riskFrame;
    QLabel* m_risk;
    QCheckBox* m_possible; ///< one more confirmation for what may not be a lock
    ReleaseFields m_fields;
    QFrame* m_resultFrame;
    QLabel* m_result;
    QPushButton* m_review = nullptr;
    QPushButton* m_copy = nullptr;
    QPushButton* m_ask = nullptr;
    QPushButton* m_delete = nullptr;
    QPushButton* m_cancel = nullptr;
};

} // namespace lockscope::ui
