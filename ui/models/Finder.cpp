// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/Finder.h"

#include "core/inspect/Owners.h"
#include "ui/models/Formatting.h"

#include <QCoreApplication>
#include <QKeySequence>

#include <array>

namespace lockscope::ui {

namespace {

struct FinderText {
    Q_DECLARE_TR_FUNCTIONS(Finder)
};

/// The first of its words that contains the text, with what that word is; empty when none does.
QString matchOf(const inspect::Picture& picture, const inspect::Contender& contender, const QString& text)
{
    std::vector<std::array<QString, 2>> words;
    if (const auto& details = contender.details) {
        words.push_back({oneLine(details->client), FinderText::tr("client")});
        words.push_back({oneLine(inspect::ownerOf(picture, contender).host), FinderText::tr("host")});
        words.push_back({details->session != 0 ? formatHex(details->session) : QString(), FinderText::tr("session")});
    }
    words.push_back({oneLine(contender.node), FinderText::tr("node")});
    for (const auto& [word, kind] : words)
        if (word.contains(text, Qt::CaseInsensitive))
            return FinderText::tr("%1 %2").arg(kind, word);
    return {};
}

} // namespace

std::vector<FinderHit> findInPicture(const inspect::Picture& picture, const QString& typed, std::size_t limit)
{
    std::vector<FinderHit> hits;
    const auto text = typed.trimmed();
    if (text.isEmpty())
        return hits;
    for (const auto& lock : picture.locks) {
        if (hits.size() >= limit)
            return hits;
        if (const auto path = oneLine(lock->path); path.contains(text, Qt::CaseInsensitive))
            hits.push_back({path, ownText(lock->dialectTitle), lock->path, {}, {}});
    }
    for (const auto& lock : picture.locks) {
        for (const auto& contender : lock->queue) {
            if (hits.size() >= limit)
                return hits;
            if (const auto match = matchOf(picture, contender, text); !match.isEmpty()) {
                const auto role = contender.holds ? FinderText::tr("holds %1") : FinderText::tr("waits for %1");
                hits.push_back({displayName(contender),
                                role.arg(oneLine(lock->path)) + QStringLiteral(" · ") + match,
                                lock->path,
                                contender.node,
                                {}});
            }
        }
    }
    return hits;
}

namespace {

/// Some word of the name begins so. Not every script sets its words apart.
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
        // What some say of themselves is how things are, not what they do.
        const auto name = action->statusTip().isEmpty() ? action->text().remove(u'&') : action->statusTip();
        if (!action->isEnabled() || !action->isVisible() || !hasWord(name, text))
            continue;
        const auto keys = action->shortcut().toString(QKeySequence::NativeText);
        hits.push_back(
            {name, keys.isEmpty() ? FinderText::tr("do it") : FinderText::tr("do it · %1").arg(keys), {}, {}, action});
    }
    return hits;
}

} // namespace lockscope::ui
