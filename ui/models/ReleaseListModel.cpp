// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/ReleaseListModel.h"

#include "core/history/ChangeWords.h"
#include "core/release/GoneError.h"
#include "core/release/PlanRows.h"
#include "core/release/ReleaseOptions.h"
#include "ui/models/text/Formatting.h"
#include "ui/models/text/ReleaseWords.h"

#include <algorithm>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

using RowState = ReleaseRow::State;

struct RowStateLook {
    const char* word;
    Mark mark;
    Tone tone;
};

RowStateLook rowStateLook(RowState state)
{
    switch (state) {
    case RowState::Unread:
        return {QT_TRANSLATE_NOOP("lockscope::ui::ReleaseListModel", "Not read"), Mark::Question, Tone::Muted};
    case RowState::Ready:
        return {QT_TRANSLATE_NOOP("lockscope::ui::ReleaseListModel", "Ready"), Mark::None, Tone::Normal};
    case RowState::Changed:
        return {QT_TRANSLATE_NOOP("lockscope::ui::ReleaseListModel", "Changed"), Mark::WarningTriangle, Tone::Warn};
    case RowState::Releasing:
        return {QT_TRANSLATE_NOOP("lockscope::ui::ReleaseListModel", "Releasing…"), Mark::None, Tone::Wait};
    case RowState::Released:
        return {QT_TRANSLATE_NOOP("lockscope::ui::ReleaseListModel", "Released"), Mark::Tick, Tone::Good};
    case RowState::Gone:
        return {QT_TRANSLATE_NOOP("lockscope::ui::ReleaseListModel", "Gone"), Mark::CrossedRing, Tone::Muted};
    case RowState::Refused:
        return {QT_TRANSLATE_NOOP("lockscope::ui::ReleaseListModel", "Refused"), Mark::Triangle, Tone::Bad};
    case RowState::Unknown:
        break;
    }
    return {QT_TRANSLATE_NOOP("lockscope::ui::ReleaseListModel", "Unknown"), Mark::Question, Tone::Bad};
}

/// What is shown of it: the newest values.
const release::ReleasePlan* shownPlan(const ReleaseRow& row)
{
    return row.newest ? &*row.newest : row.reviewed ? &*row.reviewed : nullptr;
}

/// The value of a row of its plan; empty while it is not read.
QString rowPlanValue(const ReleaseRow& row, std::string_view key)
{
    const auto* plan = shownPlan(row);
    if (!plan)
        return {};
    for (const auto& one : release::planRows(*plan, plan->readAt)) {
        if (one.key == key)
            return oneLine(one.text);
    }
    return {};
}

QString rowClient(const ReleaseRow& row)
{
    const auto* plan = shownPlan(row);
    if (!plan)
        return {};
    const auto name = oneLine(plan->client.empty() ? plan->node : plan->client);
    return withAside(name, !plan->isStateKnown ? ReleaseListModel::tr("holder or waiter")
                           : plan->isStray     ? ReleaseListModel::tr("not a contender")
                           : plan->holds       ? ReleaseListModel::tr("holder")
                                               : ReleaseListModel::tr("waiter"));
}

QString rowSession(const ReleaseRow& row)
{
    const auto* plan = shownPlan(row);
    if (!plan)
        return {};
    if (plan->isRedis())
        return oneLine(plan->redis.owner);
    return plan->owner == 0 ? ReleaseListModel::tr("none") : formatHex(plan->owner);
}

QString rowAge(const ReleaseRow& row)
{
    const auto* plan = shownPlan(row);
    if (plan && plan->isRedis())
        return rowPlanValue(row, "lease");
    if (!plan || plan->createdAt == WallTime{})
        return {};
    return formatDuration(plan->readAt + plan->clockAhead - plan->createdAt);
}

QString rowHost(const ReleaseRow& row)
{
    const auto* plan = shownPlan(row);
    return plan ? oneLine(plan->host) : QString();
}

/// What follows, or why it cannot be done.
QString rowEffect(const ReleaseRow& row)
{
    const auto* plan = shownPlan(row);
    if (!plan)
        return {};
    const auto option = release::releaseOptionsOf(*plan, plan->readAt).remove;
    const bool isPossible = option.helps != release::Helps::No && !option.affects.empty();
    return asSentence(oneLine(isPossible ? option.affects : option.what));
}

QString rowStateWord(const ReleaseRow& row)
{
    return ReleaseListModel::tr(rowStateLook(row.state).word);
}

bool isStillConfirmed(const ReleaseRow& row)
{
    return row.isConfirmed && row.isReady();
}

bool isAboutTheNode(const Error& error)
{
    return error.code == ErrorCode::NotALock || error.code == ErrorCode::NotEmpty;
}

} // namespace

ReleaseListModel::ReleaseListModel(const ReleaseSelection& selection, const QStringList& paths, QObject* parent)
    : QAbstractTableModel(parent)
{
    for (const auto& target : selection.targets)
        m_rows.push_back({target, paths.value(static_cast<qsizetype>(m_rows.size()))});
}

void ReleaseListModel::announce(int row)
{
    Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
    Q_EMIT changed();
}

void ReleaseListModel::setPlan(int row, const Result<release::ReleasePlan>& plan, SteadyTime readAt)
{
    auto& one = at(row);
    if (one.isOver() || one.state == RowState::Releasing)
        return;
    if (plan) {
        one.readAt = readAt;
        one.readFault.clear();
        take(one, *plan);
    } else {
        setFault(one, plan.error());
    }
    announce(row);
}

void ReleaseListModel::setFault(ReleaseRow& row, const Error& error)
{
    if (error.code == ErrorCode::NoNode) {
        row.state = RowState::Gone;
        row.text = QString::fromStdString(inspect::meaningOf(inspect::Change::Type::Left));
        return;
    }
    if (isAboutTheNode(error)) {
        row.state = RowState::Refused;
        row.text = ended(errorSentence(error));
        return;
    }
    row.readFault = asSentence(oneLine(release::describeByDetail(error)));
    if (row.state == RowState::Unread)
        row.text = row.readFault;
}

void ReleaseListModel::take(ReleaseRow& row, const release::ReleasePlan& plan)
{
    if (std::exchange(m_isRedis, plan.isRedis()) != plan.isRedis())
        Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    const bool wasPossible = row.isPossible();
    row.newest = plan;
    if (row.isPossible() && !wasPossible)
        row.isConfirmed = false; // the user has not confirmed that it may not be a lock
    if (!row.reviewed) {
        row.reviewed = plan;
        const auto shown = row.target.shownCreationId;
        const bool isReplaced = shown != 0 && shown != plan.creationId;
        row.state = isReplaced ? RowState::Changed : RowState::Ready;
        row.text = isReplaced ? tr("The node has been replaced since you selected it (czxid %1, not %2).")
                                    .arg(formatHex(plan.creationId), formatHex(shown))
                              : QString();
    } else if (const auto why = release::whyChanged(*row.reviewed, plan); why && row.state != RowState::Changed) {
        row.state = RowState::Changed;
        row.text = ended(asSentence(oneLine(*why)));
    } else if (row.state == RowState::Unread) {
        row.state = RowState::Ready;
        row.text.clear();
    }
}

void ReleaseListModel::expire(SteadyTime readBefore)
{
    for (auto row = 0; row < rowCount(); ++row) {
        auto& one = at(row);
        if (one.state != RowState::Ready || one.readAt >= readBefore)
            continue;
        one.state = RowState::Unread;
        one.text = one.readFault;
        announce(row);
    }
}

void ReleaseListModel::reviewAgain()
{
    for (auto row = 0; row < rowCount(); ++row) {
        auto& one = at(row);
        if (one.state != RowState::Changed || !one.newest)
            continue;
        one.reviewed = one.newest;
        one.state = RowState::Ready;
        one.text.clear();
        announce(row);
    }
}

void ReleaseListModel::confirmReady()
{
    for (auto& row : m_rows)
        row.isConfirmed = row.isReady();
}

void ReleaseListModel::endConfirmed()
{
    for (auto& row : m_rows)
        row.isConfirmed = false;
}

int ReleaseListModel::confirmedCount() const
{
    return static_cast<int>(std::count_if(m_rows.begin(), m_rows.end(), isStillConfirmed));
}

int ReleaseListModel::nextConfirmed() const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), isStillConfirmed);
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

void ReleaseListModel::setReleasing(int row)
{
    at(row).state = RowState::Releasing;
    at(row).text.clear();
    announce(row);
}

void ReleaseListModel::setNotSent(int row)
{
    at(row).state = RowState::Ready;
    announce(row);
}

void ReleaseListModel::setOutcome(int row, const Result<release::ReleaseOutcome>& outcome)
{
    auto& one = at(row);
    const auto stateOf = [&outcome] {
        if (outcome)
            return outcome->releaseResult.isGone ? RowState::Released : RowState::Unknown;
        const auto& error = outcome.error();
        if (error.code == ErrorCode::NoNode)
            return RowState::Gone;
        if (error.code == ErrorCode::Refused)
            return RowState::Changed;
        return isOutcomeUnknown(error) ? RowState::Unknown : RowState::Refused;
    };
    one.state = stateOf();
    one.text = outcomeText(outcome, one.reviewed->isRedis());
    if (one.state == RowState::Changed)
        one.newest.reset(); // what it is now is still to be read
    announce(row);
}

void ReleaseListModel::refuseAll(const QString& why)
{
    for (auto row = 0; row < rowCount(); ++row) {
        auto& one = at(row);
        if (one.isOver() || one.state == RowState::Releasing)
            continue;
        one.state = RowState::Refused;
        one.text = why;
        announce(row);
    }
}

int ReleaseListModel::count(ReleaseRow::State state) const
{
    return static_cast<int>(
        std::count_if(m_rows.begin(), m_rows.end(), [state](const auto& row) { return row.state == state; }));
}

int ReleaseListModel::readyCount() const
{
    return static_cast<int>(std::count_if(m_rows.begin(), m_rows.end(), [](const auto& row) { return row.isReady(); }));
}

bool ReleaseListModel::hasPossible() const
{
    return std::any_of(m_rows.begin(), m_rows.end(), [](const auto& row) { return row.isReady() && row.isPossible(); });
}

QString ReleaseListModel::text() const
{
    QStringList lines;
    for (const auto& row : m_rows) {
        QStringList values{rowStateWord(row), rowClient(row), rowSession(row), rowPlanValue(row, "guard"), row.text};
        values.removeAll(QString());
        lines << asEntry(row.path, values.join(u" · "_s));
    }
    return lines.join(u'\n');
}

QString ReleaseListModel::detailsOf(int row) const
{
    if (row < 0 || row >= rowCount())
        return {};
    const auto& one = m_rows[static_cast<std::size_t>(row)];
    const auto* plan = shownPlan(one);
    if (!plan || one.isOver())
        return one.text;
    const auto what = release::releaseOptionsOf(*plan, plan->readAt).remove.what;
    QStringList sentences{one.text, oneLine(what), rowEffect(one), oneLine(plan->evidence.text),
                          asSentence(oneLine(release::riskOf(*plan)))};
    sentences.removeDuplicates();
    return inTurn(sentences);
}

int ReleaseListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ReleaseListModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

Qt::ItemFlags ReleaseListModel::flags(const QModelIndex& index) const
{
    const auto usual = QAbstractTableModel::flags(index);
    const bool isCheckable = index.isValid() && index.column() == Target && !m_isFixed &&
                             !m_rows[static_cast<std::size_t>(index.row())].isOver();
    return isCheckable ? usual | Qt::ItemIsUserCheckable : usual;
}

QVariant ReleaseListModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const auto& row = m_rows[static_cast<std::size_t>(index.row())];
    const auto look = rowStateLook(row.state);
    switch (role) {
    case Qt::CheckStateRole:
        return index.column() == Target ? QVariant(row.isChosen ? Qt::Checked : Qt::Unchecked) : QVariant();
    case MarkRole:
        return index.column() == State && look.mark != Mark::None ? QVariant::fromValue(look.mark) : QVariant();
    case KeyRole:
        return QString::fromStdString(toString(row.target.key));
    case Qt::ToolTipRole:
        return plainToolTip(index.column() == State || index.column() == Effect
                                ? detailsOf(index.row())
                                : columns().cell(row, index.column(), Qt::DisplayRole).toString());
    case Qt::AccessibleDescriptionRole:
        return detailsOf(index.row());
    default:
        return columns().cell(row, index.column(), role);
    }
}

bool ReleaseListModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::CheckStateRole || !flags(index).testFlag(Qt::ItemIsUserCheckable))
        return false;
    at(index.row()).isChosen = value.toInt() == Qt::Checked;
    announce(index.row());
    return true;
}

QVariant ReleaseListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (m_isRedis && orientation == Qt::Horizontal && role == Qt::DisplayRole) {
        if (section == Target)
            return tr("Lock");
        if (section == Session)
            return tr("Owner");
        if (section == Age)
            return tr("Lease");
    }
    return columns().header(section, orientation, role);
}

const Columns<ReleaseRow>& ReleaseListModel::columns()
{
    static const Columns<ReleaseRow> all(
        [](const char* text) { return tr(text); },
        {
            {.title = QT_TR_NOOP("Node"),
             .width = 230,
             .keys = "path",
             .text = [](const ReleaseRow& row) { return row.path; },
             .saved = [](const ReleaseRow& row) -> QVariant { return row.path; },
             .tone = normalTone<ReleaseRow>,
             .isMono = true},
            {.title = QT_TR_NOOP("State"),
             .width = 104,
             .keys = "state",
             .text = rowStateWord,
             .saved = [](const ReleaseRow& row) -> QVariant {
                 return QString::fromLatin1(rowStateLook(row.state).word);
             },
             .tone = [](const ReleaseRow& row) { return rowStateLook(row.state).tone; }},
            {.title = QT_TR_NOOP("Client"),
             .width = 140,
             .keys = "client",
             .text = rowClient,
             .saved = [](const ReleaseRow& row) -> QVariant { return rowClient(row); },
             .tone = normalTone<ReleaseRow>},
            {.title = QT_TR_NOOP("Session"),
             .width = 140,
             .keys = "session",
             .text = rowSession,
             .saved = [](const ReleaseRow& row) -> QVariant { return rowSession(row); },
             .isMono = true},
            {.title = QT_TR_NOOP("Host"),
             .width = 120,
             .keys = "host",
             .text = rowHost,
             .saved = [](const ReleaseRow& row) -> QVariant { return rowHost(row); },
             .isMono = true},
            {.title = QT_TR_NOOP("Age"),
             .width = 78,
             .keys = "age",
             .text = rowAge,
             .saved = [](const ReleaseRow& row) -> QVariant { return rowAge(row); }},
            {.title = QT_TR_NOOP("Guard"),
             .width = 130,
             .keys = "guard",
             .text = [](const ReleaseRow& row) { return rowPlanValue(row, "guard"); },
             .saved = [](const ReleaseRow& row) -> QVariant { return rowPlanValue(row, "guard"); },
             .isMono = true},
            {.title = QT_TR_NOOP("Effect"),
             .width = 300,
             .keys = "effect",
             .text = rowEffect,
             .saved = [](const ReleaseRow& row) -> QVariant { return rowEffect(row); }},
        });
    return all;
}

} // namespace lockscope::ui

#include "moc_ReleaseListModel.cpp"
