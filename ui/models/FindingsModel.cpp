// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/FindingsModel.h"

#include "core/base/Path.h"
#include "ui/models/text/Formatting.h"
#include "ui/models/text/Saved.h"

#include <algorithm>
#include <unordered_map>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

/// The values of `lockscopectl findings --json`; headerData() has their keys.
QVariantList exported(const inspect::Finding& finding)
{
    QStringList nodes;
    for (const auto& node : finding.nodes)
        nodes << QString::fromStdString(node);
    QStringList sessions;
    for (const auto session : finding.sessions)
        sessions << formatHex(session);
    return {saved::text(toString(finding.severity)),
            saved::text(kindWord(finding)),
            saved::text(finding.path),
            nodes,
            sessions,
            saved::text(finding.text),
            saved::text(finding.evidence),
            saved::text(finding.advice)};
}

/// The values of `lockscopectl open`.
QVariantList exportedTimes(const std::optional<FindingSpan>& span)
{
    if (!span)
        return {QVariant(), QVariant(), QVariant(), QVariant()};
    const bool isBeginKnown = span->beganKnown != inspect::Confidence::Unknown;
    return {isBeginKnown ? saved::timeOrNone(span->began) : QVariant(), saved::text(toString(span->beganKnown)),
            saved::timeOrNone(span->ended),
            span->ended ? QVariant(saved::text(toString(span->endedKnown))) : QVariant()};
}

} // namespace

std::optional<inspect::ContenderKey> targetOf(const inspect::Snapshot& snapshot, const inspect::Finding& finding)
{
    const auto* lock = snapshot.find(finding.path);
    if (!lock) {
        const auto found = std::find_if(snapshot.locks.begin(), snapshot.locks.end(),
                                        [&](const auto& each) { return each->liesIn(finding.path); });
        if (found == snapshot.locks.end())
            return std::nullopt;
        lock = found->get();
    }
    inspect::ContenderKey target{lock->path, {}, {}};
    if (finding.nodes.empty())
        return target;
    for (const auto& contender : lock->queue) {
        if (lock->nodePath(contender) == finding.nodes.front())
            target = lock->keyOf(contender);
    }
    return target;
}

std::vector<FindingsModel::Row> FindingsModel::wantedRows() const
{
    std::vector<Row> rows;
    if (!m_snapshot)
        return rows;
    rows.reserve(m_snapshot->findings.size() + m_past.ended()->size());
    std::unordered_map<std::string, int> seen;
    const auto add = [&](std::string key, Row row) {
        if (const auto before = seen[key]++; before > 0)
            key += ' ' + std::to_string(before);
        row.key = std::move(key);
        rows.push_back(std::move(row));
    };
    for (const auto& finding : m_snapshot->findings) {
        auto key = groupOf(finding);
        if (!finding.nodes.empty())
            key += ' ' + finding.nodes.front();
        add(std::move(key), {{}, {}, &finding, m_past.spanOf(finding), m_past.timesEnded(finding) + 1});
    }
    for (const auto& past : *m_past.ended())
        add("ended " + past.group, {{}, past.group, &past.last, past.span, past.times});
    return rows;
}

bool FindingsModel::isSame(const Row& one, const Row& other)
{
    return one.times == other.times && one.span == other.span &&
           (one.finding == other.finding || *one.finding == *other.finding);
}

void FindingsModel::setSnapshot(inspect::SnapshotPtr snapshot, const std::shared_ptr<const inspect::History>& history,
                                WallTime now)
{
    m_now = now;
    // The rows point into the previous snapshot and the previous past until all of them are replaced.
    const auto keptPast = m_past.ended();
    const bool isOtherPast = m_past.see(snapshot ? history : nullptr, now);
    if (snapshot == m_snapshot && !isOtherPast)
        return;
    const auto keptSnapshot = std::exchange(m_snapshot, std::move(snapshot));
    auto wanted = wantedRows();
    takeSteps(m_rows, wanted, &Row::key);
    std::vector<bool> changed(m_rows.size());
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        changed[i] = !isSame(m_rows[i], wanted[i]);
    m_rows = std::move(wanted);
    for (auto row = 0; row < static_cast<int>(m_rows.size()); ++row) {
        if (changed[static_cast<std::size_t>(row)])
            Q_EMIT dataChanged(index(row), index(row));
    }
}

const inspect::Finding* FindingsModel::findingAt(int row) const
{
    return row >= 0 && row < rowCount() ? m_rows[static_cast<std::size_t>(row)].finding : nullptr;
}

int FindingsModel::count(inspect::Severity severity) const
{
    return static_cast<int>(std::count_if(m_rows.begin(), m_rows.end(), [&](const Row& row) {
        return !row.isEnded() && row.finding->severity == severity;
    }));
}

bool FindingsModel::isEnded(int row) const
{
    return findingAt(row) && m_rows[static_cast<std::size_t>(row)].isEnded();
}

QStringList FindingsModel::timesAt(int row) const
{
    return findingAt(row) ? timesOf(m_rows[static_cast<std::size_t>(row)]) : QStringList();
}

int FindingsModel::rowOf(const std::string& identity) const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& row) {
        return !row.isEnded() && inspect::identityOf(*row.finding) == identity;
    });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int FindingsModel::endedRowOf(const std::string& group) const
{
    const auto found =
        std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& row) { return row.isEnded() && row.group == group; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

QStringList FindingsModel::timesOf(const Row& row) const
{
    QStringList lines;
    if (row.isEnded())
        lines << asClauses({asSentence(endedText(*row.span, m_now)), lastedText(*row.span)});
    else if (row.span)
        lines << tr("Began %1 ago").arg(ageText(*row.span, m_now));
    if (row.times > 1)
        lines << tr("Occurrences at this lock: %1").arg(formatCount(row.times));
    return lines;
}

QString FindingsModel::spokenText(const Row& row) const
{
    const auto& finding = *row.finding;
    const auto title = findingTitle(finding);
    const auto place = finding.path.empty() ? title : tr("%1 at %2").arg(title, oneLine(finding.path));
    auto sentences = QStringList{ended(asEntry(row.isEnded() ? tr("ended") : severityWord(finding.severity), place)),
                                 findingSentence(finding)};
    for (const auto& line : timesOf(row))
        sentences << ended(line);
    return inTurn(sentences);
}

int FindingsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant FindingsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !findingAt(index.row()))
        return {};
    const auto& row = m_rows[static_cast<std::size_t>(index.row())];
    const auto& finding = *row.finding;
    switch (role) {
    case Qt::DisplayRole:
        return row.isEnded() ? u"%1 · %2"_s.arg(lastedText(*row.span), findingSentence(finding))
                             : findingSentence(finding);
    case TitleRole:
        return findingTitle(finding);
    case PlaceRole:
        return finding.path.empty() ? QString() : oneLine(baseName(finding.path));
    case AgeRole:
        return !row.span ? QString() : row.isEnded() ? endedText(*row.span, m_now) : ageText(*row.span, m_now);
    case TimesRole:
        return row.times > 1 ? u"× %1"_s.arg(formatCount(row.times)) : QString();
    case EndedRole:
        return row.isEnded();
    case Qt::AccessibleTextRole:
        return spokenText(row);
    case Qt::ToolTipRole:
        return plainToolTip((QStringList{findingText(finding)} + timesOf(row)).join(u'\n'));
    case KeyRole:
        return QString::fromStdString(row.key);
    case SeverityRole:
        return static_cast<int>(finding.severity);
    case ToneRole:
    case MarkToneRole:
        return QVariant::fromValue(row.isEnded() ? Tone::Muted : severityTone(finding.severity));
    case MarkRole:
        return QVariant::fromValue(row.isEnded() ? Mark::Tick : severityMark(finding.severity));
    case ExportRole:
        return exported(finding) + exportedTimes(row.span) + QVariantList{row.times};
    default:
        return {};
    }
}

QVariant FindingsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (section != 0 || orientation != Qt::Horizontal)
        return {};
    if (role == Qt::DisplayRole)
        return tr("Finding");
    return role == ExportRole ? QVariant(QStringList{u"severity"_s, u"kind"_s, u"path"_s, u"nodes"_s, u"sessions"_s,
                                                     u"text"_s, u"evidence"_s, u"advice"_s, u"beganAt"_s,
                                                     u"beganKnown"_s, u"endedAt"_s, u"endedKnown"_s, u"times"_s})
                              : QVariant();
}

} // namespace lockscope::ui

#include "moc_FindingsModel.cpp"
