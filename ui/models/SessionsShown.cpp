// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/SessionsShown.h"

#include "ui/models/SessionsModel.h"
#include "ui/models/text/Formatting.h"
#include "ui/models/text/TypedText.h"

#include <algorithm>
#include <optional>

namespace lockscope::ui {

namespace {

using inspect::SessionNode;
using inspect::SessionSummary;

bool fits(const SessionSummary& summary, const TypedText& typed)
{
    const auto isInLock = [&](const SessionNode& node) { return typed.isIn(node.key.lock); };
    return typed.isIn(summary.client) || typed.isIn(summary.owner.host) ||
           typed.isIn(summary.instance.empty() ? toHex(summary.owner.session) : summary.instance) ||
           std::any_of(summary.holds.begin(), summary.holds.end(), isInLock) ||
           std::any_of(summary.waits.begin(), summary.waits.end(), isInLock) ||
           std::any_of(summary.undecided.begin(), summary.undecided.end(), isInLock);
}

/// The sort key of a column: a number or a text.
struct SortKey {
    bool isReported = true;
    quint64 number = 0;
    QString text{};

    [[nodiscard]] int compare(const SortKey& other) const
    {
        if (number != other.number)
            return number < other.number ? -1 : 1;
        return text.compare(other.text, Qt::CaseInsensitive);
    }
};

SortKey sortKeyOf(const SessionSummary& summary, int column)
{
    const auto& owner = summary.owner;
    const auto number = [](auto value) { return SortKey{true, static_cast<quint64>(value)}; };
    const auto time = [](const std::optional<WallTime>& at) {
        return SortKey{at.has_value(), at ? static_cast<quint64>(at->time_since_epoch().count()) : 0};
    };
    const auto text = [](const std::string& reported) { return SortKey{!reported.empty(), 0, oneLine(reported)}; };
    switch (column) {
    case SessionsModel::Client:
        return text(summary.client);
    case SessionsModel::Host:
        return text(owner.host);
    case SessionsModel::KnownFrom:
        return {!owner.host.empty(), 0, hostSourceText(owner.hostSource)};
    case SessionsModel::Heard:
        return time(owner.lastHeard);
    case SessionsModel::Expires:
        return time(owner.expiresAt);
    case SessionsModel::Holds:
        return number(summary.holds.size());
    case SessionsModel::Waits:
        return number(summary.waits.size());
    case SessionsModel::Undecided:
        return number(summary.undecided.size());
    default:
        return summary.instance.empty() ? number(owner.session) : text(summary.instance);
    }
}

void sortBy(std::vector<const SessionSummary*>& rows, const SessionsSelection& selection)
{
    struct Keyed {
        SortKey key;
        const SessionSummary* row;
    };
    std::vector<Keyed> keyed;
    keyed.reserve(rows.size());
    for (const auto* row : rows)
        keyed.push_back({sortKeyOf(*row, selection.column), row});
    const bool isDescending = selection.order == Qt::DescendingOrder;
    std::stable_sort(keyed.begin(), keyed.end(), [&](const Keyed& a, const Keyed& b) {
        if (a.key.isReported != b.key.isReported)
            return a.key.isReported;
        return isDescending ? b.key.compare(a.key) < 0 : a.key.compare(b.key) < 0;
    });
    std::transform(keyed.begin(), keyed.end(), rows.begin(), [](const Keyed& each) { return each.row; });
}

} // namespace

SessionsShown sessionsShown(SessionSummaries all, const SessionsSelection& selection)
{
    SessionsShown shown{std::move(all)};
    if (!shown.all)
        return shown;
    const TypedText typed(selection.filter);
    for (const auto& summary : *shown.all) {
        if (typed.isEmpty() || fits(summary, typed))
            shown.rows.push_back(&summary);
    }
    if (selection.column >= 0)
        sortBy(shown.rows, selection);
    return shown;
}

} // namespace lockscope::ui
