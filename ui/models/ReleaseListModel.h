// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/base/Result.h"
#include "core/release/ReleaseService.h"
#include "ui/models/ColumnSpec.h"
#include "ui/models/ReleaseSelection.h"
#include "ui/models/Roles.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace lockscope::ui {

/// One contender of a release of several.
struct ReleaseRow {
    enum class State {
        Unread,    ///< not read yet, or for some seconds; `text`: why it could not be read
        Ready,     ///< as it was reviewed
        Changed,   ///< it is no longer what was reviewed
        Releasing, ///< the request was sent
        Released,
        Gone,    ///< it has left by itself
        Refused, ///< nothing was released
        Unknown  ///< whether it was released
    };
    ReleaseTarget target;
    QString path; ///< of its node; on Redis the lock's name
    bool isChosen = true;
    bool isConfirmed = false; ///< it was ready when the user started the releases
    State state = State::Unread;
    QString text{};                                 ///< why it changed or was refused; the result
    std::optional<release::ReleasePlan> reviewed{}; ///< what the user has seen
    std::optional<release::ReleasePlan> newest{};   ///< Ready: may be applied; Changed: to review
    SteadyTime readAt{};                            ///< of the newest plan
    QString readFault{};                            ///< why the last read failed; empty: it succeeded

    /// Nothing can change any more.
    [[nodiscard]] bool isOver() const { return state >= State::Released; }
    [[nodiscard]] bool isReady() const { return isChosen && state == State::Ready; }
    [[nodiscard]] bool isPossible() const { return newest && newest->certainty == inspect::Certainty::Possible; }
};

/// The contenders of a release of several, each with the guards of its plan, its effect and its result. Each is read
/// again while it is shown; what has changed is not ready until it is reviewed. Thread: UI.
class ReleaseListModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        Target, ///< with a check box
        State,
        Client,
        Session,
        Host,
        Age,
        Guard,
        Effect,
        ColumnCount
    };

    /// `paths`: one for each target.
    ReleaseListModel(const ReleaseSelection& selection, const QStringList& paths, QObject* parent = nullptr);

    [[nodiscard]] const std::vector<ReleaseRow>& rows() const { return m_rows; }
    void setPlan(int row, const Result<release::ReleasePlan>& plan, SteadyTime readAt);
    /// What was last read before this time is not ready until it is read again.
    void expire(SteadyTime readBefore);
    /// Accepts the newest plan of each changed row.
    void reviewAgain();
    /// The user has confirmed the release of the rows that are ready now.
    void confirmReady();
    void endConfirmed();
    /// Of the rows that are confirmed and still ready.
    [[nodiscard]] int confirmedCount() const;
    /// The next one of these; -1: none.
    [[nodiscard]] int nextConfirmed() const;
    void setReleasing(int row);
    /// The request was not sent: it is as before.
    void setNotSent(int row);
    void setOutcome(int row, const Result<release::ReleaseOutcome>& outcome);
    /// Nothing of it can be released any more, for this reason. Pending requests are not affected.
    void refuseAll(const QString& why);
    /// While it is released, no row can be checked.
    void setFixed(bool fixed) { m_isFixed = fixed; }

    [[nodiscard]] int count(ReleaseRow::State state) const;
    [[nodiscard]] int readyCount() const;
    /// Of the rows that will be released.
    [[nodiscard]] bool hasPossible() const;
    /// A line for each row: what it is and its state or result.
    [[nodiscard]] QString text() const;
    /// Effect, risk and result of a row.
    [[nodiscard]] QString detailsOf(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    /// A check box, a state or a value.
    void changed();

private:
    [[nodiscard]] static const Columns<ReleaseRow>& columns();
    ReleaseRow& at(int row) { return m_rows[static_cast<std::size_t>(row)]; }
    void announce(int row);
    static void setFault(ReleaseRow& row, const Error& error);
    void take(ReleaseRow& row, const release::ReleasePlan& plan);

    std::vector<ReleaseRow> m_rows;
    bool m_isRedis = false; ///< by the first plan
    bool m_isFixed = false;
};

} // namespace lockscope::ui
