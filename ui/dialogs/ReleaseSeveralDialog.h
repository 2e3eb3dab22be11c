// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/base/Result.h"
#include "core/release/ReleaseService.h"
#include "ui/dialogs/ReleaseParts.h"
#include "ui/models/ReleaseListModel.h"
#include "ui/theme/Theme.h"

#include <QDialog>
#include <QTimer>

#include <functional>
#include <optional>
#include <set>
#include <utility>

class QCheckBox;
class QDialogButtonBox;
class QFrame;
class QLabel;
class QPushButton;
class QTableView;

namespace lockscope::ui {

class ToneDelegate;

/// Reviews the release of several contenders, and releases the checked ones one after the other. Each has its own plan,
/// read again every second; what has changed is marked and not released until Review Again. Asks for a reason; at a
/// production connection, and if one of them may not be a lock, for what they have in common too. Modal, as
/// ReleaseDialog. It only emits planWanted() and confirmed(); setPlan() and setOutcome() show the replies, and the next
/// release follows its predecessor's outcome. Stop ends after the present one; so do an outcome that is unknown and a
/// connection that has become read-only.
class ReleaseSeveralDialog final : public QDialog {
    Q_OBJECT
public:
    /// `paths`: of the nodes; on Redis the locks' names.
    ReleaseSeveralDialog(const ReleaseSelection& selection, const QStringList& paths, const Clock& clock,
                         QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// Before open(): the connection that the releases go to.
    void setConnection(const QString& name, bool isProduction);
    /// Why the connection refuses every write at present; empty: it does not.
    void setWhyLocked(std::function<QString()> whyLocked) { m_whyLocked = std::move(whyLocked); }
    void keepClearOf(const QWidget* lane) { m_place.keepClearOf(lane); }
    /// Emits planWanted() for each that can still change and has no pending read.
    void readAgain();
    void setPlan(int row, const Result<release::ReleasePlan>& plan);
    void setOutcome(int row, const Result<release::ReleaseOutcome>& outcome);
    /// The connection is or will be closed: nothing more is released. The result of a pending release is still shown.
    void setDisconnected();

    /// While it releases, ends after the present one, and stays open.
    void reject() override;

Q_SIGNALS:
    void planWanted(int row, const lockscope::inspect::ContenderKey& key);
    void confirmed(int row, const lockscope::release::ReleasePlan& plan,
                   const lockscope::release::ChangeReason& changeReason);

protected:
    /// As in ReleaseDialog: Return never releases, Ctrl+Return does.
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void build();
    void buildTable();
    void buildButtons(QDialogButtonBox& buttons);
    void start();
    void releaseNext();
    void stop();
    void end();
    void reviewAgain();
    void copy() const;
    void goToWhatIsMissing();
    [[nodiscard]] bool isRunning() const { return m_running >= 0; }
    [[nodiscard]] bool isNameWanted() const;
    [[nodiscard]] bool isNameMissing() const;
    [[nodiscard]] bool isPossibleUnconfirmed() const;
    /// Why nothing can be released; empty: it can.
    [[nodiscard]] QString whyNot() const;
    [[nodiscard]] QString whyLocked() const { return m_whyLocked ? m_whyLocked() : QString(); }
    /// Nothing if no row has this state.
    [[nodiscard]] QString counted(const QString& text, ReleaseRow::State state) const;
    [[nodiscard]] QString progressText() const;
    [[nodiscard]] QString resultText() const;
    void showState();
    void showDetails();
    void updateAge();

    const Clock& m_clock;
    QString m_name; ///< of the selection
    std::function<QString()> m_whyLocked;
    ReleaseListModel* m_model;
    ToneDelegate* m_delegate;
    std::set<int> m_reading;            ///< rows with a pending read
    std::optional<SteadyTime> m_readAt; ///< when the last plan arrived
    QTimer m_refresh;
    int m_running = -1; ///< the row that is being released
    bool m_isStopping = false;
    bool m_hasRun = false;
    bool m_isDisconnected = false;
    bool m_isProduction = false;
    ReleasePlace m_place;
    ReleaseConnection* m_connection;
    QLabel* m_title;
    QLabel* m_age;
    QTableView* m_table;
    QLabel* m_details; ///< of the current row
    QCheckBox* m_possible;
    ReleaseFields m_fields;
    QFrame* m_resultFrame;
    QLabel* m_result;
    QPushButton* m_copy = nullptr;
    QPushButton* m_review = nullptr;
    QPushButton* m_stop = nullptr;
    QPushButton* m_release = nullptr;
    QPushButton* m_cancel = nullptr;
};

} // namespace lockscope::ui
