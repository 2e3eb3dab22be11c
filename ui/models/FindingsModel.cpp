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

std::vector<FindingsModel::Row> FindingsModel::rowsOf(const inspect::Snapshot& snapshot)
{
    std::vector<Row> rows;
    rows.reserve(snapshot.findings.size());
    std::unordered_map<std::string, int> seen;
    for (const auto& finding : snapshot.findings) {
        auto key = std::string(inspect::kindWord(finding)) + ' ' + finding.path;
        if (!finding.nodes.empty())
            key += ' ' + finding.nodes.front();
        if (const auto before = seen[key]++; before > 0)
            key += ' ' + std::to_string(before);
        rows.push_back({std::move(key), &finding});
    }
    return rows;
}

void FindingsModel::setSnapshot(inspect::SnapshotPtr snapshot)
{
    if (snapshot == m_snapshot)
        return;
    auto wanted = snapshot ? rowsOf(*snapshot) : std::vector<Row>();
    // The rows point into the previous snapshot until all of them are replaced.
    const auto kept = std::exchange(m_snapshot, std::move(snapshot));
    takeSteps(m_rows, wanted, &Row::key);
    std::vector<bool> changed(m_rows.size());
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        changed[i] = m_rows[i].finding != wanted[i].finding && *m_rows[i].finding != *wanted[i].finding;
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
    return static_cast<int>(
        std::count_if(m_rows.begin(), m_rows.end(), [&](const Row& row) { return row.finding->severity == severity; }));
}

int FindingsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant FindingsModel::data(const QModelIndex& index, int role) const
{
    const auto* finding = index.isValid() ? findingAt(index.row()) : nullptr;
    if (!finding)
        return {};
    const auto title = findingTitle(*finding);
    const bool hasPlace = !finding->path.empty(); // a server has none
    switch (role) {
    case Qt::DisplayRole:
        return oneLine(finding->text);
    case TitleRole:
        return hasPlace ? u"%1 · %2"_s.arg(title, oneLine(baseName(finding->path))) : title;
    case Qt::AccessibleTextRole:
        return inTurn({ended(asEntry(severityWord(finding->severity),
                                     hasPlace ? tr("%1 at %2").arg(title, oneLine(finding->path)) : title)),
                       oneLine(finding->text)});
    case Qt::ToolTipRole:
        return plainToolTip(findingText(*finding));
    case KeyRole:
        return QString::fromStdString(m_rows[static_cast<std::size_t>(index.row())].key);
    case SeverityRole:
        return static_cast<int>(finding->severity);
    case ToneRole:
    case MarkToneRole:
        return QVariant::fromValue(severityTone(finding->severity));
    case MarkRole:
        return QVariant::fromValue(severityMark(finding->severity));
    case ExportRole:
        return exported(*finding);
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
                                                     u"text"_s, u"evidence"_s, u"advice"_s})
                              : QVariant();
}

} // namespace lockscope::ui

#include "moc_FindingsModel.cpp"
