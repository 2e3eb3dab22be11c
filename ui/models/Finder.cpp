// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/Finder.h"

#include "core/model/Owners.h"
#include "ui/models/text/Formatting.h"
#include "ui/models/text/TypedText.h"

#include <QCoreApplication>
#include <QKeySequence>

namespace lockscope::ui {

namespace {

struct FinderText {
    Q_DECLARE_TR_FUNCTIONS(Finder)
};

/// The matching value and its kind: "host 10.20.4.17".
QString matchOf(const TypedText& text, TypedText::Place place, const inspect::Contender& contender,
                const inspect::Owner& owner)
{
    switch (place) {
    case TypedText::Place::Client:
        return FinderText::tr("client %1").arg(oneLine(contender.details->client));
    case TypedText::Place::Host:
        return FinderText::tr("host %1").arg(oneLine(text.isIn(owner.host) ? owner.host : contender.details->host));
    case TypedText::Place::Session:
        return FinderText::tr("session %1").arg(formatHex(owner.session));
    case TypedText::Place::Node:
        return (contender.redis ? FinderText::tr("owner %1") : FinderText::tr("node %1")).arg(oneLine(contender.node));
    case TypedText::Place::Nowhere:
        break;
    }
    return {};
}

} // namespace

std::vector<FinderHit> findInSnapshot(const inspect::Snapshot& snapshot, const QString& typed, std::size_t limit)
{
    std::vector<FinderHit> hits;
    TypedText text(typed);
    if (text.isEmpty())
        return hits;
    text.setEnsemble(snapshot.ensemble.get());
    for (const auto& lock : snapshot.locks) {
        if (hits.size() >= limit)
            return hits;
        if (text.isIn(lock->path))
            hits.push_back({oneLine(lock->path), ownText(lock->dialectTitle), {lock->path, {}, {}}, {}});
    }
    for (const auto& lock : snapshot.locks) {
        for (const auto& contender : lock->queue) {
            if (hits.size() >= limit)
                return hits;
            const auto place = text.placeIn(contender);
            if (place == TypedText::Place::Nowhere)
                continue;
            const auto role = contender.holds     ? FinderText::tr("holds %1")
                              : contender.waits() ? FinderText::tr("waits for %1")
                                                  : FinderText::tr("is in the queue of %1");
            const auto match = matchOf(text, place, contender, inspect::ownerOf(snapshot, contender));
            hits.push_back({displayName(contender, snapshot.ensemble.get()),
                            role.arg(oneLine(lock->path)) + QStringLiteral(" · ") + match,
                            lock->keyOf(contender),
                            {}});
        }
    }
    return hits;
}

namespace {

/// True if a word of the name begins with the text. Han script does not separate words, so each character counts.
bool hasWord(const QString& name, const QString& begin)
{
    for (auto at = name.indexOf(begin, 0, Qt::CaseInsensitive); at >= 0;
         at = name.indexOf(begin, at + 1, Qt::CaseInsensitive)) {
        if (at == 0 || !name.at(at - 1).isLetterOrNumber() || name.at(at).script() == QChar::Script_Han)
            return true;
    }
    return false;
}

} // namespace

std::vector<FinderHit> findInActions(const QList<QAction*>& actions, const QString& typed, std::size_t limit)
{
    std::vector<FinderHit> hits;
    const auto text = typed.trimmed();
    if (text.isEmpty())
        return hits;
    for (auto* action : actions) {
        if (hits.size() >= limit)
            break;
        // The text of some actions is a state; their status tip has the action.
        const auto name = action->statusTip().isEmpty() ? action->text().remove(u'&') : action->statusTip();
        if (!action->isEnabled() || !action->isVisible() || !hasWord(name, text))
            continue;
        const auto keys = action->shortcut().toString(QKeySequence::NativeText);
        hits.push_back(
            {name, keys.isEmpty() ? FinderText::tr("run") : FinderText::tr("run · %1").arg(keys), {}, action});
    }
    return hits;
}

} // namespace lockscope::ui
